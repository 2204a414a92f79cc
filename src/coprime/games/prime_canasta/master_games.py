"""Games from which a network of `master_value` learns, compiled: half of them against itself, and half of them one
side's against the rule of thumb of the search's playouts.

Temporal differences: what the rest of a round is worth before a discard is what comes out, mixed with what the same
seat thinks a turn later (R. S. Sutton, "Learning to predict by the methods of temporal differences", 1988); steps by
AdaGrad (Duchi, Hazan, Singer, 2011).
"""

import math

import numpy as np

from ...core.chance import below, seed_from
from ...core.kernel import compile_rules
from ...core.seats import CHANCE
from .actions import verb_of
from .features import prefer
from .master_laying import ENDINGS, NO_PLAN
from .master_threat import threat
from .master_turn import choose_with_plan
from .master_value import HIDDEN, INPUTS, UNIT, gather, say
from .rules import MAX_ACTIONS, apply, sound_actions
from .sides import partner_of, side_of, sides
from .state import Phase, Verb
from .tables import BONUS, SET_POINTS

TURNS = 200                 # of a seat in a round, that are remembered
TRIED = 10                  # turns in a hundred in which a plan is taken by chance
ITSELF = 50                 # games in a hundred against itself
FURTHEST = 4.0              # a miss that is more counts as that


def learn(states, start, net, squares, past, games, mix, rate, x):
    """Play so many games, and learn from each round; returns the generator's next state.

    states      [0]: work space
    start       [0]: the position before the first deal
    squares     sums of the squares of slopes, of each weight of the network
    past        what is remembered of a round: see master_learning.Past
    mix         how much of the result is handed back from turn to turn; the rest is what the seat thought
    rate, x     of the steps; the generator's state
    """
    s, actions, weights = states[0], np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS)
    for _ in range(games):
        states[0] = start[0]
        x = seat_players(s, past, x)
        while s.phase != Phase.OVER:
            if s.phase == Phase.DEAL or s.phase == Phase.RESHUFFLE:
                seed, x = seed_from(x)
                apply(s, CHANCE, seed)
                continue
            x = play(s, actions, weights, net, past, x)
            if s.phase == Phase.OVER or s.phase == Phase.DEAL:
                look_back(s, net, squares, past, mix, rate)
    return x


def seat_players(s, past, x):
    """Who learns: everybody, or one side."""
    past.turns[:] = 0
    past.tried[:] = NO_PLAN
    against, x = below(x, 100)
    mine, x = below(x, s.seats)
    for seat in range(s.seats):
        past.learns[seat] = against < ITSELF or side_of(s, seat) == side_of(s, mine)
    return x


def play(s, actions, weights, net, past, x):
    """An action; what was known before a discard is remembered."""
    seat = partner_of(s, s.turn) if s.phase == Phase.ANSWER else s.turn
    n = sound_actions(s, seat, actions)
    if not past.learns[seat]:
        prefer(s, seat, actions, n, weights)
        apply(s, seat, actions[np.argmax(weights[:n])])
        return x
    if s.phase == Phase.DRAW:
        x = plan_ahead(seat, past, x)
    action = choose_with_plan(s, seat, actions, n, net, past.tried[seat])
    if verb_of(action) == Verb.DISCARD and not s.announced and past.turns[seat] < TURNS:
        remember(s, seat, net, past)
    apply(s, seat, action)
    return x


def plan_ahead(seat, past, x):
    """Whether a plan is tried in this turn, and which."""
    past.tried[seat] = NO_PLAN
    tries, x = below(x, 100)
    if tries < TRIED:
        past.tried[seat], x = below(x, len(ENDINGS))
    return x


def remember(s, seat, net, past):
    """What a seat knows before its discard, and what it thinks that the round will bring."""
    i, side = past.turns[seat], side_of(s, seat)
    gather(s, seat, s.hand[seat], s.laid[side], s.laid_n[side], s.made[side], threat(s, seat), past.inputs[seat, i])
    past.ahead[seat, i] = ahead(s, seat)
    past.thought[seat, i] = past.ahead[seat, i] + UNIT * say(past.inputs[seat, i], net)
    past.turns[seat] = i + 1


def ahead(s, seat):
    """What the own side has laid less the mean of the others."""
    total = 0.0
    for side in range(sides(s)):
        laid = 0
        for i in range(s.laid_n[side]):
            laid += BONUS[s.laid[side, i]] + SET_POINTS[s.laid[side, i]]
        total += laid if side == side_of(s, seat) else -laid / (sides(s) - 1)
    return total


def look_back(s, net, squares, past, mix, rate):
    """From each learner's last turn to its first, learn what came out."""
    for seat in range(s.seats):
        result = 0.0
        for side in range(sides(s)):
            points = s.sheet[side].sum()
            result += points if side == side_of(s, seat) else -points / (sides(s) - 1)
        for i in range(past.turns[seat] - 1, -1, -1):
            teach(past.inputs[seat, i], (result - past.ahead[seat, i]) / UNIT, net, squares, rate)
            result = mix * result + (1 - mix) * past.thought[seat, i]
        past.turns[seat] = 0


def teach(f, result, net, squares, rate):
    """Move what the network says towards a result."""
    units = np.zeros(HIDDEN)
    for i in range(INPUTS):
        for h in range(HIDDEN):
            units[h] += net[i, h] * f[i]
    missed = min(FURTHEST, max(-FURTHEST, result - say(f, net)))
    for i in range(INPUTS):
        if f[i] != 0.0:
            step(net, squares, i, HIDDEN, missed * f[i], rate)
            for h in range(HIDDEN):
                if units[h] > 0:
                    step(net, squares, i, h, missed * net[INPUTS, h] * f[i], rate)
    for h in range(HIDDEN):
        if units[h] > 0:
            step(net, squares, INPUTS, h, missed * units[h], rate)


def step(net, squares, i, j, slope, rate):
    squares[i, j] += slope * slope
    net[i, j] += rate * slope / math.sqrt(squares[i, j])


compile_rules(globals())
