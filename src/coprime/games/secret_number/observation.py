"""Say what a seat may see of Secret Number (redact), and fill in the rest at random (imagine).

A bag of the numbers not seen is written in base 3, a digit for how many of each number: its code.  Ways are counted for
one hidden hand after another, over the codes that the earlier ones can have left.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import add_member, has_member, nth_member, set_size
from ...core.chance import random_below
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from .rules import (
    NUMBERS,
    OPERATION_CLUE,
    OPERATIONS,
    PLACE_OF_RESULT,
    SEATS,
    Stage,
    Verb,
    compute_result,
    is_operation_open,
    verb_of,
)

CODE_COUNT = 3 ** NUMBERS
DIGIT = tuple(3 ** number for number in range(NUMBERS))
POSSIBLE_HANDS = [(low, high) for high in range(1, NUMBERS) for low in range(high + 1)]     # SN-2: never two 0s
LOW, HIGH = tuple(low for low, _ in POSSIBLE_HANDS), tuple(high for _, high in POSSIBLE_HANDS)
HANDS = len(POSSIBLE_HANDS)
FACE_DOWN, CHOICE = int(Verb.FACE_DOWN), int(Verb.CHOICE)      # as actions


# Views.

def redact(s, seat):
    """Blank the secret number, and others' hands, answers and choices that are not shown (SN-12)."""
    if not is_game_hidden(s):
        return
    s.secret = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            s.low[other], s.high[other], s.used[other] = UNKNOWN, UNKNOWN, UNKNOWN
            if s.clue[other]:
                s.clue[other] = UNKNOWN
            if not is_operation_open(s, other):
                s.op[other] = UNKNOWN
    for i in range(s.laid):
        if s.placer[i] != seat:
            s.answer[i] = UNKNOWN


def is_game_hidden(s):
    """Tell whether a game is being played; after it, everything lies open."""
    return s.stage == Stage.OPENING or s.stage == Stage.LATE or s.stage == Stage.RACE


def observe_action(s, actor, action, watcher):
    """Return an action as a watcher sees it: others' choices and answers are masked, CHANCE is hidden."""
    if actor == CHANCE:
        return UNKNOWN
    if actor == watcher or actor == CLOCK or verb_of(action) == Verb.AGREE:
        return action
    return FACE_DOWN if verb_of(action) == Verb.ANSWER else CHOICE


# Worlds.

def imagine(s, seat, seed):
    """Fill a view with a random world that it allows, all equally likely (determinization).

    A world is: the unseen number cards, one by one, in the places of the unseen hands and the secret number;
    an operation for every seat that has committed to one unseen, with the result that it displays; for every
    hidden choice of the opening one that the hand allows; a value for every answer card of others.  Left out,
    because the rules do not force it: what players who choose well would rather show, and what their answers
    tell about their hands.
    """
    if not is_game_hidden(s):
        return
    weight = np.zeros((SEATS, HANDS), np.int64)
    ways = np.zeros((SEATS + 1, CODE_COUNT), np.int64)
    order = np.zeros(SEATS, np.int64)
    n = list_hidden_seats(s, seat, order)
    count_ways(s, seat, order, n, weight, ways)
    x = fill_hands(s, order, n, weight, ways, seed)
    for i in range(n):
        x = fill_choices(s, order[i], x)
        x = sample_hidden_answers(s, order[i], x)


def list_hidden_seats(s, seat, order):
    """Write the seats whose hands are hidden; returns how many."""
    n = 0
    for other in range(s.seats):
        if other != seat:
            order[n] = other
            n += 1
    return n


def unseen_code(s, seat):
    """Return the code of the number cards that a seat does not see (SN-1: two of each)."""
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
    """Count ways[k][code]: how many ways the first k hidden hands can be made so that `code` is left.

    weight  by seat and hand: how many unseen choices fit it
    """
    ways[0][unseen_code(s, seat)] = 1
    for k in range(n):
        other = order[k]
        for hand in range(HANDS):
            weight[other][hand] = count_choices(s, other, LOW[hand], HIGH[hand])
        for code in range(CODE_COUNT):
            if ways[k][code]:
                for hand in range(HANDS):
                    if weight[other][hand]:
                        w = count_ways_to_take(s, other, hand, code)
                        if w:
                            ways[k + 1][code - taken_code(s, other, hand)] += ways[k][code] * w * weight[other][hand]


def taken_code(s, other, hand):
    """Return the code of the unseen cards in a hand: one of them if the other has been shown."""
    code = DIGIT[LOW[hand]] + DIGIT[HIGH[hand]]
    return code - DIGIT[s.number[other]] if s.number[other] else code


def count_ways_to_take(s, other, hand, code):
    """Return in how many ways a hand's unseen cards can be taken from a bag."""
    low, high, shown = LOW[hand], HIGH[hand], s.number[other]
    of_low, of_high = code // DIGIT[low] % 3, code // DIGIT[high] % 3
    if shown == high:
        return of_low
    if shown:
        return of_high
    return of_low * of_high if low != high else of_low * (of_low - 1) // 2


def count_choices(s, other, low, high):
    """Return how many unseen choices a seat with this hand can have made.

    0: the hand does not fit what the seat shows.
    """
    shown = s.number[other]
    if high > s.seats or (shown and shown != low and shown != high):
        return 0
    fitting = 1 if is_undecided(s, other) else 0
    for op in range(OPERATIONS):
        if not is_undecided(s, other) and is_operation_possible(s, other, low, high, op):
            fitting += 1
    return fitting * count_clues(s, other, low, high)


def is_undecided(s, other):
    """Tell whether a seat has not even committed to an operation yet."""
    return s.rounds == 1 and s.stage != Stage.RACE and not has_member(s.chosen, other)


def is_operation_possible(s, other, low, high, op):
    """Tell whether a seat with this hand can have committed to an operation, by what it shows."""
    value = compute_result(low, high, op)
    if value == UNKNOWN or (is_operation_open(s, other) and s.op[other] != op):
        return False
    return s.place[other] == UNKNOWN or s.place[other] == PLACE_OF_RESULT[value]


def count_clues(s, other, low, high):
    """Return how many different clues a seat can be about to show."""
    if not s.clue[other]:
        return 1
    numbers = 0 if s.number[other] else 1 if low == 0 or low == high else 2
    return numbers if has_member(s.first_op, other) else numbers + 1


def fill_hands(s, order, n, weight, ways, x):
    """Draw the secret number, then the hidden hands from the last to the first, by their ways.

    Returns the generator's next state, as the other functions that fill do.
    """
    total = 0
    for number in range(s.seats + 1):
        total += ways[n][DIGIT[number]]
    at, x = random_below(x, total)
    s.secret = 0
    while at >= ways[n][DIGIT[s.secret]]:
        at -= ways[n][DIGIT[s.secret]]
        s.secret += 1
    code = DIGIT[s.secret]
    for k in range(n - 1, -1, -1):
        at, x = random_below(x, ways[k + 1][code])
        hand = find_hand_of_way(s, order[k], weight, ways[k], code, at)
        s.low[order[k]], s.high[order[k]] = LOW[hand], HIGH[hand]
        code += taken_code(s, order[k], hand)
    return x


def find_hand_of_way(s, other, weight, ways, code, way_number):
    """Return the hand whose ways include number `way_number`, of those that leave `code`."""
    hand = -1
    while way_number >= 0:
        hand += 1
        if weight[other][hand]:
            way_number -= count_ways_with_hand(s, other, hand, weight, ways, code)
    return hand


def count_ways_with_hand(s, other, hand, weight, ways, code):
    """Return in how many ways a hand is made so that `code` is left."""
    bag = code + taken_code(s, other, hand)
    for number in (LOW[hand], HIGH[hand]):
        if bag // DIGIT[number] % 3 < code // DIGIT[number] % 3:
            return 0                                    # a third card of a number: the digit has run over
    return ways[bag] * count_ways_to_take(s, other, hand, bag) * weight[other][hand]


def fill_choices(s, other, x):
    """Draw a seat's unseen operation and clue, each that fits its hand equally likely."""
    low, high = s.low[other], s.high[other]
    if not is_undecided(s, other):
        x = fill_operation(s, other, x)
    if s.clue[other]:
        at, x = random_below(x, count_clues(s, other, low, high))
        number = low if low else high
        if s.number[other]:
            s.clue[other] = OPERATION_CLUE
        elif at == 0:
            s.clue[other] = number
        elif at == 1 and number != high:
            s.clue[other] = high
        else:
            s.clue[other] = OPERATION_CLUE
    return x


def fill_operation(s, other, x):
    """Draw a seat's unseen operation, each that fits equally likely."""
    fitting = 0
    for op in range(OPERATIONS):
        if is_operation_possible(s, other, s.low[other], s.high[other], op):
            fitting = add_member(fitting, op)
    at, x = random_below(x, set_size(fitting))
    s.op[other] = nth_member(fitting, at)
    return x


def sample_hidden_answers(s, other, x):
    """Draw values that differ for the answer cards that a seat has placed."""
    s.used[other] = 0
    for i in range(s.laid):
        if s.placer[i] == other:
            at, x = random_below(x, s.seats + 1 - set_size(s.used[other]))
            value = nth_member((1 << s.seats + 1) - 1 & ~s.used[other], at)
            s.answer[i], s.used[other] = value, add_member(s.used[other], value)
    return x


compile_rules(globals())
