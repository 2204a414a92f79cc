"""Ways out of a hand of Daifugo that nobody can stop, whatever the others hold.

A way out is a row of plays of which each but the last brings the lead back: it clears the cards at once, or no cards
that the seat cannot place would beat it in any hand.  That is exact for one play; rows in which something depends on
what others answer are not looked for.
"""

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .effects import is_forbidden_last
from .listing import list_follows, list_leads
from .plays import bag_size, cards_of
from .rules import MAX_ACTIONS, clear_table, cuts, put_down, turn_order
from .state import Kind, Phase
from .style import most_cards, unplaced

DEPTH = 13                  # plays of a way out
AT, TO, HAND, ORDER = 0, 1, 2, 3     # columns of steps: the next to be tried, how many, the hand, the order
EFFORT = 2_000              # positions that are looked at


def certain(s, seat, listed, n):
    """The first play of a sure way out, one of the n listed; UNKNOWN where none has been found.

    Works on a copy: `s` is used up.
    """
    if s.phase != Phase.PLAY:
        return UNKNOWN
    lists, answers = np.empty((DEPTH + 1, MAX_ACTIONS), np.int64), np.empty(MAX_ACTIONS, np.int64)
    steps = np.zeros((DEPTH + 1, 4), np.int64)
    for i in range(n):
        lists[0, i] = listed[i]
    steps[0, TO], steps[0, HAND], steps[0, ORDER] = n, s.hand[seat], s.reversed
    table = s.meld, s.kind, s.count, s.low, s.suits, s.alike, s.lock, s.stepped, s.back
    unseen, first, later = unplaced(s, seat), most_cards(s, seat), widest(s, seat)
    s.opening = depth = 0
    for _ in range(EFFORT):
        depth = backtrack(steps, depth)
        if depth < 0:
            break
        action = lists[depth, steps[depth, AT]]
        steps[depth, AT] += 1
        hand = steps[depth, HAND] - cards_of(action)
        clear_table(s)
        s.reversed = steps[depth, ORDER]
        if depth == 0:
            s.meld, s.kind, s.count, s.low, s.suits, s.alike, s.lock, s.stepped, s.back = table
        if hand == 0 and not is_forbidden_last(s, action):
            return lists[0, steps[0, AT] - 1]
        most = later if depth else first
        if hand and action and depth < DEPTH and brings_lead(s, seat, action, unseen, most, answers):
            clear_table(s)
            depth += 1
            steps[depth, AT], steps[depth, HAND], steps[depth, ORDER] = 0, hand, s.reversed
            steps[depth, TO] = list_leads(s, hand, lists[depth])
    return UNKNOWN


def backtrack(steps, depth):
    """The deepest step at which something has not been tried yet; below 0 when everything has been."""
    while depth >= 0 and steps[depth, AT] == steps[depth, TO]:
        depth -= 1
    return depth


def widest(s, seat):
    """The most cards that another seat in play holds."""
    most = 0
    for other in range(s.seats):
        if other != seat and s.live >> other & 1:
            most = max(most, s.cards[other])
    return most


def brings_lead(s, seat, action, unseen, most, answers):
    """Lay a play; does it clear the cards, or can no hand of so many unseen cards beat it?"""
    n, beaten = bag_size(cards_of(action)), s.kind
    put_down(s, seat, action, n)
    turn_order(s)
    if cuts(s, beaten):
        return True
    if n > most:
        return True
    if s.kind == Kind.RUN and s.seq_suit == 1:
        return False            # all unseen cards make more sequences of any suits than `answers` has room for
    return list_follows(s, unseen, answers) == 0


compile_rules(globals(), makers="certain")
