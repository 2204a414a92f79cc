"""Expected rolls to home at best play, alone and without cards: exact, by value iteration over the rules themselves.

`python -m coprime.games.prime_climb.solver` writes data/rolls.npz, which features.py reads; a test makes it again.
"""

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .board import Route
from .rules import Phase, State, apply, begin, move, settle
from .tables import CHANCES, FACES, FILE, HOME, LAST, STATIONS
from .turn import numbers_left
from .walk import enter, next_action, workspace

SPACES = HOME + 1
PAIRS = SPACES * (SPACES + 1) // 2
THROWS = len(FACES)
KEYS = SPACES * SPACES * 30


def pair(a, b):
    """The number of an unordered pair of places."""
    return max(a, b) * (max(a, b) + 1) // 2 + min(a, b)


def ends(stack, lists, own_bumps, stamp, seen, ended, found):
    """Every position in which the Move phase of stack[0] can end, to found; return how many."""
    n, depth = 0, 0
    enter(stack[0], 0, lists, 0)
    while depth >= 0:
        action = next_action(lists, depth)
        if action == UNKNOWN:
            depth -= 1
            continue
        stack[depth + 1] = stack[depth]
        t = stack[depth + 1]
        advance(t, action, own_bumps)
        place = pair(t.pawn[0], t.pawn[1])
        if t.phase == Phase.MOVE:
            if seen[key_of(t)] != stamp:
                seen[key_of(t)] = stamp
                depth += 1
                enter(t, 0, lists, depth)
        elif ended[place] != stamp:
            ended[place] = stamp
            found[n] = place
            n += 1
    return n


def key_of(s):
    """Tells the positions of one turn apart."""
    return (((s.pawn[0] * SPACES + s.pawn[1]) * 5 + s.left[0]) * 2 + s.left[1]) * 3 + s.atop + 1


def advance(s, action, own_bumps):
    """Carry out an action; without own bumps two pawns may end on one space."""
    move(s, 0, action)
    if own_bumps or numbers_left(s):
        settle(s, 0, action)
    else:
        s.phase = Phase.ROLL


def all_ends(blank, stack, lists, own_bumps, open_, first, flat):
    """The ends of every throw from every open pair, one after the other; first[k] is where those of throw k begin."""
    ended, found, seen = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64), np.zeros(KEYS, np.int64)
    n, k = 0, 0
    for a in range(SPACES):
        for b in range(a + 1):
            for face in FACES:
                first[k] = n
                k += 1
                if open_[pair(a, b)]:
                    stack[0] = blank[0]
                    stack[0].pawn[0], stack[0].pawn[1] = a, b
                    apply(stack[0], CHANCE, face)
                    m = ends(stack, lists, own_bumps, k, seen, ended, found)
                    if len(flat) > 0:
                        flat[n:n + m] = found[:m]
                    n += m
    first[k] = n
    return n


def sweep(rolls, open_, first, flat):
    """One step of value iteration in place; return the largest change."""
    change = 0.0
    for p in range(PAIRS):
        if open_[p]:
            expected = 1.0
            for t in range(THROWS):
                best = np.inf
                for i in range(first[p * THROWS + t], first[p * THROWS + t + 1]):
                    best = min(best, rolls[flat[i]])
                expected += CHANCES[t] * best / 100
            change = max(change, abs(expected - rolls[p]))
            rolls[p] = expected
    return change


def iterate(rolls, open_, first, flat):
    while sweep(rolls, open_, first, flat) > 1e-11:
        pass


compile_rules(globals())


def solve(route=0, doubles=4, pawns=2, own_bumps=True):
    """Expected rolls for each pair of places (HOME is one), as a square; with one pawn only those with HOME in them."""
    goal = 0 if route == Route.DECLINE else HOME - 1
    open_ = np.zeros(PAIRS, np.int64)
    for a in range(SPACES):
        for b in range(a + 1):
            open_[pair(a, b)] = goal not in (a, b) and b != HOME and (pawns == 2 or a == HOME)
    first, flat = listed(route, doubles, own_bumps, open_)
    rolls = solved(open_, first, flat)
    return np.array([[rolls[pair(a, b)] for b in range(SPACES)] for a in range(SPACES)])


def solve_stations(doubles=4):
    """Expected rolls until one pawn alone ends on each of the STATIONS, by station and space."""
    open_ = np.zeros(PAIRS, np.int64)
    for a in range(LAST):
        open_[pair(HOME, a)] = 1
    first, flat = listed(0, doubles, True, open_)
    rows = []
    for station in STATIONS:
        open_[pair(HOME, station)] = 0
        rolls = solved(open_, first, flat, never=pair(HOME, HOME))
        open_[pair(HOME, station)] = 1
        rows.append([rolls[pair(HOME, a)] for a in range(LAST)] + [99, 99])
    return np.array(rows)


def listed(route, doubles, own_bumps, open_):
    blank = State.new(1)
    blank[0].seats, blank[0].route, blank[0].doubles, blank[0].deck = 1, route, doubles, 2
    begin(blank[0])
    stack, lists = workspace()
    first = np.zeros(PAIRS * THROWS + 1, np.int64)
    flat = np.zeros(all_ends(blank, stack, lists, own_bumps, open_, first, np.zeros(0, np.int32)), np.int32)
    all_ends(blank, stack, lists, own_bumps, open_, first, flat)
    return first, flat


def solved(open_, first, flat, never=None):
    """Value iteration from a guess; a pair that must never be reached costs 99 rolls."""
    rolls = np.where(open_ == 1, 9.0, 0.0)
    if never is not None:
        rolls[never] = 99
    iterate(rolls, open_, first, flat)
    return rolls


def solve_all():
    """rolls: [climb, decline][doubles four times, twice][one pawn][the other]; stations: [doubles][station][space]."""
    rolls = [[solve(route, doubles) for doubles in (4, 2)] for route in (Route.CLIMB, Route.DECLINE)]
    stations = [solve_stations(doubles) for doubles in (4, 2)]
    return {"rolls": np.array(rolls, np.float32), "stations": np.array(stations, np.float32)}


if __name__ == "__main__":
    np.savez_compressed(FILE, **solve_all())
