"""Default heuristics for the search, used where a game's own say nothing."""
# mypy: ignore-errors, implicit-reexport

from ..core.kernel import compile_rules
from ..core.seats import UNKNOWN

PREFERS = False         # does the game say which listed actions a sensible player likes?
EVALUATES = False       # does it say what a position is worth before the next rest?


def prefer(s, seat, actions, n, weights):
    """Write the prior of each of n listed actions to weights; return their sum."""
    for i in range(n):
        weights[i] = 1.0
    return float(n)


def prefer_by_weights(s, seat, actions, n, weights, policy):
    """Write the prior of each of n listed actions, by a policy's weights, to weights; return their sum."""
    return prefer(s, seat, actions, n, weights)


def evaluate(s, out):
    """Write each seat's expected `returns` at the next rest to out.

    The default does nothing (EVALUATES is False).
    """


def certain(s, seat, listed, n):
    """Return a listed action that is proved to be best, or UNKNOWN.  `s` is a copy and may be changed."""
    return UNKNOWN


def rewind(s, told, later, n):
    """Reset the public part of a position to its opening, before n observed actions."""


def judge(s, seat, before, later, told, n, scores, shares, actions, weights, policy):
    """Write to scores how likely the observed actions were in a world."""


def reconsider(s, seat, before, later, told, n, scores, shares, steps, actions, weights, policy, x):
    """Resample hidden information so that likely worlds come more often.

    Return the generator's next state.
    """
    return x


compile_rules(globals())
