"""Playouts, compiled: generic source, specialised for each game by `search_engine`.

Free names: the game's `to_act`, `sound_actions`, `apply`, `chance_outcomes`, `deadline`, `is_between_hands`,
`simulated_ms`, and from its heuristics or `stub_heuristics` the functions `prefer` and `evaluate` with their flags
PREFERS and EVALUATES.

`actions` and `weights` are work arrays, large enough for every list. `x` is the state of a generator (core.chance):
functions that draw from it return its next state.
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

import numpy as np

from ..core.arrays import copy_first
from ..core.bits import has_member, nth_member, remove_member, set_size
from ..core.chance import random_below, sample_index, seed_from
from ..core.seats import CHANCE, CLOCK, MAX_OUTCOMES, UNKNOWN

LISTED = 0              # columns of `table`, one row per state: how many actions are listed
ACTOR = 1               # the seat whose they are, UNKNOWN at a rest
DRAWS = 2               # the state's own generator
FIRST = 3               # the first of the listed actions


def let_chance(s, actions, weights, x):
    """Let CHANCE act once: a listed outcome by its weight, or a new seed."""
    n = chance_outcomes(s, actions, weights)
    if n == 0:
        seed, x = seed_from(x)
        apply(s, CHANCE, seed)
        return x
    total = 0.0
    for i in range(n):
        total += weights[i]
    i, x = sample_index(weights, n, total, x)
    apply(s, CHANCE, actions[i])
    return x


def next_actor(s, actions, weights, x):
    """Let CHANCE act until a seat is to act and return that seat; UNKNOWN at a rest or the end.

    One of several seats is drawn. In an open window the seats share the time: CLOCK passes what one of them takes,
    and up to the deadline when nobody else is to act.
    """
    while not is_between_hands(s):
        seats = to_act(s)
        if seats == 0:
            return UNKNOWN, x
        if has_member(seats, CHANCE):
            x = let_chance(s, actions, weights, x)
            continue
        others = remove_member(seats, CLOCK)
        n = set_size(others)
        if n == 0:
            apply(s, CLOCK, deadline(s))
            continue
        i, x = random_below(x, n) if n > 1 else (0, x)
        seat = nth_member(others, i)
        if others == seats:
            return seat, x
        taken = simulated_ms(s, seat) // n
        if taken < deadline(s):
            if taken:
                apply(s, CLOCK, taken)
            return seat, x
        apply(s, CLOCK, deadline(s))
    return UNKNOWN, x


def policy(s, seat, actions, weights, n, x):
    """Sample the index of an action by the game's prior, or uniformly where it has none."""
    if n == 1:
        return 0, x
    if not PREFERS:
        return random_below(x, n)
    return sample_index(weights, n, prefer(s, seat, actions, n, weights), x)


def play_on(s, actions, weights, max_actions, x):
    """Play to the next rest, at most `max_actions` actions of seats.

    Return their number and the generator's next state.
    """
    for i in range(max_actions):
        seat, x = next_actor(s, actions, weights, x)
        if seat == UNKNOWN:
            return i, x
        n = sound_actions(s, seat, actions)
        i, x = policy(s, seat, actions, weights, n, x)
        apply(s, seat, actions[i])
    return max_actions, x


def play_uniformly(s, actions, weights, max_actions, x):
    """Play uniformly at random to the next rest.

    Return the number of actions, with those of CHANCE and CLOCK.
    """
    steps = 0
    while steps < max_actions and not is_between_hands(s):
        seats = to_act(s)
        if seats == 0:
            break
        n = set_size(seats)
        i, x = random_below(x, n) if n > 1 else (0, x)
        seat = nth_member(seats, i)
        if seat == CHANCE:
            x = let_chance(s, actions, weights, x)
        elif seat == CLOCK:
            apply(s, CLOCK, deadline(s))
        else:
            n = sound_actions(s, seat, actions)
            i, x = random_below(x, n) if n > 1 else (0, x)
            apply(s, seat, actions[i])
        steps += 1
    return steps, x


def play_many(states, words, actions, weights, games, max_actions, x):
    """Play random games from states[0] to the first rest each, on states[1]; return the number of actions."""
    steps = 0
    for _ in range(games):
        copy_first(words[0], len(words[0]), words[1])
        n, x = play_uniformly(states[1], actions, weights, max_actions, x)
        steps += n
    return steps


def step(states, table, i, choice):
    """Take one fused step for a driver in Python: apply, let CHANCE and CLOCK act, list.

    `table` has one row per state, with the columns above. A row whose ACTOR is UNKNOWN restarts with the last of
    the states, which stays unchanged. Returns the number of listed actions, 0 at a rest.
    """
    s, row = states[i], table[i]
    if row[ACTOR] == UNKNOWN:
        states[i] = states[-1]
    else:
        apply(s, row[ACTOR], row[FIRST + choice])
    seat, x = UNKNOWN, row[DRAWS]
    while not is_between_hands(s):
        seats = to_act(s)
        if seats == 0:
            break
        n = set_size(seats)
        at, x = random_below(x, n) if n > 1 else (0, x)
        seat = nth_member(seats, at)
        if seat < CHANCE:
            break
        if seat == CHANCE:
            x = let_chance(s, row[FIRST:], np.empty(MAX_OUTCOMES), x)
        else:
            apply(s, CLOCK, deadline(s))
        seat = UNKNOWN
    row[ACTOR], row[DRAWS] = seat, x
    row[LISTED] = sound_actions(s, seat, row[FIRST:]) if seat != UNKNOWN else 0
    return row[LISTED]
