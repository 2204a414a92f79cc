"""Which set a group of cards makes, compiled: cards are arrays of kinds of which the first n count.

The answer is the largest natural card of a set, so a group of cards is a set in at most one way.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .cards import VALUE, WILD
from .factor_set_catalogue import ANSWER_START, ANSWER_STOP, MAX_SET_SIZE, SETS, SIZE

NO_SET = -1


def find_set_row(cards, n):
    """Return the row of the catalogue that n cards make, in any order; NO_SET when they make none."""
    if n < 3 or n > MAX_SET_SIZE:
        return NO_SET
    answer = cards[find_answer_index(cards, n)]
    if answer == WILD:
        return NO_SET
    for row in range(ANSWER_START[answer], ANSWER_STOP[answer]):
        if SIZE[row] == n and _has_same_cards(cards, row, n):
            return row
    return NO_SET


def find_answer_index(cards, n):
    """Return the index of the largest natural card; of a wild when there is no natural card."""
    best = 0
    for i in range(n):
        if VALUE[cards[i]] > VALUE[cards[best]]:
            best = i
    return best


def multiply_other_cards(cards, n, answer):
    """Return the product of the natural cards without the one at index `answer`."""
    product = 1
    for i in range(n):
        if i != answer and cards[i] != WILD:
            product *= VALUE[cards[i]]
    return product


def _has_same_cards(cards, row, n):
    """Tell whether n cards are the cards of a catalogue row, in any order."""
    for i in range(n):
        here = there = 0
        for j in range(n):
            here += cards[j] == cards[i]
            there += SETS[row, j] == cards[i]
        if here != there:
            return False
    return True


compile_rules(globals())
