"""Best play without cards: one step of value iteration over all positions of two players, or of one.

old[i, j] is the chance of who is to roll, with pawns in way i of the net, against an opponent in way j; alone, old[i]
is the rolls that are still expected.
"""

import numpy as np

from ...core.kernel import compile_rules
from .tables import CHANCES, FACES, MOST

LANES = 32              # opponents that are worked on side by side, so that one instruction serves several
END, TOTAL, SPARE = 0, MOST + 1, MOST + 2       # parts of the work array; those between hold the uses of each number


def work(ways):
    """The work array of `sweep`: what each way is worth, and a win, against each opponent."""
    return np.zeros((MOST + 3, ways + 1, LANES))


def sweep(net, doubles, old, new, begin, end, w):
    """Work out new[:, begin:end] from old; return the largest difference between the two.

    net     after, end, spaces, hit of net.py
    """
    after, ends, spaces, hit = net
    change = 0.0
    for q in range(begin, end, LANES):
        lanes = min(LANES, end - q)
        for lane in range(lanes):
            settle(ends, spaces, hit, old, q + lane, w[END], lane)
        expect(after, doubles, len(spaces), w)
        for i in range(len(spaces)):
            for lane in range(lanes):
                change = max(change, abs(w[TOTAL, i, lane] - old[i, q + lane]))
                new[i, q + lane] = w[TOTAL, i, lane]
    return change


def settle(ends, spaces, hit, old, q, worth, lane):
    """What it is worth to end the turn with each way against an opponent in way q: it is the other's turn then."""
    for i in range(len(ends)):
        e = ends[i]
        bumps = 0
        for mine in range(2):
            if spaces[q, mine] == spaces[e, 0] or spaces[q, mine] == spaces[e, 1]:
                bumps += 1 + mine
        worth[i, lane] = 1 - old[hit[q, bumps], e]
    worth[len(ends), lane] = 1


def sweep_alone(net, doubles, old, new, w):
    """Work out new from old, the rolls of one player; return the largest difference between the two."""
    after, ends, spaces, hit = net
    change = 0.0
    for i in range(len(ends)):
        w[END, i] = -old[ends[i]]
    w[END, len(ends)] = 0
    expect(after, doubles, len(spaces), w)
    for i in range(len(spaces)):
        new[i] = 1 - w[TOTAL, i, 0]
        change = max(change, abs(new[i] - old[i]))
    return change


def expect(after, doubles, rests, w):
    """What each way is worth before the roll, from what it is worth at the end of the turn."""
    total = w[TOTAL]
    total[:] = 0
    for d in range(MOST):
        best(after[d], w[END], w[1 + d])
    for t in range(len(FACES)):
        low, high = FACES[t] // 100, FACES[t] % 100
        if low != high:
            add_both(after[low - 1], w[high], after[high - 1], w[low], total, CHANCES[t] / 100, rests)
    for d in range(MOST):
        one, other = w[1 + d], w[SPARE]
        for _ in range(1, doubles):
            best(after[d], one, other)
            one, other = other, one
        add(one, total, 0.01, rests)


def larger(x, y):
    return x if x > y else y


def best(after, worth, out):
    """What each way is worth with one more use of a number.  Written out, for then several lanes go at once."""
    for i in range(len(after)):
        to, o = after[i], out[i]
        a, b, c, d = worth[to[0]], worth[to[1]], worth[to[2]], worth[to[3]]
        e, f, g, h = worth[to[4]], worth[to[5]], worth[to[6]], worth[to[7]]
        for lane in range(LANES):
            o[lane] = larger(larger(larger(a[lane], b[lane]), larger(c[lane], d[lane])),
                             larger(larger(e[lane], f[lane]), larger(g[lane], h[lane])))
    out[len(after)] = worth[len(after)]


def add_both(one, then, other, and_then, total, share, rests):
    """Add the best of two numbers to the total: the one and then the other, or the other way round."""
    for way in range(rests):
        to, o = one[way], total[way]
        a, b, c, d = then[to[0]], then[to[1]], then[to[2]], then[to[3]]
        e, f, g, h = then[to[4]], then[to[5]], then[to[6]], then[to[7]]
        to = other[way]
        i, j, k, m = and_then[to[0]], and_then[to[1]], and_then[to[2]], and_then[to[3]]
        n, p, q, r = and_then[to[4]], and_then[to[5]], and_then[to[6]], and_then[to[7]]
        for lane in range(LANES):
            x = larger(larger(larger(a[lane], b[lane]), larger(c[lane], d[lane])),
                       larger(larger(e[lane], f[lane]), larger(g[lane], h[lane])))
            y = larger(larger(larger(i[lane], j[lane]), larger(k[lane], m[lane])),
                       larger(larger(n[lane], p[lane]), larger(q[lane], r[lane])))
            o[lane] += share * larger(x, y)


def add(worth, total, share, rests):
    """Add a double's best."""
    for i in range(rests):
        for lane in range(LANES):
            total[i, lane] += share * worth[i, lane]


compile_rules(globals())
