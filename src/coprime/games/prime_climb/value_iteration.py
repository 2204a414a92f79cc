"""Compiled sweeps of value iteration without cards, over all positions of two players, or of one.

For two, old_values[i, j] is the chance of winning of the seat that is to roll with placement i, against placement j.
Alone, old_values[i] is the rolls that are still expected.  `exact_values.py` runs the sweeps.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from .board_and_card_data import CHANCES, DIE_MAX, FACES

LANES = 32              # opponents that are worked on side by side, so that one instruction serves several
# Parts of the work array; those between hold the uses of each number.
END_VALUES, EXPECTED_VALUES, SPARE_VALUES = 0, DIE_MAX + 1, DIE_MAX + 2


def make_work_array(placement_count):
    """Return the work array of a sweep: a value for each placement, and for a win, against each opponent."""
    return np.zeros((DIE_MAX + 3, placement_count + 1, LANES))


def sweep_two_players(graph_arrays, doubles, old_values, new_values, begin, end, work_array):
    """Compute new_values[:, begin:end] from old_values; return the largest difference between the two.

    graph_arrays  successors, turn_ends, spaces, after_bumps of placement_graph.py
    """
    after, ends, spaces, hit = graph_arrays
    change = 0.0
    for q in range(begin, end, LANES):
        lanes = min(LANES, end - q)
        for lane in range(lanes):
            value_turn_ends(ends, spaces, hit, old_values, q + lane, work_array[END_VALUES], lane)
        compute_expectations(after, doubles, len(spaces), work_array)
        for i in range(len(spaces)):
            for lane in range(lanes):
                change = max(change, abs(work_array[EXPECTED_VALUES, i, lane] - old_values[i, q + lane]))
                new_values[i, q + lane] = work_array[EXPECTED_VALUES, i, lane]
    return change


def value_turn_ends(ends, spaces, hit, old_values, q, values, lane):
    """Write what it is worth to end the turn with each placement against opponent q, who moves next."""
    for i in range(len(ends)):
        e = ends[i]
        bumps = 0
        for mine in range(2):
            if spaces[q, mine] == spaces[e, 0] or spaces[q, mine] == spaces[e, 1]:
                bumps += 1 + mine
        values[i, lane] = 1 - old_values[hit[q, bumps], e]
    values[len(ends), lane] = 1


def sweep_one_player(graph_arrays, doubles, old_values, new_values, work_array):
    """Compute the rolls of one player from the old ones; return the largest difference."""
    after, ends, spaces, hit = graph_arrays
    change = 0.0
    for i in range(len(ends)):
        work_array[END_VALUES, i] = -old_values[ends[i]]
    work_array[END_VALUES, len(ends)] = 0
    compute_expectations(after, doubles, len(spaces), work_array)
    for i in range(len(spaces)):
        new_values[i] = 1 - work_array[EXPECTED_VALUES, i, 0]
        change = max(change, abs(new_values[i] - old_values[i]))
    return change


def compute_expectations(successors, doubles, resting_count, work_array):
    """Compute what each placement is worth before the roll from what it is worth at the end of the turn."""
    total = work_array[EXPECTED_VALUES]
    total[:] = 0
    for d in range(DIE_MAX):
        best_after_use(successors[d], work_array[END_VALUES], work_array[1 + d])
    for t in range(len(FACES)):
        low, high = FACES[t] // 100, FACES[t] % 100
        if low != high:
            add_two_numbers(successors[low - 1], work_array[high], successors[high - 1], work_array[low], total,
                            CHANCES[t] / 100, resting_count)
    for d in range(DIE_MAX):
        one, other = work_array[1 + d], work_array[SPARE_VALUES]
        for _ in range(1, doubles):
            best_after_use(successors[d], one, other)
            one, other = other, one
        add_weighted(one, total, 0.01, resting_count)


def max_of_two(x, y):
    """Return the larger of two numbers."""
    return x if x > y else y


def best_after_use(successors, values, out):
    """Write what each placement is worth with one more use of a number.

    The maximum is written out, so that several lanes are computed at once.
    """
    for i in range(len(successors)):
        to, o = successors[i], out[i]
        a, b, c, d = values[to[0]], values[to[1]], values[to[2]], values[to[3]]
        e, f, g, h = values[to[4]], values[to[5]], values[to[6]], values[to[7]]
        for lane in range(LANES):
            o[lane] = max_of_two(max_of_two(max_of_two(a[lane], b[lane]), max_of_two(c[lane], d[lane])),
                                 max_of_two(max_of_two(e[lane], f[lane]), max_of_two(g[lane], h[lane])))
    out[len(successors)] = values[len(successors)]


def add_two_numbers(one, then, other, and_then, total, weight, resting_count):
    """Add the weighted value of two different numbers: the better order of using them."""
    for way in range(resting_count):
        to, o = one[way], total[way]
        a, b, c, d = then[to[0]], then[to[1]], then[to[2]], then[to[3]]
        e, f, g, h = then[to[4]], then[to[5]], then[to[6]], then[to[7]]
        to = other[way]
        i, j, k, m = and_then[to[0]], and_then[to[1]], and_then[to[2]], and_then[to[3]]
        n, p, q, r = and_then[to[4]], and_then[to[5]], and_then[to[6]], and_then[to[7]]
        for lane in range(LANES):
            x = max_of_two(max_of_two(max_of_two(a[lane], b[lane]), max_of_two(c[lane], d[lane])),
                           max_of_two(max_of_two(e[lane], f[lane]), max_of_two(g[lane], h[lane])))
            y = max_of_two(max_of_two(max_of_two(i[lane], j[lane]), max_of_two(k[lane], m[lane])),
                           max_of_two(max_of_two(n[lane], p[lane]), max_of_two(q[lane], r[lane])))
            o[lane] += weight * max_of_two(x, y)


def add_weighted(values, total, weight, resting_count):
    """Add weighted values, those of a double, to the total."""
    for i in range(resting_count):
        for lane in range(LANES):
            total[i, lane] += weight * values[i, lane]


compile_rules(globals())
