"""A turn of the master of Factor Rummy, compiled: which card to draw, which to discard, and when to go out."""

from ...core.arrays import copy_first
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS
from .going_out import NOTHING, going_of
from .master_hand import list_needs, spread
from .master_value import BLIND, OUT, STAY, UNIT, gather, say, unseen_by, weigh
from .rules import REDISCARD_OFF, action_of
from .state import Going, Phase, Verb
from .tables import FACTOR_RUMMY, MOST_DEADWOOD, PRIME_FACTOR

VIEW = 0                            # a row of states
DIGITS, NEEDED, UNSEEN, INPUTS = 0, 1, 2, 3         # counts, of the hand that was looked at last
ACTION, DIGIT = 0, 1                # what was chosen last, and the digit of its discard
WHOLE = 0.25                        # what cards left over bring with no discard, about


def choose(w, seat):
    """The action of the seat whose view is states[VIEW]."""
    s = w.states[VIEW]
    if s.phase == Phase.TURN:
        return before_drawing(s, seat, w)
    after_drawing(s, seat, s.hand[seat], s.cards[seat], s.taken, w)
    return w.chosen[ACTION]


def before_drawing(s, seat, w):
    """Out if that goes at once; else the top discard where the best that it allows is worth more than any card."""
    if going_of(s.hand[seat], s.cards[seat], NOTHING) != Going.NONE:
        return Verb.OUT
    if s.height == 0:
        return Verb.DRAW
    top, cards, digit = s.pile[s.height - 1], s.cards[seat] + 1, 0
    copy_first(s.hand[seat], KINDS, w.hand)
    w.hand[top] += 1
    taken = after_drawing(s, seat, w.hand, cards, top, w)
    while w.h.kinds[digit] != top:
        digit += 1
    m = gather(s, seat, w.hand, cards, digit, top, w)        # less the card that it would take: the hand as it is
    weigh(w.at, w.much, m, w.net)
    w.counts[INPUTS] = m
    return Verb.TAKE if taken > say(BLIND, w.at, w.much, m, w.net) else Verb.DRAW


def look_at(s, seat, hand, w):
    """Work out everything that `gather` wants to know of a hand."""
    w.counts[UNSEEN] = unseen_by(s, seat, w.unseen)
    w.counts[DIGITS] = spread(hand, w.h)
    w.counts[NEEDED] = list_needs(hand, w.counts[DIGITS], w.unseen, w.h)


def after_drawing(s, seat, hand, cards, taken, w):
    """The best that can be done with a hand that has drawn, to `chosen`; returns its worth.

    taken   the kind that came from the discard pile, or UNKNOWN
    """
    look_at(s, seat, hand, w)
    best, w.chosen[ACTION], w.chosen[DIGIT] = -UNIT, UNKNOWN, 0
    n = w.counts[DIGITS]
    if w.h.best[w.h.stride[n] - 1] == cards:
        best, w.chosen[ACTION] = bonus(hand, cards, NOTHING) + WHOLE, Verb.OUT
    for j in range(n):
        kind = w.h.kinds[j]
        if s.rediscard == REDISCARD_OFF and kind == taken and hand[kind] < cards:
            continue
        worth, action = worth_less(s, seat, hand, cards, j, w)
        if worth > best:
            best, w.chosen[ACTION], w.chosen[DIGIT] = worth, action, j
    return best


def worth_less(s, seat, hand, cards, digit, w):
    """What a hand is worth less one of a digit, and the action: to discard it, or to go out with that."""
    kind = w.h.kinds[digit]
    left = cards - 1 - w.h.best[w.h.stride[w.counts[DIGITS]] - 1 - w.h.stride[digit]]
    m = gather(s, seat, hand, cards, digit, kind, w)
    weigh(w.at, w.much, m, w.net)
    if left == 0:
        return bonus(hand, cards, kind) + say(OUT, w.at, w.much, m, w.net), action_of(Verb.OUT, kind + 1)
    stay = say(STAY, w.at, w.much, m, w.net)
    if left <= MOST_DEADWOOD:
        out = say(OUT + left, w.at, w.much, m, w.net)
        if out > stay:
            return out, action_of(Verb.OUT, kind + 1)
    return stay, action_of(Verb.DISCARD, kind)


def bonus(hand, cards, discard):
    """What going out with nothing left over brings by itself."""
    return (PRIME_FACTOR if going_of(hand, cards, discard) == Going.PRIME_FACTOR else FACTOR_RUMMY) / UNIT


compile_rules(globals(), makers="")
