"""Fit the weights of fitted_policy.py by self-play: what was done in games that went better gains weight.

REINFORCE (Williams, 1992) for a linear softmax.  Every deal is played several times.  The baseline of a seat's result
is the mean of its other results on the same deal, so that good cards are not taken for good play.  Used by
expert/learning.py.
"""
# mypy: ignore-errors, implicit-reexport

import math

from ...core.arrays import copy_first
from ...core.bits import lowest_member
from ...core.chance import random_below, sample_index, seed_from
from ...core.kernel import compile_rules
from ...core.seats import CHANCE
from .actions import NATURAL
from .effects import goes_out
from .fitted_policy import (
    ANSWERS,
    QUESTIONS,
    cards_in_runs,
    count_distinct_ranks,
    describe_action,
    description_score,
    fewest_cards_held,
    list_unplaced_cards,
)
from .opponent_model import expect
from .rules import apply, is_between_hands, returns, sound_actions, to_act
from .state import Phase


def accumulate_policy_gradient(states, words, style_weights, gradient, logprob_grads, results, listed, weights, codes,
                               deals, repeats, x):
    """Play deals several times and add the policy gradient to `gradient`; return the next random state.

    states         states[0] is a match that has begun, states[1:3] are work space; words are the same bytes
    logprob_grads  work array [repeat, seat, weight]; results: work array [repeat, seat]
    listed, weights, codes  work arrays, by listed action
    """
    for _ in range(deals):
        copy_first(words[0], len(words[0]), words[1])
        x = deal_training_hand(states[1], x)
        simple, x = random_below(x, 1 << states[1].seats)          # the seats that play by rules of thumb
        for time in range(repeats):
            copy_first(words[1], len(words[1]), words[2])
            logprob_grads[time] = 0.0
            x = play_hand(states[2], style_weights, logprob_grads[time], simple, listed, weights, codes, x)
            returns(states[2], results[time])
        add_weighted_gradients(states[0].seats, gradient, logprob_grads, results, repeats)
    return x


def deal_training_hand(s, x):
    """Deal a hand; every second one begins with an exchange, by ranks that are drawn."""
    kind, x = random_below(x, 2)
    if kind:
        for seat in range(s.seats):
            s.rank[seat] = seat + 1
        s.hands = 1
    seed, x = seed_from(x)
    apply(s, CHANCE, seed)
    return x


def play_hand(s, style_weights, logprob_grads, simple_seats, listed, weights, codes, x):
    """Play one hand to its end; sums for each seat the gradient of the log-probability of all that it did.

    simple_seats  set of seats that play by rules of thumb
    """
    while not is_between_hands(s):
        seat = lowest_member(to_act(s))
        if seat == CHANCE:
            seed, x = seed_from(x)
            apply(s, CHANCE, seed)
            continue
        n = sound_actions(s, seat, listed)
        if s.phase == Phase.EXCHANGE or simple_seats >> seat & 1:
            i, x = sample_index(weights, n, expect(s, seat, listed, n, weights), x)
        else:
            i, x = sample_action(s, seat, n, style_weights, logprob_grads[seat], listed, weights, codes, x)
        apply(s, seat, listed[i])
    return x


def sample_action(s, seat, n, style_weights, logprob_grad, listed, weights, codes, x):
    """Draw an action's index by the softmax, and add the gradient of its log-probability."""
    if n == 1:
        return 0, x
    hand, unseen = s.hand[seat], list_unplaced_cards(s, seat)
    ranks, runs, least = count_distinct_ranks(hand & NATURAL), cards_in_runs(hand & NATURAL), fewest_cards_held(s, seat)
    total = 0.0
    for i in range(n):
        if goes_out(s, seat, listed[i]):
            return i, x
        codes[i] = describe_action(s, seat, listed[i], hand, unseen, ranks, runs, least)
        weights[i] = math.exp(description_score(style_weights, codes[i]))
        total += weights[i]
    chosen, x = sample_index(weights, n, total, x)
    for i in range(n):
        amount = (1.0 if i == chosen else 0.0) - weights[i] / total
        for question in range(QUESTIONS):
            logprob_grad[question * ANSWERS + (codes[i] >> 8 * question & 255)] += amount
    return chosen, x


def add_weighted_gradients(seats, gradient, logprob_grads, results, repeats):
    """Add each seat's gradients, weighted by its advantage over the mean of its other results on the deal."""
    for seat in range(seats):
        total = 0.0
        for time in range(repeats):
            total += results[time, seat]
        for time in range(repeats):
            gain = (results[time, seat] - total / repeats) * repeats / (repeats - 1)
            if gain != 0.0:
                for i in range(len(gradient)):
                    gradient[i] += gain * logprob_grads[time, seat, i]


compile_rules(globals())
