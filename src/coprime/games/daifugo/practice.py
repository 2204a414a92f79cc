"""Fitting the weights of style.py by play with itself: what was done in games that went better gains weight.

REINFORCE (Williams, 1992) for a linear softmax.  Every deal is played several times, and a seat's result counts by how
it differs from the mean of its other results on that deal, so that good cards are not taken for good play.
"""

import math

from ...core.arrays import copy_first
from ...core.bits import lowest_member
from ...core.chance import below, seed_from
from ...core.kernel import compile_rules
from ...core.seats import CHANCE
from .belief import expect
from .effects import goes_out
from .plays import NATURAL
from .rules import apply, is_between_hands, returns, sound_actions, to_act
from .state import Phase
from .style import ANSWERS, QUESTIONS, count_ranks, describe, fewest, in_runs, score, unplaced

UNIT = 1 << 30


def fraction(x):
    r, x = below(x, UNIT)
    return r / UNIT, x


def drawn(weights, n, total, x):
    """An index below n, each as likely as its share of the total."""
    at, x = fraction(x)
    at *= total
    for i in range(n - 1):
        at -= weights[i]
        if at < 0:
            return i, x
    return n - 1, x


def learn(states, words, table, gradient, slopes, results, work, weights, codes, deals, times, x):
    """Play so many deals, each so many times, and add to `gradient` what would have made results better.

    states[0] is a match that has begun; slopes [time, seat, weight] and results [time, seat] are work arrays.
    """
    for _ in range(deals):
        copy_first(words[0], len(words[0]), words[1])
        x = deal_any(states[1], x)
        simple, x = below(x, 1 << states[1].seats)          # the seats that play by rules of thumb
        for time in range(times):
            copy_first(words[1], len(words[1]), words[2])
            slopes[time] = 0.0
            x = play(states[2], table, slopes[time], simple, work, weights, codes, x)
            returns(states[2], results[time])
        credit(states[0].seats, gradient, slopes, results, times)
    return x


def deal_any(s, x):
    """A deal; in every second one cards are exchanged, by ranks that are drawn."""
    kind, x = below(x, 2)
    if kind:
        for seat in range(s.seats):
            s.rank[seat] = seat + 1
        s.hands = 1
    seed, x = seed_from(x)
    apply(s, CHANCE, seed)
    return x


def play(s, table, slopes, simple, work, weights, codes, x):
    """One hand to its end; notes for each seat the slope of the chance of all that it did."""
    while not is_between_hands(s):
        seat = lowest_member(to_act(s))
        if seat == CHANCE:
            seed, x = seed_from(x)
            apply(s, CHANCE, seed)
            continue
        n = sound_actions(s, seat, work)
        if s.phase == Phase.EXCHANGE or simple >> seat & 1:
            i, x = drawn(weights, n, expect(s, seat, work, n, weights), x)
        else:
            i, x = choose(s, seat, n, table, slopes[seat], work, weights, codes, x)
        apply(s, seat, work[i])
    return x


def choose(s, seat, n, table, slope, work, weights, codes, x):
    """Draw an action by the weights in `table`, and note the slope."""
    if n == 1:
        return 0, x
    hand, unseen = s.hand[seat], unplaced(s, seat)
    ranks, runs, least = count_ranks(hand & NATURAL), in_runs(hand & NATURAL), fewest(s, seat)
    total = 0.0
    for i in range(n):
        if goes_out(s, seat, work[i]):
            return i, x
        codes[i] = describe(s, seat, work[i], hand, unseen, ranks, runs, least)
        weights[i] = math.exp(score(table, codes[i]))
        total += weights[i]
    chosen, x = drawn(weights, n, total, x)
    for i in range(n):
        amount = (1.0 if i == chosen else 0.0) - weights[i] / total
        for question in range(QUESTIONS):
            slope[question * ANSWERS + (codes[i] >> 8 * question & 255)] += amount
    return chosen, x


def credit(seats, gradient, slopes, results, times):
    """Every slope by how much better than its others a seat's result was."""
    for seat in range(seats):
        total = 0.0
        for time in range(times):
            total += results[time, seat]
        for time in range(times):
            gain = (results[time, seat] - total / times) * times / (times - 1)
            if gain != 0.0:
                for i in range(len(gradient)):
                    gradient[i] += gain * slopes[time, seat, i]


compile_rules(globals())
