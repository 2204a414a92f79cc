"""Two choices of one seat, played on in the same imagined worlds, compiled: generic source, made into one module per
game by `pairs`.

Both choices meet the same hidden cards and the same luck after them, as far as luck can be the same; so what is left of
their difference is the choice.

Free names: those of `playout`, its functions, and the game's `imagine`, `returns`, `refusal` and `evaluate`.
"""
# ruff: noqa: F821

from ..core.arrays import copy_first
from ..core.bits import has_member
from ..core.chance import seed_from
from ..core.seats import UNKNOWN

ROOT, WORLD, PLAYED, TRIAL = 0, 1, 2, 3     # rows of states: the view, a world, that world played on, an action tried
BEFORE, AFTER = 0, 1                        # rows of payoff
CHOICES = 2
ACTOR, ACTION = 0, 1                        # columns of a path


def best_looking(p, s, seat, n):
    """The index of the listed action after which the position is worth most to a seat."""
    best, top = 0, -1e9
    for i in range(n):
        copy_first(p.words[PLAYED], len(p.words[PLAYED]), p.words[TRIAL])
        apply(p.states[TRIAL], seat, p.actions[i])
        evaluate(p.states[TRIAL], p.payoff[AFTER])
        if p.payoff[AFTER, seat] > top:
            best, top = i, p.payoff[AFTER, seat]
    return best


def follow(p, s, choice):
    """Do what a choice says, as far as it can be done here."""
    for i in range(len(p.paths[choice])):
        actor, action = p.paths[choice, i, ACTOR], p.paths[choice, i, ACTION]
        if actor == UNKNOWN or not has_member(to_act(s), actor) or refusal(s, actor, action) != 0:
            return
        apply(s, actor, action)


def act(p, s, seat, x):
    """A seat does what the game's features advise; to prefer is quicker than to judge every position."""
    n = sound_actions(s, seat, p.actions)
    if PREFERS or not EVALUATES or n == 1:
        i, x = policy(s, seat, p.actions, p.weights, n, x)
    else:
        i = best_looking(p, s, seat, n)
    apply(s, seat, p.actions[i])
    return x


def play_out(p, s, most, x):
    """Play to the next rest, so many actions of seats at most."""
    for _ in range(most):
        seat, x = next_actor(s, p.actions, p.weights, x)
        if seat == UNKNOWN:
            break
        x = act(p, s, seat, x)
    return x


def compare(p, seat, seats, worlds, most, x):
    """What every seat gains with each choice, in so many worlds that the view in states[ROOT] allows: to p.gains.

    most  actions that a world is played on for when the game has no rest before
    Returns the generator's next state.
    """
    returns(p.states[ROOT], p.payoff[BEFORE])
    for world in range(worlds):
        seed, x = seed_from(x)
        luck, x = seed_from(x)
        copy_first(p.words[ROOT], len(p.words[ROOT]), p.words[WORLD])
        imagine(p.states[WORLD], seat, seed)
        for choice in range(CHOICES):
            copy_first(p.words[WORLD], len(p.words[WORLD]), p.words[PLAYED])
            follow(p, p.states[PLAYED], choice)
            play_out(p, p.states[PLAYED], most, luck)
            returns(p.states[PLAYED], p.payoff[AFTER])
            for one in range(seats):
                p.gains[choice, world, one] = p.payoff[AFTER, one] - p.payoff[BEFORE, one]
    return x
