"""How likely somebody else ends the round before one's next turn; compiled."""

import numpy as np

from ...core.chance import below
from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS
from .observation import unseen_cards
from .rounds import DRAWN
from .sides import minimum, needed, side_of
from .tables import RUN_ENDS, RUN_START, SMALLEST_CANASTA
from .way_out import can_be_laid

HANDS = 16                  # that are imagined
FEW = 12                    # cards: who has more of them hardly goes out all at once


def threat(s, seat):
    """The chance that somebody of another side goes out before this seat's next turn, drawing two cards.

    Hands are imagined that hold what is known of them and otherwise any unseen cards, always the same ones for the same
    view; whether a hand can be laid is known exactly.
    """
    safe = 1.0
    for step in range(1, s.seats):
        other = (seat + step) % s.seats
        if side_of(s, other) != side_of(s, seat):
            safe *= 1.0 - goes_out(s, seat, other)
    return 1.0 - safe


def goes_out(s, seat, other):
    side = side_of(s, other)
    lacking = needed(s.score[side]) - s.canastas[side]
    holds = s.cards[other] + DRAWN
    if s.cards[other] > FEW or holds < SMALLEST_CANASTA * lacking and s.laid_n[side] < lacking:
        return 0.0
    points = 0 if s.made[side] else minimum(s.score[side])
    last = RUN_START[RUN_ENDS[s.level]]
    deck, hand, x, outs = unseen_deck(s, seat), np.empty(KINDS, np.int64), s.left, 0
    for _ in range(HANDS):
        x = imagine_hand(s, other, deck, holds, hand, x)
        outs += can_be_laid(hand, s.laid[side], s.laid_n[side], last, lacking, points)
    return outs / HANDS


def unseen_deck(s, seat):
    """The cards that a seat cannot place, one after the other."""
    unseen, n = np.maximum(unseen_cards(s, seat), 0), 0
    deck = np.empty(unseen.sum(), np.int64)
    for kind in range(KINDS):
        for _ in range(unseen[kind]):
            deck[n] = kind
            n += 1
    return deck


def imagine_hand(s, other, deck, holds, hand, x):
    """What is known of a hand and any cards of the deck, `holds` together; returns the generator's next state."""
    for kind in range(KINDS):
        hand[kind] = s.known[other, kind]
    for i in range(min(holds - hand.sum(), len(deck))):
        at, x = below(x, len(deck) - i)
        deck[i], deck[i + at] = deck[i + at], deck[i]
        hand[deck[i]] += 1
    return x


compile_rules(globals())
