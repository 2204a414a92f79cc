"""Baseline choices, compiled: generic source, specialised for each game by `baselines`.

Free names: the contract's functions of a game, `prefer` of its heuristics, and `play_on` and `policy` of its playout
module. Rows of `states` and of `words` (the same bytes): the view, a sampled world, and the world after a trial
action.
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

from ..core.arrays import copy_first
from ..core.chance import random_below, seed_from

VIEW, WORLD, TRIAL = 0, 1, 2


def sample_prior_action(states, words, seat, x, listed, priors):
    """Sample a world and an action from the rollout policy's prior in that world."""
    x = determinize_world(states, words, seat, x)
    n = sound_actions(states[WORLD], seat, listed)
    i, x = policy(states[WORLD], seat, listed, priors, n, x)
    return listed[i]


def argmax_prior_action(states, words, seat, x, listed, priors):
    """Sample a world and return the action with the highest prior there; ties are broken at random."""
    x = determinize_world(states, words, seat, x)
    n = sound_actions(states[WORLD], seat, listed)
    prefer(states[WORLD], seat, listed, n, priors)
    best, equals = 0, 1
    for i in range(1, n):
        if priors[i] > priors[best]:
            best, equals = i, 1
        elif priors[i] == priors[best]:
            equals += 1
            k, x = random_below(x, equals)
            best = i if k == 0 else best
    return listed[best]


def play_out_world(states, words, max_actions, x, actions, weights, after):
    """Play the sampled world to the next rest and write the returns to `after`."""
    play_on(states[WORLD], actions, weights, max_actions, x)
    returns(states[WORLD], after)


def sum_action_values(states, words, seat, worlds, max_actions, x, listed, actions, weights, after, total_values):
    """Add up the seat's returns per listed action over sampled worlds, in `gained`.

    Return the number of actions.

    Each world tries every action and plays it out with the same random numbers.
    """
    n = sound_actions(states[VIEW], seat, listed)
    for _ in range(worlds):
        x = determinize_world(states, words, seat, x)
        luck, x = seed_from(x)
        for i in range(n):
            copy_first(words[WORLD], len(words[WORLD]), words[TRIAL])
            apply(states[TRIAL], seat, listed[i])
            play_on(states[TRIAL], actions, weights, max_actions, luck)
            returns(states[TRIAL], after)
            total_values[i] += after[seat]
    return n


def determinize_world(states, words, seat, x):
    """Sample a world from the view's information set; return the generator's next state."""
    copy_first(words[VIEW], len(words[VIEW]), words[WORLD])
    seed, x = seed_from(x)
    imagine(states[WORLD], seat, seed)
    return x
