"""What a seat may see of Secret Number, and what it may suppose about the rest.

A bag of the numbers not seen is written in base 3, a digit for how many of each number: its code.  Ways are
counted for one hidden hand after another, over the codes that the earlier ones can have left.
"""

import numpy as np

from ...core.bits import has_member, nth_member, set_size, with_one
from ...core.chance import below
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from .rules import (
    NUMBERS,
    OPERATIONS,
    PLACE_OF,
    SEATS,
    THE_OPERATION,
    Stage,
    Verb,
    operation_is_open,
    result,
    verb_of,
)

CODES = 3 ** NUMBERS
DIGIT = tuple(3 ** number for number in range(NUMBERS))
PAIRS = [(low, high) for high in range(1, NUMBERS) for low in range(high + 1)]     # SN-2: never two 0s
LOW, HIGH = tuple(low for low, _ in PAIRS), tuple(high for _, high in PAIRS)
HANDS = len(PAIRS)
FACE_DOWN, CHOICE = int(Verb.FACE_DOWN), int(Verb.CHOICE)      # as actions


# Views.

def redact(s, seat):
    """SN-12: blank the secret number, others' hands, answers and choices but for what they have shown."""
    if not is_hiding(s):
        return
    s.secret = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            s.low[other], s.high[other], s.used[other] = UNKNOWN, UNKNOWN, UNKNOWN
            if s.clue[other]:
                s.clue[other] = UNKNOWN
            if not operation_is_open(s, other):
                s.op[other] = UNKNOWN
    for i in range(s.laid):
        if s.placer[i] != seat:
            s.answer[i] = UNKNOWN


def is_hiding(s):
    """A game is being played: after it, everything lies open."""
    return s.stage == Stage.OPENING or s.stage == Stage.LATE or s.stage == Stage.RACE


def observe_action(s, actor, action, watcher):
    """Others see that a seat chooses or places, not what; nobody sees CHANCE's seeds."""
    if actor == CHANCE:
        return UNKNOWN
    if actor == watcher or actor == CLOCK or verb_of(action) == Verb.AGREE:
        return action
    return FACE_DOWN if verb_of(action) == Verb.ANSWER else CHOICE


# Worlds.

def imagine(s, seat, seed):
    """Fill a view with one of the worlds that it allows, each as likely as every other.

    A world is: the unseen number cards, one by one, in the places of the unseen hands and the secret number;
    an operation for every seat that has committed to one unseen, with the result that it displays; for every
    hidden choice of the opening one that the hand allows; a value for every answer card of others.  Left out,
    because the rules do not force it: what players who choose well would rather show, and what their answers
    tell about their hands.
    """
    if not is_hiding(s):
        return
    weight = np.zeros((SEATS, HANDS), np.int64)
    ways = np.zeros((SEATS + 1, CODES), np.int64)
    order = np.zeros(SEATS, np.int64)
    n = others(s, seat, order)
    count_ways(s, seat, order, n, weight, ways)
    x = fill_hands(s, order, n, weight, ways, seed)
    for i in range(n):
        x = fill_choices(s, order[i], x)
        x = fill_answers(s, order[i], x)


def others(s, seat, order):
    """Write the seats whose hands are hidden; return how many."""
    n = 0
    for other in range(s.seats):
        if other != seat:
            order[n] = other
            n += 1
    return n


def unseen(s, seat):
    """The code of the number cards that a seat does not see (SN-1: two of each)."""
    code = 0
    for number in range(s.seats + 1):
        code += 2 * DIGIT[number]
    code -= DIGIT[s.open_card]
    for other in range(s.seats):
        if other == seat:
            code -= DIGIT[s.low[other]] + DIGIT[s.high[other]]
        elif s.number[other]:
            code -= DIGIT[s.number[other]]
    return code


def count_ways(s, seat, order, n, weight, ways):
    """ways[k][code]: in how many ways the first k hidden hands can be made so that `code` is left."""
    ways[0][unseen(s, seat)] = 1
    for k in range(n):
        other = order[k]
        for hand in range(HANDS):
            weight[other][hand] = choices_with(s, other, LOW[hand], HIGH[hand])
        for code in range(CODES):
            if ways[k][code]:
                for hand in range(HANDS):
                    if weight[other][hand]:
                        w = ways_to_take(s, other, hand, code)
                        if w:
                            ways[k + 1][code - taken(s, other, hand)] += ways[k][code] * w * weight[other][hand]


def taken(s, other, hand):
    """The code of the unseen cards in a hand: one of them when the other has been shown."""
    code = DIGIT[LOW[hand]] + DIGIT[HIGH[hand]]
    return code - DIGIT[s.number[other]] if s.number[other] else code


def ways_to_take(s, other, hand, code):
    """In how many ways a hand's unseen cards can be taken from a bag."""
    low, high, shown = LOW[hand], HIGH[hand], s.number[other]
    of_low, of_high = code // DIGIT[low] % 3, code // DIGIT[high] % 3
    if shown == high:
        return of_low
    if shown:
        return of_high
    return of_low * of_high if low != high else of_low * (of_low - 1) // 2


def choices_with(s, other, low, high):
    """How many unseen choices a seat with this hand can have made; 0: the hand does not fit what it shows."""
    shown = s.number[other]
    if high > s.seats or (shown and shown != low and shown != high):
        return 0
    fitting = 1 if is_undecided(s, other) else 0
    for op in range(OPERATIONS):
        if not is_undecided(s, other) and operation_fits(s, other, low, high, op):
            fitting += 1
    return fitting * clues_with(s, other, low, high)


def is_undecided(s, other):
    """Has a seat not even committed to an operation yet?"""
    return s.rounds == 1 and s.stage != Stage.RACE and not has_member(s.chosen, other)


def operation_fits(s, other, low, high, op):
    value = result(low, high, op)
    if value == UNKNOWN or (operation_is_open(s, other) and s.op[other] != op):
        return False
    return s.place[other] == UNKNOWN or s.place[other] == PLACE_OF[value]


def clues_with(s, other, low, high):
    """How many different clues a seat can be about to show."""
    if not s.clue[other]:
        return 1
    numbers = 0 if s.number[other] else 1 if low == 0 or low == high else 2
    return numbers if has_member(s.first_op, other) else numbers + 1


def fill_hands(s, order, n, weight, ways, x):
    """Draw the secret number, then the hidden hands from the last to the first, by their ways."""
    total = 0
    for number in range(s.seats + 1):
        total += ways[n][DIGIT[number]]
    at, x = below(x, total)
    s.secret = 0
    while at >= ways[n][DIGIT[s.secret]]:
        at -= ways[n][DIGIT[s.secret]]
        s.secret += 1
    code = DIGIT[s.secret]
    for k in range(n - 1, -1, -1):
        at, x = below(x, ways[k + 1][code])
        hand = hand_at(s, order[k], weight, ways[k], code, at)
        s.low[order[k]], s.high[order[k]] = LOW[hand], HIGH[hand]
        code += taken(s, order[k], hand)
    return x


def hand_at(s, other, weight, ways, code, at):
    """The hand under which the way numbered `at` falls that leaves `code`."""
    hand = -1
    while at >= 0:
        hand += 1
        if weight[other][hand]:
            at -= ways_through(s, other, hand, weight, ways, code)
    return hand


def ways_through(s, other, hand, weight, ways, code):
    """In how many ways a hand is made so that `code` is left."""
    bag = code + taken(s, other, hand)
    for number in (LOW[hand], HIGH[hand]):
        if bag // DIGIT[number] % 3 < code // DIGIT[number] % 3:
            return 0                                    # a third card of a number: the digit has run over
    return ways[bag] * ways_to_take(s, other, hand, bag) * weight[other][hand]


def fill_choices(s, other, x):
    low, high = s.low[other], s.high[other]
    if not is_undecided(s, other):
        x = fill_operation(s, other, x)
    if s.clue[other]:
        at, x = below(x, clues_with(s, other, low, high))
        number = low if low else high
        if s.number[other]:
            s.clue[other] = THE_OPERATION
        elif at == 0:
            s.clue[other] = number
        elif at == 1 and number != high:
            s.clue[other] = high
        else:
            s.clue[other] = THE_OPERATION
    return x


def fill_operation(s, other, x):
    fitting = 0
    for op in range(OPERATIONS):
        if operation_fits(s, other, s.low[other], s.high[other], op):
            fitting = with_one(fitting, op)
    at, x = below(x, set_size(fitting))
    s.op[other] = nth_member(fitting, at)
    return x


def fill_answers(s, other, x):
    """Any values that differ, for the cards that a seat has placed."""
    s.used[other] = 0
    for i in range(s.laid):
        if s.placer[i] == other:
            at, x = below(x, s.seats + 1 - set_size(s.used[other]))
            value = nth_member((1 << s.seats + 1) - 1 & ~s.used[other], at)
            s.answer[i], s.used[other] = value, with_one(s.used[other], value)
    return x


compile_rules(globals())
