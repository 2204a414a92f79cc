"""A reduced Prime Daifugo Lv. 0 that can be searched completely: the end of a game with few cards left.

Two seats hold two cards each, some lie in the deck, and every other card of the real deck has been discarded: a
position that the real game can come to.  Two things differ from the real game, so that it ends: it is void after two
turns in a row in which nothing happens (PD-30 wants six or more), and where the deck would be remade (PD-20).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from ...core.bits import add_to_bag, count_kind
from .card_moves import whole_deck
from .state import Phase, Verb
from .tables import KINDS

SEATS = 2
OPTIONS = {"games_to_win": 1}
CARDS = (1, 3, 4, 4, 6, 6, 10)     # kinds: of number cards below 14 the number itself
HAND = 2
DRY = 2                         # turns in a row in which nothing happens
INSTEAD = int(Verb.PASS)        # what a fault comes to (PD-10); here nobody sees its cards


def enumerate_deals(begun: Any, cards: Sequence[int] = CARDS, hand: int = HAND) -> Iterator[tuple[Any, float]]:
    """Yield every deal, as the state in which seat 0 begins, and its probability.

    begun  a state with SEATS and OPTIONS, which is left as it is
    cards  kinds, each at most as often as the real deck has it; all but two hands become the deck
    """
    ways = Counter((tuple(sorted(order[:hand])), tuple(sorted(order[hand:2 * hand])), order[2 * hand:])
                   for order in permutations(cards))
    for (one, other, deck), n in ways.items():
        yield deal_state(begun, (one, other), deck), n / ways.total()


def deal_state(begun: Any, hands: Sequence[Sequence[int]], deck: Sequence[int]) -> Any:
    """Return the state of a deal; the last card of the deck is drawn first."""
    s = begun.copy()
    s.game, s.phase, s.stalemate_n, s.pool = 1, Phase.DRAW, DRY, whole_deck(s)
    s.left, s.discards = len(deck), s.pool - make_bag(deck)
    s.deck[:s.left] = deck
    for seat, hand in enumerate(hands):
        s.hand[seat], s.cards[seat] = make_bag(hand), len(hand)
        s.discards -= make_bag(hand)
    gone = [count_kind(s.discards, kind) for kind in range(KINDS)]
    s.discarded, s.top = sum(gone), max(kind for kind in range(KINDS) if gone[kind])
    return s


def make_bag(kinds: Sequence[int]) -> int:
    """Return a bag of some kinds."""
    return sum(add_to_bag(0, kind, 1) for kind in kinds)
