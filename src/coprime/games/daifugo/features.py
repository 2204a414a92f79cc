"""What a sensible player of Daifugo likes, for search to try first and to play on with."""

from ...core.kernel import compile_rules
from .effects import ends_badly, goes_out
from .plays import (
    ABOVE_ALL,
    ALL_SUITS,
    NATURAL,
    POP,
    bag_size,
    cards_of,
    gift_of,
    jokers_of,
    low_of,
    lowest_rank,
    verb_of,
)
from .state import Verb

WINS = 1000.0               # the last cards
FORBIDDEN = 0.01            # those that are forbidden as the last
PASS, PASS_LEAD = 3.0, 0.2
PER_CARD = 2.0
TOP = 14.0
JOKER_COST = 0.25           # of a play's weight, for each joker in it
SPLIT_COST = 0.4            # for a group that is torn


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    total = 0.0
    for i in range(n):
        verb = verb_of(actions[i])
        if verb == Verb.PLAY:
            weights[i] = liking(s, seat, actions[i])
        elif verb == Verb.GIVE:
            weights[i] = liking_to_give(s, seat, gift_of(actions[i]))
        else:
            weights[i] = PASS if s.meld else PASS_LEAD
        total += weights[i]
    return total


def liking(s, seat, action):
    """Many cards, low ones, whole groups, no jokers; and whatever ends the hand."""
    n = bag_size(cards_of(action))
    if goes_out(s, seat, action):
        return WINS
    if ends_badly(s, seat, action):
        return FORBIDDEN
    weight = PER_CARD * n * (TOP + 1 - strength(s, action))
    for _ in range(jokers_of(action)):
        weight *= JOKER_COST
    return weight * SPLIT_COST if splits(s, seat, action) else weight


def strength(s, action):
    """0 to 14: how high a play stands in the order now."""
    low = low_of(action)
    return TOP - low if s.reversed and low != ABOVE_ALL else low


def splits(s, seat, action):
    """Does a play leave behind others of the rank of its lowest card?"""
    natural = action & NATURAL
    if natural == 0:
        return False
    at = 4 * lowest_rank(natural)
    return POP[(s.hand[seat] & ~natural) >> at & ALL_SUITS] > 0


def liking_to_give(s, seat, bag):
    """Low cards, and such as stand alone."""
    weight = 1.0
    rest = bag & NATURAL
    while rest:
        one = rest & -rest
        rest ^= one
        rank = lowest_rank(one)
        alone = POP[s.hand[seat] >> 4 * rank & ALL_SUITS] == 1
        weight *= (13.0 - rank) ** 2 * (3.0 if alone else 1.0)
    return weight if bag <= NATURAL else weight / 1000.0


compile_rules(globals())
