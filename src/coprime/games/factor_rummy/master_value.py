"""What a round of two is worth to a seat, by a small network of what that seat knows.

It looks at a hand as a discard leaves it, or as it is before a card is drawn.  Worths are points of the round less the
other seat's, as a part of `UNIT`.  What it has learnt (`master_learning`) is handed over as arrays.
"""

import math

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS
from .master_hand import look_ahead
from .tables import COPIES_AT

HIDDEN = 32             # units
UNIT = 40.0             # points

# What the network says: the worth after a discard, and before a card from the draw pile; and what going out brings
# with no card left over (without the bonus), with one or with two.
STAY, BLIND, OUT = 0, 1, 2
SAID = 5

# Inputs: where each of them begins.
OVER = 0                                            # how many cards are left over
MOST_OVER = 8                                       # so many, or more
HAND = OVER + MOST_OVER + 1                         # cards, by kind
TOP = HAND + KINDS                                  # the kind of the top discard
KNOWN = TOP + KINDS                                 # cards that everybody has seen the other take, by kind
KNOWN_MANY = KNOWN + KINDS                          # how many of these
MOST_KNOWN = 6
TURN = KNOWN_MANY + MOST_KNOWN + 1                  # how many turns a seat has had
MOST_TURNS = 19
ALWAYS = TURN + MOST_TURNS + 1
FIGURES = ALWAYS + 1                                # see `put_figures`
INPUTS = FIGURES + 8
WIDEST = 64                                         # inputs of a position that are not 0, at most
NEVER = 0.02                                        # a chance of nothing, where logarithms are taken


def unseen_by(s, seat, unseen):
    """How many cards of each kind a seat of two has not seen, to `unseen`; returns how many in all."""
    total = 0
    for kind in range(KINDS):
        unseen[kind] = COPIES_AT[s.level, kind] - s.hand[seat, kind] - s.known[1 - seat, kind]
    for place in range(s.height):
        unseen[s.pile[place]] -= 1
    for kind in range(KINDS):
        total += unseen[kind]
    return total


def gather(s, seat, hand, cards, digit, top, w):
    """The inputs that are not 0, of a hand less one of a digit, with this top discard: to `at` and `much`.

    Returns how many there are.  The hand has been looked at: see `master_turn.look_at`.
    """
    h, at, much, n = w.h, w.at, w.much, w.counts[0]
    here = look_ahead(n, w.counts[1], digit, h)
    at[0], much[0] = OVER + min(MOST_OVER, cards - 1 - here), 1.0
    at[1], much[1] = KNOWN_MANY, 1.0
    at[2], much[2] = TURN + min(MOST_TURNS, s.turns // 2), 1.0
    at[3], much[3] = ALWAYS, 1.0
    at[4], much[4] = TOP + top, 1.0
    m, known = 5, 0
    for j in range(n):
        count = hand[h.kinds[j]] - (j == digit)
        if count > 0:
            at[m], much[m] = HAND + h.kinds[j], 0.5 * count
            m += 1
    for kind in range(KINDS):
        if s.known[1 - seat, kind] > 0:
            known += s.known[1 - seat, kind]
            at[m], much[m] = KNOWN + kind, s.known[1 - seat, kind]
            m += 1
    at[1] += min(MOST_KNOWN, known)
    put_figures(cards, here, w, m)
    return m + INPUTS - FIGURES


def put_figures(cards, here, w, m):
    """How likely the next card leaves none, at most one and at most two cards over, and is of use."""
    out, one, two, better, gain = 0.0, 0.0, 0.0, 0.0, 0.0
    for kind in range(KINDS):
        more = w.h.most[kind] - here
        if more > 0 and w.unseen[kind] > 0:
            left, chance = cards - 1 - w.h.most[kind], w.unseen[kind] / w.counts[2]
            better += chance
            gain += chance * more
            out += chance if left <= 0 else 0.0
            one += chance if left <= 1 else 0.0
            two += chance if left <= 2 else 0.0
    for i in range(INPUTS - FIGURES):
        w.at[m + i] = FIGURES + i
    much = w.much
    much[m], much[m + 1], much[m + 2], much[m + 3] = 4 * out, 2 * one, 2 * two, 2 * better
    much[m + 4], much[m + 5] = gain, math.log(out + NEVER) / 2
    much[m + 6], much[m + 7] = 2 * math.sqrt(out), math.log(one + NEVER) / 2


def weigh(at, much, m, net):
    """Leave the units' values in `net.units`."""
    units = net.units
    for h in range(HIDDEN):
        units[h] = 0.0
    for i in range(m):
        row, x = net.inner[at[i]], much[i]
        for h in range(HIDDEN):
            units[h] += row[h] * x


def say(what, at, much, m, net):
    """One of the things that the network says, after `weigh`."""
    result = 0.0
    for i in range(m):
        result += net.direct[what, at[i]] * much[i]
    for h in range(HIDDEN):
        if net.units[h] > 0:
            result += net.units[h] * net.outer[what, h]
    return result


compile_rules(globals(), makers="")
