"""Rounds that the network of `master_value` plays with itself and learns from, compiled.

Temporal differences: what a hand is worth after a discard is what comes out, mixed with what the same seat thinks a
turn later (R. S. Sutton, "Learning to predict by the methods of temporal differences", 1988); steps by AdaGrad (Duchi,
Hazan, Singer, 2011).
"""

import math

from ...core.arrays import copy_first
from ...core.chance import seed_from
from ...core.kernel import compile_rules
from ...core.seats import CHANCE
from .going_out import deadwood_of
from .master_turn import ACTION, DIGIT, INPUTS, VIEW, after_drawing, before_drawing
from .master_value import BLIND, HIDDEN, OUT, STAY, UNIT, gather, say, weigh
from .rules import apply, number_of, verb_of
from .state import NOBODY, Phase, Verb
from .tables import MOST_DEADWOOD, PENALTY, PER_DEADWOOD


def learn(w, past, start, rounds, mix, rate, x):
    """Play so many rounds, and learn from each; returns the generator's next state.

    past    what is remembered of a round, and of all steps so far: see master_learning.Past
    start   [0]: the position before a deal
    mix     how much of the result is handed back from turn to turn; the rest is what the seat thought
    """
    s = w.states[VIEW]
    for _ in range(rounds):
        w.states[VIEW] = start[0]
        past.turns[:] = 0
        while s.rounds == 0:
            if s.phase == Phase.TURN:
                draw(s, s.turn, w, past)
            elif s.phase == Phase.DRAWN:
                play(s, s.turn, w, past, rate)
            else:
                seed, x = seed_from(x)
                apply(s, CHANCE, seed)
        for seat in range(2):
            gain = 0.0 if s.out == NOBODY else s.gain if s.out == seat else -s.gain
            look_back(w, past, seat, gain / UNIT, mix, rate)
    return x


def draw(s, seat, w, past):
    """A seat goes out or draws; from the draw pile, what it knew is remembered."""
    action = before_drawing(s, seat, w)
    past.blind[0] = w.counts[INPUTS] if action == Verb.DRAW and s.height > 0 else 0
    copy_first(w.at, past.blind[0], past.blind_at)
    copy_first(w.much, past.blind[0], past.blind_much)
    apply(s, seat, action)


def play(s, seat, w, past, rate):
    """A seat goes out or discards; what it knew is remembered, and what the card drawn blindly was worth is learnt."""
    worth = after_drawing(s, seat, s.hand[seat], s.cards[seat], s.taken, w)
    action, digit, m = w.chosen[ACTION], w.chosen[DIGIT], past.blind[0]
    if verb_of(action) == Verb.DISCARD:
        remember(s, seat, number_of(action), digit, worth, w, past)
    if m:
        weigh(past.blind_at, past.blind_much, m, w.net)
        teach(w.net, past, past.blind_at, past.blind_much, m, BLIND, worth, rate)
    apply(s, seat, action)


def remember(s, seat, kind, digit, worth, w, past):
    i = past.turns[seat]
    m = gather(s, seat, s.hand[seat], s.cards[seat], digit, kind, w)
    copy_first(w.at, m, past.at[seat, i])
    copy_first(w.much, m, past.much[seat, i])
    past.many[seat, i], past.thought[seat, i] = m, worth
    past.theirs[seat, i] = deadwood_of(s.hand[1 - seat], s.cards[1 - seat])
    past.turns[seat] = i + 1


def look_back(w, past, seat, result, mix, rate):
    """From a seat's last turn to its first, learn what came out, and what the other had left over then."""
    for i in range(past.turns[seat] - 1, -1, -1):
        at, much, m = past.at[seat, i], past.much[seat, i], past.many[seat, i]
        weigh(at, much, m, w.net)
        teach(w.net, past, at, much, m, STAY, result, rate)
        for own in range(MOST_DEADWOOD + 1):
            more = past.theirs[seat, i] - own
            gain = -PENALTY if own > 0 and more <= 0 else PER_DEADWOOD * more
            teach(w.net, past, at, much, m, OUT + own, gain / UNIT, rate)
        result = mix * result + (1 - mix) * past.thought[seat, i]


def teach(net, past, at, much, m, what, result, rate):
    """Move what the network says towards a result, after `weigh`."""
    missed = result - say(what, at, much, m, net)
    for i in range(m):
        for h in range(HIDDEN):
            if net.units[h] > 0:
                step(net.inner, past.inner, at[i], h, missed * net.outer[what, h] * much[i], rate)
        step(net.direct, past.direct, what, at[i], missed * much[i], rate)
    for h in range(HIDDEN):
        if net.units[h] > 0:
            step(net.outer, past.outer, what, h, missed * net.units[h], rate)


def step(weights, squares, i, j, slope, rate):
    squares[i, j] += slope * slope
    weights[i, j] += rate * slope / math.sqrt(squares[i, j])


compile_rules(globals(), makers="")
