"""Step matches in which a learner plays one seat, compiled; specialised for each game by `seat_batch`.

Free names: the contract's functions of a game and, from its module of `stepping.py`, those in
`seat_batch.SHARED_NAMES`.  `w` is the arrays of a batch (batch.BatchArrays), `rows` are numbers of its rows, `me` is
the thread.
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

from ..core.seats import UNKNOWN


def start_matches(w, rows, learner, plays_others, gained, me):
    """Start a match in each row; with `plays_others` until the learner is asked, others choosing by chance."""
    for i in rows:
        w.over[i] = True
        while w.over[i]:                    # again, where it is over before the learner is asked
            w.over[i] = False
            restart_match(w, i, me)
            write_question(w, i, me)
            if plays_others:
                play_others(w, i, learner, gained, me)
        gained[i] = 0


def step_rows(w, rows, learner, plays_others, gained, slip, me):
    """Carry out the choice of each row, or one drawn by chance where that is not allowed.

    The learner's returns change by so much, which is added to `gained`; `slip` says where a choice was replaced.
    """
    for i in rows:
        slip[i] = not (0 <= w.choice[i] < w.mask.shape[1] and w.mask[i, w.choice[i]])
        if slip[i]:
            sample_random_actions(w, i, i + 1, me)
            w.choice[i] = w.drawn[i]
        carry_out_choice(w, i, learner, gained, me)
        if plays_others:
            play_others(w, i, learner, gained, me)


def play_others(w, i, learner, gained, me):
    """Let others choose by chance until the learner is asked or the match is over."""
    while w.seat[i] != learner and not w.over[i]:
        sample_random_actions(w, i, i + 1, me)
        w.choice[i] = w.drawn[i]
        carry_out_choice(w, i, learner, gained, me)


def carry_out_choice(w, i, learner, gained, me):
    """Carry out a choice and go on to the next question, or to the end, which the learner sees."""
    s = unpack_state(w, i, me)
    returns(s, w.before[me])
    if w.choice[i] < len(w.codes):
        apply(s, w.seat[i], select_action(w, i, me))
    advance_match(w, i, me)
    returns(s, w.after[me])
    gained[i] += w.after[me, learner] - w.before[me, learner]
    w.over[i] = w.seat[i] == UNKNOWN
    if w.over[i]:
        write_ending(w, i, learner, me)
    else:
        write_question(w, i, me)


def write_ending(w, i, learner, me):
    """Write what the learner sees of a match that is over; nothing can be chosen."""
    write_observation(w, i, learner, me)
    clear_marks(w, i)
    w.marks[i, 0] = 0
