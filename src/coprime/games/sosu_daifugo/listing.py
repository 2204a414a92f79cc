"""The plays of few cards that search and random play branch on: primes of one to four cards, 57, 1729, a lone joker.

Longer plays and composites are sound as well, and too many to be listed; bots search for them.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.big_numbers import is_small, small_value
from ...core.bits import KIND_MASK, add_to_bag, count_kind, lowest_member
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import encode_signs
from .card_signs import BARE_JOKER, FIRST_DECLARED, JOKER, KINDS, MOST_JOKERS, NONE, SIGN_VALUE
from .play_reading import FIVE_SEVEN, TAXICAB
from .play_verdicts import NOT_ALONE, effect_of, has_joker_on_top, is_lone_joker, play_refusal, play_violation
from .prime_orders import MAX_LISTED_CARDS, ORDERS, PRIMES, find_row
from .state import LINE, Effect, Phase, Refusal, Verb, Violation

ABOVE_ALL = 1 << 40         # no number of so few cards is as large
MAX_ACTIONS = len(PRIMES) + 12

# Rows as members of sets (core.bits), so many in a word.
ROWS_PER_WORD = 62
ROW_WORDS = -(-len(PRIMES) // ROWS_PER_WORD)


def _lacking_table():
    """Return, for each value and count of cards, the set of rows that have the value more often."""
    lacking = np.zeros((KINDS, MAX_LISTED_CARDS + MOST_JOKERS + 1, ROW_WORDS), np.int64)
    members = np.int64(1) << np.arange(len(PRIMES)) % ROWS_PER_WORD
    words = np.arange(len(PRIMES)) // ROWS_PER_WORD
    for value in range(KINDS):
        needed = (ORDERS == value).sum(axis=1)
        for cards in range(MAX_LISTED_CARDS):
            np.bitwise_or.at(lacking[value, cards], words[needed > cards], members[needed > cards])
    return lacking


def _plays_of_orders(orders):
    """Return the play of each order, with values for signs: a hand that lacks none of these cards plays it so."""
    return (np.maximum(orders, 0) << 3 + 5 * np.arange(orders.shape[1])).sum(axis=1) | Verb.PLAY


LACKING_ROWS = _lacking_table()
ROW_PLAYS = _plays_of_orders(ORDERS)
SPECIAL_ORDERS = np.array([[*FIVE_SEVEN, UNKNOWN, UNKNOWN], TAXICAB], np.int64)
SPECIAL_PLAYS = _plays_of_orders(SPECIAL_ORDERS)


def list_plays(s, seat, out, n):
    """Write the listed plays of a seat to `out` from place n on; return the place after them."""
    lacking = np.empty((MOST_JOKERS + 1, ROW_WORDS), np.int64)
    least, most = bounds_of_play(s)
    jokers = min(count_kind(s.held[seat], JOKER), MOST_JOKERS)
    for cards in range(1, MAX_LISTED_CARDS + 1):
        if cards > s.cards[seat] or (s.count and cards != s.count) or (s.max_play and cards > s.max_play):
            continue
        if s.phase == Phase.LAST and cards != s.cards[seat]:
            continue
        first, last = find_row(cards, least + 1), find_row(cards, most)
        if first < last:
            free = 0 if cards == 1 and s.lone_joker != NOT_ALONE and s.phase != Phase.LAST else jokers     # SD-44
            mark_lacking_rows(s.held[seat], free, s.joker_zero == 0, first, last, lacking)
            n = list_unmarked_rows(s.held[seat], free, cards, lacking[free], first, last, out, n)
    return list_special_plays(s, seat, out, n)


def mark_lacking_rows(hand, jokers, allows_joker_zero, first, last, lacking):
    """Mark in `lacking[i]` the rows from `first` to `last` for which a hand lacks more than i cards, i up to `jokers`.

    Whole words are written, so that some rows before and after these are marked, too.
    """
    first, last = first // ROWS_PER_WORD, (last - 1) // ROWS_PER_WORD + 1
    for i in range(jokers + 1):
        clear_rows(lacking[i, first:last])
    for value in range(KINDS):
        cards = min(count_kind(hand, value), MAX_LISTED_CARDS) if value else 0      # no card has the value 0
        for more in range(jokers + 1):
            rows = LACKING_ROWS[value, cards + (more if value or allows_joker_zero else 0), first:last]
            for i in range(jokers, 0, -1):
                mark_common_rows(rows, lacking[i - 1, first:last], lacking[i, first:last])
            mark_common_rows(rows, rows, lacking[0, first:last])


def clear_rows(marked):
    """Unmark all rows."""
    for word in range(len(marked)):
        marked[word] = 0


def mark_common_rows(rows, others, marked):
    """Mark the rows that are in both sets."""
    for word in range(len(marked)):
        marked[word] |= rows[word] & others[word]


def list_unmarked_rows(hand, jokers, cards, marked, first, last, out, n):
    """Write the plays of the rows from `first` to `last` that are not marked to `out`; return the place after them.

    All of these rows have so many cards.
    """
    first_word, last_word = first // ROWS_PER_WORD, (last - 1) // ROWS_PER_WORD
    for word in range(first_word, last_word + 1):
        rows = ~marked[word] & (1 << ROWS_PER_WORD) - 1
        if word == first_word:
            rows &= -1 << first % ROWS_PER_WORD
        if word == last_word:
            rows &= (2 << (last - 1) % ROWS_PER_WORD) - 1
        while rows:
            play = ROW_PLAYS[word * ROWS_PER_WORD + lowest_member(rows)]
            out[n] = declare_jokers(hand, play, cards) if jokers else play
            n += 1
            rows &= rows - 1
    return n


def declare_jokers(hand, play, cards):
    """Return the play of a row of so many cards, with jokers for those that the hand lacks.

    It has no branches, which nobody could predict.
    """
    hand &= ~KIND_MASK                                              # no joker is a card with the value 0
    action = play
    for place in range(cards):
        value = play >> 3 + 5 * place & 31
        lacks = int(count_kind(hand, value) == 0)
        hand = add_to_bag(hand, value, lacks - 1)
        action += lacks * FIRST_DECLARED << 3 + 5 * place
    return action


def bounds_of_play(s):
    """Return between which numbers, both left out, a play of few cards has to lie (SD-7)."""
    if s.count == 0:
        return 0, ABOVE_ALL
    if has_joker_on_top(s):
        return ABOVE_ALL, 0
    number = small_value(s.number) if is_small(s.number) else ABOVE_ALL
    return (0, number) if s.revolution else (number, ABOVE_ALL)


def is_listed_play(s, seat, signs, n):
    """Tell whether a sound play of n signs is listed: of few cards, with jokers only for what the hand lacks."""
    if is_lone_joker(s, signs, n):
        return True
    if n > MAX_LISTED_CARDS:
        return False
    order, filled = np.full(MAX_LISTED_CARDS, UNKNOWN, np.int64), np.zeros(LINE, np.int64)
    for place in range(n):
        order[place] = SIGN_VALUE[signs[place]]
        if order[place] < 0:
            return False
    if not fill_with_jokers(s, seat, order, filled):
        return False
    for place in range(n):
        if filled[place] != signs[place]:
            return False
    return True


def order_length(order):
    """Return how many values an order has."""
    cards = 0
    while cards < MAX_LISTED_CARDS and order[cards] >= 0:
        cards += 1
    return cards


def fill_with_jokers(s, seat, order, signs):
    """Write signs for an order's values to `signs`, with jokers for what the hand lacks; return whether it can."""
    hand, jokers = s.held[seat], count_kind(s.held[seat], JOKER)
    signs[:MAX_LISTED_CARDS] = NONE
    for place in range(order_length(order)):
        value = order[place]
        if value and count_kind(hand, value):
            hand = add_to_bag(hand, value, -1)
            signs[place] = value
        elif jokers and (value or not s.joker_zero):
            jokers -= 1
            signs[place] = FIRST_DECLARED + value
        else:
            return False
    return True


def list_special_plays(s, seat, out, n):
    """Write 57, 1729 and jokers without a value to `out`, where they may be played and do not fail."""
    signs = np.zeros(LINE, np.int64)
    for row in range(2):
        if fill_with_jokers(s, seat, SPECIAL_ORDERS[row], signs):
            n = append_play_if_sound(s, seat, out, n, signs, order_length(SPECIAL_ORDERS[row]))
    for cards in range(1, 3):
        if count_kind(s.held[seat], JOKER) >= cards:
            signs[:MAX_LISTED_CARDS] = NONE
            signs[:cards] = BARE_JOKER
            n = append_play_if_sound(s, seat, out, n, signs, cards)
    return n


def append_play_if_sound(s, seat, out, n, signs, cards):
    """Write a special play to `out` if it has its effect, is not refused and does not fail."""
    if effect_of(s, signs, cards) != Effect.NONE \
            and play_refusal(s, signs, cards) == Refusal.NONE \
            and play_violation(s, seat, signs, cards) == Violation.NONE:
        out[n] = encode_signs(Verb.PLAY, signs, 0, cards)
        n += 1
    return n


compile_rules(globals(), makers="list_plays is_listed_play list_special_plays")
