"""Say what a seat may see of Factor Rummy (redact), and fill in the rest at random (imagine) (FR-17)."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.arrays import add_up, copy_first
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS
from ...decks.primepak.draw_pile_sampling import shuffle_unseen
from ...decks.primepak.factor_set_catalogue import SETS, SIZE
from .deck_data import COPIES_AT, MAX_DECK_SIZE
from .state import Phase


def redact(s, seat):
    """Blank whatever `seat` cannot see: the draw pile, what others drew, and their hands until somebody goes out."""
    s.deck[:] = UNKNOWN
    for other in range(s.seats):
        if other != seat:
            s.gained[other, :] = UNKNOWN
            if not s.shown:
                s.hand[other, :] = UNKNOWN


def imagine(s, seat, seed):
    """Fill a view with a random deal that it allows (determinization).

    Every way of laying the unseen cards is equally likely.
    Kept: every count, the cards taken openly and still held, and that a draw pile made of discards holds nothing else.
    Left out: when cards of a kind are both in such a pile and in a hand from before it was played since, which of them
    it was, and how many cards a hand can have from that pile at most.
    """
    if s.phase == Phase.DEAL and s.rounds == 0:
        return
    unseen, room = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    cards = np.empty(MAX_DECK_SIZE, np.int64)
    for kind in range(KINDS):
        unseen[kind] = COPIES_AT[s.level, kind]
        for other in range(s.seats):
            unseen[kind] -= s.hand[other, kind] if other == seat or s.shown else s.known[other, kind]
        room[kind] = s.pool[kind] - (max(0, s.gained[seat, kind]) if seat < s.seats else 0)
    for place in range(s.height):
        unseen[s.pile[place]] -= 1
    subtract_laid_sets(s, unseen)
    shuffle_unseen(s.left, unseen, room, 0, cards, seed)
    copy_first(cards, s.left, s.deck)
    n = s.left
    for other in range(s.seats):
        if other != seat:
            hidden = 0 if s.shown else s.cards[other] - add_up(s.known[other])
            if hidden == 0:
                s.gained[other, :] = 0          # else UNKNOWN stays: so heuristics tell a hand that is only imagined
            if not s.shown:
                copy_first(s.known[other], KINDS, s.hand[other])
                for _ in range(hidden):
                    s.hand[other, cards[n]] += 1
                    n += 1


def subtract_laid_sets(s, unseen):
    """Subtract the cards of sets that have been laid off from the unseen ones."""
    for seat in range(s.seats):
        for i in range(s.laid_n[seat]):
            row = s.laid[seat, i] - 1
            for j in range(SIZE[row]):
                unseen[SETS[row, j]] -= 1


compile_rules(globals())
