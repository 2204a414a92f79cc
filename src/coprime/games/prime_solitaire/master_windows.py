"""The windows of `chances` expected anew and anew, while imagined cards are turned.

Only those that go with kinds of the foundation are looked at.  w: see `master_player.Work`.
"""

from ...core.kernel import compile_rules
from .actions import only
from .chances import ONE, OTHER, SHARED, expected
from .tables import KINDS, NONE


def list_windows(s, w):
    """Write which windows matter to w.rows, from place 1 on; place 0 says how many they are."""
    w.where[:] = 0
    for kind in range(KINDS):
        w.unseen[kind] = s.unseen[kind]
    place_kinds(s.card, s.there, w)
    n = 0
    for i in range(len(ONE)):
        if w.where[ONE[i]] and (OTHER[i] == NONE or w.where[OTHER[i]]):
            n += 1
            w.rows[n] = i
    w.rows[0] = n


def place_kinds(card, there, w):
    """Write the places of every kind to w.where, and that nothing is expected for them."""
    w.where[:] = 0
    while there:
        one = there & -there
        there ^= one
        place = only(one)
        w.where[card[place]] |= one
        w.alone[place] = 0.0
        w.together[place] = 0.0


def renew(card, there, left, w):
    """What is expected of so many cards that are w.unseen, to w.alone and w.together: see `chances.expect`."""
    place_kinds(card, there, w)
    for j in range(1, w.rows[0] + 1):
        i = w.rows[j]
        ones = w.where[ONE[i]]
        if ones == 0 or (OTHER[i] != NONE and w.where[OTHER[i]] == 0):
            continue
        windows = expected(i, w.unseen, left)
        if windows == 0.0:
            continue
        while ones:
            one = ones & -ones
            ones ^= one
            if OTHER[i] == NONE:
                w.alone[only(one)] += windows
            else:
                add_shared(only(one), w.where[OTHER[i]], SHARED * windows, w)


def add_shared(place, others, windows, w):
    """They go with this card and with each of the others.

    Two cards of a kind come here one after the other, and get them twice; the network has learnt with that.
    """
    while others:
        other = others & -others
        others ^= other
        w.together[place, only(other)] += windows
        w.together[only(other), place] += windows


compile_rules(globals(), makers="")
