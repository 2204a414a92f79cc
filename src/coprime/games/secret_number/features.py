"""Exact facts about a position: what a seat can know from its view, by counting the worlds that allow it."""

import numpy as np

from ...core.bits import has_member
from ...core.kernel import compile_rules
from .observation import CODES, DIGIT, HANDS, count_ways, is_hiding, others, redact, taken, ways_to_take
from .rules import NUMBERS, SEATS, Stage


def probabilities(view, seat, out):
    """The probability of each secret number, to out[:NUMBERS], as `imagine` would draw it."""
    for number in range(NUMBERS):
        out[number] = 0
    if not is_hiding(view):
        if view.game:
            out[view.secret] = 1
        return
    weight, ways, order = empty_tables()
    n = others(view, seat, order)
    count_ways(view, seat, order, n, weight, ways)
    total = 0
    for number in range(view.seats + 1):
        total += ways[n][DIGIT[number]]
    for number in range(view.seats + 1):
        out[number] = ways[n][DIGIT[number]] / total


def hand_probabilities(view, seat, other, out):
    """The probability of each hand of another seat (by its index in `observation.PAIRS`), to out[:HANDS]."""
    weight, ways, order = empty_tables()
    n = others(view, seat, order)
    for k in range(n - 1):                              # the hand in question is made last
        if order[k] == other:
            order[k], order[k + 1] = order[k + 1], order[k]
    count_ways(view, seat, order, n, weight, ways)
    total = 0
    for hand in range(HANDS):
        out[hand] = 0
        for number in range(view.seats + 1):
            out[hand] += ways_with(view, other, hand, number, weight, ways[n - 1])
        total += out[hand]
    for hand in range(HANDS):
        out[hand] /= total


def ways_with(view, other, hand, number, weight, ways):
    """In how many ways the last two hidden things are this hand and this secret number."""
    if not weight[other][hand]:
        return 0
    bag = DIGIT[number] + taken(view, other, hand)
    if bag >= CODES or bag // DIGIT[number] % 3 == 0:   # three of a number
        return 0
    return ways[bag] * ways_to_take(view, other, hand, bag) * weight[other][hand]


def empty_tables():
    return np.zeros((SEATS, HANDS), np.int64), np.zeros((SEATS + 1, CODES), np.int64), np.zeros(SEATS, np.int64)


def look_back(s, seat, at):
    """Turn a finished game into what a seat knew when round `at` began, but for the answer cards."""
    for other in range(s.seats):
        if at == 1 or (at == 2 and has_member(s.first_op, other)):
            s.number[other] = 0
    if at == 1:
        s.first_op = 0
    s.stage, s.rounds, s.laid = Stage.RACE, at, s.since[at - 1]
    redact(s, seat)


compile_rules(globals())
