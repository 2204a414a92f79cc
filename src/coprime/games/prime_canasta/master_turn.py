"""How the master of Prime Canasta plays: it takes the pile where it can, lays what a network finds best, goes out where
that is worth more than to go on, and discards what does least; compiled."""

import math

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, WILD
from .actions import verb_of, what_of
from .features import added, begins, danger, kept_from
from .going_out import can_go_out, could_after
from .master_laying import NO_PLAN, is_listed, to_begin, to_lay
from .prospects import EASE, weigh
from .sides import side_of
from .state import Answer, Phase, Verb
from .tables import NO_CARD, PAIRS, POINTS, SET_POINTS

FIRST = 1e6                 # worth of what goes before all else
HEAVY = 150                 # points in hand with which one says no to a partner
PER_KEPT = 50               # what a card costs that takes the pile in a small set
EASY = 4.0                  # what speaks against a discard that others use easily, with a pile of one card


def decide(s, seat, actions, n, net):
    """The one of n listed actions that is taken."""
    return choose_with_plan(s, seat, actions, n, net, NO_PLAN)


def choose_with_plan(s, seat, actions, n, net, tried):
    """The same of a learner, who tries a plan."""
    if s.phase == Phase.ANSWER:
        return Verb.YES if hand_points(s, seat) <= HEAVY or danger(s, seat) else Verb.NO
    if s.phase == Phase.CHOOSE:
        return actions[0]                           # every card of the pile, one after the other
    if s.staged:
        return go_on(actions, n)
    if s.phase == Phase.DRAW:
        return draw_or_take(s, seat, actions, n)
    return in_turn(s, seat, actions, n, net, tried)


def hand_points(s, seat):
    points = 0
    for kind in range(KINDS):
        points += POINTS[kind] * s.hand[seat, kind]
    return points


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

def in_turn(s, seat, actions, n, net, tried):
    """Go out, lay or discard.  A partner is not asked."""
    if is_listed(actions, n, Verb.OUT):
        return Verb.OUT
    way = way_out(s, seat, actions, n)
    if s.made[side_of(s, seat)]:
        found = to_lay(s, seat, actions, n, net, tried, way)
    else:
        found = way if way != UNKNOWN else to_begin(s, seat, actions, n, net, tried)
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
