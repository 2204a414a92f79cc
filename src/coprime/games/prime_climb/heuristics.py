"""Heuristics of Prime Climb: expected rolls to home, chances of winning, and the best use of a turn.

The search uses `evaluate` to value positions before the end.  `data/rolls.npz` comes from `solo_solver.py`.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import bag_size, has_member
from ...core.chance import mix, wrapping_add
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .board import Route, is_returning
from .board_and_card_data import CLEAR_KEEPER, HOME, LAST, ROLLS_FILE, SEATS, STATIONS
from .rules import Phase, Verb, apply, returns, verb_of
from .turn_phases import count_numbers_left
from .turn_traversal import MAX_DEPTH, list_actions_at_depth, next_action, root_action

DATA = "7ae7abe1b50af40a"       # of the file; changes with it, so that no compiled code keeps old rolls
with np.load(ROLLS_FILE) as found:            # by solo_solver.py
    ROLLS = found["rolls"]              # to home: [climb, decline][doubles 4, 2][a pawn][the other]
    STATION_ROLLS = found["stations"]   # to a station: [doubles 4, 2][station][a pawn]
NUMBER_KEEPER_BITS = (1 << 3 * CLEAR_KEEPER) - 1          # the number Keepers in a bag

# Odds, fitted to games that `plan` played with itself: what multiplies a seat's chance to win by e.
ROLLS_EXPONENT = 1.8           # rolls left, as a power
NUMBER_KEEPER = 0.45
OTHER_KEEPER = 0.1
CARD = 0.3              # one to be drawn
TURN = 0.5              # to be the next to roll, against waiting for a whole round
LIMITED = 0.5

PER_STATION = 4.0       # rolls from one to the next


def expected_rolls_home(s, seat):
    """Return the expected rolls until a seat is home, as if it played alone and without cards."""
    doubles = 0 if s.doubles == 4 else 1
    a, b = s.pawn[2 * seat], s.pawn[2 * seat + 1]
    if s.ticks[seat] != s.way_stations:
        return rolls_with_stations(s, seat, doubles, a, b)
    return rolls_without_stations(s, seat, doubles, a, b)


def rolls_without_stations(s, seat, doubles, a, b):
    """Return the expected rolls of two pawns on spaces a and b, stations left out."""
    if s.route == Route.THERE_AND_BACK:
        return rolls_there_and_back(s, seat, doubles, a, b)
    way = 1 if s.route == Route.DECLINE else 0
    if s.sprint:
        return min(ROLLS[way, doubles, a, HOME], ROLLS[way, doubles, HOME, b])
    return ROLLS[way, doubles, a, b]


def rolls_there_and_back(s, seat, doubles, a, b):
    """Return the expected rolls of two pawns that go to 101 and back to 0."""
    one, other = is_returning(s, 2 * seat), is_returning(s, 2 * seat + 1)
    if s.sprint:
        return min(expected_rolls_of_pawn(doubles, a, one), expected_rolls_of_pawn(doubles, b, other))
    if one or other:
        return ROLLS[1, doubles, a, b]
    a, b = HOME if a == LAST else a, HOME if b == LAST else b
    return ROLLS[0, doubles, a, b] + ROLLS[1, doubles, LAST, LAST]


def expected_rolls_of_pawn(doubles, space, back):
    """Return the expected rolls of one pawn that goes there and back."""
    return ROLLS[1, doubles, space, HOME] if back else ROLLS[0, doubles, space, HOME] + ROLLS[1, doubles, LAST, HOME]


def rolls_with_stations(s, seat, doubles, a, b):
    """Estimate the rolls with stations missing: to the nearest one, home from there, more for the others."""
    best, missing = np.inf, 0
    for i in range(len(STATIONS)):
        if has_member(s.way_stations & ~s.ticks[seat], i):
            missing += 1
            one = STATION_ROLLS[doubles, i, a] + rolls_without_stations(s, seat, doubles, STATIONS[i], b)
            other = STATION_ROLLS[doubles, i, b] + rolls_without_stations(s, seat, doubles, a, STATIONS[i])
            best = min(best, one, other)
    return best + PER_STATION * (missing - 1)


def win_weight(s, seat):
    """Return a number proportional to a seat's chance of winning."""
    hand = s.keepers[seat] + (s.fresh if seat == s.turn else 0)
    numbers = bag_size(hand & NUMBER_KEEPER_BITS)
    odds = NUMBER_KEEPER * numbers + OTHER_KEEPER * (bag_size(hand) - numbers)
    wait = ((seat - s.turn) % s.seats) / s.seats
    if seat == s.turn and s.phase != Phase.ROLL:
        wait = 1 - min(1, count_numbers_left(s) / 2) - s.again
    if s.phase == Phase.DRAW and seat == s.turn:
        odds += CARD
    if has_member(s.limited, seat):
        odds -= LIMITED
    return np.exp(odds - TURN * wait) * max(1.0, expected_rolls_home(s, seat)) ** -ROLLS_EXPONENT


def evaluate(s, out):
    """Write each seat's expected result on the scale of `returns`, from the rolls that everybody needs."""
    if s.phase == Phase.OVER:
        returns(s, out)
    elif s.seats == 1:
        out[0] = max(-1.0, 1 - (s.rolls + expected_rolls_home(s, 0)) / 20)
    elif s.play_on:
        evaluate_places(s, out)
    else:
        total = 0.0
        for seat in range(s.seats):
            out[seat] = win_weight(s, seat)
            total += out[seat]
        for seat in range(s.seats):
            out[seat] = (out[seat] / total * s.seats - 1) / (s.seats - 1)


def evaluate_places(s, out):
    """Write the expected results of a match that is played on to the last place: each seat's mean lead."""
    for seat in range(s.seats):
        out[seat] = 0
        for other in range(s.seats):
            if other != seat:
                out[seat] += lead_over(s, seat, other) / (s.seats - 1)


def lead_over(s, seat, other):
    """Return how far a seat is ahead of another, from -1 (surely behind) to 1 (surely ahead)."""
    if s.place[seat] and s.place[other]:
        return 1.0 if s.place[seat] < s.place[other] else -1.0
    if s.place[seat] or s.place[other]:
        return 1.0 if s.place[seat] else -1.0
    one, two = win_weight(s, seat), win_weight(s, other)
    return (one - two) / (one + two)


# The best use of a turn.

TABLE_SIZE = 1 << 13         # positions of one turn that are told apart
MOST_POSITIONS = 1000             # positions after which number Keepers are no longer tried


def plan_turn(s, seat, stack, lists, seen, out):
    """Return the first action of the best turn by `evaluate`, over all uses of numbers and Keepers.

    Work arrays: `stack` and `lists` of walk.make_workspace, `seen` of TABLE_SIZE int64, `out` of SEATS floats.
    """
    plain, value = best_turn(s, seat, 0, stack, lists, seen, out)
    if s.phase != Phase.MOVE or s.keepers[seat] & NUMBER_KEEPER_BITS == 0:
        return plain
    keen, more = best_turn(s, seat, MOST_POSITIONS, stack, lists, seen, out)
    return keen if more > value else plain


def best_turn(s, seat, most_positions, stack, lists, seen, out):
    """Return the first action of the best turn and its value.

    most_positions  positions after which number Keepers are no longer tried
    """
    seen[:] = 0
    stack[0] = s
    list_actions_at_depth(s, seat, lists, 0)
    best, found, depth, met = -9.0, UNKNOWN, 0, 0
    while depth >= 0:
        action = next_action(lists, depth)
        if action == UNKNOWN:
            depth -= 1
        elif met < most_positions or (verb_of(action) != Verb.KEEPER_ADD and verb_of(action) != Verb.KEEPER_SUBTRACT):
            stack[depth + 1] = stack[depth]
            t = stack[depth + 1]
            apply(t, seat, action)
            if t.phase != Phase.MOVE or t.turn != seat or depth == MAX_DEPTH - 2:
                evaluate(t, out)
                if out[seat] > best:
                    best, found = out[seat], root_action(lists)
            elif add_if_new(t, seat, seen):
                met, depth = met + 1, depth + 1
                list_actions_at_depth(t, seat, lists, depth)
    return found, best


def add_if_new(s, seat, seen):
    """Record a position of the turn in `seen`, and return whether it was not there yet."""
    key = turn_position_key(s, seat)
    if seen[key & (TABLE_SIZE - 1)] == key:
        return False
    seen[key & (TABLE_SIZE - 1)] = key
    return True


def turn_position_key(s, seat):
    """Return a hash of what tells the positions of one turn apart; never 0."""
    key = mix(s.left[0] * 64 + s.left[1] * 8 + s.atop + 1)
    key = mix(key ^ s.keepers[seat])
    key = mix(key ^ (s.limited << 8 | s.back))
    for pawn in range(2 * SEATS):
        key = mix(wrapping_add(key, s.pawn[pawn]))
    return key | 1


compile_rules(globals())
