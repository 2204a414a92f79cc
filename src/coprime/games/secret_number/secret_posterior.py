"""What a seat can know from its view of Secret Number, counted exactly over the worlds that allow it."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import has_member
from ...core.kernel import compile_rules
from .observation import (
    CODE_COUNT,
    DIGIT,
    HANDS,
    count_ways,
    count_ways_to_take,
    is_game_hidden,
    list_hidden_seats,
    redact,
    taken_code,
)
from .rules import NUMBERS, SEATS, Stage


def secret_probabilities(view, seat, out):
    """Write the probability of each secret number to out[:NUMBERS], as `imagine` would draw it."""
    for number in range(NUMBERS):
        out[number] = 0
    if not is_game_hidden(view):
        if view.game:
            out[view.secret] = 1
        return
    weight, ways, order = make_work_arrays()
    n = list_hidden_seats(view, seat, order)
    count_ways(view, seat, order, n, weight, ways)
    total = 0
    for number in range(view.seats + 1):
        total += ways[n][DIGIT[number]]
    for number in range(view.seats + 1):
        out[number] = ways[n][DIGIT[number]] / total


def hand_probabilities(view, seat, other, out):
    """Write the probability of each hand of another seat to out[:HANDS], by its index in POSSIBLE_HANDS."""
    weight, ways, order = make_work_arrays()
    n = list_hidden_seats(view, seat, order)
    for k in range(n - 1):                              # the hand in question is made last
        if order[k] == other:
            order[k], order[k + 1] = order[k + 1], order[k]
    count_ways(view, seat, order, n, weight, ways)
    total = 0
    for hand in range(HANDS):
        out[hand] = 0
        for number in range(view.seats + 1):
            out[hand] += count_deals_with_secret(view, other, hand, number, weight, ways[n - 1])
        total += out[hand]
    for hand in range(HANDS):
        out[hand] /= total


def count_deals_with_secret(view, other, hand, number, weight, ways):
    """Return in how many ways the last hidden hand and the secret number are these."""
    if not weight[other][hand]:
        return 0
    bag = DIGIT[number] + taken_code(view, other, hand)
    if bag >= CODE_COUNT or bag // DIGIT[number] % 3 == 0:   # three of a number
        return 0
    return ways[bag] * count_ways_to_take(view, other, hand, bag) * weight[other][hand]


def make_work_arrays():
    """Return the work arrays for `count_ways`: weight, ways, order."""
    return np.zeros((SEATS, HANDS), np.int64), np.zeros((SEATS + 1, CODE_COUNT), np.int64), np.zeros(SEATS, np.int64)


def rewind_to_round(s, seat, round_number):
    """Turn a finished game into a seat's view when a round began, but for the answer cards."""
    for other in range(s.seats):
        if round_number == 1 or (round_number == 2 and has_member(s.first_op, other)):
            s.number[other] = 0
    if round_number == 1:
        s.first_op = 0
    s.stage, s.rounds, s.laid = Stage.RACE, round_number, s.since[round_number - 1]
    redact(s, seat)


compile_rules(globals())
