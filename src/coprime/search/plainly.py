"""What the search supposes of a game whose features say nothing."""

from ..core.kernel import compile_rules

PREFERS = False         # does the game say which listed actions a sensible player likes?
EVALUATES = False       # does it say what a position is worth before the next rest?


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    for i in range(n):
        weights[i] = 1.0
    return float(n)


def evaluate(s, out):
    """What each seat's `returns` will be at the next rest, as far as can be told."""


compile_rules(globals())
