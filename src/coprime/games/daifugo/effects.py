"""What a play does beside lying there: turn the order, clear the cards, skip players, or be forbidden as the last.

Numbers like DF-10 are those of rules.md.  rules.py carries out what these functions say; style.py, words.py and the
bots ask them before a play.
"""

from ...core.kernel import compile_rules
from .plays import EIGHT, FIVE, JACK, THREE_OF_SPADES, TWO, bag_size, cards_of, jokers_of, kind_of, low_of
from .state import Kind

STRONGEST, A_JOKER, AN_EIGHT, THE_THREE = 1, 2, 4, 8        # forbidden_last


def holds_column(kind, low, count, column):
    """Is a card of this column among the cards of a play?  A joker counts as what it stands for (DF-23)."""
    if kind == Kind.JOKERS:
        return False
    return low == column if kind == Kind.GROUP else low <= column < low + count


def holds_eight(kind, low, count):
    """DF-10, DF-23: is an 8 among the cards of a play?"""
    return holds_column(kind, low, count, EIGHT)


def is_revolution(s):
    """Is a revolution in force, whatever a jack has turned until the cards are cleared (DF-29)?"""
    return s.reversed != s.back


def makes_revolution(s, kind, count):
    """DF-12, DF-13, UE-11: does a play turn the order until the hand ends?"""
    if s.revolution == 0 or kind == Kind.JOKERS or count < 4:
        return False
    if is_revolution(s):
        if s.counter_revolution == 0:
            return False
        if s.counter_seq == 1:
            return True
    return kind == Kind.GROUP or (s.rev_seq_n > 0 and count >= s.rev_seq_n)


def turns_back(s, kind, low, count):
    """DF-29: does a play turn the order until the cards are cleared?"""
    return s.eleven_back == 1 and holds_column(kind, low, count, JACK)


def skips(s, kind, low, count):
    """DF-30: how many players a play skips."""
    if s.five_skip == 0 or not holds_column(kind, low, count, FIVE):
        return 0
    return count if kind == Kind.GROUP else 1


def is_forbidden_last(s, action):
    """DF-31: does a play hold a card that may not be among the last ones?"""
    if s.forbidden_last == 0 or action == 0:
        return False
    kind, low, n = kind_of(action), low_of(action), bag_size(cards_of(action))
    if s.forbidden_last & A_JOKER and jokers_of(action) > 0:
        return True
    if s.forbidden_last & AN_EIGHT and holds_eight(kind, low, n):
        return True
    if s.forbidden_last & THE_THREE and action & THREE_OF_SPADES:
        return True
    return s.forbidden_last & STRONGEST != 0 and holds_column(kind, low, n, 1 if s.reversed else TWO)


def lays_all(s, seat, action):
    """Are these the last cards of a hand?"""
    return action != 0 and bag_size(cards_of(action)) == s.cards[seat]


def goes_out(s, seat, action):
    """Are these the last cards of a hand, and none of them forbidden as the last?"""
    return lays_all(s, seat, action) and not is_forbidden_last(s, action)


def ends_badly(s, seat, action):
    """Are these the last cards of a hand, and one of them forbidden as the last?"""
    return lays_all(s, seat, action) and is_forbidden_last(s, action)


compile_rules(globals(), makers="")
