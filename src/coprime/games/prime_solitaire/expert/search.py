"""A player like `sequential_halving_player` that plays and rates imagined games, some cards deep, with a network.

It is trained for the usual game at levels 3 to 6.
"""
# mypy: ignore-errors, implicit-reexport

from typing import NamedTuple

import numpy as np

from ....core.arrays import copy_first
from ....core.kernel import compile_rules
from ....search.network_weights import ValueNetwork
from ..actions import places_of, stack_cards_taken
from ..clearing_chance import FIRST_KIND
from ..listing import list_sets
from ..rules import MAX_ACTIONS, Outcome, Phase, apply, rows_of
from ..sequential_halving_player import LONGEST, TURN, rank_actions, sample_pile, sort_by_score
from ..state import DECK, MOST_LEFT
from ..tables import COLUMNS, KINDS, PLACES
from .expected_windows import list_windows, update_windows
from .value_network import FIGURED, WIDEST, evaluate_net, gather_inputs

AHEAD = 24                  # cards turned in an imagined pile
TRAINED_LEVELS, TRAINED_ROWS = (3, 6), 3    # that it has learnt


class NetPlayerWorkspace(NamedTuple):
    """The work arrays of a player with a network."""

    options: np.ndarray
    score: np.ndarray
    out: np.ndarray
    alone: np.ndarray       # expected windows, by place
    together: np.ndarray
    pile: np.ndarray
    stack: np.ndarray
    unseen: np.ndarray      # by kind, in an imagined pile
    where: np.ndarray       # by kind, its places
    rows: np.ndarray        # of the windows that matter: see `expected_windows`
    at: np.ndarray          # inputs of the network, and how much of each
    much: np.ndarray
    figures: np.ndarray     # see `value_network`
    net: ValueNetwork
    ahead: int              # how many cards are turned in an imagined pile


def make_workspace(net, ahead=AHEAD):
    """Make the work arrays for `play_game` and `choose_action`."""
    def room(*shape):
        return np.zeros(shape, np.int64)

    return NetPlayerWorkspace(room(MAX_ACTIONS), np.zeros(MAX_ACTIONS), room(MAX_ACTIONS), np.zeros(PLACES),
                              np.zeros((PLACES, PLACES)), room(DECK), room(MOST_LEFT), room(KINDS), room(KINDS),
                              room(len(FIRST_KIND) + 1),
                              room(WIDEST), np.zeros(WIDEST), np.zeros(FIGURED), net, ahead)


def is_trained_for(s):
    """Tell whether the network is trained for the game of a position."""
    return s.foundation == COLUMNS and rows_of(s) == TRAINED_ROWS and TRAINED_LEVELS[0] <= s.level <= TRAINED_LEVELS[1]


def play_game(s, tries, w, x):
    """Play a game from a true state, with so many imagined games for each choice; tell whether it was won."""
    for _ in range(LONGEST):
        if s.phase == Phase.OVER:
            break
        action, x = choose_action(s, tries, w, x)
        apply(s, 0, action)
    return s.outcome == Outcome.WON


def choose_action(s, tries, w, x):
    """Return the action as `player.choose_action` does, by the network.

    With 0 imagined games it is the action that the network prefers.
    """
    n = rank_actions(s, w)
    rounds = 1
    while 1 << rounds < n:
        rounds += 1
    if n == 1 or w.score[0] == 1.0:                         # nothing to choose, or the foundation goes
        return w.options[0], x
    list_windows(s, w)
    update_windows(s.card, s.there, s.left, w)
    for i in range(n):
        action = w.options[i]
        height = s.height - stack_cards_taken(action)
        w.score[i] = win_chance(s, s.there & ~places_of(action), s.stack, height, s.left, w)
    sort_by_score(w, n)
    for _ in range(rounds if tries else 0):
        for _ in range(tries // (rounds * n)):
            x = sample_pile(s, w, x)
            for i in range(n):
                w.score[i] += simulate_action(s, w, w.options[i])
        sort_by_score(w, n)
        n = (n + 1) // 2
    return w.options[0], x


def win_chance(s, there, stack, height, left, w):
    """Return the chance of winning once a card is turned, in a position that comes of s."""
    odds = evaluate_net(gather_inputs(s.foundation, s.card, there, stack, height, left, w), w)
    return 1.0 / (1.0 + np.exp(-odds))


def simulate_action(s, w, action):
    """Return the chance of winning after an action, playing on in the imagined pile."""
    there, height, left = s.there, s.height, s.left
    copy_first(s.stack, height, w.stack)
    copy_first(s.unseen, KINDS, w.unseen)
    while True:
        if action == TURN:
            left -= 1
            w.stack[height] = w.pile[left]
            w.unseen[w.pile[left]] -= 1
            height += 1
        else:
            there &= ~places_of(action)
            height -= stack_cards_taken(action)
        if there == 0:
            return 1.0
        n = list_sets(s.foundation, s.card, there, w.stack, height, w.out, 0)
        late = s.left - left >= w.ahead
        if n or late:
            update_windows(s.card, there, left, w)
        action, chance = best_by_network(s, there, w.stack, height, left, n, w, late)
        if action == TURN and left == 0:
            return 0.0
        if action == TURN and late:
            return chance


def best_by_network(s, there, stack, height, left, n, w, asked):
    """Return the best of n sets in w.out, or turning, by the network, and the chance of winning then.

    asked  whether that chance matters where there is nothing to choose
    """
    best, action = -1.0, TURN
    if left and (n or asked):
        best = win_chance(s, there, stack, height, left, w)
    for i in range(n):
        after = there & ~places_of(w.out[i])
        if after == 0:
            return w.out[i], 1.0
        chance = win_chance(s, after, stack, height - stack_cards_taken(w.out[i]), left, w)
        if chance > best:
            best, action = chance, w.out[i]
    return action, best


compile_rules(globals())
