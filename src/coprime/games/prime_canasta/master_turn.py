"""How the master of Prime Canasta plays: a large hand takes the pile again and again and becomes canastas, so cards are
kept until the round is about to end; compiled."""

import math

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, WILD
from .actions import extend, lay, verb_of, what_of
from .features import added, begins, danger, kept_from, reached
from .going_out import can_go_out, could_after
from .master_hand import MOST_MOVES, ON, WHAT, bonus_of, cards_of, list_moves, points_of, together, wilds_of
from .master_threat import threat
from .prospects import EASE, weigh
from .sides import STRICT, minimum, side_of
from .state import Answer, Phase, Verb
from .tables import NO_CARD, PAIRS, POINTS, SET_POINTS

FIRST = 1e6                 # worth of what goes before all else
HEAVY = 150                 # points in hand with which one says no to a partner
LAST = 10                   # cards of both piles for each seat with which the round is about to end
PER_WILD = 100              # what a wild in a set costs that could be laid later
PER_KEPT = 50               # what a card costs that takes the pile in a small set
GROWTH = 200                # what a growth must add to be worth its cards
PER_CARD = 12               # what a card in hand is worth beyond what it counts
EASY = 2.5                  # what speaks against a discard that others use easily, with a pile of one card
CHOSEN = 64                 # moves that are chosen together at most


def decide(s, seat, actions, n):
    """The one of n listed actions that is taken."""
    if s.phase == Phase.ANSWER:
        return Verb.YES if hand_points(s, seat) <= HEAVY or danger(s, seat) else Verb.NO
    if s.phase == Phase.CHOOSE:
        return actions[0]                           # every card of the pile, one after the other
    if s.staged:
        return go_on(actions, n)
    if s.phase == Phase.DRAW:
        return draw_or_take(s, seat, actions, n)
    return in_turn(s, seat, actions, n)


def hand_points(s, seat):
    points = 0
    for kind in range(KINDS):
        points += POINTS[kind] * s.hand[seat, kind]
    return points


def has(actions, n, action):
    for i in range(n):
        if actions[i] == action:
            return True
    return False


# The pile, and the initial laydown.

def draw_or_take(s, seat, actions, n):
    """The pile where it can be had, with a canasta or else few cards, for much."""
    best, most, made = 0, 0.0, s.made[side_of(s, seat)]
    for i in range(n):
        if actions[i] != Verb.DRAW and (made or begins(s, seat, what_of(actions[i]))):
            worth = FIRST + added(actions[i]) - PER_KEPT * kept_from(actions[i])
            if worth > most:
                best, most = i, worth
    return actions[best]


def go_on(actions, n):
    """Put down what is enough, else add what counts most, else take it back."""
    best, most = 0, -1.0
    for i in range(n):
        verb = verb_of(actions[i])
        worth = FIRST if verb == Verb.DOWN else SET_POINTS[what_of(actions[i])] if verb == Verb.LAY else 0.0
        if worth > most:
            best, most = i, worth
    return actions[best]


# Laying.

def in_turn(s, seat, actions, n):
    """Go out where that is possible; else lay what is worth it; else discard."""
    if has(actions, n, Verb.OUT):
        return Verb.OUT
    if has(actions, n, Verb.ASK) and (s.referee != STRICT or can_go_out(s, seat)):
        return Verb.ASK
    found = way_out(s, seat, actions, n)
    if found == UNKNOWN:
        found = to_lay(s, seat, actions, n) if s.made[side_of(s, seat)] else to_begin(s, seat, actions, n)
    return found if found != UNKNOWN else to_discard(s, seat, actions, n)


def way_out(s, seat, actions, n):
    """A set or growth after which the whole hand can still be laid; UNKNOWN where there is none."""
    if s.answer == Answer.NO or not can_go_out(s, seat):
        return UNKNOWN
    for i in range(n):
        verb, what = verb_of(actions[i]), what_of(actions[i])
        if verb == Verb.LAY and could_after(s, seat, what, NO_CARD):
            return actions[i]
        if verb == Verb.EXTEND and could_after(s, seat, PAIRS[what, 1], PAIRS[what, 0]):
            return actions[i]
    return UNKNOWN


def to_begin(s, seat, actions, n):
    """The dearest set, if there is enough for an initial laydown."""
    best, most = UNKNOWN, 0
    if reached(s, s.hand[seat].copy(), 0, minimum(s.score[side_of(s, seat)]), 2):
        for i in range(n):
            if verb_of(actions[i]) == Verb.LAY and SET_POINTS[what_of(actions[i])] > most:
                best, most = actions[i], SET_POINTS[what_of(actions[i])]
    return best


def to_lay(s, seat, actions, n):
    """What is laid because the round may end; else canastas, and growths that make some."""
    ending = 1.0 if s.left + s.piled < LAST * s.seats else threat(s, seat)
    found = laid_now(s, seat, actions, n, ending) if ending > 0 else UNKNOWN
    return found if found != UNKNOWN else laid_now(s, seat, actions, n, 0.0)


def laid_now(s, seat, actions, n, ending):
    """Of the moves that together bring most the best; UNKNOWN where none is worth it.

    With a chance of `ending` the round ends now, and what is in hand then counts twice: it is not laid, and it is taken
    off.  Against that stands what cards in hand are worth.  Without such a chance only canastas are laid.
    """
    moves, values, chosen = np.empty((MOST_MOVES, 2), np.int64), np.empty(MOST_MOVES), np.empty(CHOSEN, np.int64)
    m = list_moves(s, seat, moves)
    for i in range(m):
        values[i] = worth(moves[i], ending)
    best, most = UNKNOWN, 0.0
    for i in chosen[:together(s.hand[seat], moves, values, m, 2, chosen)]:
        action = lay(moves[i, WHAT]) if moves[i, ON] == NO_CARD else extend(moves[i, WHAT])
        if values[i] > most and has(actions, n, action):
            best, most = action, values[i]
    return best


def worth(move, ending):
    bonus, points = bonus_of(move), points_of(move)
    if ending > 0:
        return ending * (bonus + 2.0 * points) - PER_CARD * cards_of(move)
    if bonus == 0 and (move[ON] == NO_CARD or points < GROWTH):
        return 0.0
    return bonus + points - PER_WILD * wilds_of(move)


def to_discard(s, seat, actions, n):
    """The card that does least here and for others."""
    does = np.empty(KINDS)
    weigh(s, seat, does)
    does[WILD] = FIRST
    best, least = actions[n - 1], 2 * FIRST
    for i in range(n):
        if verb_of(actions[i]) == Verb.DISCARD:
            kind = what_of(actions[i])
            worth = does[kind] / s.hand[seat, kind] + EASY * EASE[kind] * math.sqrt(s.piled)
            if worth < least:
                best, least = actions[i], worth
    return best


compile_rules(globals())
