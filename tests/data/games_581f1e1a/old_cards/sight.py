"""What a seat may see of Old Cards, and what it may suppose about the rest."""

import numpy as np

from coprime.core.chance import shuffle
from coprime.core.kernel import compile_rules
from coprime.core.seats import CHANCE, UNKNOWN

from .rules import DECK, LEFT, PLAYED


def redact(s, seat):
    """OC-1: blank whatever a seat cannot see."""
    for card in range(1, DECK + 1):
        if s.place[card] != PLAYED and s.place[card] != 1 + seat:
            s.place[card] = LEFT


def imagine(s, seat, seed):
    """Deal the cards that a seat cannot see, every way being equally likely."""
    unseen = np.flatnonzero(s.place[1:] == LEFT) + 1
    shuffle(unseen, 0, len(unseen), seed)
    n = 0
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.cards[other]):
                s.place[unseen[n]] = 1 + other
                n += 1


def seen(s, actor, action, watcher):
    """A card that is played is seen by all; how they were dealt by none."""
    return UNKNOWN if actor == CHANCE else action


compile_rules(globals())
