"""Tell what a play does: turn the order, clear the table, skip players, be forbidden as the last.

Numbers like DF-10 are those of rules.md.  rules.py carries out what these functions say; fitted_policy.py, words.py
and the bots ask them before a play.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .actions import (
    EIGHT,
    FIVE,
    JACK,
    THREE_OF_SPADES,
    TWO,
    bag_size,
    cards_of,
    count_play_jokers,
    kind_of,
    lowest_column,
)
from .state import Kind

FORBIDS_STRONGEST, FORBIDS_JOKER, FORBIDS_EIGHT, FORBIDS_THREE = 1, 2, 4, 8        # forbidden_last


def holds_column(kind, low, count, column):
    """Tell whether a play holds a card of a column; a joker counts as what it stands for (DF-23)."""
    if kind == Kind.JOKERS:
        return False
    return low == column if kind == Kind.GROUP else low <= column < low + count


def holds_eight(kind, low, count):
    """Tell whether a play holds an 8 (DF-10, DF-23)."""
    return holds_column(kind, low, count, EIGHT)


def is_revolution(s):
    """Tell whether a revolution is in force, whatever a jack has turned for this trick (DF-29)."""
    return s.reversed != s.back


def makes_revolution(s, kind, count):
    """Tell whether a play turns the order until the hand ends (DF-12, DF-13, UE-11)."""
    if s.revolution == 0 or kind == Kind.JOKERS or count < 4:
        return False
    if is_revolution(s):
        if s.counter_revolution == 0:
            return False
        if s.counter_seq == 1:
            return True
    return kind == Kind.GROUP or (s.rev_seq_n > 0 and count >= s.rev_seq_n)


def makes_eleven_back(s, kind, low, count):
    """Tell whether a play turns the order until the table is cleared (eleven back, DF-29)."""
    return s.eleven_back == 1 and holds_column(kind, low, count, JACK)


def count_skipped(s, kind, low, count):
    """Return how many players a play skips (DF-30)."""
    if s.five_skip == 0 or not holds_column(kind, low, count, FIVE):
        return 0
    return count if kind == Kind.GROUP else 1


def is_forbidden_last(s, action):
    """Tell whether a play holds a card that may not be among the last ones (DF-31)."""
    if s.forbidden_last == 0 or action == 0:
        return False
    kind, low, n = kind_of(action), lowest_column(action), bag_size(cards_of(action))
    if s.forbidden_last & FORBIDS_JOKER and count_play_jokers(action) > 0:
        return True
    if s.forbidden_last & FORBIDS_EIGHT and holds_eight(kind, low, n):
        return True
    if s.forbidden_last & FORBIDS_THREE and action & THREE_OF_SPADES:
        return True
    return s.forbidden_last & FORBIDS_STRONGEST != 0 and holds_column(kind, low, n, 1 if s.reversed else TWO)


def lays_last_cards(s, seat, action):
    """Tell whether a play lays the last cards of a hand."""
    return action != 0 and bag_size(cards_of(action)) == s.cards[seat]


def goes_out(s, seat, action):
    """Tell whether a play lays the last cards of a hand, none of them forbidden as the last."""
    return lays_last_cards(s, seat, action) and not is_forbidden_last(s, action)


def ends_on_forbidden(s, seat, action):
    """Tell whether a play lays the last cards of a hand, one of them forbidden as the last (DF-31)."""
    return lays_last_cards(s, seat, action) and is_forbidden_last(s, action)


compile_rules(globals(), makers="")
