"""Matches side by side, compiled: generic source, made into one module per game by `batch`.

Free names: the contract's functions of a game, `code` and, from its module of random play, `next_actor` and
`let_chance`.
`w` is the arrays of a batch (batch.Arrays); row i of most of them belongs to match i.
"""
# ruff: noqa: F821

from ..core.arrays import copy_first
from ..core.bits import has_member
from ..core.chance import below, times
from ..core.observation_writer import encode_row
from ..core.seats import CHANCE, CLOCK, UNKNOWN

SPREAD = -0x61C8864680B583EB        # 0x9E3779B97F4A7C15: neighbours fall far apart
NONE = -1                           # a place of the table of actions that is free


def place_in(keys, wanted):
    """Where a code stands in a table of codes, or the free place where it would."""
    at = times(wanted, SPREAD) >> 20 & len(keys) - 1
    while keys[at] != NONE and keys[at] != wanted:
        at = at + 1 & len(keys) - 1
    return at


def fill(keys, numbers, codes):
    """Put the codes into a blank table by which their numbers are found."""
    for number in range(len(codes)):
        at = place_in(keys, codes[number])
        keys[at], numbers[at] = codes[number], number


def begin_all(w, first, last, me):
    """Let the matches of these rows begin anew; their generators have been set."""
    for i in range(first, last):
        w.over[i] = False
        renew(w, i, me)
        ask(w, i, me)


def step_all(w, first, last, me):
    """Carry out what has been chosen in these rows, and go on to where a seat is asked again.

    A match that is over begins anew: its last reward stands beside the first question of the next one.
    """
    for i in range(first, last):
        s = w.states[i]
        returns(s, w.before[me])
        if w.choice[i] < len(w.codes):
            apply(s, w.seat[i], chosen_action(w, i, me))
        advance(w, i, me)
        returns(s, w.after[me])
        for seat in range(s.seats):
            w.reward[i, seat] = w.after[me, seat] - w.before[me, seat]
        w.over[i] = w.seat[i] == UNKNOWN
        if w.over[i]:
            renew(w, i, me)
        ask(w, i, me)


def chosen_action(w, i, me):
    """The listed action whose code has been chosen."""
    s, wanted = w.states[i], w.codes[w.choice[i]]
    if not w.coded:
        return wanted
    n = sound_actions(s, w.seat[i], w.listed[me])
    for k in range(n):
        if code(s, w.listed[me, k]) == wanted:
            return w.listed[me, k]
    return UNKNOWN                          # never: the mask has allowed it


def sample_random_actions(w, first, last, me):
    """Draw a choice in each of these rows, all that are allowed being equally likely."""
    for i in range(first, last):
        n = int(w.marks[i, 0])              # plain, a product with an int32 would overflow
        k, w.luck[i] = below(w.luck[i], n)
        w.drawn[i] = w.marks[i, k + 1] if n < w.marks.shape[1] else nth_mark(w.mask[i], k)


def nth_mark(mask, n):
    """The place of a mark that has `n` before it."""
    for at in range(len(mask)):
        if mask[at]:
            if n == 0:
                return at
            n -= 1
    return NONE


def renew(w, i, me):
    """A match from its beginning to its first question."""
    copy_first(w.blank_words[0], w.words.shape[1], w.words[i])
    advance(w, i, me)


def advance(w, i, me):
    """Let CHANCE and CLOCK act until a seat is asked, across rests; UNKNOWN at the end."""
    s = w.states[i]
    while True:
        w.seat[i], w.draws[i] = next_actor(s, w.listed[me], w.weights[me], w.draws[i])
        if w.seat[i] != UNKNOWN or not has_member(to_act(s), CHANCE):
            return
        w.draws[i] = let_chance(s, w.listed[me], w.weights[me], w.draws[i])


def ask(w, i, me):
    """What the seat that is asked sees, and what it may choose."""
    s, seat = w.states[i], w.seat[i]
    copy_first(w.words[i], w.words.shape[1], w.view_words[me])
    redact(w.views[me], seat)
    encode_row(w.view_words[me], w.table, w.scale, w.spans, seat, s.seats, w.observation[i], w.spots[i])
    wipe(w, i)
    n = sound_actions(s, seat, w.listed[me])
    for k in range(n):
        at = place_in(w.keys, code(s, w.listed[me, k]))
        if w.keys[at] == NONE:
            w.strange[me] = w.listed[me, k]
        else:
            note(w, i, k, w.numbers[at])
    if has_member(to_act(s), CLOCK):
        note(w, i, n, len(w.codes))
        n += 1
    w.marks[i, 0] = n


def note(w, i, k, number):
    """One more mark in the mask, and where it is, so that it can be wiped off."""
    w.mask[i, number] = True
    if k + 1 < w.marks.shape[1]:
        w.marks[i, k + 1] = number


def wipe(w, i):
    """Take the marks off the mask: a few are quicker to find than a long row is to write."""
    n, mask = w.marks[i, 0], w.mask[i]
    if n < w.marks.shape[1]:
        for k in range(n):
            mask[w.marks[i, k + 1]] = False
    else:
        for number in range(len(mask)):
            mask[number] = False
