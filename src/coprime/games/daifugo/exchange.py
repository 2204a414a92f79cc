"""The exchange before a hand: the poor give their strongest cards, the rich give back what they like (DF-17, DF-28)."""

from ...core.bits import has_member
from ...core.kernel import compile_rules
from .plays import JOKER, NATURAL, bag_size, highest_rank, taken_from
from .state import NOBODY


def seat_of_rank(s, rank):
    """Who had a rank in the hand before; NOBODY when it is forgotten."""
    for seat in range(s.seats):
        if s.rank[seat] == rank:
            return seat
    return NOBODY


def is_exchanging(s):
    """Are cards exchanged in this hand?"""
    return s.exchange == 1 and s.rank[0] > 0


def owes(s, seat):
    """DF-17, DF-33: how many cards a seat gives away in this hand: 2, 1 or, in the middle, 0."""
    if not is_exchanging(s):
        return 0
    rank = s.rank[seat]
    distance = min(rank, s.seats + 1 - rank)
    return 3 - distance if distance <= min(2, s.seats // 2) else 0


def is_rich(s, seat):
    """Daifugo or fugo."""
    return 0 < s.rank[seat] <= 2


def partner(s, seat):
    """Whom a seat exchanges cards with, or NOBODY."""
    return seat_of_rank(s, s.seats + 1 - s.rank[seat]) if owes(s, seat) else NOBODY


def strongest(bag):
    """The strongest card of a bag: a joker, then by rank, then spade, heart, diamond, club (DF-28)."""
    if bag >= JOKER:
        return JOKER
    rank = highest_rank(bag)
    suits = bag >> 4 * rank
    return (suits & -suits) << 4 * rank


def strongest_cards(bag, n):
    """The n strongest cards of a bag, as a bag."""
    cards = 0
    for _ in range(n):
        one = strongest(bag - cards)
        cards += one
    return cards


def weaker_than(card):
    """The natural cards that would be given after a card, as a set."""
    if card >= JOKER:
        return NATURAL
    at = 4 * highest_rank(card)
    return (1 << at) - 1 | (15 << at & ~(2 * card - 1))


def weakest(bag):
    """The last card of a bag that would be given."""
    while bag:
        card = strongest(bag)
        bag -= card
    return card


def move(s, giver, taker, bag):
    """Cards go from hand to hand."""
    n = bag_size(bag)
    s.hand[giver] -= bag
    s.hand[taker] += bag
    s.cards[giver] -= n
    s.cards[taker] += n


def collect(s):
    """The program takes the strongest cards of hinmin and daihinmin."""
    for seat in range(s.seats):
        if owes(s, seat) and not is_rich(s, seat):
            bag = strongest_cards(s.hand[seat], owes(s, seat))
            s.gave[seat] = bag
            s.sure[partner(s, seat)] = bag
            move(s, seat, partner(s, seat), bag)


def choosing(s):
    """The set of seats that still have to choose what to give back."""
    seats = 0
    for seat in range(s.seats):
        if owes(s, seat) and is_rich(s, seat) and not has_member(s.chosen, seat):
            seats |= 1 << seat
    return seats


def hand_over(s):
    """When both have chosen, the cards go at once."""
    for seat in range(s.seats):
        if owes(s, seat) and is_rich(s, seat):
            other = partner(s, seat)
            move(s, seat, other, s.gave[seat])
            s.sure[other] = s.gave[seat]
            s.sure[seat] = taken_from(s.gave[other], s.gave[seat])
    s.chosen = 0


compile_rules(globals(), makers="")
