"""Exact search where a seat knows every card: generic compiled source, specialised by `exact_endings`.

The seat maximises and all others minimise its result. For two sides that is best play by both; among more it is
what nobody can keep the seat from. Values are found by null-window searches (Plaat, Schaeffer, Pijls, de Bruin,
"Best-first fixed-depth minimax algorithms", 1996) with a transposition table keyed by the position's digest. Only
listed actions are searched: in a game that calls a view `settled` no violation is better than one of them.

Positions in which CHANCE, CLOCK or several seats act are not searched: they count as the worst result, or as the
best with `is_optimistic`. Where both agree, the value is exact whatever chance brings.

Free names: the game's `to_act`, `sound_actions`, `apply`, `is_between_hands`, `returns`.
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

from ..core.arrays import copy_first
from ..core.bits import has_member, lowest_member, set_size
from ..core.chance import digest_words
from ..core.seats import CHANCE

ROOT = 0                        # rows of states: the position asked about, and one for every action after it
# Columns of steps: how many actions, the next one, whose, the best, digest.
LISTED_COUNT, NEXT_INDEX, SEAT, BEST, KEY = 0, 1, 2, 3, 4
LOW, HIGH = 0, 1                # columns of known: the position is worth at least, at most
NODES, MOST, MET_CHANCE = 0, 1, 2      # counts: positions that have been looked at, how many may be, met chance
UNBOUNDED = 1e9                       # beyond every result
EPSILON = 1e-6                  # below every difference between two results
OPEN, CLOSED, ENDLESS = 0, 1, 2


def solve_value(w, seat, is_optimistic, guess):
    """Find the seat's guaranteed result from states[ROOT], in w.results[0].

    False where that took too many positions.

    is_optimistic  count positions decided by chance as won instead of lost
    guess    any result; the nearer, the faster
    """
    low, high = -UNBOUNDED, UNBOUNDED
    while low < high:
        at = guess + EPSILON if guess <= low else guess
        state, guess = search_null_window(w, seat, is_optimistic, at)
        if state == ENDLESS:
            return False
        if guess >= at:
            low = guess
        else:
            high = guess
    w.results[0] = low
    return True


def search_null_window(w, seat, is_optimistic, threshold):
    """Search with a null window whether the seat reaches a result.

    Returns CLOSED with a bound on that side of `threshold`, or ENDLESS where it took too many positions.
    """
    depth = 0
    state, bound = push_state(w, depth, seat, is_optimistic, threshold)
    while True:
        if state == CLOSED:
            if depth == 0:
                return CLOSED, bound
            depth -= 1
            state, bound = record_child_value(w, depth, seat, bound, threshold)
            continue
        if depth + 1 == len(w.states) or w.counts[NODES] >= w.counts[MOST]:
            return ENDLESS, 0.0
        step = w.steps[depth]
        copy_first(w.words[depth], len(w.words[depth]), w.words[depth + 1])
        apply(w.states[depth + 1], step[SEAT], w.lists[depth, step[NEXT_INDEX]])
        depth += 1
        state, bound = push_state(w, depth, seat, is_optimistic, threshold)


def push_state(w, depth, seat, is_optimistic, threshold):
    """Open a position: return a known bound, or list its actions with the best known one first."""
    w.counts[NODES] += 1
    s, step, unknown = w.states[depth], w.steps[depth], UNBOUNDED if is_optimistic else -UNBOUNDED
    seats = to_act(s)
    if seats == 0 or is_between_hands(s):
        returns(s, w.after)
        return CLOSED, w.after[seat]
    if has_member(seats, CHANCE) or set_size(seats) > 1 or lowest_member(seats) > CHANCE:
        w.counts[MET_CHANCE] += 1
        return CLOSED, unknown
    # A key is never 0, which is an empty place.
    step[KEY], step[SEAT], step[NEXT_INDEX], step[BEST] = digest_words(w.words[depth],
                                                                       1) | 1, lowest_member(seats), 0, 0
    step[LISTED_COUNT] = sound_actions(s, step[SEAT], w.lists[depth])
    at = step[KEY] >> 20 & len(w.keys) - 1
    if w.keys[at] == step[KEY]:
        if depth and w.known[at, LOW] >= threshold:
            return CLOSED, w.known[at, LOW]
        if depth and w.known[at, HIGH] < threshold:
            return CLOSED, w.known[at, HIGH]
        move_to_front(w.lists[depth], step[LISTED_COUNT], w.best[at])
    w.bounds[depth] = -UNBOUNDED if step[SEAT] == seat else UNBOUNDED
    return OPEN, 0.0


def record_child_value(w, depth, seat, bound, threshold):
    """Store a child's value; if it is decisive or the last child, the parent is solved as well."""
    step, mine = w.steps[depth], w.steps[depth, SEAT] == seat
    if bound > w.bounds[depth] if mine else bound < w.bounds[depth]:
        w.bounds[depth], step[BEST] = bound, step[NEXT_INDEX]
    step[NEXT_INDEX] += 1
    settled = w.bounds[depth] >= threshold if mine else w.bounds[depth] < threshold
    if not settled and step[NEXT_INDEX] < step[LISTED_COUNT]:
        return OPEN, 0.0
    store_bound(w, depth, w.bounds[depth], threshold)
    return CLOSED, w.bounds[depth]


def move_to_front(actions, n, best):
    """Move an action to the front of a list."""
    for i in range(1, n):
        if actions[i] == best:
            actions[0], actions[i] = best, actions[0]
            return


def store_bound(w, depth, bound, threshold):
    """Store a proved bound of a position, replacing any other position in its place of the table."""
    step = w.steps[depth]
    at = step[KEY] >> 20 & len(w.keys) - 1
    if w.keys[at] != step[KEY]:
        w.keys[at], w.known[at, LOW], w.known[at, HIGH] = step[KEY], -UNBOUNDED, UNBOUNDED
    w.best[at] = w.lists[depth, step[BEST]]
    if bound >= threshold:
        w.known[at, LOW] = bound
    else:
        w.known[at, HIGH] = bound


def bound_root_actions(w, seat, max_nodes):
    """Write bounds on the value of every listed action of a seat to w.values.

    Return the number of actions.

    max_nodes  positions to visit at most; actions not finished by then keep the bounds -UNBOUNDED and UNBOUNDED
    """
    n = sound_actions(w.origin[0], seat, w.listed)
    w.counts[NODES], w.counts[MOST], w.counts[MET_CHANCE] = 0, max_nodes, 0
    for i in range(n):
        w.values[i, LOW], w.values[i, HIGH] = -UNBOUNDED, UNBOUNDED
    bound_each_action(w, seat, n, False)
    if w.counts[MET_CHANCE]:
        bound_each_action(w, seat, n, True)
        return n
    for i in range(n):
        if w.values[i, LOW] > -UNBOUNDED:
            w.values[i, HIGH] = w.values[i, LOW]
    return n


def bound_each_action(w, seat, n, is_optimistic):
    """Compute the lower bounds of n actions, or with `is_optimistic` the upper ones."""
    guess = 0.0
    for i in range(len(w.keys)):
        w.keys[i] = 0
    for i in range(n):
        copy_first(w.origin_words[0], len(w.origin_words[0]), w.words[ROOT])
        apply(w.states[ROOT], seat, w.listed[i])
        if solve_value(w, seat, is_optimistic, guess):
            guess = w.results[0]
            w.values[i, HIGH if is_optimistic else LOW] = guess
