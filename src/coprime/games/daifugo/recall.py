"""What others' play tells of their hands: worlds in which they had reason to do what they did come more often.

`told` holds what has been done in this hand, a row of seat and action each.  Every world gives each seat the hand that
it had at each of its turns, so it can be said how likely it was to act as it did (`expect` of belief.py).  Two hidden
cards change places, and stay so by the rule of Metropolis (1953): in the long run each world comes as often as it is
likely.
"""

import math

from ...core.bits import nth_member, set_size
from ...core.chance import below
from ...core.kernel import compile_rules
from .belief import expect
from .exchange import is_rich, partner, weaker_than, weakest
from .observation import known
from .plays import JOKER, NATURAL, bag_size, cards_of, taken_from
from .rules import MUST_PLAY, clear_table, lead, sound_actions
from .state import Phase
from .style import prefer

UNIT = 1 << 30
SIMPLE, GOOD = 0, 1         # rows of scores
OFTEN = 0.8                 # how likely somebody is a simple player, before anything is known
SLIP = 0.1                  # how often anybody does just anything


def rewind(s, told, later, n):
    """Put what is public of a position back to the opening of its hand; notes what each actor lays from there on."""
    for i in range(n - 1, -1, -1):
        actor, cards = told[i, 0], cards_of(told[i, 1])
        later[i] = cards
        for j in range(i + 1, n):
            if told[j, 0] == actor:
                later[i] += later[j]
                break
        s.cards[actor] += bag_size(cards)
    s.live = (1 << s.seats) - 1
    s.place[:] = 0
    s.top = s.reversed = s.back = s.played = s.dry = 0
    s.phase = Phase.PLAY
    clear_table(s)
    s.opening = 1 if s.opener == MUST_PLAY else 0
    if n:
        lead(s, told[0, 0])


def judge(s, seat, before, later, told, n, scores, shares, actions, weights):
    """How likely each other seat's play was in a world: logarithms, to scores."""
    for other in range(s.seats):
        scores[SIMPLE, other] = scores[GOOD, other] = 0.0
        if other != seat and s.cards[other]:
            scores[SIMPLE, other], scores[GOOD, other] = reason(s.hand[other], other, before, later, told, n, actions,
                                                                weights)


def reason(bag, who, before, later, told, n, actions, weights):
    """How likely a seat that holds a bag now would have acted as it did, by a simple player and by a good one."""
    simple, good = math.log(OFTEN), math.log(1.0 - OFTEN)
    for i in range(n):
        if told[i, 0] == who:
            s = before[i]
            s.hand[who] = bag + later[i]
            m = sound_actions(s, who, actions)
            at = place_of(told[i, 1], actions, m)
            if m > 1 and at >= 0:
                share = expect(s, who, actions, m, weights)
                simple += math.log((1.0 - SLIP) * weights[at] / share + SLIP / m)
                share = prefer(s, who, actions, m, weights)
                good += math.log((1.0 - SLIP) * weights[at] / share + SLIP / m)
    return simple, good


def place_of(action, actions, m):
    """Where an action stands in a list; -1 where it does not."""
    for i in range(m):
        if actions[i] == action:
            return i
    return -1


def either(simple, good):
    """The logarithm of how likely it is that one or the other did something."""
    return max(simple, good) + math.log(1.0 + math.exp(-abs(simple - good)))


def reconsider(s, seat, before, later, told, n, scores, shares, steps, actions, weights, x):
    """So many tries to exchange two hidden cards of a world; returns the generator's next state."""
    hidden = 0
    for other in range(s.seats):
        if other != seat and s.live >> other & 1 and s.cards[other] > bag_size(known(s, seat, other)):
            hidden |= 1 << other
    many = set_size(hidden)
    if many < 2:
        return x
    for _ in range(steps):
        i, x = below(x, many)
        j, x = below(x, many - 1)
        one, two = nth_member(hidden, i), nth_member(hidden, j + 1 if j >= i else j)
        mine, x = some_card(taken_from(s.hand[one], known(s, seat, one)), x)
        yours, x = some_card(taken_from(s.hand[two], known(s, seat, two)), x)
        if may_hold(s, seat, one, yours) and may_hold(s, seat, two, mine):
            x = try_swap(s, one, two, mine, yours, before, later, told, n, scores, actions, weights, x)
    for other in range(s.seats):
        shares[other] = 1.0 / (1.0 + math.exp(scores[GOOD, other] - scores[SIMPLE, other]))
    return x


def try_swap(s, one, two, mine, yours, before, later, told, n, scores, actions, weights, x):
    """Let two cards change places, if that is likely enough."""
    a, b = s.hand[one] - mine + yours, s.hand[two] - yours + mine
    first, first_good = reason(a, one, before, later, told, n, actions, weights)
    second, second_good = reason(b, two, before, later, told, n, actions, weights)
    gain = either(first, first_good) + either(second, second_good) \
        - either(scores[SIMPLE, one], scores[GOOD, one]) - either(scores[SIMPLE, two], scores[GOOD, two])
    r, x = below(x, UNIT)
    if math.log((r + 0.5) / UNIT) < gain:
        s.hand[one], s.hand[two] = a, b
        scores[SIMPLE, one], scores[GOOD, one] = first, first_good
        scores[SIMPLE, two], scores[GOOD, two] = second, second_good
    return x


def some_card(bag, x):
    """Any card of a bag, and the generator's next state."""
    natural = bag & NATURAL
    i, x = below(x, bag_size(bag))
    return (1 << nth_member(natural, i) if i < set_size(natural) else JOKER), x


def may_hold(s, seat, other, card):
    """Whoever gave this seat their strongest cards holds none stronger."""
    if not is_rich(s, seat) or partner(s, seat) != other:
        return True
    limit = weakest(s.gave[other])
    return limit == JOKER or card & weaker_than(limit) != 0


compile_rules(globals(), makers="reason")
