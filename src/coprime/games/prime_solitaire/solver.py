"""A way through a deal whose draw pile is known, or the proof that there is none, by beam search.

Positions after the same number of turned cards are a layer.  From every position all sets are taken in every order.
Then the best of the layer turn the next card: so many of those that have as many cards left in the foundation and the
same ones of some cards that are watched.  If no position was ever left behind and no way was found, there is none.

A stack is a number, that of a card upon another stack.  Equal stacks have equal numbers, so equal positions meet.
"""

from typing import NamedTuple

import numpy as np

from ...core.bits import has_member, set_size
from ...core.chance import times
from ...core.kernel import compile_rules
from .actions import only, places_of, run_of
from .offers import list_sets
from .prospects import dearest, prices
from .rules import MAX_ACTIONS
from .state import DECK, Verb
from .tables import MOST_RUN, PLACES

UNKNOWN, LOST = -1, -2          # instead of a number of actions
THERE, STACK, TRACE, PRICE = 0, 1, 2, 3         # columns of a layer
ACTION, FORMER, TURNED = 0, 1, 2                # columns of traces: how a position was come to
CARD, BELOW, AFTER, UPON = 0, 1, 2, 3           # columns of stacks; UPON is the stack with the card after AFTER on it
ODD = 0x1F3D5B79A2C4E687, 0x2545F4914F6CDD1D


class Deal(NamedTuple):
    """A position without a stack.  `pile` has its next card last, of which `left` are left."""

    layout: int
    card: np.ndarray
    there: int
    pile: np.ndarray
    left: int


class Desk(NamedTuple):
    """The arrays of a search, and how wide it is: `width` positions that are alike are kept in a layer."""

    width: int
    layer: np.ndarray
    chosen: np.ndarray
    met: np.ndarray             # positions of a layer, by a digest
    traces: np.ndarray
    stacks: np.ndarray
    out: np.ndarray
    top: np.ndarray
    alike: np.ndarray           # of a layer, the positions kept of each sort
    counts: np.ndarray
    priced: np.ndarray
    watched: np.ndarray


def desk(width, watched):
    """Work space of a search that watches so many cards."""
    most = min(1 << 18, (64 << watched) * width)
    sorts = (PLACES + 1) << watched
    return Desk(width, np.zeros((most, 4), np.int64), np.zeros((most, 4), np.int64), np.zeros((4 * most, 3), np.int64),
                np.zeros((16 * most, 3), np.int64), np.zeros((16 * most, 4), np.int64),
                np.zeros(MAX_ACTIONS, np.int64), np.zeros(MOST_RUN, np.int64), np.zeros((sorts, width), np.int64),
                np.zeros(sorts, np.int64), np.zeros((DECK, PLACES), np.int64), np.zeros(watched, np.int64))


# The search.

def solve(deal, patience, w, found):
    """Write the actions of a way through to `found` and return how many they are; or LOST, or UNKNOWN."""
    prices(deal.card, deal.there, deal.pile, deal.left, patience, w.priced)
    watched = w.watched[:dearest(w.priced[0], deal.there, w.watched)]
    w.met[:, 2] = 0
    w.stacks[0, AFTER] = 0
    w.layer[0, THERE], w.layer[0, STACK], w.layer[0, TRACE] = deal.there, 0, 0
    n, used, stacks, all_kept = 1, 1, 1, True
    for turned in range(deal.left + 1):
        price = w.priced[turned]
        for i in range(n):
            w.layer[i, PRICE] = price_of(price, w.layer[i, THERE])
        n, used, fits = take_all(deal, price, n, turned, used, w)
        if n == 0:
            return written(w.traces, used - 1, found)
        all_kept = all_kept and fits
        if turned == deal.left:
            break
        kept = choose(n, watched, w)
        all_kept = all_kept and kept == n
        n = kept
        if stacks + n >= len(w.stacks):
            return UNKNOWN
        stacks = turn_all(n, deal.pile[deal.left - 1 - turned], turned + 1, stacks, w)
    return LOST if all_kept else UNKNOWN


def take_all(deal, price, n, turned, used, w):
    """Append to the layer what its positions become by taking sets.

    Returns how many they are, 0 when the last one found has an empty foundation; how many traces there are; and
    whether all had room.
    """
    for i in range(n):
        meet(w.layer[i, THERE], w.layer[i, STACK], turned, w.met)
    i = 0
    while i < n:
        there, stack = w.layer[i, THERE], w.layer[i, STACK]
        height = top_of(stack, w)
        count = list_sets(deal.layout, deal.card, there, w.top[MOST_RUN - height:], height, w.out, 0)
        for k in range(count):
            places, below = places_of(w.out[k]), stack
            for _ in range(run_of(w.out[k])):
                below = w.stacks[below, BELOW]
            if not meet(there & ~places, below, turned, w.met):
                continue
            if n == len(w.layer) or used == len(w.traces):
                return n, used, False
            w.traces[used, ACTION], w.traces[used, FORMER], w.traces[used, TURNED] = w.out[k], w.layer[i, TRACE], turned
            w.layer[n, THERE], w.layer[n, STACK], w.layer[n, TRACE] = there & ~places, below, used
            w.layer[n, PRICE] = w.layer[i, PRICE] - price_of(price, places)
            used += 1
            if there == places:
                return 0, used, True
            n += 1
        i += 1
    return n, used, True


def top_of(stack, w):
    """Write the top cards of a stack to the end of w.top, the top one last; return how many they are."""
    height = 0
    while stack and height < MOST_RUN:
        height += 1
        w.top[MOST_RUN - height] = w.stacks[stack, CARD]
        stack = w.stacks[stack, BELOW]
    return height


def meet(there, stack, turned, met):
    """Note a position of a layer; False when it was there already."""
    at = (times(there, ODD[0]) ^ times(stack, ODD[1])) >> 20 & len(met) - 1
    while met[at, 2] == turned + 1:
        if met[at, 0] == there and met[at, 1] == stack:
            return False
        at = at + 1 & len(met) - 1
    met[at, 0], met[at, 1], met[at, 2] = there, stack, turned + 1
    return True


def price_of(price, places):
    """What the cards of these places cost together."""
    total = 0
    while places:
        one = places & -places
        places ^= one
        total += price[only(one)]
    return total


def choose(n, watched, w):
    """Copy the cheapest positions of every sort to w.chosen; return how many they are."""
    w.counts[:] = 0
    for i in range(n):
        sort = sort_of(w.layer[i, THERE], watched)
        alike = w.alike[sort]
        if w.counts[sort] < w.width:
            alike[w.counts[sort]] = i
            w.counts[sort] += 1
            continue
        worst = 0
        for k in range(1, w.width):
            if w.layer[alike[k], PRICE] > w.layer[alike[worst], PRICE]:
                worst = k
        if w.layer[i, PRICE] < w.layer[alike[worst], PRICE]:
            alike[worst] = i
    kept = 0
    for sort in range(len(w.counts)):
        for k in range(w.counts[sort]):
            w.chosen[kept] = w.layer[w.alike[sort, k]]
            kept += 1
    return kept


def sort_of(there, watched):
    """A number for how many cards are left, and which of those that are watched."""
    some = 0
    for k in range(len(watched)):
        some |= int(has_member(there, watched[k])) << k
    return some * (PLACES + 1) + set_size(there)


def turn_all(n, kind, turned, stacks, w):
    """Make the chosen positions the next layer, with a card more on their stacks; return how many stacks there are."""
    for i in range(n):
        below = w.chosen[i, STACK]
        if w.stacks[below, AFTER] != turned:
            w.stacks[below, AFTER], w.stacks[below, UPON] = turned, stacks
            w.stacks[stacks, CARD], w.stacks[stacks, BELOW], w.stacks[stacks, AFTER] = kind, below, 0
            stacks += 1
        w.layer[i] = w.chosen[i]
        w.layer[i, STACK] = w.stacks[below, UPON]
    return stacks


def written(traces, last, found):
    """Write the actions that lead to a trace, turning between; return how many they are."""
    n, at = traces[last, TURNED], last
    while at:
        n += 1
        at = traces[at, FORMER]
    found[:n] = Verb.TURN
    i, at = n - 1, last
    while at:
        found[i] = traces[at, ACTION]
        i -= 1 + traces[at, TURNED] - traces[traces[at, FORMER], TURNED]
        at = traces[at, FORMER]
    return n


compile_rules(globals())
