"""Weigh imagined worlds by what others have played (Metropolis et al., 1953).

`history` holds what has been done in this hand, a row of seat and action each. In a world every seat has, at each of
its turns, a known hand; so the likelihood of its actions follows from `expect` (opponent_model.py) for a simple player
and from `prefer_by_weights` (fitted_policy.py) for a good one. A step exchanges two hidden cards and is accepted by
the Metropolis rule: in the long run each world comes as often as it is likely. Used by search/race_kernels.py.
"""
# mypy: ignore-errors, implicit-reexport

import math

from ...core.bits import nth_member, set_size
from ...core.chance import FRACTION_UNIT, random_below
from ...core.kernel import compile_rules
from .actions import JOKER, NATURAL, bag_size, cards_of, subtract_cards
from .exchange import exchange_partner, is_rich, weaker_cards, weakest_card
from .fitted_policy import prefer_by_weights
from .observation import list_known_cards
from .opponent_model import expect
from .rules import OPENER_MUST_PLAY, clear_table, set_leader, sound_actions
from .state import Phase

SIMPLE_ROW, GOOD_ROW = 0, 1         # rows of scores
SIMPLE_PRIOR = 0.8                 # how likely somebody is a simple player, before anything is known
SLIP_RATE = 0.1                  # how often anybody does just anything


def rewind(s, history, laid_later, n):
    """Put what is public of a position back to the opening of its hand.

    laid_later  by action: the cards that its actor lays from there on, as a bag
    """
    for i in range(n - 1, -1, -1):
        actor, cards = history[i, 0], cards_of(history[i, 1])
        laid_later[i] = cards
        for j in range(i + 1, n):
            if history[j, 0] == actor:
                laid_later[i] += laid_later[j]
                break
        s.cards[actor] += bag_size(cards)
    s.live = (1 << s.seats) - 1
    s.place[:] = 0
    s.top = s.reversed = s.back = s.played = s.dry = 0
    s.phase = Phase.PLAY
    clear_table(s)
    s.opening = 1 if s.opener == OPENER_MUST_PLAY else 0
    if n:
        set_leader(s, history[0, 0])


def judge(s, seat, public_states, laid_later, history, n, scores, shares, actions, weights, policy):
    """Write the log-likelihoods of the others' play in a world to scores [kind of player, seat]."""
    for other in range(s.seats):
        scores[SIMPLE_ROW, other] = scores[GOOD_ROW, other] = 0.0
        if other != seat and s.cards[other]:
            scores[SIMPLE_ROW, other], scores[GOOD_ROW, other] = log_likelihoods(s.hand[other], other, public_states,
                                                                                 laid_later, history, n, actions,
                                                                                 weights, policy)


def log_likelihoods(bag, actor, public_states, laid_later, history, n, actions, weights, policy):
    """Return the log-likelihoods of a seat's actions if it holds `bag`: simple player, good player."""
    simple, good = math.log(SIMPLE_PRIOR), math.log(1.0 - SIMPLE_PRIOR)
    for i in range(n):
        if history[i, 0] == actor:
            s = public_states[i]
            s.hand[actor] = bag + laid_later[i]
            m = sound_actions(s, actor, actions)
            at = find_action(history[i, 1], actions, m)
            if m > 1 and at >= 0:
                share = expect(s, actor, actions, m, weights)
                simple += math.log((1.0 - SLIP_RATE) * weights[at] / share + SLIP_RATE / m)
                share = prefer_by_weights(s, actor, actions, m, weights, policy)
                good += math.log((1.0 - SLIP_RATE) * weights[at] / share + SLIP_RATE / m)
    return simple, good


def find_action(action, actions, m):
    """Return the index of an action in a list of m; -1 if it is not there."""
    for i in range(m):
        if actions[i] == action:
            return i
    return -1


def log_add_exp(simple, good):
    """Return log(exp(a) + exp(b)) of two logarithms."""
    return max(simple, good) + math.log(1.0 + math.exp(-abs(simple - good)))


def reconsider(s, seat, public_states, laid_later, history, n, scores, shares, steps, actions, weights, policy, x):
    """Try to exchange two hidden cards of a world, `steps` times; returns the generator's next state."""
    hidden = 0
    for other in range(s.seats):
        if other != seat and s.live >> other & 1 and s.cards[other] > bag_size(list_known_cards(s, seat, other)):
            hidden |= 1 << other
    many = set_size(hidden)
    if many < 2:
        return x
    for _ in range(steps):
        i, x = random_below(x, many)
        j, x = random_below(x, many - 1)
        one, two = nth_member(hidden, i), nth_member(hidden, j + 1 if j >= i else j)
        mine, x = sample_card(subtract_cards(s.hand[one], list_known_cards(s, seat, one)), x)
        yours, x = sample_card(subtract_cards(s.hand[two], list_known_cards(s, seat, two)), x)
        if can_hold_card(s, seat, one, yours) and can_hold_card(s, seat, two, mine):
            x = try_swap(s, one, two, mine, yours, public_states, laid_later, history, n, scores, actions, weights,
                         policy, x)
    for other in range(s.seats):
        shares[other] = 1.0 / (1.0 + math.exp(scores[GOOD_ROW, other] - scores[SIMPLE_ROW, other]))
    return x


def try_swap(s, one, two, mine, yours, public_states, laid_later, history, n, scores, actions, weights, policy, x):
    """Exchange two cards if the Metropolis rule accepts that; returns the generator's next state."""
    a, b = s.hand[one] - mine + yours, s.hand[two] - yours + mine
    first, first_good = log_likelihoods(a, one, public_states, laid_later, history, n, actions, weights, policy)
    second, second_good = log_likelihoods(b, two, public_states, laid_later, history, n, actions, weights, policy)
    gain = log_add_exp(first, first_good) + log_add_exp(second, second_good) \
        - log_add_exp(scores[SIMPLE_ROW, one], scores[GOOD_ROW, one]) - log_add_exp(scores[SIMPLE_ROW, two],
                                                                                    scores[GOOD_ROW, two])
    r, x = random_below(x, FRACTION_UNIT)
    if math.log((r + 0.5) / FRACTION_UNIT) < gain:
        s.hand[one], s.hand[two] = a, b
        scores[SIMPLE_ROW, one], scores[GOOD_ROW, one] = first, first_good
        scores[SIMPLE_ROW, two], scores[GOOD_ROW, two] = second, second_good
    return x


def sample_card(bag, x):
    """Return a random card of a bag, and the generator's next state."""
    natural = bag & NATURAL
    i, x = random_below(x, bag_size(bag))
    return (1 << nth_member(natural, i) if i < set_size(natural) else JOKER), x


def can_hold_card(s, seat, other, card):
    """Tell whether another seat can hold a card: who gave its strongest cards holds none stronger."""
    if not is_rich(s, seat) or exchange_partner(s, seat) != other:
        return True
    limit = weakest_card(s.gave[other])
    return limit == JOKER or card & weaker_cards(limit) != 0


compile_rules(globals(), makers="log_likelihoods")
