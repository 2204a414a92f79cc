"""A race between a seat's actions, compiled: generic source, specialised for each game by `action_races`.

Every listed action is tried in the same sampled worlds with the same random numbers and played to the next rest by
a learnt policy. An action drops out when it is behind the leader by more than chance explains; paired differences
are known much more precisely than means. There is no tree: with a good policy only the choice at hand has to be
settled.

Free names: those of `playout`, its functions, the game's `imagine` and `returns`, and from the game's modules or
`stub_heuristics`: `prefer` (how good players play) or, with HAS_POLICY_WEIGHTS, `prefer_by_weights`, `expect` (how
simple ones do), `certain` (proofs), and `rewind`, `judge` and `reconsider` (inference from observed actions).
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

import math

from ..core.arrays import copy_first
from ..core.chance import random_fraction, sample_index, seed_from
from ..core.seats import UNKNOWN

VIEW, WORLD, TRIAL, CHAIN = 0, 1, 2, 3      # rows of states
TOTAL_VALUE, RUNNING = 0, 1          # columns of arms: the sum of results, and whether it is still in the race
WORLDS, PLAYED, HISTORY = 0, 1, 2  # counts: of worlds, of playouts, of actions that have been told
CHAIN_LENGTH = 50                      # worlds of a chain
FIRST_STEPS, STEPS = 200, 8     # steps of the chain to its first world, and to each of the others
MIN_WORLDS = 12                     # worlds before anything leaves the race


def start(r, seat):
    """List the actions that race; return their number, 1 where the game proves the best one."""
    n = sound_actions(r.states[VIEW], seat, r.listed)
    if n > 1:
        copy_first(r.words[VIEW], len(r.words[VIEW]), r.words[TRIAL])
        known = certain(r.states[TRIAL], seat, r.listed, n)
        if known != UNKNOWN:
            r.listed[0] = known
            n = 1
        n = keep_likeliest_actions(r, seat, n)
    for i in range(n):
        r.arms[i, RUNNING] = 1.0
    if r.counts[HISTORY] and not (RECALLS and replay_history(r, r.counts[HISTORY])):
        r.counts[HISTORY] = 0
    return n


def keep_likeliest_actions(r, seat, n):
    """Keep the actions with the highest priors where more are listed than can race; return their number."""
    if n <= len(r.squares):
        return n
    copy_first(r.words[VIEW], len(r.words[VIEW]), r.words[WORLD])
    imagine(r.states[WORLD], seat, 1)
    prefer_as_good_player(r, r.states[WORLD], seat, r.listed, n)
    while n > len(r.squares):
        least = 0
        for i in range(1, n):
            if r.weights[i] < r.weights[least]:
                least = i
        n -= 1
        r.listed[least], r.weights[least] = r.listed[n], r.weights[n]
    return n


def run(r, seat, n, playouts, max_actions, margin, x):
    """Continue the race for about so many playouts; return the generator's next state.

    max_actions  actions of a playout at most, where the game has no rest before
    margin  how many standard errors behind the leader an action drops out
    """
    end = r.counts[PLAYED] + playouts
    while r.counts[PLAYED] < end:
        x = play_all_arms(r, seat, n, max_actions, x)
        if r.counts[WORLDS] >= MIN_WORLDS and drop_trailing_arms(r, n, margin) == 1:
            break
    return x


def play_all_arms(r, seat, n, max_actions, x):
    """Sample one world and play every action still in the race with the same random numbers."""
    x = determinize_world(r, seat, x)
    simple, x = sample_simple_players(r, x)
    luck, x = seed_from(x)
    for i in range(n):
        if r.arms[i, RUNNING] > 0:
            copy_first(r.words[WORLD], len(r.words[WORLD]), r.words[TRIAL])
            apply(r.states[TRIAL], seat, r.listed[i])
            play_to_rest(r, r.states[TRIAL], seat, simple, max_actions, luck)
            returns(r.states[TRIAL], r.after)
            r.result[i] = r.after[seat]
            r.arms[i, TOTAL_VALUE] += r.after[seat]
            r.counts[PLAYED] += 1
    r.counts[WORLDS] += 1
    for i in range(n):
        if r.arms[i, RUNNING] > 0:
            for j in range(i):
                if r.arms[j, RUNNING] > 0:
                    r.squares[i, j] += (r.result[i] - r.result[j]) ** 2
    return x


def sample_simple_players(r, x):
    """Sample the set of seats that play as simple players in this world.

    Return it and the generator's state.
    """
    simple = 0
    for other in range(r.states[WORLD].seats):
        at, x = random_fraction(x)
        if at < r.shares[other]:
            simple |= 1 << other
    return simple, x


def play_to_rest(r, s, seat, simple, max_actions, x):
    """Play to the next rest: `seat` and good players by the policy, simple players by `expect`."""
    for _ in range(max_actions):
        actor, x = next_actor(s, r.actions, r.weights, x)
        if actor == UNKNOWN:
            return
        n, i = sound_actions(s, actor, r.actions), 0
        if n > 1:
            if actor != seat and simple >> actor & 1:
                total = expect(s, actor, r.actions, n, r.weights)
            else:
                total = prefer_as_good_player(r, s, actor, r.actions, n)
            i, x = sample_index(r.weights, n, total, x)
        apply(s, actor, r.actions[i])


def prefer_as_good_player(r, s, actor, actions, n):
    """Write how much a good player likes each of n actions to r.weights; return their sum."""
    if HAS_POLICY_WEIGHTS:
        return prefer_by_weights(s, actor, actions, n, r.weights, r.policy)
    return prefer(s, actor, actions, n, r.weights)


def determinize_world(r, seat, x):
    """Sample a world; return the generator's next state.

    Where others' actions have been observed, worlds form a Markov chain, which restarts now and then so that it
    does not stay near its beginning.
    """
    n = r.counts[HISTORY]
    row = CHAIN if n else WORLD
    if n == 0 or r.counts[WORLDS] % CHAIN_LENGTH == 0:
        copy_first(r.words[VIEW], len(r.words[VIEW]), r.words[row])
        seed, x = seed_from(x)
        imagine(r.states[row], seat, seed)
    if n:
        steps = STEPS
        if r.counts[WORLDS] % CHAIN_LENGTH == 0:
            judge(r.states[row], seat, r.before, r.later, r.told, n, r.scores, r.shares, r.actions, r.weights,
                  r.policy)
            steps = FIRST_STEPS
        x = reconsider(r.states[row], seat, r.before, r.later, r.told, n, r.scores, r.shares, steps, r.actions,
                       r.weights, r.policy, x)
        copy_first(r.words[row], len(r.words[row]), r.words[WORLD])
    return x


def replay_history(r, n):
    """Replay the n observed actions from the opening; tell whether they lead to the present position."""
    copy_first(r.words[VIEW], len(r.words[VIEW]), r.memory[0])
    rewind(r.before[0], r.told, r.later, n)
    for i in range(n):
        if to_act(r.before[i]) != 1 << r.told[i, 0]:
            return False
        copy_first(r.memory[i], len(r.memory[i]), r.memory[i + 1])
        apply(r.before[i + 1], r.told[i, 0], r.told[i, 1])
    return to_act(r.before[n]) == to_act(r.states[VIEW])


def find_leader(r, n):
    """Return the index of the action with the highest total result."""
    best = UNKNOWN
    for i in range(n):
        if r.arms[i, RUNNING] > 0 and (best == UNKNOWN or r.arms[i, TOTAL_VALUE] > r.arms[best, TOTAL_VALUE]):
            best = i
    return best


def drop_trailing_arms(r, n, margin):
    """Drop the actions that are too far behind the leader; return how many are left."""
    best, worlds, left = find_leader(r, n), r.counts[WORLDS], 0
    for i in range(n):
        if r.arms[i, RUNNING] > 0 and i != best:
            behind = (r.arms[best, TOTAL_VALUE] - r.arms[i, TOTAL_VALUE]) / worlds
            squares = r.squares[max(i, best), min(i, best)] / worlds
            error = math.sqrt(max(squares - behind * behind, 0.0) / worlds)
            if behind > margin * (error + 0.5 / worlds):
                r.arms[i, RUNNING] = 0.0
        left += r.arms[i, RUNNING] > 0
    return left
