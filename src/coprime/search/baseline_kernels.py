"""Plain ways to an action, compiled: generic source, made into one module per game by `baselines`.

Free names: the contract's functions of a game, what its features `prefer`, and `play_on` and `policy` of its module of
random play.  Rows of `states` and of `words`, the same bytes: the view, an imagined world, and the world with an action
tried.
"""
# ruff: noqa: F821

from ..core.arrays import copy_first
from ..core.chance import below, seed_from

VIEW, WORLD, TRIAL = 0, 1, 2


def like(states, words, seat, x, listed, weights):
    """A listed action, drawn as the game's rollout policy does in a world that the view allows."""
    x = suppose(states, words, seat, x)
    n = sound_actions(states[WORLD], seat, listed)
    i, x = policy(states[WORLD], seat, listed, weights, n, x)
    return listed[i]


def likest(states, words, seat, x, listed, weights):
    """The listed action that the rollout policy likes best in such a world; one of them, where several are liked so."""
    x = suppose(states, words, seat, x)
    n = sound_actions(states[WORLD], seat, listed)
    prefer(states[WORLD], seat, listed, n, weights)
    best, equals = 0, 1
    for i in range(1, n):
        if weights[i] > weights[best]:
            best, equals = i, 1
        elif weights[i] == weights[best]:
            equals += 1
            k, x = below(x, equals)
            best = i if k == 0 else best
    return listed[best]


def play_out(states, words, most, x, actions, weights, after):
    """Play the world on to the next rest, and write what each seat has then to `after`."""
    play_on(states[WORLD], actions, weights, most, x)
    returns(states[WORLD], after)


def weigh(states, words, seat, worlds, most, x, listed, actions, weights, after, gained):
    """What each listed action brings the seat, summed over imagined worlds, to `gained`; returns how many there are.

    In each world every action is tried, and played on with the same luck to the next rest.
    """
    n = sound_actions(states[VIEW], seat, listed)
    for _ in range(worlds):
        x = suppose(states, words, seat, x)
        luck, x = seed_from(x)
        for i in range(n):
            copy_first(words[WORLD], len(words[WORLD]), words[TRIAL])
            apply(states[TRIAL], seat, listed[i])
            play_on(states[TRIAL], actions, weights, most, luck)
            returns(states[TRIAL], after)
            gained[i] += after[seat]
    return n


def suppose(states, words, seat, x):
    """Imagine a world; returns the generator's next state."""
    copy_first(words[VIEW], len(words[VIEW]), words[WORLD])
    seed, x = seed_from(x)
    imagine(states[WORLD], seat, seed)
    return x
