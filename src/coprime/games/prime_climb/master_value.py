"""How likely a seat is to win a game of two with cards: a small network of what lies on the table.

It looks at a position between two turns, or before a card is drawn, with the eyes of the seat that rolls next if
nobody rolls again.  What it has learnt (`master_learning`) is handed over as arrays.
"""

import math

from ...core.bits import count_kind, has_member, set_size
from ...core.kernel import compile_rules
from .features import NUMBERS, ROLLS
from .rules import Phase
from .tables import CLEAR, HOME, KINDS, LAST, LIMIT

HIDDEN = 32             # units

# Inputs: where each of them begins.
MINE, THEIRS = 0, HOME + 1                          # a pawn's space, of the seat that rolls and of the other
MY_HAND = THEIRS + HOME + 1                         # a Keeper's kind, from 1
THEIR_HAND = MY_HAND + LIMIT
PILE = THEIR_HAND + LIMIT                           # how likely a card to be drawn is a number Keeper or another
LIMITED = PILE + 2                                  # the seat may only subtract and divide
ONE_DRAWS, BOTH_DRAW = LIMITED + 1, LIMITED + 2     # the other seat is about to draw, for one pawn or for either
ALWAYS = BOTH_DRAW + 1
PLAIN = ALWAYS + 1                                  # numbers that go to the result as well, see `weigh`
FIGURES = 16
INPUTS = PLAIN + FIGURES
ONES = sum(1 << 3 * kind for kind in range(KINDS))


def roller(s):
    """The seat that rolls next if nobody rolls again."""
    return s.turn if s.phase == Phase.ROLL else 1 - s.turn


def size_of_bag(bag):
    """How many cards a pile holds."""
    return set_size(bag & ONES) + 2 * set_size(bag >> 1 & ONES) + 4 * set_size(bag >> 2 & ONES)


def hand_of(s, seat):
    return s.keepers[seat] + (s.fresh if seat == s.turn else 0)


def rolls_with(rolls, a, b, hand, out):
    """Rolls to home of two pawns alone: as they stand, after the best number Keeper, after the best two; to out[:3]."""
    out[0] = rolls[a, b]
    one, two = out[0], out[0]
    for d in range(1, CLEAR):
        if count_kind(hand, d):
            for way in range(4):
                p, q = moved(a, b, d, way)
                if p >= 0:
                    one = min(one, rolls[p, q])
                    for e in range(d + 1, CLEAR):
                        if count_kind(hand, e):
                            for then in range(4):
                                v, w = moved(p, q, e, then)
                                if v >= 0:
                                    two = min(two, rolls[v, w])
    out[1], out[2] = one, min(one, two)


def moved(a, b, d, way):
    """Two pawns after one of four uses of a number Keeper; -1 where there is none such."""
    if way >= 2:
        p, q = moved_one(b, d if way == 2 else -d), a
    else:
        p, q = moved_one(a, d if way == 0 else -d), b
    return p, q


def moved_one(p, d):
    if p == HOME or p + d < 0 or p + d > LAST:
        return -1
    return HOME if p + d == LAST else p + d


def threat(s, reach, rolls, seat, other):
    """Rolls that a seat's next turn may cost the other by sending its pawns to Start."""
    a, b = s.pawn[2 * other], s.pawn[2 * other + 1]
    now, cost = rolls[a, b], 0.0
    for mine in range(2):
        p = s.pawn[2 * seat + mine]
        cost += reach[p, a] * (rolls[0, b] - now) + reach[p, b] * (rolls[a, 0] - now)
    return cost


def gather(s, reach, at, much):
    """The inputs of a position that are not 0: their numbers to `at`, how much to `much`; returns how many."""
    me = roller(s)
    you = 1 - me
    rolls = ROLLS[0, 0 if s.doubles == 4 else 1]
    n = 0
    for mine in range(2):
        at[n], much[n] = MINE + s.pawn[2 * me + mine], 1.0
        at[n + 1], much[n + 1] = THEIRS + s.pawn[2 * you + mine], 1.0
        n += 2
    my_hand, their_hand = hand_of(s, me), hand_of(s, you)
    my_count, their_count = 0, 0
    for kind in range(1, LIMIT + 1):
        if count_kind(my_hand, kind):
            at[n], much[n] = MY_HAND + kind - 1, count_kind(my_hand, kind)
            my_count += 1 if kind < CLEAR else 0
            n += 1
        if count_kind(their_hand, kind):
            at[n], much[n] = THEIR_HAND + kind - 1, count_kind(their_hand, kind)
            their_count += 1 if kind < CLEAR else 0
            n += 1
    pile = s.stock if s.stock else s.discard
    total, numbers = max(1, size_of_bag(pile)), set_size(pile & NUMBERS)
    at[n], much[n] = PILE, 2.0 * numbers / total
    at[n + 1], much[n + 1] = PILE + 1, 2.0 * (count_kind(pile, CLEAR) + count_kind(pile, LIMIT)) / total
    n += 2
    if has_member(s.limited, me):
        at[n], much[n] = LIMITED, 1.0
        n += 1
    if s.phase == Phase.DRAW:
        at[n], much[n] = BOTH_DRAW if s.landed == 3 else ONE_DRAWS, 1.0
        n += 1
    at[n], much[n] = ALWAYS, 1.0
    n += 1
    n = put_numbers(s, reach, rolls, me, my_hand, 0, at, much, n)
    n = put_numbers(s, reach, rolls, you, their_hand, FIGURES // 2, at, much, n)
    at[n - FIGURES + 7], much[n - FIGURES + 7] = PLAIN + 7, my_count / 4
    at[n - 1], much[n - 1] = PLAIN + FIGURES - 1, their_count / 4
    return n


def put_numbers(s, reach, rolls, seat, hand, first, at, much, n):
    """What is told of one seat as numbers."""
    for i in range(FIGURES // 2):
        at[n + i] = PLAIN + first + i
    rolls_with(rolls, s.pawn[2 * seat], s.pawn[2 * seat + 1], hand, much[n:n + 3])
    for i in range(3):
        much[n + 3 + i] = math.log(max(1.0, much[n + i]) / 4)
        much[n + i] = much[n + i] / 10
    much[n + 6] = threat(s, reach, rolls, seat, 1 - seat) / 4
    return n + FIGURES // 2


def weigh(at, much, n, inner, outer, units):
    """The chance to win of the seat that rolls, from its inputs; leaves the units' values in `units`.

    inner   [input, unit]
    outer   by unit, then by number
    """
    for h in range(HIDDEN):
        units[h] = 0.0
    result = 0.0
    for i in range(n):
        row, x = inner[at[i]], much[i]
        for h in range(HIDDEN):
            units[h] += row[h] * x
        if at[i] >= ALWAYS:
            result += outer[HIDDEN + at[i] - ALWAYS] * x
    for h in range(HIDDEN):
        if units[h] > 0:
            result += units[h] * outer[h]
    return 1 / (1 + math.exp(-result))


def chance_of(s, seat, net):
    """A seat's chance to win."""
    if s.phase == Phase.OVER:
        return 1.0 if s.place[seat] == 1 else 0.0
    n = gather(s, net.reach, net.at, net.much)
    chance = weigh(net.at, net.much, n, net.inner, net.outer, net.units)
    return chance if roller(s) == seat else 1 - chance


compile_rules(globals())
