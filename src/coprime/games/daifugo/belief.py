"""What a master expects of others at a table of Daifugo: that they play by rules of thumb.

Most players do, people and simple programs alike: the cheapest cards that fit, and a pass where a trick costs more than
it is worth.  It is the casual bot's rule (bots.py), as a distribution over the listed actions.
"""

from ...core.kernel import compile_rules
from .effects import ends_badly, goes_out
from .features import liking_to_give, splits, strength
from .plays import bag_size, cards_of, gift_of, jokers_of
from .state import Phase
from .style import fewest

JOKER_WORTH, SPLIT_WORTH, CARD_WORTH = 7, 4, 4
RISK, LATE_RISK, ANY_RISK = 9, 12, 40       # what a trick may cost: early, with few cards left, near somebody's end
LATE, OWN_END, OTHERS_END = 7, 4, 3
FREE = -1e9                 # what the last cards cost
FORBIDDEN = 50              # and what those cost that are forbidden as the last: more than any trick is worth
ODD = 0.002                 # of anything else, so that nothing is impossible


def expect(s, seat, actions, n, weights):
    """How likely `seat` takes each of its n listed actions, to weights; returns their sum."""
    if s.phase == Phase.EXCHANGE:
        return expect_gift(s, seat, actions, n, weights)
    least, equals, passing = 1e9, 0, -1
    for i in range(n):
        if actions[i] == 0:
            passing = i
            continue
        cost = cost_of(s, seat, actions[i])
        weights[i] = cost
        if cost < least:
            least, equals = cost, 1
        elif cost == least:
            equals += 1
    passes = passing >= 0 and (equals == 0 or s.meld != 0 and least > risk(s, seat))
    for i in range(n):
        if i == passing:
            weights[i] = 1.0 if passes else ODD
        else:
            weights[i] = 1.0 / equals if not passes and weights[i] == least else ODD
    total = 0.0
    for i in range(n):
        total += weights[i]
    return total


def expect_gift(s, seat, actions, n, weights):
    """The lowest cards."""
    total = 0.0
    for i in range(n):
        weights[i] = liking_to_give(s, seat, gift_of(actions[i])) ** 3
        total += weights[i]
    return total


def cost_of(s, seat, action):
    """What a play takes out of a hand: height, jokers, a torn group; less what many cards at once are worth."""
    n = bag_size(cards_of(action))
    if goes_out(s, seat, action):
        return FREE
    gain = CARD_WORTH * (n - 1) if s.meld == 0 else 0
    torn = SPLIT_WORTH if splits(s, seat, action) else 0
    last = FORBIDDEN if ends_badly(s, seat, action) else 0
    return strength(s, action) + JOKER_WORTH * jokers_of(action) + torn + last - gain


def risk(s, seat):
    """How much a trick is worth."""
    own = s.cards[seat]
    if own <= OWN_END or fewest(s, seat) <= OTHERS_END:
        return ANY_RISK
    return LATE_RISK if own <= LATE else RISK


compile_rules(globals(), makers="")
