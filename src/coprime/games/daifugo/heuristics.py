"""Action priors of Daifugo for the search and its playouts: what a sensible player likes."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .actions import (
    ABOVE_ALL,
    ALL_SUITS,
    NATURAL,
    SUIT_COUNTS,
    bag_size,
    cards_of,
    count_play_jokers,
    gift_of,
    lowest_column,
    lowest_rank,
    verb_of,
)
from .effects import ends_on_forbidden, goes_out
from .state import Verb

LAST_CARDS_PREFERENCE = 1000.0               # the last cards
FORBIDDEN_PREFERENCE = 0.01            # those that are forbidden as the last
PASS_PREFERENCE, PASS_LEAD_PREFERENCE = 3.0, 0.2
CARD_PREFERENCE = 2.0
TOP_STRENGTH = 14.0
JOKER_FACTOR = 0.25           # of a play's weight, for each joker in it
SPLIT_FACTOR = 0.4            # for a group that is torn


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    total = 0.0
    for i in range(n):
        verb = verb_of(actions[i])
        if verb == Verb.PLAY:
            weights[i] = action_preference(s, seat, actions[i])
        elif verb == Verb.GIVE:
            weights[i] = gift_preference(s, seat, gift_of(actions[i]))
        else:
            weights[i] = PASS_PREFERENCE if s.meld else PASS_LEAD_PREFERENCE
        total += weights[i]
    return total


def action_preference(s, seat, action):
    """Return the preference for a play: many low cards, whole groups, no jokers; most to end the hand."""
    n = bag_size(cards_of(action))
    if goes_out(s, seat, action):
        return LAST_CARDS_PREFERENCE
    if ends_on_forbidden(s, seat, action):
        return FORBIDDEN_PREFERENCE
    weight = CARD_PREFERENCE * n * (TOP_STRENGTH + 1 - play_strength(s, action))
    for _ in range(count_play_jokers(action)):
        weight *= JOKER_FACTOR
    return weight * SPLIT_FACTOR if splits_group(s, seat, action) else weight


def play_strength(s, action):
    """Return how high a play stands in the order now, 0 to 14."""
    low = lowest_column(action)
    return TOP_STRENGTH - low if s.reversed and low != ABOVE_ALL else low


def splits_group(s, seat, action):
    """Tell whether a play leaves others of the rank of its lowest card in the hand."""
    natural = action & NATURAL
    if natural == 0:
        return False
    at = 4 * lowest_rank(natural)
    return SUIT_COUNTS[(s.hand[seat] & ~natural) >> at & ALL_SUITS] > 0


def gift_preference(s, seat, bag):
    """Return the preference for a gift: low cards, and such as stand alone."""
    weight = 1.0
    rest = bag & NATURAL
    while rest:
        one = rest & -rest
        rest ^= one
        rank = lowest_rank(one)
        alone = SUIT_COUNTS[s.hand[seat] >> 4 * rank & ALL_SUITS] == 1
        weight *= (13.0 - rank) ** 2 * (3.0 if alone else 1.0)
    return weight if bag <= NATURAL else weight / 1000.0


compile_rules(globals())
