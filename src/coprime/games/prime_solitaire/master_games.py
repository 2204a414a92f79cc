"""Games that the network of `master_value` plays and learns from, compiled.

Temporal differences: what a position is worth is what comes out, mixed with what is thought of it later (R. S. Sutton,
"Learning to predict by the methods of temporal differences", 1988); steps by AdaGrad (Duchi, Hazan, Singer, 2011).
"""

import math

from ...core.arrays import copy_first
from ...core.chance import below, seed_from
from ...core.kernel import compile_rules
from ...core.seats import CHANCE
from .master_player import LEVELS, thought
from .master_value import HIDDEN, gather, say
from .master_windows import list_windows, renew
from .offers import list_sets
from .player import TURN
from .rules import apply
from .state import Outcome, Phase
from .tables import KINDS

SLIP = 48           # one choice in so many is any
EVERY = 8           # of the turns without a choice, one in so many is remembered


def learn(state, start, games, w, past, mix, rate, x):
    """Play so many games, of all levels alike; returns how many were won, and the generator's next state.

    start  [0]: the position before a deal
    past   what is remembered of a game, and of all steps so far: see `master_learning.Past`
    mix    how much of the result is handed back from position to position; the rest is what was thought
    """
    won, s = 0, state[0]
    for i in range(games):
        state[0] = start[0]
        s.level = LEVELS[0] + i % (LEVELS[1] - LEVELS[0] + 1)
        seed, x = seed_from(x)
        apply(s, CHANCE, seed)
        n, x = play(s, w, past, x)
        won += s.outcome == Outcome.WON
        look_back(w, past, n, 1.0 if s.outcome == Outcome.WON else 0.0, mix, rate)
    return won, x


def play(s, w, past, x):
    """A game; returns how many positions are remembered, and the generator's next state."""
    remembered = 0
    list_windows(s, w)
    while s.phase == Phase.PLAY:
        n, action = list_sets(s.foundation, s.card, s.there, s.stack, s.height, w.out, 0), TURN
        slip, x = below(x, SLIP * EVERY)
        if n or slip < SLIP:
            copy_first(s.unseen, KINDS, w.unseen)
            renew(s.card, s.there, s.left, w)
        if n:
            action, _ = thought(s, s.there, s.stack, s.height, s.left, n, w, False)
            if slip < EVERY:
                i, x = below(x, n)
                action = w.out[i]
        if action == TURN and (n or slip < SLIP):
            remember(s, w, past, remembered)
            remembered += 1
        apply(s, 0, action)
    return remembered, x


def remember(s, w, past, n):
    m = gather(s.foundation, s.card, s.there, s.stack, s.height, s.left, w)
    copy_first(w.at, m, past.at[n])
    copy_first(w.much, m, past.much[n])
    past.many[n] = m


def look_back(w, past, n, result, mix, rate):
    """From the last position to the first, learn what came out."""
    for i in range(n - 1, -1, -1):
        m = past.many[i]
        copy_first(past.at[i], m, w.at)
        copy_first(past.much[i], m, w.much)
        chance = 1.0 / (1.0 + math.exp(-say(m, w)))
        teach(w, past, m, result - chance, rate)
        result = mix * result + (1.0 - mix) * chance


def teach(w, past, m, missed, rate):
    """Move what the network says, after `say`."""
    net = w.net
    for i in range(m):
        k, x = w.at[i], w.much[i]
        row, squares = net.inner[k], past.inner[k]
        for h in range(HIDDEN):
            if net.units[h] > 0:
                slope = missed * net.outer[h] * x
                squares[h] += slope * slope
                row[h] += rate * slope / math.sqrt(squares[h])
        step(net.direct, past.direct, k, missed * x, rate)
    for h in range(HIDDEN):
        if net.units[h] > 0:
            step(net.outer, past.outer, h, missed * net.units[h], rate)


def step(weights, squares, i, slope, rate):
    squares[i] += slope * slope
    weights[i] += rate * slope / math.sqrt(squares[i])


compile_rules(globals(), makers="")
