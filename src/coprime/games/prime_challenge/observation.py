"""What a seat may see of Prime Challenge, and how unseen cards are sampled.

Everybody has seen everything except the order of the draw pile.  Cards are collected from the open table, so a view
keeps the stacks, though the screen lets nobody look through them (PC-20).
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.chance import shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from ...decks.primepak.cards import COPIES, KINDS, LEVEL, WILD
from ...decks.primepak.factor_set_catalogue import NO_CARD
from .round_flow import WILDS_OF_LEVEL
from .state import PLACES


def redact(s, seat):
    """Blank the draw pile, which nobody sees."""
    for i in range(s.left):
        s.deck[i] = UNKNOWN


def observe_action(s, actor, action, watcher):
    """Return an action as everybody sees it; only CHANCE's seeds are masked."""
    return UNKNOWN if actor == CHANCE else action


def imagine(s, seat, seed):
    """Fill the draw pile with the unseen cards in a random order (determinization).

    No player knows anything about the pile, so every order is equally likely.
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
    """Write how many cards of each kind lie in the draw pile."""
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
