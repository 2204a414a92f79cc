"""Playing on by chance, compiled: generic source, made into one module per game by `engine`.

Free names: the game's `to_act`, `sound_actions`, `apply`, `chance_outcomes`, `deadline`, `is_between_hands`,
`simulated_ms`, and from its features, or from `default_features` where it has none, `prefer` and `evaluate` with their
constants PREFERS and EVALUATES.

`actions` and `weights` are work arrays, large enough for every list.  `x` is the state of a generator (core.chance):
whoever draws from it returns its next state.
"""
# ruff: noqa: F821

import numpy as np

from ..core.arrays import copy_first
from ..core.bits import has_member, nth_member, set_size, without
from ..core.chance import below, seed_from
from ..core.seats import CHANCE, CLOCK, UNKNOWN

LISTED = 0              # columns of `table`, one row per state: how many actions are listed
ACTOR = 1               # the seat whose they are, UNKNOWN at a rest
DRAWS = 2               # the state's own generator
FIRST = 3               # the first of the listed actions

FACES = 128             # the most outcomes that CHANCE lists
UNIT = 1 << 30          # a random fraction is one of this many


def fraction(x):
    """A random number from 0 up to 1, and the generator's next state."""
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


def let_chance(s, actions, weights, x):
    """CHANCE acts once: a listed outcome by its weight, or a fresh seed."""
    n = chance_outcomes(s, actions, weights)
    if n == 0:
        seed, x = seed_from(x)
        apply(s, CHANCE, seed)
        return x
    total = 0.0
    for i in range(n):
        total += weights[i]
    i, x = drawn(weights, n, total, x)
    apply(s, CHANCE, actions[i])
    return x


def next_actor(s, actions, weights, x):
    """Let CHANCE act until a seat is to act, and say which; UNKNOWN at a rest or the end.

    Of several seats one is drawn.  Where a window is open its seats share the time: CLOCK passes what one of them
    takes, and to the deadline when nobody else is to act.
    """
    while not is_between_hands(s):
        seats = to_act(s)
        if seats == 0:
            return UNKNOWN, x
        if has_member(seats, CHANCE):
            x = let_chance(s, actions, weights, x)
            continue
        others = without(seats, CLOCK)
        n = set_size(others)
        if n == 0:
            apply(s, CLOCK, deadline(s))
            continue
        i, x = below(x, n) if n > 1 else (0, x)
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
    """The index of an action as the game's features prefer them, all alike where they do not say."""
    if n == 1:
        return 0, x
    if not PREFERS:
        return below(x, n)
    return drawn(weights, n, prefer(s, seat, actions, n, weights), x)


def play_on(s, actions, weights, most, x):
    """Play to the next rest, but at most so many actions of seats; return how many, and the generator's next state."""
    for i in range(most):
        seat, x = next_actor(s, actions, weights, x)
        if seat == UNKNOWN:
            return i, x
        n = sound_actions(s, seat, actions)
        i, x = policy(s, seat, actions, weights, n, x)
        apply(s, seat, actions[i])
    return most, x


def play_evenly(s, actions, weights, most, x):
    """Uniformly random play to the next rest; return the number of actions, CHANCE and CLOCK included."""
    steps = 0
    while steps < most and not is_between_hands(s):
        seats = to_act(s)
        if seats == 0:
            break
        n = set_size(seats)
        i, x = below(x, n) if n > 1 else (0, x)
        seat = nth_member(seats, i)
        if seat == CHANCE:
            x = let_chance(s, actions, weights, x)
        elif seat == CLOCK:
            apply(s, CLOCK, deadline(s))
        else:
            n = sound_actions(s, seat, actions)
            i, x = below(x, n) if n > 1 else (0, x)
            apply(s, seat, actions[i])
        steps += 1
    return steps, x


def play_many(states, words, actions, weights, games, most, x):
    """So many random games from states[0], each to its first rest, on states[1]; return the number of actions."""
    steps = 0
    for _ in range(games):
        copy_first(words[0], len(words[0]), words[1])
        n, x = play_evenly(states[1], actions, weights, most, x)
        steps += n
    return steps


def step(states, table, i, choice):
    """One fused step for a driver in Python: a choice is made from the list, CHANCE and CLOCK act, and the next list is
    made, of the seat that is to act (one of them is drawn when there are several).

    `table` holds one row per state, as the columns above say.  A row whose ACTOR is UNKNOWN begins anew with the last
    of the states, which is left as it is.  Returns how many actions are listed; 0 at a rest.
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
        at, x = below(x, n) if n > 1 else (0, x)
        seat = nth_member(seats, at)
        if seat < CHANCE:
            break
        if seat == CHANCE:
            x = let_chance(s, row[FIRST:], np.empty(FACES), x)
        else:
            apply(s, CLOCK, deadline(s))
        seat = UNKNOWN
    row[ACTOR], row[DRAWS] = seat, x
    row[LISTED] = sound_actions(s, seat, row[FIRST:]) if seat != UNKNOWN else 0
    return row[LISTED]
