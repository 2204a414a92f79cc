"""A player that knows no more than a view: it tries its choices in imagined piles, all in the same ones, and plays on
there by liking; the worse half of the choices drops out again and again.
"""

import numpy as np

from ...core.bits import size_of
from ...core.chance import below, seed_from
from ...core.kernel import compile_rules
from .features import prefer
from .rules import MAX_ACTIONS, Outcome, Phase, State, apply, legal_actions
from .sight import imagine, redact

LONGEST = 300               # actions of a game
UNIT = 1 << 30
NEAR = 0.02                # how much worse it is to be left with a card more


def play(s, tries, states, out, weights, options, wins, x):
    """Play a whole game from a true state, at every choice with so many imagined games; True when it was won."""
    for _ in range(LONGEST):
        if s.phase == Phase.OVER:
            break
        action, x = choose(s, tries, states, out, weights, options, wins, x)
        apply(s, 0, action)
    return s.outcome == Outcome.WON


def choose(s, tries, states, out, weights, options, wins, x):
    """The action that wins most of the imagined games, and the generator's next state."""
    n = legal_actions(s, 0, out)
    if n == 1:
        return out[0], x
    options[:n] = out[:n]
    states[0] = s
    redact(states[0], 0)
    wins[:n] = 0.0
    rounds = 1
    while 1 << rounds < n:
        rounds += 1
    for _ in range(rounds):
        for _ in range(max(1, tries // (rounds * n))):
            seed, x = seed_from(x)
            states[1] = states[0]
            imagine(states[1], 0, seed)
            for i in range(n):
                states[2] = states[1]
                apply(states[2], 0, options[i])
                wins[i] += finish(states[2], out, weights, seed)
        n = better_half(options, wins, n)
    return options[0], x


def finish(s, out, weights, x):
    """Play on by liking; 1 for a win, and the less the more was left."""
    for _ in range(LONGEST):
        if s.phase == Phase.OVER:
            break
        n = legal_actions(s, 0, out)
        if n == 1:
            apply(s, 0, out[0])
            continue
        at, x = below(x, UNIT)
        rest = at / UNIT * prefer(s, 0, out, n, weights)
        i = 0
        while i < n - 1 and rest >= weights[i]:
            rest -= weights[i]
            i += 1
        apply(s, 0, out[i])
    return (1.0 - NEAR * size_of(s.there)) ** 4 if s.outcome != Outcome.WON else 1.0


def better_half(options, wins, n):
    """Bring the better half of n choices to the front, the best first; return how many they are."""
    for i in range(1, n):
        k = i
        while k and wins[k] > wins[k - 1]:
            wins[k], wins[k - 1] = wins[k - 1], wins[k]
            options[k], options[k - 1] = options[k - 1], options[k]
            k -= 1
    return (n + 1) // 2


compile_rules(globals())


def workspace():
    """States and arrays for `play` and `choose`; not compiled."""
    return (State.new(3), np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS), np.zeros(MAX_ACTIONS, np.int64),
            np.zeros(MAX_ACTIONS))
