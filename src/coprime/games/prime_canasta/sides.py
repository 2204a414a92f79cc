"""Sides, and what a side needs (CA-11, CA-15, CA-20, CA-37)."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .state import Answer

STRICT = 1                  # the value of the option `referee`
SHORT = 500                 # a match to fewer points is short (CA-37)


def side_of(s, seat):
    """Return the side of a seat: the seat itself, or in partnerships one for two opposite seats."""
    return seat % 2 if s.partnerships else seat


def count_sides(s):
    """Return how many sides there are."""
    return 2 if s.partnerships else s.seats


def partner_of(s, seat):
    """Return the opposite seat of four."""
    return (seat + 2) % s.seats


def laydown_minimum(s, score):
    """Return the points that an initial laydown needs at a total score (CA-11)."""
    if score < 0 or s.target_score < SHORT:
        return 50
    return min(100 + 50 * (score // 1000), 250)


def canastas_needed(s, score):
    """Return how many canastas going out needs at a total score (CA-15)."""
    return 1 if score < 0 or s.target_score < SHORT else 2 if score < 3000 else 3


def cards_in_hand(s, seat):
    """Return how many cards of a hand are not staged."""
    return s.cards[seat] - (s.stage_cards if seat == s.turn else 0)


def is_barred(s):
    """Tell whether the partner has said no and the program enforces it (CA-35)."""
    return s.answer == Answer.NO and s.referee != STRICT


compile_rules(globals())
