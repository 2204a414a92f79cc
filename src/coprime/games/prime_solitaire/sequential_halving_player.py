"""A player that knows no more than a view.

It tries each choice in the same imagined piles, plays on there greedily by the chance of clearing the
foundation, and drops the worse half of the choices again and again (sequential halving).
"""
# mypy: ignore-errors, implicit-reexport

from typing import NamedTuple

import numpy as np

from ...core.arrays import copy_first
from ...core.chance import seed_from, shuffle
from ...core.kernel import compile_rules
from .actions import places_of, stack_cards_taken
from .clearing_chance import clearing_chance, estimate_windows
from .listing import list_sets
from .rules import MAX_ACTIONS, Outcome, Phase, apply, sound_actions
from .state import DECK, MOST_LEFT, Verb
from .tables import KINDS, PLACES

LONGEST = 300               # actions of a game
TURN = int(Verb.TURN)
AHEAD = 80                  # how many cards are turned in an imagined pile: nearly always all that matter
EVEN, STEEP = 0.26, 1.5     # with which chances half of the games are won, and how fast that rises with them


class PlayerWorkspace(NamedTuple):
    """The work arrays of a player."""

    options: np.ndarray
    score: np.ndarray
    out: np.ndarray
    alone: np.ndarray       # expected windows, by place
    together: np.ndarray
    pile: np.ndarray
    stack: np.ndarray
    ahead: int              # how many cards are turned in an imagined pile


def make_workspace(ahead=AHEAD):
    """Make the work arrays for `play_game` and `choose_action`."""
    return PlayerWorkspace(np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS), np.zeros(MAX_ACTIONS, np.int64),
                np.zeros(PLACES), np.zeros((PLACES, PLACES)), np.zeros(DECK, np.int64), np.zeros(MOST_LEFT, np.int64),
                ahead)


def play_game(s, tries, d, x):
    """Play a game from a true state, with so many imagined games for each choice; tell whether it was won."""
    for _ in range(LONGEST):
        if s.phase == Phase.OVER:
            break
        action, x = choose_action(s, tries, d, x)
        apply(s, 0, action)
    return s.outcome == Outcome.WON


def choose_action(s, tries, d, x):
    """Return the action that wins most of the imagined games, and the generator's next state.

    Of the draw pile it reads how many cards of each kind are unseen, which the table shows.
    """
    n = rank_actions(s, d)
    rounds = 1
    while 1 << rounds < n:
        rounds += 1
    if n == 1 or d.score[0] == 1.0:                         # nothing to choose, or the foundation goes
        return d.options[0], x
    for i in range(n):
        d.score[i] = expected_win_rate(d.score[i])
    for _ in range(rounds):
        for _ in range(tries // (rounds * n)):
            x = sample_pile(s, d, x)
            for i in range(n):
                d.score[i] += simulate_action(s, d, d.options[i])
        sort_by_score(d, n)
        n = (n + 1) // 2
    return d.options[0], x


def rank_actions(s, d):
    """Write the listed actions with the clearing chance that each leaves, the best first; return how many."""
    n = sound_actions(s, 0, d.options)
    if n > 1:
        estimate_windows(s.card, s.there, s.unseen, s.left, d.alone, d.together)
        for i in range(n):
            d.score[i] = clearing_chance(s.foundation, s.there & ~places_of(d.options[i]), 1.0, d.alone, d.together)
        sort_by_score(d, n)
    return n


def sort_by_score(d, n):
    """Sort n options by their score, the best first."""
    for i in range(1, n):
        k = i
        while k and d.score[k] > d.score[k - 1]:
            d.score[k], d.score[k - 1] = d.score[k - 1], d.score[k]
            d.options[k], d.options[k - 1] = d.options[k - 1], d.options[k]
            k -= 1


def sample_pile(s, d, x):
    """Write the unseen cards to d.pile in random order; return the generator's next state."""
    n = 0
    for kind in range(KINDS):
        for _ in range(s.unseen[kind]):
            d.pile[n] = kind
            n += 1
    seed, x = seed_from(x)
    shuffle(d.pile, 0, n, seed)
    return x


def simulate_action(s, d, action):
    """Return the chance of winning after an action, playing on greedily in the imagined pile."""
    there, height, left = s.there, s.height, s.left
    copy_first(s.stack, height, d.stack)
    while True:
        if action == TURN:
            left -= 1
            d.stack[height] = d.pile[left]
            height += 1
        else:
            there &= ~places_of(action)
            height -= stack_cards_taken(action)
        if there == 0:
            return 1.0
        action = greedy_action(s, d, there, height, left)
        if action == TURN and left == 0:
            return 0.0
        if action == TURN and s.left - left >= d.ahead:
            return expected_win_rate(clearing_chance(s.foundation, there, left / s.left, d.alone, d.together))


def expected_win_rate(chances):
    """Return the share of games that are won with such a clearing chance."""
    return chances**STEEP / (chances**STEEP + EVEN**STEEP)


def greedy_action(s, d, there, height, left):
    """Return the set that leaves the best clearing chance, or TURN where no set improves it."""
    n = list_sets(s.foundation, s.card, there, d.stack, height, d.out, 0)
    best, action = -1.0, TURN
    if n and left:
        best = clearing_chance(s.foundation, there, left / s.left, d.alone, d.together)
    for i in range(n):
        after = clearing_chance(s.foundation, there & ~places_of(d.out[i]), left / s.left, d.alone, d.together)
        if after > best:
            best, action = after, d.out[i]
    return action


compile_rules(globals())
