"""What may be seen of Prime Solitaire: all but the order of the draw pile, until it is over."""

from ...core.chance import shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .rules import Phase
from .tables import KINDS


def redact(s, seat):
    """PS-6, PS-17: how many cards are left is public, which one comes next is not."""
    if s.phase != Phase.OVER:
        s.pile[:] = UNKNOWN
        s.seed = UNKNOWN


def observe_action(s, actor, action, watcher):
    """PS-20: the number of a deal tells the order of the draw pile, so it is not seen, though it is listed."""
    return UNKNOWN if actor == CHANCE else action


def imagine(s, seat, seed):
    """Every order of the cards not seen is equally likely.

    Left out: the number of the deal, though whoever knows it could work the order out.
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
