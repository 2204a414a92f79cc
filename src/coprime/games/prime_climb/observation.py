"""What a seat may see of Prime Climb: everything.

CL-26 hides the order of the deck, and nobody learns it except by drawing.  So no order is stored: each draw is an
action of CHANCE, which takes every card left with equal probability.  That equals drawing from a shuffled deck.
Nothing is hidden, so nothing can leak, and the search sees listed chances instead of sampled ones.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules


def redact(s, seat):
    """Leave a view as it is: every field is public."""


def imagine(s, seat, seed):
    """Leave a view as it is: it already is the whole world."""


def observe_action(s, actor, action, watcher):
    """Return the action unmasked: dice and cards lie open to everybody."""
    return action


compile_rules(globals())
