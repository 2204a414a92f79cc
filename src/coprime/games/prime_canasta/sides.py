"""Sides, and what a side needs (CA-11, CA-15, CA-20)."""

from ...core.kernel import compile_rules
from .state import Answer

STRICT = 1                  # the value of the option `referee`


def side_of(s, seat):
    """A seat is its own side; in partnerships, two opposite ones are one."""
    return seat % 2 if s.partnerships else seat


def sides(s):
    return 2 if s.partnerships else s.seats


def partner_of(s, seat):
    return (seat + 2) % s.seats


def minimum(score):
    """CA-11: what the initial laydown must count."""
    if score < 0:
        return 50
    return min(100 + 50 * (score // 1000), 250)


def needed(score):
    """CA-15: canastas to go out."""
    return 1 if score < 0 else 2 if score < 3000 else 3


def in_hand(s, seat):
    """Cards that are not staged."""
    return s.cards[seat] - (s.stage_cards if seat == s.turn else 0)


def barred(s):
    """CA-35: the partner has said no, and the program sees to it."""
    return s.answer == Answer.NO and s.referee != STRICT


compile_rules(globals())
