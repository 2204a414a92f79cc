"""The contract's answers for a game that needs little: a rules file defines only what differs."""

from .kernel import compile_rules
from .seats import CHANCE, UNKNOWN


def violation(s, seat, action):
    """Every action that is not refused is sound."""
    return 0


def chance_outcomes(s, out, weight):
    """CHANCE only shuffles: its action is a seed."""
    return 0


def deadline(s):
    """No window: milliseconds until something happens by itself."""
    return 0


def is_between_hands(s):
    """No hands or rounds within the game."""
    return False


def simulated_ms(s, seat):
    """A simulated seat takes no time."""
    return 0


def is_undoable(s, seat, action):
    """Every action tells somebody something, so none is taken back at a table."""
    return False


def is_irrevocable(s, seat, action):
    """In practice everything may be taken back."""
    return False


def observe_action(s, actor, action, watcher):
    """Everything that is done is public but a shuffle's seed; for a game with dice see dice.py."""
    return UNKNOWN if actor == CHANCE else action


def redact(s, seat):
    """Nothing is hidden."""


def imagine(s, seat, seed):
    """So there is nothing to imagine."""


compile_rules(globals())
