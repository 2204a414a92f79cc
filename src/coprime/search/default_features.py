"""What the search supposes of a game whose features say nothing."""

from ..core.kernel import compile_rules
from ..core.seats import UNKNOWN

PREFERS = False         # does the game say which listed actions a sensible player likes?
EVALUATES = False       # does it say what a position is worth before the next rest?


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    for i in range(n):
        weights[i] = 1.0
    return float(n)


def evaluate(s, out):
    """What each seat's `returns` will be at the next rest, as far as can be told."""


def certain(s, seat, listed, n):
    """The listed action of which the game can prove that none is better; UNKNOWN where it cannot.  `s` is a copy."""
    return UNKNOWN


def rewind(s, told, later, n):
    """Put what is public of a position back to its opening, before n actions that have been told."""


def judge(s, seat, before, later, told, n, scores, shares, actions, weights):
    """How likely what has been told was in a world, to scores."""


def reconsider(s, seat, before, later, told, n, scores, shares, steps, actions, weights, x):
    """Change what is hidden in a world so that likely worlds come more often; returns the generator's next state."""
    return x


compile_rules(globals())
