"""What a sensible player of Prime Daifugo likes, for search to try first and to play on with."""

from ...core.kernel import compile_rules
from .actions import count_of, verb_of
from .state import Verb

PER_CARD = (0.0, 2.0, 6.0, 16.0)        # a prime of so many cards
WINS = 1000.0                           # the last cards
DRAW_IDLE, DRAW = 3.0, 0.5              # without a play at hand, and with one
SPARE = 4.0                             # D
SKIP = 0.5
PASS_IDLE, PASS = 1.0, 0.2


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    idle = True
    for i in range(n):
        if verb_of(actions[i]) == Verb.PLAY:
            idle = False
            break
    total = 0.0
    for i in range(n):
        weights[i] = liking(s, seat, actions[i], idle)
        total += weights[i]
    return total


def liking(s, seat, action, idle):
    verb = verb_of(action)
    if verb == Verb.PLAY:
        cards = count_of(action)
        return WINS if cards == s.cards[seat] else PER_CARD[cards]
    if verb == Verb.DRAW:
        return DRAW_IDLE if idle else DRAW
    if verb == Verb.D:
        return SPARE
    if verb == Verb.PASS:
        return PASS_IDLE if idle else PASS
    return SKIP if verb == Verb.SKIP else 1.0


compile_rules(globals())
