"""Step matches in parallel, compiled: generic source, specialised for each game by `batch`.

Free names: the contract's functions of a game, `code` and `find_action` (FINDS_ACTIONS tells whether its codes have
it) and, from its playout module, `next_actor` and `let_chance`.
`w` is the arrays of a batch (batch.BatchArrays); row i of most of them belongs to match i, `me` is the thread.
A match is stepped in its thread's state, `w.states[me]`, and packed when it comes to a question.
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

from ..core.arrays import copy_first
from ..core.bits import has_member
from ..core.chance import random_below, wrapping_mul
from ..core.observation_writer import encode_row
from ..core.seats import CHANCE, CLOCK, UNKNOWN
from ..core.state_packer import pack_spans, unpack_spans

STREAM_MULTIPLIER = -0x61C8864680B583EB        # 0x9E3779B97F4A7C15: neighbours fall far apart
FREE_PLACE = -1                           # a place of the table of actions that is free
RESTART = -1                              # a choice: begin another match


def find_place(keys, wanted):
    """Return the index of a code in the hash table, or the free index where it would go."""
    at = wrapping_mul(wanted, STREAM_MULTIPLIER) >> 20 & len(keys) - 1
    while keys[at] != FREE_PLACE and keys[at] != wanted:
        at = at + 1 & len(keys) - 1
    return at


def fill_code_table(keys, numbers, codes):
    """Fill an empty hash table with the codes and their numbers."""
    for number in range(len(codes)):
        at = find_place(keys, codes[number])
        keys[at], numbers[at] = codes[number], number


def step_all(w, first, last, me):
    """Carry out the choices of these rows and go on to the next decision of each; RESTART begins another match.

    A finished match restarts: its last reward stands beside the first decision of the next match.  Starts and steps are
    one function, because the rules are compiled again into each function that Python calls.
    """
    for i in range(first, last):
        w.over[i] = False
        restarts = w.choice[i] == RESTART
        if not restarts:                    # in place: `w` is hundreds of arguments for each call that is not inlined
            s = unpack_state(w, i, me)
            returns(s, w.before[me])
            if w.choice[i] < len(w.codes):
                apply(s, w.seat[i], select_action(w, i, me))
            advance_match(w, i, me)
            returns(s, w.after[me])
            for seat in range(s.seats):
                w.reward[i, seat] = w.after[me, seat] - w.before[me, seat]
            w.over[i] = w.seat[i] == UNKNOWN
        if restarts or w.over[i]:
            restart_match(w, i, me)
        write_question(w, i, me)


def select_action(w, i, me):
    """Return the listed action whose code has been chosen."""
    s, wanted = w.states[me], w.codes[w.choice[i]]
    if FINDS_ACTIONS:
        return find_action(s, w.seat[i], wanted)
    for k in range(min(w.marks[i, 0], w.actions.shape[1])):
        if w.marks[i, k + 1] == w.choice[i] and w.actions[i, k] != UNKNOWN:
            return w.actions[i, k]
    n = sound_actions(s, w.seat[i], w.listed[me])           # one of many, or the batch has been restored
    for k in range(n):
        if code(s, w.listed[me, k]) == wanted:
            return w.listed[me, k]
    return UNKNOWN                          # never: the mask has allowed it


def sample_random_actions(w, first, last, me):
    """Draw an allowed choice in each of these rows, uniformly."""
    for i in range(first, last):
        n = int(w.marks[i, 0])              # plain, a product with an int32 would overflow
        k, w.luck[i] = random_below(w.luck[i], n)
        w.drawn[i] = w.marks[i, k + 1] if n < w.marks.shape[1] else nth_mark(w.mask[i], k)


def nth_mark(mask, n):
    """Return the index of the mark that has `n` marks before it."""
    for at in range(len(mask)):
        if mask[at]:
            if n == 0:
                return at
            n -= 1
    return FREE_PLACE


def restart_match(w, i, me):
    """Start a match and go to its first decision."""
    copy_first(w.blank_words[0], w.words.shape[1], w.words[me])
    advance_match(w, i, me)


def advance_match(w, i, me):
    """Let CHANCE and CLOCK act until a seat is to choose, across rests; UNKNOWN at the end."""
    s = w.states[me]
    while True:
        w.seat[i], w.draws[i] = next_actor(s, w.listed[me], w.weights[me], w.draws[i])
        if w.seat[i] != UNKNOWN or not has_member(to_act(s), CHANCE):
            return
        w.draws[i] = let_chance(s, w.listed[me], w.weights[me], w.draws[i])


def write_question(w, i, me):
    """Write the mask and the observation of the seat to choose, and pack the match."""
    s, seat = w.states[me], w.seat[i]
    clear_marks(w, i)
    n = sound_actions(s, seat, w.listed[me])
    for k in range(n):
        at = find_place(w.keys, code(s, w.listed[me, k]))
        if w.keys[at] == FREE_PLACE:
            w.strange[me] = w.listed[me, k]
        else:
            set_mark(w, i, k, w.numbers[at])
            if k < w.actions.shape[1]:
                w.actions[i, k] = w.listed[me, k]
    if has_member(to_act(s), CLOCK):
        set_mark(w, i, n, len(w.codes))
        n += 1
    w.marks[i, 0] = n
    write_observation(w, i, seat, me)


def write_observation(w, i, seat, me):
    """Pack the match and write what a seat sees of it; its state is then that seat's view."""
    pack_state(w, i, me)
    redact(w.states[me], seat)
    encode_row(w.words[me], w.table, w.scale, w.spans, seat, w.states[me].seats, w.observation[i], w.nonzero[i])


def unpack_state(w, i, me):
    """Unpack a match into the thread's state, and return that."""
    unpack_spans(w.wide[i], w.wide_spans, w.wide_filled[me], w.words[me])         # first, for the counts of lists
    unpack_spans(w.narrow[i], w.narrow_spans, w.narrow_filled[me], w.words[me])
    return w.states[me]


def pack_state(w, i, me):
    """Pack the match that is the thread's state."""
    pack_spans(w.words[me], w.wide_spans, w.wide_filled[me], w.wide[i])
    if pack_spans(w.words[me], w.narrow_spans, w.narrow_filled[me], w.narrow[i]) != 0:
        w.lost[me] = True


def set_mark(w, i, k, number):
    """Set a mark of the mask and remember its place."""
    w.mask[i, number] = True
    if k + 1 < w.marks.shape[1]:
        w.marks[i, k + 1] = number


def clear_marks(w, i):
    """Clear the mask by the remembered places where these are few."""
    n, mask = w.marks[i, 0], w.mask[i]
    if n < w.marks.shape[1]:
        for k in range(n):
            mask[w.marks[i, k + 1]] = False
    else:
        for number in range(len(mask)):
            mask[number] = False
