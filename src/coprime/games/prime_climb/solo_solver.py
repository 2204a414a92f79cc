"""Exact expected rolls to home at best play, alone and without cards, by value iteration.

`python -m coprime.games.prime_climb.solo_solver` writes data/rolls.npz, which `heuristics.py` reads; a slow test
computes the file again. A position between turns is an unordered pair of spaces. An open pair is one that is not at
its end.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .board import Route
from .board_and_card_data import CHANCES, FACES, HOME, LAST, ROLLS_FILE, STATIONS
from .rules import Phase, State, apply, apply_move, begin, settle_move
from .turn_phases import count_numbers_left
from .turn_traversal import list_actions_at_depth, make_workspace, next_action

SPACE_COUNT = HOME + 1
PAIR_COUNT = SPACE_COUNT * (SPACE_COUNT + 1) // 2
THROW_COUNT = len(FACES)
KEY_COUNT = SPACE_COUNT * SPACE_COUNT * 30


def pair_index(a, b):
    """Return the index of an unordered pair of spaces."""
    return max(a, b) * (max(a, b) + 1) // 2 + min(a, b)


def list_turn_ends(stack, lists, own_bumps, stamp, seen, ended, found):
    """Write every pair in which the Move phase of stack[0] can end to `found`; return how many.

    stamp  differs for every call, so that `seen` and `ended` need not be cleared
    """
    n, depth = 0, 0
    list_actions_at_depth(stack[0], 0, lists, 0)
    while depth >= 0:
        action = next_action(lists, depth)
        if action == UNKNOWN:
            depth -= 1
            continue
        stack[depth + 1] = stack[depth]
        t = stack[depth + 1]
        apply_solver_action(t, action, own_bumps)
        place = pair_index(t.pawn[0], t.pawn[1])
        if t.phase == Phase.MOVE:
            if seen[turn_position_index(t)] != stamp:
                seen[turn_position_index(t)] = stamp
                depth += 1
                list_actions_at_depth(t, 0, lists, depth)
        elif ended[place] != stamp:
            ended[place] = stamp
            found[n] = place
            n += 1
    return n


def turn_position_index(s):
    """Return an index that tells the positions of one turn apart."""
    return (((s.pawn[0] * SPACE_COUNT + s.pawn[1]) * 5 + s.left[0]) * 2 + s.left[1]) * 3 + s.atop + 1


def apply_solver_action(s, action, own_bumps):
    """Carry out an action; without own bumps two pawns may end on one space."""
    apply_move(s, 0, action)
    if own_bumps or count_numbers_left(s):
        settle_move(s, 0, action)
    else:
        s.phase = Phase.ROLL


def list_all_ends(blank, stack, lists, own_bumps, open_, first, flat):
    """Write the turn ends of every throw from every open pair to `flat` in turn; return how many.

    first[k] is where those of throw k begin.  With an empty `flat` they are only counted.
    """
    ended, found, seen = np.zeros(PAIR_COUNT, np.int64), np.zeros(PAIR_COUNT, np.int64), np.zeros(KEY_COUNT, np.int64)
    n, k = 0, 0
    for a in range(SPACE_COUNT):
        for b in range(a + 1):
            for face in FACES:
                first[k] = n
                k += 1
                if open_[pair_index(a, b)]:
                    stack[0] = blank[0]
                    stack[0].pawn[0], stack[0].pawn[1] = a, b
                    apply(stack[0], CHANCE, face)
                    m = list_turn_ends(stack, lists, own_bumps, k, seen, ended, found)
                    if len(flat) > 0:
                        flat[n:n + m] = found[:m]
                    n += m
    first[k] = n
    return n


def sweep_values(rolls, open_, first, flat):
    """Do one step of value iteration in place; return the largest change."""
    change = 0.0
    for p in range(PAIR_COUNT):
        if open_[p]:
            expected = 1.0
            for t in range(THROW_COUNT):
                best = np.inf
                for i in range(first[p * THROW_COUNT + t], first[p * THROW_COUNT + t + 1]):
                    best = min(best, rolls[flat[i]])
                expected += CHANCES[t] * best / 100
            change = max(change, abs(expected - rolls[p]))
            rolls[p] = expected
    return change


def iterate_values(rolls, open_, first, flat):
    """Sweep until no value changes by more than 1e-11."""
    while sweep_values(rolls, open_, first, flat) > 1e-11:
        pass


compile_rules(globals())


def solve_pair_rolls(route=0, doubles=4, pawns=2, own_bumps=True):
    """Return the expected rolls for each pair of spaces as a square array, HOME included.

    With one pawn only the pairs with HOME are solved.
    """
    goal = 0 if route == Route.DECLINE else HOME - 1
    open_ = np.zeros(PAIR_COUNT, np.int64)
    for a in range(SPACE_COUNT):
        for b in range(a + 1):
            open_[pair_index(a, b)] = goal not in (a, b) and b != HOME and (pawns == 2 or a == HOME)
    first, flat = build_turn_ends(route, doubles, own_bumps, open_)
    rolls = solve_values(open_, first, flat)
    return np.array([[rolls[pair_index(a, b)] for b in range(SPACE_COUNT)] for a in range(SPACE_COUNT)])


def expected_rolls_to_stations(doubles=4):
    """Return the expected rolls until one pawn ends on each of the STATIONS: [station, space]."""
    open_ = np.zeros(PAIR_COUNT, np.int64)
    for a in range(LAST):
        open_[pair_index(HOME, a)] = 1
    first, flat = build_turn_ends(0, doubles, True, open_)
    rows = []
    for station in STATIONS:
        open_[pair_index(HOME, station)] = 0
        rolls = solve_values(open_, first, flat, never=pair_index(HOME, HOME))
        open_[pair_index(HOME, station)] = 1
        rows.append([rolls[pair_index(HOME, a)] for a in range(LAST)] + [99, 99])
    return np.array(rows)


def build_turn_ends(route, doubles, own_bumps, open_):
    """Return the turn ends of every throw from every open pair, and where those of each throw begin."""
    blank = State.new(1)
    blank[0].seats, blank[0].route, blank[0].doubles, blank[0].deck = 1, route, doubles, 2
    begin(blank[0])
    stack, lists = make_workspace()
    first = np.zeros(PAIR_COUNT * THROW_COUNT + 1, np.int64)
    flat = np.zeros(list_all_ends(blank, stack, lists, own_bumps, open_, first, np.zeros(0, np.int32)), np.int32)
    list_all_ends(blank, stack, lists, own_bumps, open_, first, flat)
    return first, flat


def solve_values(open_, first, flat, never=None):
    """Return the values by value iteration from a guess; the pair `never` counts 99 rolls."""
    rolls = np.where(open_ == 1, 9.0, 0.0)
    if never is not None:
        rolls[never] = 99
    iterate_values(rolls, open_, first, flat)
    return rolls


def solve_all():
    """Return the arrays of the data file by name.

    rolls     [climb, decline][doubles four times, twice][one pawn][the other]
    stations  [doubles][station][space]
    """
    rolls = [[solve_pair_rolls(route, doubles) for doubles in (4, 2)] for route in (Route.CLIMB, Route.DECLINE)]
    stations = [expected_rolls_to_stations(doubles) for doubles in (4, 2)]
    return {"rolls": np.array(rolls, np.float32), "stations": np.array(stations, np.float32)}


if __name__ == "__main__":
    np.savez_compressed(ROLLS_FILE, **solve_all())
