"""Estimate how likely somebody else ends the round before the own next turn; compiled."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ....core.chance import random_below
from ....core.kernel import compile_rules
from ....decks.primepak.cards import KINDS
from ..going_out_search import can_be_laid
from ..observation import unseen_cards
from ..rounds import DRAWN
from ..sides import canastas_needed, laydown_minimum, side_of
from ..tables import RUN_ENDS, RUN_START, SMALLEST_CANASTA

HANDS = 16                  # that are imagined
FEW = 12                    # cards: who has more of them hardly goes out all at once


def going_out_risk(s, seat):
    """Return the chance that another side goes out before this seat's next turn, drawing two cards.

    Hands are sampled that contain the known cards and any unseen ones; the sample depends only on the view.
    Whether a sampled hand can be laid is computed exactly.
    """
    safe = 1.0
    for step in range(1, s.seats):
        other = (seat + step) % s.seats
        if side_of(s, other) != side_of(s, seat):
            safe *= 1.0 - going_out_chance(s, seat, other)
    return 1.0 - safe


def going_out_chance(s, seat, other):
    """Return the share of sampled hands with which `other` can go out in its next turn; 0 with many cards."""
    side = side_of(s, other)
    lacking = canastas_needed(s, s.score[side]) - s.canastas[side]
    holds = s.cards[other] + DRAWN
    if s.cards[other] > FEW or holds < SMALLEST_CANASTA * lacking and s.laid_n[side] < lacking:
        return 0.0
    points = 0 if s.made[side] else laydown_minimum(s, s.score[side])
    last = RUN_START[RUN_ENDS[s.level]]
    deck, hand, x, outs = unseen_deck(s, seat), np.empty(KINDS, np.int64), s.left, 0
    for _ in range(HANDS):
        x = imagine_hand(s, other, deck, holds, hand, x)
        outs += can_be_laid(hand, s.laid[side], s.laid_n[side], last, lacking, points)
    return outs / HANDS


def unseen_deck(s, seat):
    """Return the cards that a seat cannot place as an array of kinds."""
    unseen, n = np.maximum(unseen_cards(s, seat), 0), 0
    deck = np.empty(unseen.sum(), np.int64)
    for kind in range(KINDS):
        for _ in range(unseen[kind]):
            deck[n] = kind
            n += 1
    return deck


def imagine_hand(s, other, deck, holds, hand, x):
    """Sample a hand of `holds` cards: known ones and any of the deck; return the generator's state."""
    for kind in range(KINDS):
        hand[kind] = s.known[other, kind]
    for i in range(min(holds - hand.sum(), len(deck))):
        at, x = random_below(x, len(deck) - i)
        deck[i], deck[i + at] = deck[i + at], deck[i]
        hand[deck[i]] += 1
    return x


compile_rules(globals())
