"""A race of a seat's actions, compiled: generic source, made into one module per game by `races`.

Every listed action is tried in the same imagined worlds with the same luck after it, and played on to the next rest by
a policy that the game has learnt.  An action leaves the race when it is behind the leader by more than chance explains;
since all meet the same worlds, their differences are known far better than their means.  There is no tree: with a
policy that plays well by itself, what is to be settled is the choice at hand.

Free names: those of `playout`, its functions, the game's `imagine` and `returns`, and of its own modules, or of
`default_features` where it has none: `prefer` (how good players play on), `expect` (how simple ones do), `certain`
(what can be proved), and `rewind`, `judge` and `reconsider` (what others' play tells of what they hold).
"""
# ruff: noqa: F821

import math

from ..core.arrays import copy_first
from ..core.chance import seed_from
from ..core.seats import UNKNOWN

VIEW, WORLD, TRIAL, CHAIN = 0, 1, 2, 3      # rows of states
GAINED, RUNNING = 0, 1          # columns of arms: the sum of results, and whether it is still in the race
WORLDS, PLAYED, TOLD = 0, 1, 2  # counts: of worlds, of playouts, of actions that have been told
LINKS = 50                      # worlds of a chain
FIRST_STEPS, STEPS = 200, 8     # steps of the chain to its first world, and to each of the others
FEWEST = 12                     # worlds before anything leaves the race


def start(r, seat):
    """List the actions; returns how many there are: one where the game knows the best of them."""
    n = sound_actions(r.states[VIEW], seat, r.listed)
    if n > 1:
        copy_first(r.words[VIEW], len(r.words[VIEW]), r.words[TRIAL])
        known = certain(r.states[TRIAL], seat, r.listed, n)
        if known != UNKNOWN:
            r.listed[0] = known
            n = 1
        n = keep_likest(r, seat, n)
    for i in range(n):
        r.arms[i, RUNNING] = 1.0
    if r.counts[TOLD] and not (RECALLS and recall(r, r.counts[TOLD])):
        r.counts[TOLD] = 0
    return n


def keep_likest(r, seat, n):
    """Of more actions than can race, those that the policy likes best; returns how many there are then."""
    if n <= len(r.squares):
        return n
    copy_first(r.words[VIEW], len(r.words[VIEW]), r.words[WORLD])
    imagine(r.states[WORLD], seat, 1)
    prefer(r.states[WORLD], seat, r.listed, n, r.weights)
    while n > len(r.squares):
        least = 0
        for i in range(1, n):
            if r.weights[i] < r.weights[least]:
                least = i
        n -= 1
        r.listed[least], r.weights[least] = r.listed[n], r.weights[n]
    return n


def run(r, seat, n, playouts, most, margin, x):
    """Race on for about so many playouts; returns the generator's next state.

    most    actions that a playout goes on for when the game has no rest before
    margin  how many standard errors behind the leader an action has to be to leave
    """
    end = r.counts[PLAYED] + playouts
    while r.counts[PLAYED] < end:
        x = try_all(r, seat, n, most, x)
        if r.counts[WORLDS] >= FEWEST and drop(r, n, margin) == 1:
            break
    return x


def try_all(r, seat, n, most, x):
    """One world, in which everything that is in the race is played on with the same luck."""
    x = suppose(r, seat, x)
    simple, x = who_is_simple(r, x)
    luck, x = seed_from(x)
    for i in range(n):
        if r.arms[i, RUNNING] > 0:
            copy_first(r.words[WORLD], len(r.words[WORLD]), r.words[TRIAL])
            apply(r.states[TRIAL], seat, r.listed[i])
            play_out(r, r.states[TRIAL], seat, simple, most, luck)
            returns(r.states[TRIAL], r.after)
            r.result[i] = r.after[seat]
            r.arms[i, GAINED] += r.after[seat]
            r.counts[PLAYED] += 1
    r.counts[WORLDS] += 1
    for i in range(n):
        if r.arms[i, RUNNING] > 0:
            for j in range(i):
                if r.arms[j, RUNNING] > 0:
                    r.squares[i, j] += (r.result[i] - r.result[j]) ** 2
    return x


def who_is_simple(r, x):
    """The set of those who play as simple players do in this world, drawn, and the generator's next state."""
    simple = 0
    for other in range(r.states[WORLD].seats):
        at, x = fraction(x)
        if at < r.shares[other]:
            simple |= 1 << other
    return simple, x


def play_out(r, s, seat, simple, most, x):
    """Play to the next rest: `seat` as the game's policy advises, of the others some as simple players do."""
    for _ in range(most):
        actor, x = next_actor(s, r.actions, r.weights, x)
        if actor == UNKNOWN:
            return
        n, i = sound_actions(s, actor, r.actions), 0
        if n > 1:
            if actor != seat and simple >> actor & 1:
                total = expect(s, actor, r.actions, n, r.weights)
            else:
                total = prefer(s, actor, r.actions, n, r.weights)
            i, x = drawn(r.weights, n, total, x)
        apply(s, actor, r.actions[i])


def suppose(r, seat, x):
    """Imagine a world; returns the generator's next state.

    Where it has been told what others did, worlds are drawn in a chain, each from the one before; it begins anew now
    and then, so that it does not stay where it happened to begin.
    """
    n = r.counts[TOLD]
    row = CHAIN if n else WORLD
    if n == 0 or r.counts[WORLDS] % LINKS == 0:
        copy_first(r.words[VIEW], len(r.words[VIEW]), r.words[row])
        seed, x = seed_from(x)
        imagine(r.states[row], seat, seed)
    if n:
        steps = STEPS
        if r.counts[WORLDS] % LINKS == 0:
            judge(r.states[row], seat, r.before, r.later, r.told, n, r.scores, r.shares, r.actions, r.weights)
            steps = FIRST_STEPS
        x = reconsider(r.states[row], seat, r.before, r.later, r.told, n, r.scores, r.shares, steps, r.actions,
                       r.weights, x)
        copy_first(r.words[row], len(r.words[row]), r.words[WORLD])
    return x


def recall(r, n):
    """Go once more through the n actions that have been told, from the opening on; are they all of this hand?"""
    copy_first(r.words[VIEW], len(r.words[VIEW]), r.memory[0])
    rewind(r.before[0], r.told, r.later, n)
    for i in range(n):
        if to_act(r.before[i]) != 1 << r.told[i, 0]:
            return False
        copy_first(r.memory[i], len(r.memory[i]), r.memory[i + 1])
        apply(r.before[i + 1], r.told[i, 0], r.told[i, 1])
    return to_act(r.before[n]) == to_act(r.states[VIEW])


def leader(r, n):
    """The index of the action that has gained most."""
    best = UNKNOWN
    for i in range(n):
        if r.arms[i, RUNNING] > 0 and (best == UNKNOWN or r.arms[i, GAINED] > r.arms[best, GAINED]):
            best = i
    return best


def drop(r, n, margin):
    """Let those leave that are too far behind; returns how many are left."""
    best, worlds, left = leader(r, n), r.counts[WORLDS], 0
    for i in range(n):
        if r.arms[i, RUNNING] > 0 and i != best:
            behind = (r.arms[best, GAINED] - r.arms[i, GAINED]) / worlds
            squares = r.squares[max(i, best), min(i, best)] / worlds
            error = math.sqrt(max(squares - behind * behind, 0.0) / worlds)
            if behind > margin * (error + 0.5 / worlds):
                r.arms[i, RUNNING] = 0.0
        left += r.arms[i, RUNNING] > 0
    return left
