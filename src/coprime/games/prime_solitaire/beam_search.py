"""Find a solution of a deal whose draw pile is known, or prove that there is none, by beam search.

Positions after the same number of turned cards are a layer.  Each position is expanded by all sets in every
order.  Then the best positions of the layer turn the next card: a fixed number for each combination of cards
left in the foundation and watched cards among them.  If no position was ever dropped and no solution was found,
there is none.

A stack is a number that stands for a card upon another stack.  Equal stacks have equal numbers, so equal
positions are merged.
"""
# mypy: ignore-errors, implicit-reexport

from typing import NamedTuple

import numpy as np

from ...core.bits import has_member, set_size
from ...core.chance import wrapping_mul
from ...core.kernel import compile_rules
from .actions import places_of, single_member, stack_cards_taken
from .card_difficulty import compute_prices, select_dearest_places
from .listing import list_sets
from .rules import MAX_ACTIONS
from .state import DECK, Verb
from .tables import MOST_RUN, PLACES

UNKNOWN, LOST = -1, -2          # instead of a number of actions
THERE, STACK, TRACE, PRICE = 0, 1, 2, 3         # columns of a layer
ACTION, FORMER, TURNED = 0, 1, 2                # columns of traces: how a position was come to
CARD, BELOW, AFTER, UPON = 0, 1, 2, 3           # columns of stacks; UPON is the stack with the card after AFTER on it
HASH_MULTIPLIERS = 0x1F3D5B79A2C4E687, 0x2545F4914F6CDD1D


class SolverDeal(NamedTuple):
    """A position without a stack.  `pile` has its next card last; `left` is how many cards it has."""

    layout: int
    card: np.ndarray
    there: int
    pile: np.ndarray
    left: int


class SolverWorkspace(NamedTuple):
    """The work arrays of a beam search; `width` positions of each class are kept in a layer."""

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


def make_workspace(width, watched):
    """Make the work arrays of a beam search that watches so many cards."""
    most = min(1 << 18, (64 << watched) * width)
    sorts = (PLACES + 1) << watched
    return SolverWorkspace(width, np.zeros((most, 4), np.int64), np.zeros((most, 4), np.int64),
                           np.zeros((4 * most, 3), np.int64),
                np.zeros((16 * most, 3), np.int64), np.zeros((16 * most, 4), np.int64),
                np.zeros(MAX_ACTIONS, np.int64), np.zeros(MOST_RUN, np.int64), np.zeros((sorts, width), np.int64),
                np.zeros(sorts, np.int64), np.zeros((DECK, PLACES), np.int64), np.zeros(watched, np.int64))


# The search.

def beam_search(deal, patience, w, found):
    """Write the actions of a solution to `found`; return how many they are, or LOST, or UNKNOWN."""
    compute_prices(deal.card, deal.there, deal.pile, deal.left, patience, w.priced)
    watched = w.watched[:select_dearest_places(w.priced[0], deal.there, w.watched)]
    w.met[:, 2] = 0
    w.stacks[0, AFTER] = 0
    w.layer[0, THERE], w.layer[0, STACK], w.layer[0, TRACE] = deal.there, 0, 0
    n, used, stacks, all_kept = 1, 1, 1, True
    for turned in range(deal.left + 1):
        price = w.priced[turned]
        for i in range(n):
            w.layer[i, PRICE] = total_price(price, w.layer[i, THERE])
        n, used, fits = expand_takes(deal, price, n, turned, used, w)
        if n == 0:
            return write_solution(w.traces, used - 1, found)
        all_kept = all_kept and fits
        if turned == deal.left:
            break
        kept = select_beam(n, watched, w)
        all_kept = all_kept and kept == n
        n = kept
        if stacks + n >= len(w.stacks):
            return UNKNOWN
        stacks = turn_next_card(n, deal.pile[deal.left - 1 - turned], turned + 1, stacks, w)
    return LOST if all_kept else UNKNOWN


def expand_takes(deal, price, n, turned, used, w):
    """Append the positions that come of taking sets to the layer.

    Returns how many positions there are, 0 when the last one found has an empty foundation; how many traces there
    are; and whether all had room.
    """
    for i in range(n):
        insert_position(w.layer[i, THERE], w.layer[i, STACK], turned, w.met)
    i = 0
    while i < n:
        there, stack = w.layer[i, THERE], w.layer[i, STACK]
        height = copy_top_cards(stack, w)
        count = list_sets(deal.layout, deal.card, there, w.top[MOST_RUN - height:], height, w.out, 0)
        for k in range(count):
            places, below = places_of(w.out[k]), stack
            for _ in range(stack_cards_taken(w.out[k])):
                below = w.stacks[below, BELOW]
            if not insert_position(there & ~places, below, turned, w.met):
                continue
            if n == len(w.layer) or used == len(w.traces):
                return n, used, False
            w.traces[used, ACTION], w.traces[used, FORMER], w.traces[used, TURNED] = w.out[k], w.layer[i, TRACE], turned
            w.layer[n, THERE], w.layer[n, STACK], w.layer[n, TRACE] = there & ~places, below, used
            w.layer[n, PRICE] = w.layer[i, PRICE] - total_price(price, places)
            used += 1
            if there == places:
                return 0, used, True
            n += 1
        i += 1
    return n, used, True


def copy_top_cards(stack, w):
    """Write the top cards of a stack to the end of w.top, the top one last; return how many they are."""
    height = 0
    while stack and height < MOST_RUN:
        height += 1
        w.top[MOST_RUN - height] = w.stacks[stack, CARD]
        stack = w.stacks[stack, BELOW]
    return height


def insert_position(there, stack, turned, met):
    """Insert a position into the hash table of a layer; False when it was there already."""
    at = (wrapping_mul(there, HASH_MULTIPLIERS[0]) ^ wrapping_mul(stack, HASH_MULTIPLIERS[1])) >> 20 & len(met) - 1
    while met[at, 2] == turned + 1:
        if met[at, 0] == there and met[at, 1] == stack:
            return False
        at = at + 1 & len(met) - 1
    met[at, 0], met[at, 1], met[at, 2] = there, stack, turned + 1
    return True


def total_price(price, places):
    """Return the sum of the prices of some places."""
    total = 0
    while places:
        one = places & -places
        places ^= one
        total += price[single_member(one)]
    return total


def select_beam(n, watched, w):
    """Copy the cheapest positions of each class to w.chosen; return how many they are."""
    w.counts[:] = 0
    for i in range(n):
        sort = beam_class(w.layer[i, THERE], watched)
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


def beam_class(there, watched):
    """Return the class of a position: how many cards are left, and which watched ones."""
    some = 0
    for k in range(len(watched)):
        some |= int(has_member(there, watched[k])) << k
    return some * (PLACES + 1) + set_size(there)


def turn_next_card(n, kind, turned, stacks, w):
    """Make the chosen positions the next layer, one card more on their stacks; return the stacks in use."""
    for i in range(n):
        below = w.chosen[i, STACK]
        if w.stacks[below, AFTER] != turned:
            w.stacks[below, AFTER], w.stacks[below, UPON] = turned, stacks
            w.stacks[stacks, CARD], w.stacks[stacks, BELOW], w.stacks[stacks, AFTER] = kind, below, 0
            stacks += 1
        w.layer[i] = w.chosen[i]
        w.layer[i, STACK] = w.stacks[below, UPON]
    return stacks


def write_solution(traces, last, found):
    """Write the actions that lead to a trace, with turns between; return how many they are."""
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
