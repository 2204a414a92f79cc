"""A player as in `player` that plays imagined games by what a network has learnt, some cards far, and has it say then
how likely they are won.  It knows the game as usual at levels 3 to 6.
"""

from typing import NamedTuple

import numpy as np

from ...core.arrays import copy_first
from ...core.kernel import compile_rules
from .actions import places_of, run_of
from .chances import ONE
from .master_value import FIGURED, WIDEST, gather, say
from .master_windows import list_windows, renew
from .offers import list_sets
from .player import LONGEST, TURN, imagine_pile, sort, weigh
from .rules import MAX_ACTIONS, Outcome, Phase, apply, rows_of
from .state import DECK, MOST_LEFT
from .tables import COLUMNS, KINDS, PLACES

AHEAD = 24                  # cards turned in an imagined pile
LEVELS, ROWS = (3, 6), 3    # that it has learnt


class Net(NamedTuple):
    """A network: see `master_value.say`."""

    inner: np.ndarray       # [input, unit]
    outer: np.ndarray       # by unit
    direct: np.ndarray      # by input
    units: np.ndarray


class Work(NamedTuple):
    """The arrays of a player."""

    options: np.ndarray
    score: np.ndarray
    out: np.ndarray
    alone: np.ndarray       # expected windows, by place
    together: np.ndarray
    pile: np.ndarray
    stack: np.ndarray
    unseen: np.ndarray      # by kind, in an imagined pile
    where: np.ndarray       # by kind, its places
    rows: np.ndarray        # of the windows that matter: see `master_windows`
    at: np.ndarray          # inputs of the network, and how much of each
    much: np.ndarray
    figures: np.ndarray     # see `master_value`
    net: Net
    ahead: int              # how many cards are turned in an imagined pile


def work(net, ahead=AHEAD):
    """Work space for `play` and `choose`."""
    def room(*shape):
        return np.zeros(shape, np.int64)

    return Work(room(MAX_ACTIONS), np.zeros(MAX_ACTIONS), room(MAX_ACTIONS), np.zeros(PLACES),
                np.zeros((PLACES, PLACES)), room(DECK), room(MOST_LEFT), room(KINDS), room(KINDS), room(len(ONE) + 1),
                room(WIDEST), np.zeros(WIDEST), np.zeros(FIGURED), net, ahead)


def knows(s):
    """Has it learnt the game that is played here?"""
    return s.foundation == COLUMNS and rows_of(s) == ROWS and LEVELS[0] <= s.level <= LEVELS[1]


def play(s, tries, w, x):
    """Play a whole game from a true state, at every choice with so many imagined games; True when it was won."""
    for _ in range(LONGEST):
        if s.phase == Phase.OVER:
            break
        action, x = choose(s, tries, w, x)
        apply(s, 0, action)
    return s.outcome == Outcome.WON


def choose(s, tries, w, x):
    """As `player.choose`.  Without imagined games it is what the network likes best."""
    n = weigh(s, w)
    rounds = 1
    while 1 << rounds < n:
        rounds += 1
    if n == 1 or w.score[0] == 1.0:                         # nothing to choose, or the foundation goes
        return w.options[0], x
    list_windows(s, w)
    renew(s.card, s.there, s.left, w)
    for i in range(n):
        action = w.options[i]
        w.score[i] = worth(s, s.there & ~places_of(action), s.stack, s.height - run_of(action), s.left, w)
    sort(w, n)
    for _ in range(rounds if tries else 0):
        for _ in range(tries // (rounds * n)):
            x = imagine_pile(s, w, x)
            for i in range(n):
                w.score[i] += tried(s, w, w.options[i])
        sort(w, n)
        n = (n + 1) // 2
    return w.options[0], x


def worth(s, there, stack, height, left, w):
    """How likely it is won once a card is turned, in a position that comes of s."""
    odds = say(gather(s.foundation, s.card, there, stack, height, left, w), w)
    return 1.0 / (1.0 + np.exp(-odds))


def tried(s, w, action):
    """How likely it is won after an action and what follows from it in the imagined pile."""
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
            height -= run_of(action)
        if there == 0:
            return 1.0
        n = list_sets(s.foundation, s.card, there, w.stack, height, w.out, 0)
        late = s.left - left >= w.ahead
        if n or late:
            renew(s.card, there, left, w)
        action, chance = thought(s, there, w.stack, height, left, n, w, late)
        if action == TURN and left == 0:
            return 0.0
        if action == TURN and late:
            return chance


def thought(s, there, stack, height, left, n, w, asked):
    """Of n sets in w.out, or to turn, what the network likes best, and how likely it is won then.

    asked  whether that matters where there is nothing to choose
    """
    best, action = -1.0, TURN
    if left and (n or asked):
        best = worth(s, there, stack, height, left, w)
    for i in range(n):
        after = there & ~places_of(w.out[i])
        if after == 0:
            return w.out[i], 1.0
        chance = worth(s, after, stack, height - run_of(w.out[i]), left, w)
        if chance > best:
            best, action = chance, w.out[i]
    return action, best


compile_rules(globals())
