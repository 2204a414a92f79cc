"""Compare two choices of a seat in the same sampled worlds: generic compiled source for `paired_playouts`.

Both choices meet the same hidden cards and, as far as possible, the same random numbers, so the difference of their
results comes from the choice.

Free names: those of `playout`, its functions, and the game's `imagine`, `returns`, `refusal` and `evaluate`.
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

from ..core.arrays import copy_first
from ..core.bits import has_member
from ..core.chance import seed_from
from ..core.seats import UNKNOWN

ROOT, WORLD, PLAYED, TRIAL = 0, 1, 2, 3     # rows of states: the view, a world, that world played on, an action tried
BEFORE, AFTER = 0, 1                        # rows of payoff
CHOICES = 2
ACTOR, ACTION = 0, 1                        # columns of a path


def argmax_evaluation(p, s, seat, n):
    """Return the index of the listed action after which the position evaluates best for a seat."""
    best, top = 0, -1e9
    for i in range(n):
        copy_first(p.words[PLAYED], len(p.words[PLAYED]), p.words[TRIAL])
        apply(p.states[TRIAL], seat, p.actions[i])
        evaluate(p.states[TRIAL], p.payoff[AFTER])
        if p.payoff[AFTER, seat] > top:
            best, top = i, p.payoff[AFTER, seat]
    return best


def follow_choice(p, s, choice):
    """Carry out the actions of a choice, as far as they are accepted."""
    for i in range(len(p.paths[choice])):
        actor, action = p.paths[choice, i, ACTOR], p.paths[choice, i, ACTION]
        if actor == UNKNOWN or not has_member(to_act(s), actor) or refusal(s, actor, action) != 0:
            return
        apply(s, actor, action)


def play_advised_action(p, s, seat, x):
    """Let a seat act as the game's heuristics advise: by the prior, which is faster, else by evaluation."""
    n = sound_actions(s, seat, p.actions)
    if PREFERS or not EVALUATES or n == 1:
        i, x = policy(s, seat, p.actions, p.weights, n, x)
    else:
        i = argmax_evaluation(p, s, seat, n)
    apply(s, seat, p.actions[i])
    return x


def play_to_rest(p, s, max_actions, x):
    """Play to the next rest, at most `max_actions` actions of seats."""
    for _ in range(max_actions):
        seat, x = next_actor(s, p.actions, p.weights, x)
        if seat == UNKNOWN:
            break
        x = play_advised_action(p, s, seat, x)
    return x


def sample_paired_gains(p, seat, seats, worlds, max_actions, x):
    """Write what every seat gains with each choice, in sampled worlds, to p.gains.

    Return the generator's next state.

    max_actions  actions of a playout at most, where the game has no rest before
    """
    returns(p.states[ROOT], p.payoff[BEFORE])
    for world in range(worlds):
        seed, x = seed_from(x)
        luck, x = seed_from(x)
        copy_first(p.words[ROOT], len(p.words[ROOT]), p.words[WORLD])
        imagine(p.states[WORLD], seat, seed)
        for choice in range(CHOICES):
            copy_first(p.words[WORLD], len(p.words[WORLD]), p.words[PLAYED])
            follow_choice(p, p.states[PLAYED], choice)
            play_to_rest(p, p.states[PLAYED], max_actions, luck)
            returns(p.states[PLAYED], p.payoff[AFTER])
            for one in range(seats):
                p.gains[choice, world, one] = p.payoff[AFTER, one] - p.payoff[BEFORE, one]
    return x
