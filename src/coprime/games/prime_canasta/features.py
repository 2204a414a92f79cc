"""What a sensible player of Prime Canasta likes, and how a position stands, for the search."""

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS
from .actions import verb_of, what_of
from .going_out import may_go_out
from .rules import Phase, returns
from .sides import side_of, sides
from .state import Verb
from .tables import BONUS, CANASTA, FIRST_PAIR, PAIRS, POINTS, SEATS, SET_POINTS

OUT = 400.0                 # liking of going out
PER_CANASTA = 60.0          # of a set or a growth that makes one
SET = 12.0                  # of a set
GROW = 20.0
TAKE = 15.0                 # of the pile
DRAW = 6.0
KEEP = 60.0                 # discards: the dearer and the more useful the less
BURDEN = 0.35               # how much of a hand's points counts against it, on an average
CAN_GROW = 15.0             # what a set that can still grow is worth beside its points
TO_DISCARD = 1.0


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    total = 0.0
    for i in range(n):
        weights[i] = liking(s, seat, actions[i])
        total += weights[i]
    return total


def liking(s, seat, action):
    verb, what = verb_of(action), what_of(action)
    if verb == Verb.LAY or verb == Verb.TAKE:
        return SET + PER_CANASTA * CANASTA[what] + (TAKE if verb == Verb.TAKE else 0.0)
    if verb == Verb.EXTEND or verb == Verb.ONTO:
        return GROW + PER_CANASTA * (CANASTA[PAIRS[what, 1]] - CANASTA[PAIRS[what, 0]])
    if verb == Verb.OUT or verb == Verb.DOWN:
        return OUT
    if verb == Verb.DISCARD:
        return KEEP / (POINTS[what] * s.hand[seat, what])
    if verb == Verb.DRAW or verb == Verb.DONE:
        return DRAW
    return 1.0


def evaluate(s, out):
    """Each seat's expected result on the scale of `returns`, from the sums of the round so far."""
    if s.phase == Phase.OVER or s.phase == Phase.DEAL:
        returns(s, out)
        return
    worth = np.zeros(SEATS)
    total = 0.0
    for side in range(sides(s)):
        worth[side] = s.score[side] - s.penalty[side]
        for i in range(s.laid_n[side]):
            row = s.laid[side, i]
            worth[side] += BONUS[row] + SET_POINTS[row] + (CAN_GROW if FIRST_PAIR[row] < FIRST_PAIR[row + 1] else 0.0)
    for seat in range(s.seats):
        for kind in range(KINDS):
            worth[side_of(s, seat)] -= BURDEN * POINTS[kind] * s.hand[seat, kind]
    if s.phase == Phase.LAY and may_go_out(s, s.turn):
        worth[side_of(s, s.turn)] += OUT
    for side in range(sides(s)):
        total += worth[side]
    for seat in range(s.seats):
        own = worth[side_of(s, seat)]
        out[seat] = min(1.0, max(-1.0, (own - (total - own) / (sides(s) - 1)) / s.target_score))


compile_rules(globals())
