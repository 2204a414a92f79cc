"""Going out (CA-15, CA-32, CA-35), and never being left without a way to end the turn (CA-4)."""

import numpy as np

from ...core.arrays import copy_first
from ...core.kernel import compile_rules
from .hands import add
from .sides import STRICT, barred, in_hand, minimum, needed, side_of
from .state import Answer, Phase, Refusal
from .tables import (
    ADDED,
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
from .way_out import can_be_laid


def may_go_out(s, seat):
    """CA-15: enough canastas, and at most one card left."""
    return in_hand(s, seat) <= 1 and s.canastas[side_of(s, seat)] >= needed(s.score[side_of(s, seat)])


def out_reason(s, seat):
    """Of announcing it."""
    if s.phase == Phase.DRAW:
        return Refusal.DRAW_FIRST
    if s.staged:
        return Refusal.STAGED
    if barred(s):
        return Refusal.BARRED
    if in_hand(s, seat) > 1:
        return Refusal.DEADWOOD
    return Refusal.NONE if may_go_out(s, seat) else Refusal.TOO_FEW_CANASTAS


def ask_reason(s, seat):
    """Of "May I go out?" (CA-21, CA-35)."""
    if not s.partnerships:
        return Refusal.NO_PARTNER
    if s.phase == Phase.DRAW:
        return Refusal.DRAW_FIRST
    if s.answer != Answer.NOT_ASKED:
        return Refusal.ASKED_ALREADY
    if s.staged:
        return Refusal.STAGED
    if in_hand(s, seat) < 2:
        return Refusal.ASK_EARLIER
    if s.referee == STRICT:
        return Refusal.NONE
    return Refusal.NONE if can_go_out(s, seat) else Refusal.CANNOT_GO_OUT


def bound(s, seat):
    """CA-35: the partner has said yes, and the player can still go out."""
    return s.answer == Answer.YES and s.referee != STRICT and can_go_out(s, seat)


# Cards left over.

def strands(s, seat, row, old, used):
    """CA-4: would laying a set (in place of an old one; NO_CARD for none), with so many cards of the hand, leave too
    few cards and no way to go out?"""
    left = in_hand(s, seat) - used
    if left >= 2:
        return False
    if barred(s):
        return True
    side = side_of(s, seat)
    points = s.stage_points + (SET_POINTS[row] if row >= 0 else 0)
    if s.made[side] == 0 and points < minimum(s.score[side]):
        return True
    missing = needed(s.score[side]) - canastas_with(s, side, row, old)
    return missing > 0 and not (left == 1 and missing == 1 and last_card_helps(s, seat, row, old))


def canastas_with(s, side, row, old):
    """The side's canastas, staged ones too, after a set was laid in place of an old one."""
    canastas = s.canastas[side] + (CANASTA[row] if row >= 0 else 0) - (CANASTA[old] if old >= 0 else 0)
    for i in range(s.staged):
        canastas += CANASTA[s.stage[i]]
    return canastas


def last_card_helps(s, seat, row, old):
    """Does the one card that is left make a canasta of a laid set, after `row` was laid in place of `old`?"""
    counts = s.hand[seat].copy()
    if row >= 0:
        add(counts, row, -1)
    if old >= 0:
        add(counts, old, 1)
    kind = np.argmax(counts)
    if row >= 0 and helps(row, kind):
        return True
    side = side_of(s, seat)
    for i in range(s.laid_n[side]):
        if helps(s.laid[side, i], kind):
            return True
    for i in range(s.staged):
        if helps(s.stage[i], kind):
            return True
    return False


def helps(row, kind):
    """Does one card make the set a canasta?"""
    for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
        if PAIR_COUNT[pair] == 1 and ADDED[pair, 0] == kind and CANASTA[PAIRS[pair, 1]] > CANASTA[row]:
            return True
    return False


# Can the whole hand be laid?

def can_go_out(s, seat):
    """Is there a way of laying the hand, with or without a discard, that ends the round in this turn?"""
    return could_after(s, seat, NO_CARD, NO_CARD)


def could_after(s, seat, row, old):
    """The same, after a set was laid (in place of an old one)."""
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
        n = put(laid, n, row, old)
        add(counts, row, -1)
        points += SET_POINTS[row]
    if old >= 0:
        add(counts, old, 1)
    missing = needed(s.score[side]) - canastas_with(s, side, row, old)
    last = RUN_START[RUN_ENDS[s.level]]
    return can_be_laid(counts, laid, n, last, missing, 0 if made else minimum(s.score[side]) - points)


def put(laid, n, row, old):
    """Put a set among n laid ones, in place of an old one if there is one; return how many there are then."""
    for i in range(n):
        if laid[i] == old:
            laid[i] = row
            return n
    laid[n] = row
    return n + 1


def adds(pair, kind):
    """Is a card of the kind added?"""
    for i in range(PAIR_COUNT[pair]):
        if ADDED[pair, i] == kind:
            return True
    return False


compile_rules(globals(), makers="last_card_helps could_after")
