"""How cards of Prime Daifugo come into hands and leave them."""

from ...core.bits import add_to_bag, count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .tables import COPIES, FIVE_NINE, FOUR_SIX_EIGHT, KINDS, SKIP, ZERO, D


def whole_deck(s):
    """PD-1, PD-2: the deck that the options make, as a bag."""
    bag = 0
    for kind in range(len(COPIES)):
        if kind != ZERO or s.cards_0:
            bag = add_to_bag(bag, kind, COPIES[kind])
    return (add_to_bag(bag, D, 3) + add_to_bag(0, FIVE_NINE, 2 * s.cards_5_9)
            + add_to_bag(0, FOUR_SIX_EIGHT, 2 * s.cards_4_6_8) + add_to_bag(0, SKIP, 2 * s.cards_skip))


def stack(s, bag):
    """Put a bag of cards on the deck, in order."""
    for kind in range(KINDS):
        for _ in range(count_kind(bag, kind)):
            s.deck[s.left] = kind
            s.left += 1


def take_top(s):
    s.left -= 1
    kind = s.deck[s.left]
    s.deck[s.left] = UNKNOWN
    return kind


def give_up(s, seat, cards, n):
    """Cards leave a hand before everybody's eyes."""
    s.hand[seat] -= cards
    s.cards[seat] -= n
    for kind in range(KINDS):
        if count_kind(cards, kind):
            s.known[seat] = add_to_bag(s.known[seat], kind,
                                       -min(count_kind(s.known[seat], kind), count_kind(cards, kind)))
    s.skips[seat] = min(s.skips[seat] - count_kind(cards, SKIP), s.cards[seat])


def onto_discards(s, kind):
    s.discards, s.discarded, s.top = add_to_bag(s.discards, kind, 1), s.discarded + 1, kind


def reveal_cards(s, seat, cards):
    """PD-10: the cards of a failed play go back, but everybody has seen them."""
    for kind in range(KINDS):
        s.known[seat] = add_to_bag(s.known[seat], kind,
                                   max(0, count_kind(cards, kind) - count_kind(s.known[seat], kind)))


compile_rules(globals())
