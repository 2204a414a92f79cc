"""Random matches in a compiled loop.  Generic source, specialised for each game.

The contract's functions are free names.
"""
# mypy: ignore-errors, implicit-reexport

from ..core.bits import nth_member, set_size
from ..core.chance import random_below, sample_index, seed_from
from ..core.seats import CHANCE, CLOCK


def count_unfinished(blank, states, out, weights, games, x, longest):
    """Play random matches from `blank[0]`; return how many were not over after `longest` actions."""
    unfinished = 0
    for _ in range(games):
        states[0] = blank[0]
        steps = 0
        while to_act(states[0]) and steps < longest:                # noqa: F821
            x = play_step(states[0], out, weights, x)
            steps += 1
        unfinished += to_act(states[0]) != 0                        # noqa: F821
    return unfinished


def play_step(s, out, weights, x):
    """Let one randomly drawn actor take a random action; CLOCK passes to the deadline."""
    acting = to_act(s)                                              # noqa: F821
    k, x = random_below(x, set_size(acting))
    seat = nth_member(acting, k)
    if seat == CHANCE:
        action, x = draw_outcome(s, out, weights, x)
    elif seat == CLOCK:
        action = deadline(s)                                        # noqa: F821
    else:
        k, x = random_below(x, sound_actions(s, seat, out))                # noqa: F821
        action = out[k]
    apply(s, seat, action)                                          # noqa: F821
    return x


def draw_outcome(s, out, weights, x):
    """Draw an outcome of CHANCE: a listed one by weight, or a seed."""
    n = chance_outcomes(s, out, weights)                            # noqa: F821
    if n == 0:
        return seed_from(x)
    total = 0.0
    for i in range(n):
        total += weights[i]
    i, x = sample_index(weights, n, total, x)
    return out[i], x
