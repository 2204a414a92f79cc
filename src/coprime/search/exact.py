"""What a seat can be sure of where it knows every card: exact search, compiled, one module per game by `endings`.

The seat does what gets it most, all others do what leaves it least.  For two that is best play by both, and what comes
out is what the position is worth; among more it is what nobody can keep the seat from.  Found by null windows (Plaat,
Schaeffer, Pijls, de Bruin, "Best-first fixed-depth minimax algorithms", 1996): each question is only whether the seat
gets so much or more, and what has been proved of a position is kept by its digest.  Only listed actions are looked at;
a violation is never better than one of them in a game that says it is `settled`.

Where CHANCE or CLOCK acts, or several seats at once, nothing is looked up: it counts as the worst, or `hopeful` as the
best that can be.  So where both come out alike it is exact whatever chance brings.

Free names: the game's `to_act`, `sound_actions`, `apply`, `is_between_hands`, `returns`.
"""
# ruff: noqa: F821

from ..core.arrays import copy_first
from ..core.bits import has_member, lowest_member, set_size
from ..core.chance import digest
from ..core.seats import CHANCE

ROOT = 0                        # rows of states: the position asked about, and one for every action after it
TO, AT, SEAT, BEST, KEY = 0, 1, 2, 3, 4     # columns of steps: how many actions, the next one, whose, the best, digest
LOW, HIGH = 0, 1                # columns of known: the position is worth at least, at most
NODES, MOST, MET = 0, 1, 2      # counts: positions that have been looked at, how many may be, met chance
FAR = 1e9                       # beyond every result
EPSILON = 1e-6                  # below every difference between two results
OPEN, CLOSED, ENDLESS = 0, 1, 2


def worth(w, seat, hopeful, guess):
    """What the seat can be sure of from states[ROOT] on, to w.results[0]; False when that took too many positions.

    hopeful  whatever chance decides counts as won, instead of lost
    guess    any result; the nearer, the sooner it is found
    """
    low, high = -FAR, FAR
    while low < high:
        at = guess + EPSILON if guess <= low else guess
        state, guess = reaches(w, seat, hopeful, at)
        if state == ENDLESS:
            return False
        if guess >= at:
            low = guess
        else:
            high = guess
    w.results[0] = low
    return True


def reaches(w, seat, hopeful, wanted):
    """Does the seat get so much?  CLOSED and a bound: at least what the seat gets, or at most, on that side of it."""
    depth = 0
    state, bound = push_state(w, depth, seat, hopeful, wanted)
    while True:
        if state == CLOSED:
            if depth == 0:
                return CLOSED, bound
            depth -= 1
            state, bound = record_child_value(w, depth, seat, bound, wanted)
            continue
        if depth + 1 == len(w.states) or w.counts[NODES] >= w.counts[MOST]:
            return ENDLESS, 0.0
        step = w.steps[depth]
        copy_first(w.words[depth], len(w.words[depth]), w.words[depth + 1])
        apply(w.states[depth + 1], step[SEAT], w.lists[depth, step[AT]])
        depth += 1
        state, bound = push_state(w, depth, seat, hopeful, wanted)


def push_state(w, depth, seat, hopeful, wanted):
    """Look at a position: its bound where it has one already, else its actions are listed, the best known one first."""
    w.counts[NODES] += 1
    s, step, unknown = w.states[depth], w.steps[depth], FAR if hopeful else -FAR
    seats = to_act(s)
    if seats == 0 or is_between_hands(s):
        returns(s, w.after)
        return CLOSED, w.after[seat]
    if has_member(seats, CHANCE) or set_size(seats) > 1 or lowest_member(seats) > CHANCE:
        w.counts[MET] += 1
        return CLOSED, unknown
    # A key is never 0, which is an empty place.
    step[KEY], step[SEAT], step[AT], step[BEST] = digest(w.words[depth], 1) | 1, lowest_member(seats), 0, 0
    step[TO] = sound_actions(s, step[SEAT], w.lists[depth])
    at = step[KEY] >> 20 & len(w.keys) - 1
    if w.keys[at] == step[KEY]:
        if depth and w.known[at, LOW] >= wanted:
            return CLOSED, w.known[at, LOW]
        if depth and w.known[at, HIGH] < wanted:
            return CLOSED, w.known[at, HIGH]
        put_first(w.lists[depth], step[TO], w.best[at])
    w.bounds[depth] = -FAR if step[SEAT] == seat else FAR
    return OPEN, 0.0


def record_child_value(w, depth, seat, bound, wanted):
    """What an action leads to is known: the position is, too, where that settles it or was the last one."""
    step, mine = w.steps[depth], w.steps[depth, SEAT] == seat
    if bound > w.bounds[depth] if mine else bound < w.bounds[depth]:
        w.bounds[depth], step[BEST] = bound, step[AT]
    step[AT] += 1
    settled = w.bounds[depth] >= wanted if mine else w.bounds[depth] < wanted
    if not settled and step[AT] < step[TO]:
        return OPEN, 0.0
    keep(w, depth, w.bounds[depth], wanted)
    return CLOSED, w.bounds[depth]


def put_first(actions, n, best):
    for i in range(1, n):
        if actions[i] == best:
            actions[0], actions[i] = best, actions[0]
            return


def keep(w, depth, bound, wanted):
    """Note what has been proved of a position, in place of whatever shares its place."""
    step = w.steps[depth]
    at = step[KEY] >> 20 & len(w.keys) - 1
    if w.keys[at] != step[KEY]:
        w.keys[at], w.known[at, LOW], w.known[at, HIGH] = step[KEY], -FAR, FAR
    w.best[at] = w.lists[depth, step[BEST]]
    if bound >= wanted:
        w.known[at, LOW] = bound
    else:
        w.known[at, HIGH] = bound


def judge(w, seat, most):
    """What every listed action of the seat in w.origin is worth at least and at most, to w.values; returns how many.

    most  positions that are looked at; what is not finished by then is worth anything from -FAR to FAR
    """
    n = sound_actions(w.origin[0], seat, w.listed)
    w.counts[NODES], w.counts[MOST], w.counts[MET] = 0, most, 0
    for i in range(n):
        w.values[i, LOW], w.values[i, HIGH] = -FAR, FAR
    judge_each(w, seat, n, False)
    if w.counts[MET]:
        judge_each(w, seat, n, True)
        return n
    for i in range(n):
        if w.values[i, LOW] > -FAR:
            w.values[i, HIGH] = w.values[i, LOW]
    return n


def judge_each(w, seat, n, hopeful):
    """One of the two bounds of n actions."""
    guess = 0.0
    for i in range(len(w.keys)):
        w.keys[i] = 0
    for i in range(n):
        copy_first(w.origin_words[0], len(w.origin_words[0]), w.words[ROOT])
        apply(w.states[ROOT], seat, w.listed[i])
        if worth(w, seat, hopeful, guess):
            guess = w.results[0]
            w.values[i, HIGH if hopeful else LOW] = guess
