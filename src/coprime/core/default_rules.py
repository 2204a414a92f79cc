"""Default implementations of the contract: a rules file defines only what differs."""
# mypy: ignore-errors, implicit-reexport

from .kernel import compile_rules
from .seats import CHANCE, UNKNOWN


def violation(s, seat, action):
    """Return 0: every action that is not refused is sound."""
    return 0


def is_listed(s, seat, action):
    """Return True: `sound_actions` lists every sound action."""
    return True


def chance_outcomes(s, out, weight):
    """Return 0: CHANCE only shuffles, and its action is a seed."""
    return 0


def deadline(s):
    """Return 0 milliseconds: no window is open."""
    return 0


def is_between_hands(s):
    """Return False: the game has no hands or rounds."""
    return False


def simulated_ms(s, seat):
    """Return 0 milliseconds: a simulated seat takes no time."""
    return 0


def is_undoable(s, seat, action):
    """Return False: every action tells somebody something, so none can be undone at a table."""
    return False


def is_irrevocable(s, seat, action):
    """Return False: in practice every action can be undone."""
    return False


def observe_action(s, actor, action, watcher):
    """Show every action to everybody, except a shuffle's seed.

    A game with dice gets core/default_observation.py instead.
    """
    return UNKNOWN if actor == CHANCE else action


def redact(s, seat):
    """Leave the state as it is: nothing is hidden."""


def imagine(s, seat, seed):
    """Leave the view as it is: nothing is hidden, so there is nothing to sample."""


compile_rules(globals())
