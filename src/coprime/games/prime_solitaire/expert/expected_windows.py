"""Update the expected windows of `clearing_chance` while imagined cards are turned.

Only windows that go with kinds of the foundation are considered.  w: see `search.NetPlayerWorkspace`.
"""
# mypy: ignore-errors, implicit-reexport

from ....core.kernel import compile_rules
from ..actions import single_member
from ..clearing_chance import FIRST_KIND, SECOND_KIND, SHARED, expected_window_count
from ..tables import KINDS, NONE


def list_windows(s, w):
    """Write the numbers of the windows that matter to w.rows, from index 1 on; index 0 holds how many."""
    w.where[:] = 0
    for kind in range(KINDS):
        w.unseen[kind] = s.unseen[kind]
    index_kinds(s.card, s.there, w)
    n = 0
    for i in range(len(FIRST_KIND)):
        if w.where[FIRST_KIND[i]] and (SECOND_KIND[i] == NONE or w.where[SECOND_KIND[i]]):
            n += 1
            w.rows[n] = i
    w.rows[0] = n


def index_kinds(card, there, w):
    """Write the places of every kind to w.where, and reset their expected windows."""
    w.where[:] = 0
    while there:
        one = there & -there
        there ^= one
        place = single_member(one)
        w.where[card[place]] |= one
        w.alone[place] = 0.0
        w.together[place] = 0.0


def update_windows(card, there, left, w):
    """Write the windows expected of `left` cards that are w.unseen to w.alone and w.together."""
    index_kinds(card, there, w)
    for j in range(1, w.rows[0] + 1):
        i = w.rows[j]
        ones = w.where[FIRST_KIND[i]]
        if ones == 0 or (SECOND_KIND[i] != NONE and w.where[SECOND_KIND[i]] == 0):
            continue
        windows = expected_window_count(i, w.unseen, left)
        if windows == 0.0:
            continue
        while ones:
            one = ones & -ones
            ones ^= one
            if SECOND_KIND[i] == NONE:
                w.alone[single_member(one)] += windows
            else:
                add_shared_windows(single_member(one), w.where[SECOND_KIND[i]], SHARED * windows, w)


def add_shared_windows(place, others, windows, w):
    """Add windows that go with this card and with each of the others.

    Two cards of a kind come here one after the other, and get them twice; the network is trained with that.
    """
    while others:
        other = others & -others
        others ^= other
        w.together[place, single_member(other)] += windows
        w.together[single_member(other), place] += windows


compile_rules(globals(), makers="")
