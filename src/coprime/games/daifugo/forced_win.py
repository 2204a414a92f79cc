"""Search for ways out of a hand of Daifugo that nobody can stop, whatever the others hold.

A way out is a row of plays of which each but the last brings the lead back: it clears the table at once, or no cards
that the seat cannot place would beat it in any hand.  That is exact for one play; rows in which something depends on
what others answer are not looked for.  Used by search/race_kernels.py.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import bag_size, cards_of
from .effects import is_forbidden_last
from .fitted_policy import largest_hand_in_trick, list_unplaced_cards
from .listing import list_follows, list_leads
from .rules import MAX_ACTIONS, clear_table, has_cleared_table, put_on_table, update_card_order
from .state import Kind, Phase

MAX_PLAYS = 13                  # plays of a way out
# Columns of steps: the next to be tried, how many, the hand, the order.
NEXT_ACTION, ACTION_COUNT, HAND_LEFT, CARD_ORDER = 0, 1, 2, 3
MAX_POSITIONS = 2_000              # positions that are looked at


def certain(s, seat, listed, n):
    """Return the first play of a certain way out, one of the n listed; UNKNOWN if none is found.

    Works on a copy: `s` is used up.
    """
    if s.phase != Phase.PLAY:
        return UNKNOWN
    lists, answers = np.empty((MAX_PLAYS + 1, MAX_ACTIONS), np.int64), np.empty(MAX_ACTIONS, np.int64)
    steps = np.zeros((MAX_PLAYS + 1, 4), np.int64)
    for i in range(n):
        lists[0, i] = listed[i]
    steps[0, ACTION_COUNT], steps[0, HAND_LEFT], steps[0, CARD_ORDER] = n, s.hand[seat], s.reversed
    table = s.meld, s.kind, s.count, s.low, s.suits, s.alike, s.lock, s.stepped, s.back
    unseen, first, later = list_unplaced_cards(s, seat), largest_hand_in_trick(s, seat), largest_rival_hand(s, seat)
    s.opening = depth = 0
    for _ in range(MAX_POSITIONS):
        depth = find_untried_step(steps, depth)
        if depth < 0:
            break
        action = lists[depth, steps[depth, NEXT_ACTION]]
        steps[depth, NEXT_ACTION] += 1
        hand = steps[depth, HAND_LEFT] - cards_of(action)
        clear_table(s)
        s.reversed = steps[depth, CARD_ORDER]
        if depth == 0:
            s.meld, s.kind, s.count, s.low, s.suits, s.alike, s.lock, s.stepped, s.back = table
        if hand == 0 and not is_forbidden_last(s, action):
            return lists[0, steps[0, NEXT_ACTION] - 1]
        most = later if depth else first
        if hand and action and depth < MAX_PLAYS and lay_and_test_lead(s, seat, action, unseen, most, answers):
            clear_table(s)
            depth += 1
            steps[depth, NEXT_ACTION], steps[depth, HAND_LEFT], steps[depth, CARD_ORDER] = 0, hand, s.reversed
            steps[depth, ACTION_COUNT] = list_leads(s, hand, lists[depth])
    return UNKNOWN


def find_untried_step(steps, depth):
    """Return the deepest step at which something has not been tried yet; below 0 if there is none."""
    while depth >= 0 and steps[depth, NEXT_ACTION] == steps[depth, ACTION_COUNT]:
        depth -= 1
    return depth


def largest_rival_hand(s, seat):
    """Return the most cards that another seat in play holds."""
    most = 0
    for other in range(s.seats):
        if other != seat and s.live >> other & 1:
            most = max(most, s.cards[other])
    return most


def lay_and_test_lead(s, seat, action, unseen, most, answers):
    """Lay a play; tell whether it clears the table or no hand of so many unseen cards can beat it.

    most     cards of the largest hand that may answer
    answers  a work array
    """
    n, beaten = bag_size(cards_of(action)), s.kind
    put_on_table(s, seat, action, n)
    update_card_order(s)
    if has_cleared_table(s, beaten):
        return True
    if n > most:
        return True
    if s.kind == Kind.RUN and s.seq_suit == 1:
        return False            # all unseen cards make more sequences of any suits than `answers` has room for
    return list_follows(s, unseen, answers) == 0


compile_rules(globals(), makers="certain")
