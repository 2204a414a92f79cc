"""Predict what simple players of Daifugo do, as probabilities of the listed actions.

Most players, people and simple programs alike, play by rules of thumb: the cheapest cards that fit, and a pass where a
trick costs more than it is worth.  It is the casual bot's rule (bots.py).  The race (search/race_kernels.py) plays some
of the others this way.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .actions import bag_size, cards_of, count_play_jokers, gift_of
from .effects import ends_on_forbidden, goes_out
from .fitted_policy import fewest_cards_held
from .heuristics import gift_preference, play_strength, splits_group
from .state import Phase

JOKER_WORTH, SPLIT_WORTH, CARD_WORTH = 7, 4, 4
RISK, LATE_RISK, ANY_RISK = 9, 12, 40       # what a trick may cost: early, with few cards left, near somebody's end
LATE, OWN_END, OTHERS_END = 7, 4, 3
LAST_CARDS_COST = -1e9                 # what the last cards cost
FORBIDDEN_COST = 50              # and what those cost that are forbidden as the last: more than any trick is worth
ODD_CHANCE = 0.002                 # of anything else, so that nothing is impossible


def expect(s, seat, actions, n, weights):
    """Write how likely `seat` takes each of its n listed actions to weights; returns their sum."""
    if s.phase == Phase.EXCHANGE:
        return expect_gift(s, seat, actions, n, weights)
    least, equals, passing = 1e9, 0, -1
    for i in range(n):
        if actions[i] == 0:
            passing = i
            continue
        cost = play_cost(s, seat, actions[i])
        weights[i] = cost
        if cost < least:
            least, equals = cost, 1
        elif cost == least:
            equals += 1
    passes = passing >= 0 and (equals == 0 or s.meld != 0 and least > acceptable_cost(s, seat))
    for i in range(n):
        if i == passing:
            weights[i] = 1.0 if passes else ODD_CHANCE
        else:
            weights[i] = 1.0 / equals if not passes and weights[i] == least else ODD_CHANCE
    total = 0.0
    for i in range(n):
        total += weights[i]
    return total


def expect_gift(s, seat, actions, n, weights):
    """Write how likely each gift is: low cards, and such as stand alone; returns the sum."""
    total = 0.0
    for i in range(n):
        weights[i] = gift_preference(s, seat, gift_of(actions[i])) ** 3
        total += weights[i]
    return total


def play_cost(s, seat, action):
    """Return what a play takes out of a hand: height, jokers, torn groups; less a bonus for many cards."""
    n = bag_size(cards_of(action))
    if goes_out(s, seat, action):
        return LAST_CARDS_COST
    gain = CARD_WORTH * (n - 1) if s.meld == 0 else 0
    torn = SPLIT_WORTH if splits_group(s, seat, action) else 0
    last = FORBIDDEN_COST if ends_on_forbidden(s, seat, action) else 0
    return play_strength(s, action) + JOKER_WORTH * count_play_jokers(action) + torn + last - gain


def acceptable_cost(s, seat):
    """Return the highest cost at which a trick is still worth a play."""
    own = s.cards[seat]
    if own <= OWN_END or fewest_cards_held(s, seat) <= OTHERS_END:
        return ANY_RISK
    return LATE_RISK if own <= LATE else RISK


compile_rules(globals(), makers="")
