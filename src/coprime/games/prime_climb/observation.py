"""What a seat may see of Prime Climb: everything.

CL-26 hides the order of the deck, and nobody ever learns it but by drawing.  So it is not kept: each draw is
CHANCE taking one of the cards left, every one equally likely, which is the same as drawing from a shuffled
deck.  Nothing is hidden then, nothing can leak, and search meets listed chances instead of guesses.
"""

from ...core.kernel import compile_rules


def redact(s, seat):
    """Every field is public."""


def imagine(s, seat, seed):
    """A view is the world."""


def observe_action(s, actor, action, watcher):
    """Dice and cards lie open."""
    return action


compile_rules(globals())
