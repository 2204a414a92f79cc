"""How a position stands: expected rolls to home, chances, and the best way to use a turn.

For the search: `evaluate` says what each seat's `returns` will be, as far as can be told.
"""

import numpy as np

from ...core.bits import bag_size, has_member
from ...core.chance import mix, plus
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .board import Route, returning
from .rules import Phase, Verb, apply, returns, verb_of
from .tables import CLEAR, FILE, HOME, LAST, SEATS, STATIONS
from .turn import numbers_left
from .walk import DEEP, enter, first_action, next_action

DATA = "7ae7abe1b50af40a"       # of the file; changes with it, so that no compiled code keeps old rolls
with np.load(FILE) as found:            # by solver.py
    ROLLS = found["rolls"]              # to home: [climb, decline][doubles 4, 2][a pawn][the other]
    STATION_ROLLS = found["stations"]   # to a station: [doubles 4, 2][station][a pawn]
NUMBERS = (1 << 3 * CLEAR) - 1          # the number Keepers in a bag

# Odds, fitted to games that `plan` played with itself: what multiplies a seat's chance to win by e.
PER_LOG = 1.8           # rolls left, as a power
NUMBER_KEEPER = 0.45
OTHER_KEEPER = 0.1
CARD = 0.3              # one to be drawn
TURN = 0.5              # to be the next to roll, against waiting for a whole round
LIMITED = 0.5

PER_STATION = 4.0       # rolls from one to the next


def rolls_left(s, seat):
    """Expected rolls until the seat is home, as if it played alone and without cards."""
    doubles = 0 if s.doubles == 4 else 1
    a, b = s.pawn[2 * seat], s.pawn[2 * seat + 1]
    if s.ticks[seat] != s.way_stations:
        return with_stations(s, seat, doubles, a, b)
    return without_stations(s, seat, doubles, a, b)


def without_stations(s, seat, doubles, a, b):
    if s.route == Route.THERE_AND_BACK:
        return there_and_back(s, seat, doubles, a, b)
    way = 1 if s.route == Route.DECLINE else 0
    if s.sprint:
        return min(ROLLS[way, doubles, a, HOME], ROLLS[way, doubles, HOME, b])
    return ROLLS[way, doubles, a, b]


def there_and_back(s, seat, doubles, a, b):
    one, other = returning(s, 2 * seat), returning(s, 2 * seat + 1)
    if s.sprint:
        return min(alone(doubles, a, one), alone(doubles, b, other))
    if one or other:
        return ROLLS[1, doubles, a, b]
    a, b = HOME if a == LAST else a, HOME if b == LAST else b
    return ROLLS[0, doubles, a, b] + ROLLS[1, doubles, LAST, LAST]


def alone(doubles, space, back):
    """One pawn, there and back."""
    return ROLLS[1, doubles, space, HOME] if back else ROLLS[0, doubles, space, HOME] + ROLLS[1, doubles, LAST, HOME]


def with_stations(s, seat, doubles, a, b):
    """First the nearer pawn to the nearest station, and from there home; about as much for each other station."""
    best, missing = np.inf, 0
    for i in range(len(STATIONS)):
        if has_member(s.way_stations & ~s.ticks[seat], i):
            missing += 1
            one = STATION_ROLLS[doubles, i, a] + without_stations(s, seat, doubles, STATIONS[i], b)
            other = STATION_ROLLS[doubles, i, b] + without_stations(s, seat, doubles, a, STATIONS[i])
            best = min(best, one, other)
    return best + PER_STATION * (missing - 1)


def strength(s, seat):
    """Proportional to the seat's chance to win."""
    hand = s.keepers[seat] + (s.fresh if seat == s.turn else 0)
    numbers = bag_size(hand & NUMBERS)
    odds = NUMBER_KEEPER * numbers + OTHER_KEEPER * (bag_size(hand) - numbers)
    wait = ((seat - s.turn) % s.seats) / s.seats
    if seat == s.turn and s.phase != Phase.ROLL:
        wait = 1 - min(1, numbers_left(s) / 2) - s.again
    if s.phase == Phase.DRAW and seat == s.turn:
        odds += CARD
    if has_member(s.limited, seat):
        odds -= LIMITED
    return np.exp(odds - TURN * wait) * max(1.0, rolls_left(s, seat)) ** -PER_LOG


def evaluate(s, out):
    """Each seat's expected result on the scale of `returns`, from the rolls that everybody needs."""
    if s.phase == Phase.OVER:
        returns(s, out)
    elif s.seats == 1:
        out[0] = max(-1.0, 1 - (s.rolls + rolls_left(s, 0)) / 20)
    elif s.play_on:
        by_places(s, out)
    else:
        total = 0.0
        for seat in range(s.seats):
            out[seat] = strength(s, seat)
            total += out[seat]
        for seat in range(s.seats):
            out[seat] = (out[seat] / total * s.seats - 1) / (s.seats - 1)


def by_places(s, out):
    """Playing on: how far each is ahead of the others."""
    for seat in range(s.seats):
        out[seat] = 0
        for other in range(s.seats):
            if other != seat:
                out[seat] += ahead(s, seat, other) / (s.seats - 1)


def ahead(s, seat, other):
    """From -1, surely behind, to 1, surely ahead."""
    if s.place[seat] and s.place[other]:
        return 1.0 if s.place[seat] < s.place[other] else -1.0
    if s.place[seat] or s.place[other]:
        return 1.0 if s.place[seat] else -1.0
    one, two = strength(s, seat), strength(s, other)
    return (one - two) / (one + two)


# The best use of a turn.

TABLE = 1 << 13         # positions of one turn that are told apart
MANY = 1000             # positions after which number Keepers are no longer tried


def plan(s, seat, stack, lists, seen, out):
    """The first action of the best turn by `evaluate`, over all ways of using numbers and Keepers.

    Work arrays: `stack` and `lists` of walk.workspace, `seen` of TABLE int64, `out` of SEATS floats.
    """
    plain, value = best_turn(s, seat, 0, stack, lists, seen, out)
    if s.phase != Phase.MOVE or s.keepers[seat] & NUMBERS == 0:
        return plain
    keen, more = best_turn(s, seat, MANY, stack, lists, seen, out)
    return keen if more > value else plain


def best_turn(s, seat, many, stack, lists, seen, out):
    """The first action of the best turn, and its value; number Keepers are tried until `many` positions are met."""
    seen[:] = 0
    stack[0] = s
    enter(s, seat, lists, 0)
    best, found, depth, met = -9.0, UNKNOWN, 0, 0
    while depth >= 0:
        action = next_action(lists, depth)
        if action == UNKNOWN:
            depth -= 1
        elif met < many or (verb_of(action) != Verb.PLUS and verb_of(action) != Verb.MINUS):
            stack[depth + 1] = stack[depth]
            t = stack[depth + 1]
            apply(t, seat, action)
            if t.phase != Phase.MOVE or t.turn != seat or depth == DEEP - 2:
                evaluate(t, out)
                if out[seat] > best:
                    best, found = out[seat], first_action(lists)
            elif is_new(t, seat, seen):
                met, depth = met + 1, depth + 1
                enter(t, seat, lists, depth)
    return found, best


def is_new(s, seat, seen):
    """The position was not met before on another way."""
    key = key_of(s, seat)
    if seen[key & (TABLE - 1)] == key:
        return False
    seen[key & (TABLE - 1)] = key
    return True


def key_of(s, seat):
    """Tells the positions of one turn apart."""
    key = mix(s.left[0] * 64 + s.left[1] * 8 + s.atop + 1)
    key = mix(key ^ s.keepers[seat])
    key = mix(key ^ (s.limited << 8 | s.back))
    for pawn in range(2 * SEATS):
        key = mix(plus(key, s.pawn[pawn]))
    return key | 1


compile_rules(globals())
