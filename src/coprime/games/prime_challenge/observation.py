"""What a seat may see of Prime Challenge, and what it may suppose about the rest.

Everything has been seen by everyone but the order of the draw pile: cards are collected from the open table, so a view
keeps them, though the screen does not let anybody look through a stack (PC-20).
"""

import numpy as np

from ...core.chance import shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from ...decks.primepak.cards import COPIES, KINDS, LEVEL, WILD
from ...decks.primepak.catalogue import NO_CARD
from .state import PLACES
from .turns import WILDS_OF_LEVEL


def redact(s, seat):
    """Nobody sees the draw pile."""
    for i in range(s.left):
        s.deck[i] = UNKNOWN


def observe_action(s, actor, action, watcher):
    """Everything is done openly; nobody sees CHANCE's seeds."""
    return UNKNOWN if actor == CHANCE else action


def imagine(s, seat, seed):
    """Lay the cards that have not been seen into the draw pile, every order as likely as every other.

    Nothing is left out: no player knows anything about the pile.
    """
    if s.left == 0:
        return
    unseen = np.zeros(KINDS, np.int64)
    count_unseen(s, unseen)
    n = 0
    for kind in range(KINDS):
        for _ in range(unseen[kind]):
            s.deck[n] = kind
            n += 1
    shuffle(s.deck, 0, n, seed)


def count_unseen(s, unseen):
    """How many of each kind lie in the draw pile."""
    for kind in range(KINDS):
        if kind == WILD:
            unseen[kind] = WILDS_OF_LEVEL[s.level]
        elif LEVEL[kind] <= s.level:
            unseen[kind] = COPIES[kind]
    for place in range(s.extent):
        if s.face_up[place] != NO_CARD:
            unseen[s.face_up[place]] -= 1
    for i in range(s.stack_n):
        unseen[s.stack_kind[i]] -= 1
    for place in range(PLACES):
        if s.gone[place] != NO_CARD:
            unseen[s.gone[place]] -= 1


compile_rules(globals(), makers="imagine")
