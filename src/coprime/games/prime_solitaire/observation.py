"""What may be seen of Prime Solitaire: all but the order of the draw pile, until it is over."""
# mypy: ignore-errors, implicit-reexport

from ...core.chance import shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .rules import Phase
from .tables import KINDS


def redact(s, seat):
    """Hide the order of the draw pile and the shuffle's seed until the game is over (PS-6, PS-17)."""
    if s.phase != Phase.OVER:
        s.pile[:] = UNKNOWN
        s.seed = UNKNOWN


def observe_action(s, actor, action, watcher):
    """Hide the number of a deal, which determines the order of the draw pile (PS-20)."""
    return UNKNOWN if actor == CHANCE else action


def imagine(s, seat, seed):
    """Shuffle the unseen cards into a draw pile, every order being equally likely.

    That a public deal number determines the order is left out.
    """
    if s.phase != Phase.PLAY:
        return
    n = 0
    for kind in range(KINDS):
        for _ in range(s.unseen[kind]):
            s.pile[n] = kind
            n += 1
    shuffle(s.pile, 0, n, seed)


compile_rules(globals())
