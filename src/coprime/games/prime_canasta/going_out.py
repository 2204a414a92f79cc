"""Going out (CA-15, CA-32, CA-35), and never being left without a way to end the turn (CA-4)."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.arrays import copy_first
from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS
from .going_out_search import can_be_laid
from .hands import add_set
from .sides import STRICT, canastas_needed, cards_in_hand, is_barred, laydown_minimum, side_of
from .state import Answer, Phase, Refusal
from .tables import (
    ADDED_CARDS,
    CANASTA,
    FIRST_PAIR,
    MOST_LAID,
    NO_CARD,
    PAIR_COUNT,
    PAIRS,
    RUN_ENDS,
    RUN_START,
    SET_POINTS,
)


def may_go_out(s, seat):
    """Tell whether the side has canastas enough and the hand at most one card (CA-15)."""
    return cards_in_hand(s, seat) <= 1 and s.canastas[side_of(s, seat)] >= canastas_needed(s, s.score[side_of(s, seat)])


def out_reason(s, seat):
    """Return why going out cannot be announced; NONE where it can."""
    if s.phase == Phase.DRAW:
        return Refusal.DRAW_FIRST
    if s.staged:
        return Refusal.STAGED
    if is_barred(s):
        return Refusal.BARRED
    if cards_in_hand(s, seat) > 1:
        return Refusal.DEADWOOD
    return Refusal.NONE if may_go_out(s, seat) else Refusal.TOO_FEW_CANASTAS


def ask_reason(s, seat):
    """Return why "May I go out?" cannot be asked; NONE where it can (CA-21, CA-35)."""
    if not s.partnerships:
        return Refusal.NO_PARTNER
    if s.phase == Phase.DRAW:
        return Refusal.DRAW_FIRST
    if s.answer != Answer.NOT_ASKED:
        return Refusal.ASKED_ALREADY
    if s.staged:
        return Refusal.STAGED
    if cards_in_hand(s, seat) < 2:
        return Refusal.ASK_EARLIER
    if s.referee == STRICT:
        return Refusal.NONE
    return Refusal.NONE if can_go_out(s, seat) else Refusal.CANNOT_GO_OUT


def is_bound_to_go_out(s, seat):
    """Tell whether the player must go out: the partner has said yes, and there is still a way (CA-35)."""
    return s.answer == Answer.YES and s.referee != STRICT and can_go_out(s, seat)


# Cards left over.

def would_strand(s, seat, row, old, used):
    """Tell whether laying a set would leave too few cards and no way to go out (CA-4).

    row   the set, in place of the laid set `old`; NO_CARD for none
    used  how many cards of the hand it takes
    """
    left = cards_in_hand(s, seat) - used
    if left >= 2:
        return False
    if is_barred(s):
        return True
    side = side_of(s, seat)
    points = s.stage_points + (SET_POINTS[row] if row >= 0 else 0)
    if s.made[side] == 0 and points < laydown_minimum(s, s.score[side]):
        return True
    missing = canastas_needed(s, s.score[side]) - count_canastas_with(s, side, row, old)
    return missing > 0 and not (left == 1 and missing == 1 and last_card_helps(s, seat, row, old))


def count_canastas_with(s, side, row, old):
    """The side's canastas, staged ones too, after a set was laid in place of an old one."""
    canastas = s.canastas[side] + (CANASTA[row] if row >= 0 else 0) - (CANASTA[old] if old >= 0 else 0)
    for i in range(s.staged):
        canastas += CANASTA[s.stage[i]]
    return canastas


def last_card_helps(s, seat, row, old):
    """Does the one card that is left make a canasta of a laid set, after `row` was laid in place of `old`?"""
    counts = s.hand[seat].copy()
    if row >= 0:
        add_set(counts, row, -1)
    if old >= 0:
        add_set(counts, old, 1)
    kind = 0
    for other in range(1, KINDS):               # a loop, since Numba takes long to compile `np.argmax`
        if counts[other] > counts[kind]:
            kind = other
    if row >= 0 and completes_canasta(row, kind):
        return True
    side = side_of(s, seat)
    for i in range(s.laid_n[side]):
        if completes_canasta(s.laid[side, i], kind):
            return True
    for i in range(s.staged):
        if completes_canasta(s.stage[i], kind):
            return True
    return False


def completes_canasta(row, kind):
    """Tell whether one card of a kind makes the set a canasta."""
    for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
        if PAIR_COUNT[pair] == 1 and ADDED_CARDS[pair, 0] == kind and CANASTA[PAIRS[pair, 1]] > CANASTA[row]:
            return True
    return False


# Can the whole hand be laid?

def can_go_out(s, seat):
    """Is there a way of laying the hand, with or without a discard, that ends the round in this turn?"""
    return could_after(s, seat, NO_CARD, NO_CARD)


def could_after(s, seat, row, old):
    """Tell whether the hand could still be laid after a set was laid, in place of `old` if given."""
    side = side_of(s, seat)
    made = s.made[side] == 1
    counts, laid = s.hand[seat].copy(), np.empty(MOST_LAID + 1, np.int64)
    n = s.laid_n[side]
    copy_first(s.laid[side], n, laid)
    for i in range(s.staged):
        laid[n] = s.stage[i]
        n += 1
    points = s.stage_points
    if row >= 0:
        n = put_set(laid, n, row, old)
        add_set(counts, row, -1)
        points += SET_POINTS[row]
    if old >= 0:
        add_set(counts, old, 1)
    missing = canastas_needed(s, s.score[side]) - count_canastas_with(s, side, row, old)
    last = RUN_START[RUN_ENDS[s.level]]
    return can_be_laid(counts, laid, n, last, missing, 0 if made else laydown_minimum(s, s.score[side]) - points)


def put_set(laid, n, row, old):
    """Put a set among n laid ones, in place of `old` if that is there; return how many there are then."""
    for i in range(n):
        if laid[i] == old:
            laid[i] = row
            return n
    laid[n] = row
    return n + 1


def is_kind_added(pair, kind):
    """Tell whether a card of the kind is added by a growth."""
    for i in range(PAIR_COUNT[pair]):
        if ADDED_CARDS[pair, i] == kind:
            return True
    return False


compile_rules(globals(), makers="last_card_helps could_after")
