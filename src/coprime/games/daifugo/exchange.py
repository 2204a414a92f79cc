"""Exchange cards before a hand: the poor give their strongest, the rich what they like (DF-17, DF-28).

The ranks are those of the hand before: daifugo and fugo are rich, hinmin and daihinmin are poor.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import has_member
from ...core.kernel import compile_rules
from .actions import JOKER, NATURAL, bag_size, highest_rank, subtract_cards
from .state import NOBODY


def seat_of_rank(s, rank):
    """Return the seat that had a rank in the hand before; NOBODY if ranks are forgotten."""
    for seat in range(s.seats):
        if s.rank[seat] == rank:
            return seat
    return NOBODY


def is_exchanging(s):
    """Tell whether cards are exchanged in this hand."""
    return s.exchange == 1 and s.rank[0] > 0


def cards_owed(s, seat):
    """Return how many cards a seat gives away in this hand: 2, 1 or, in the middle, 0 (DF-17, DF-33)."""
    if not is_exchanging(s):
        return 0
    rank = s.rank[seat]
    distance = min(rank, s.seats + 1 - rank)
    return 3 - distance if distance <= min(2, s.seats // 2) else 0


def is_rich(s, seat):
    """Tell whether a seat was daifugo or fugo in the hand before."""
    return 0 < s.rank[seat] <= 2


def exchange_partner(s, seat):
    """Return the seat that a seat exchanges cards with; NOBODY if there is none."""
    return seat_of_rank(s, s.seats + 1 - s.rank[seat]) if cards_owed(s, seat) else NOBODY


def strongest_card(bag):
    """Return the strongest card of a bag: a joker, then by rank, then spade, heart, diamond, club (DF-28)."""
    if bag >= JOKER:
        return JOKER
    rank = highest_rank(bag)
    suits = bag >> 4 * rank
    return (suits & -suits) << 4 * rank


def strongest_cards(bag, n):
    """Return the n strongest cards of a bag, as a bag."""
    cards = 0
    for _ in range(n):
        one = strongest_card(bag - cards)
        cards += one
    return cards


def weaker_cards(card):
    """Return the set of natural cards that would be given after a card."""
    if card >= JOKER:
        return NATURAL
    at = 4 * highest_rank(card)
    return (1 << at) - 1 | (15 << at & ~(2 * card - 1))


def weakest_card(bag):
    """Return the card of a non-empty bag that would be given last."""
    while bag:
        card = strongest_card(bag)
        bag -= card
    return card


def move_cards(s, giver, taker, bag):
    """Move a bag of cards from one hand to another."""
    n = bag_size(bag)
    s.hand[giver] -= bag
    s.hand[taker] += bag
    s.cards[giver] -= n
    s.cards[taker] += n


def collect_gifts(s):
    """Take the strongest cards of hinmin and daihinmin and hand them to their partners."""
    for seat in range(s.seats):
        if cards_owed(s, seat) and not is_rich(s, seat):
            bag = strongest_cards(s.hand[seat], cards_owed(s, seat))
            s.gave[seat] = bag
            s.sure[exchange_partner(s, seat)] = bag
            move_cards(s, seat, exchange_partner(s, seat), bag)


def choosing_seats(s):
    """Return the set of seats that still have to choose what to give back."""
    seats = 0
    for seat in range(s.seats):
        if cards_owed(s, seat) and is_rich(s, seat) and not has_member(s.chosen, seat):
            seats |= 1 << seat
    return seats


def hand_over_gifts(s):
    """Move the chosen gifts, once both seats have chosen."""
    for seat in range(s.seats):
        if cards_owed(s, seat) and is_rich(s, seat):
            other = exchange_partner(s, seat)
            move_cards(s, seat, other, s.gave[seat])
            s.sure[other] = s.gave[seat]
            s.sure[seat] = subtract_cards(s.gave[other], s.gave[seat])
    s.chosen = 0


compile_rules(globals(), makers="")
