"""Games that the network of `master_value` plays with itself and learns from, compiled.

Temporal differences: a position is worth what comes out, mixed with what the network says of the positions between
(R. S. Sutton, "Learning to predict by the methods of temporal differences", 1988); steps by AdaGrad (Duchi, Hazan,
Singer, 2011).
"""

import math

from ...core.chance import below
from ...core.kernel import compile_rules
from ...core.seats import CHANCE
from .master_turn import best_turn
from .master_value import ALWAYS, HIDDEN, gather, roller, weigh
from .rules import Phase, apply, chance_outcomes, to_act

LONGEST = 200           # turns of a game that is learnt from
UNIT = 1 << 30          # a random fraction is one of this many


def learn(w, past, games, start, most, mix, rate, x):
    """Play so many games from a state, and learn from each; returns the generator's next state.

    past    what is remembered of a game's turns and of all steps so far, see master_learning.Past
    mix     how much of the result is handed back from turn to turn; the rest is what the network says
    """
    s = w.states[0]
    for _ in range(games):
        w.states[0] = start[0]
        n = 0
        while s.phase != Phase.OVER and n < LONGEST:
            if to_act(s) == 1 << CHANCE:
                x = throw(s, w, x)
                continue
            best_turn(s, s.turn, most, w, w.reply)
            w.states[0] = w.reply[0]
            if s.phase != Phase.OVER:
                past.count[n] = gather(s, w.reach, past.at[n], past.much[n])
                past.chance[n] = weigh(past.at[n], past.much[n], past.count[n], w.inner, w.outer, w.units)
                past.roller[n] = roller(s)
                n += 1
        if s.phase == Phase.OVER:
            look_back(w, past, n, 1.0 if s.place[0] == 1 else 0.0, mix, rate)
    return x


def throw(s, w, x):
    """CHANCE acts; returns the generator's next state."""
    n = chance_outcomes(s, w.actions, w.weights)
    total = 0.0
    for i in range(n):
        total += w.weights[i]
    r, x = below(x, UNIT)
    at, i = r / UNIT * total, 0
    while i < n - 1 and at >= w.weights[i]:
        at -= w.weights[i]
        i += 1
    apply(s, CHANCE, w.actions[i])
    return x


def look_back(w, past, n, result, mix, rate):
    """From the last of n turns to the first, learn what came out for seat 0."""
    for i in range(n - 1, -1, -1):
        of_roller = past.roller[i] == 0
        at, much, count = past.at[i], past.much[i], past.count[i]
        missed = (result if of_roller else 1 - result) - weigh(at, much, count, w.inner, w.outer, w.units)
        for j in range(count):
            for h in range(HIDDEN):
                if w.units[h] > 0:
                    step(w.inner, past.inner, at[j], h, missed * w.outer[h] * much[j], rate)
            if at[j] >= ALWAYS:
                step_one(w.outer, past.outer, HIDDEN + at[j] - ALWAYS, missed * much[j], rate)
        for h in range(HIDDEN):
            if w.units[h] > 0:
                step_one(w.outer, past.outer, h, missed * w.units[h], rate)
        said = past.chance[i] if of_roller else 1 - past.chance[i]
        result = mix * result + (1 - mix) * said


def step(weights, squares, i, h, slope, rate):
    squares[i, h] += slope * slope
    weights[i, h] += rate * slope / math.sqrt(squares[i, h])


def step_one(weights, squares, i, slope, rate):
    squares[i] += slope * slope
    weights[i] += rate * slope / math.sqrt(squares[i])


compile_rules(globals())
