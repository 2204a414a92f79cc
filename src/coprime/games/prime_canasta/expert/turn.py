"""Turns of Prime Canasta's master; compiled.

It takes the pile where it can, lays what a network finds best, goes out where that is worth more than to go on,
and discards the card of least use.
"""
# mypy: ignore-errors, implicit-reexport

import math

import numpy as np

from ....core.kernel import compile_rules
from ....core.seats import UNKNOWN
from ....decks.primepak.cards import KINDS, WILD
from ..actions import operand_of, verb_of
from ..card_ratings import EASE, score_kinds
from ..going_out import can_go_out, could_after
from ..heuristics import can_begin_laydown, cards_tied_by_take, is_end_near, value_added
from ..sides import side_of
from ..state import Answer, Phase, Verb
from ..tables import NO_CARD, PAIRS, POINTS, SET_POINTS
from .laying import NO_PLAN, choose_lay, choose_laydown, is_listed

FIRST = 1e6                 # worth of what goes before all else
HEAVY = 150                 # points in hand with which one says no to a partner
PER_KEPT = 50               # what a card costs that takes the pile in a small set
EASY = 4.0                  # what speaks against a discard that others use easily, with a pile of one card


def choose_action(s, seat, actions, n, net):
    """Choose one of n listed actions."""
    return choose_with_plan(s, seat, actions, n, net, NO_PLAN)


def choose_with_plan(s, seat, actions, n, net, tried):
    """Choose one of n listed actions; `tried` is the plan that a learner tries, or NO_PLAN."""
    if s.phase == Phase.ANSWER:
        return Verb.YES if hand_points(s, seat) <= HEAVY or is_end_near(s, seat) else Verb.NO
    if s.phase == Phase.CHOOSE:
        return actions[0]                           # every card of the pile, one after the other
    if s.staged:
        return choose_staging(actions, n)
    if s.phase == Phase.DRAW:
        return draw_or_take(s, seat, actions, n)
    return choose_in_turn(s, seat, actions, n, net, tried)


def hand_points(s, seat):
    """Return the points of the cards in a hand."""
    points = 0
    for kind in range(KINDS):
        points += POINTS[kind] * s.hand[seat, kind]
    return points


# The pile, and the initial laydown.

def draw_or_take(s, seat, actions, n):
    """Take the pile where that is possible, with a canasta or else few cards; otherwise draw."""
    best, most, made = 0, 0.0, s.made[side_of(s, seat)]
    for i in range(n):
        if actions[i] != Verb.DRAW and (made or can_begin_laydown(s, seat, operand_of(actions[i]))):
            worth = FIRST + value_added(actions[i]) - PER_KEPT * cards_tied_by_take(actions[i])
            if worth > most:
                best, most = i, worth
    return actions[best]


def choose_staging(actions, n):
    """Put staged sets down when they are enough, else add the set with most points, else take them back."""
    best, most = 0, -1.0
    for i in range(n):
        verb = verb_of(actions[i])
        worth = FIRST if verb == Verb.DOWN else SET_POINTS[operand_of(actions[i])] if verb == Verb.LAY else 0.0
        if worth > most:
            best, most = i, worth
    return actions[best]


# Laying.

def choose_in_turn(s, seat, actions, n, net, tried):
    """Go out, lay or discard.  A partner is not asked."""
    if is_listed(actions, n, Verb.OUT):
        return Verb.OUT
    way = find_going_out_move(s, seat, actions, n)
    if s.made[side_of(s, seat)]:
        found = choose_lay(s, seat, actions, n, net, tried, way)
    else:
        found = way if way != UNKNOWN else choose_laydown(s, seat, actions, n, net, tried)
    return found if found != UNKNOWN else choose_discard(s, seat, actions, n)


def find_going_out_move(s, seat, actions, n):
    """Return a set or growth after which the whole hand can still be laid; UNKNOWN for none."""
    if s.answer == Answer.NO or not can_go_out(s, seat):
        return UNKNOWN
    for i in range(n):
        verb, what = verb_of(actions[i]), operand_of(actions[i])
        if verb == Verb.LAY and could_after(s, seat, what, NO_CARD):
            return actions[i]
        if verb == Verb.EXTEND and could_after(s, seat, PAIRS[what, 1], PAIRS[what, 0]):
            return actions[i]
    return UNKNOWN


def choose_discard(s, seat, actions, n):
    """Return the discard that is least useful to the seat and to others."""
    does = np.empty(KINDS)
    score_kinds(s, seat, does)
    does[WILD] = FIRST
    best, least = actions[n - 1], 2 * FIRST
    for i in range(n):
        if verb_of(actions[i]) == Verb.DISCARD:
            kind = operand_of(actions[i])
            worth = does[kind] / s.hand[seat, kind] + EASY * EASE[kind] * math.sqrt(s.piled)
            if worth < least:
                best, least = actions[i], worth
    return best


compile_rules(globals())
