"""How cards of Prime Daifugo Lv. 0 come into hands and leave them."""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import add_to_bag, count_kind, write_bag
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .tables import COPIES, FIVE_NINE, FOUR_SIX_EIGHT, KINDS, SKIP, ZERO, D


def whole_deck(s):
    """Return the deck that the options make, as a bag (PD-1, PD-2)."""
    bag = 0
    for kind in range(len(COPIES)):
        if kind != ZERO or s.cards_0:
            bag = add_to_bag(bag, kind, COPIES[kind])
    return (add_to_bag(bag, D, 3) + add_to_bag(0, FIVE_NINE, 2 * s.cards_5_9)
            + add_to_bag(0, FOUR_SIX_EIGHT, 2 * s.cards_4_6_8) + add_to_bag(0, SKIP, 2 * s.cards_skip))


def stack_deck(s, bag):
    """Put a bag of cards on the deck, in order of their kinds."""
    s.left = write_bag(bag, s.deck, s.left)


def take_top_card(s):
    """Take the top card off the deck and return its kind."""
    s.left -= 1
    kind = s.deck[s.left]
    s.deck[s.left] = UNKNOWN
    return kind


def remove_from_hand(s, seat, cards, n):
    """Remove cards from a hand openly, and update what everybody knows of it."""
    s.hand[seat] -= cards
    s.cards[seat] -= n
    for kind in range(KINDS):
        if count_kind(cards, kind):
            s.known[seat] = add_to_bag(s.known[seat], kind,
                                       -min(count_kind(s.known[seat], kind), count_kind(cards, kind)))
    s.skips[seat] = min(s.skips[seat] - count_kind(cards, SKIP), s.cards[seat])


def put_on_discards(s, kind):
    """Put a card on top of the discards."""
    s.discards, s.discarded, s.top = add_to_bag(s.discards, kind, 1), s.discarded + 1, kind


def reveal_cards(s, seat, cards):
    """Record that everybody has seen the cards of a failed play, which go back to the hand (PD-10)."""
    for kind in range(KINDS):
        s.known[seat] = add_to_bag(s.known[seat], kind,
                                   max(0, count_kind(cards, kind) - count_kind(s.known[seat], kind)))


compile_rules(globals())
