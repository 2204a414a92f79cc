"""Challenges: who may challenge what, who is heard, and what follows."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import add_member, has_member, set_size
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .face_up_sets import find_offences, write_pick_kinds
from .layout_data import FALSE_CHALLENGE_POINTS, INVALID_SET_POINTS, LESSER_OFFENCE_POINTS
from .round_flow import (
    carry_out_claim,
    close_pick,
    end_round,
    end_turn,
    is_anything_open,
    is_round_over,
    pay_penalty,
    put_back,
    remember_wrong_set,
)
from .state import (
    GRAB_PLACES,
    LESSER_OFFENCES,
    NUMBER_CYCLE,
    SEATS,
    Claim,
    Offence,
    Phase,
    Referee,
    is_playing,
    total_points,
)

RETURNING_OFFENCES = 1 << Offence.PRODUCT | 1 << Offence.WILDS | 1 << Offence.NATURALS      # PC-27


# What may be challenged.

def newest_claim_number(s):
    """Return the number of the hit or done that may be challenged."""
    return (s.number - 1) % NUMBER_CYCLE


def open_pick_index(s, number):
    """Return the index of the open pick-up with a number; UNKNOWN when there is none."""
    for i in range(s.open_n):
        if s.open_number[i] == number and s.open_left[i]:
            return i
    return UNKNOWN


def is_claim(s, number):
    """Return whether a number is that of a hit or done that may still be challenged."""
    phase = s.heard if s.phase == Phase.TIE else s.phase
    return phase == Phase.CLAIM and s.window > 0 and number == newest_claim_number(s)


def are_claims_challengeable(s):
    """Return whether hit and done can be challenged at this table (PC-29)."""
    return s.referee == Referee.PLAYERS or s.overlook == 0


def find_challenged_seat(s, number):
    """Return the seat against which a challenge to a number is; UNKNOWN for no such number."""
    i = open_pick_index(s, number)
    if i != UNKNOWN:
        return s.open_seat[i]
    return s.turn if is_claim(s, number) else UNKNOWN


def offences_of_open_pick(s, i):
    """Return the set of offences in open pick-up i."""
    kinds = np.zeros(GRAB_PLACES, np.int64)
    return find_offences(kinds, write_pick_kinds(s, i, kinds))


def has_named_offences(s, i, named):
    """Return whether open pick-up i has all the offences named (PC-26)."""
    return named & ~offences_of_open_pick(s, i) == 0


def may_challenge(s, seat):
    """Return whether a seat may challenge anything now."""
    if has_member(s.waived, seat):
        return False
    if s.phase == Phase.TIE:
        return not has_member(s.tied, seat) and find_challenged_seat(s, s.target) != seat
    if s.phase == Phase.CLAIM and s.turn != seat and are_claims_challengeable(s):
        return True
    for i in range(s.open_n):
        if s.open_left[i] and s.open_seat[i] != seat:
            return is_playing(s)
    return False


# Being heard.

def raise_challenge(s, seat, number, offences):
    """Record a challenge; the first one opens the window for ties (PC-10)."""
    s.named[seat], s.tied = offences, add_member(s.tied, seat)
    if s.phase != Phase.TIE:
        s.waived = 0
        s.heard, s.target, s.phase, s.tie = s.phase, number, Phase.TIE, s.tie_ms
    if s.tie == 0 or set_size(s.tied) == s.seats - 1:
        judge_challenge(s)


def judge_challenge(s):
    """Judge the challenge of the seat that is heard, and close the window for ties."""
    number, i = s.target, open_pick_index(s, s.target)
    s.waived = 0
    seat = first_challenger(s, find_challenged_seat(s, number))
    named = s.named[seat]
    s.phase = s.heard
    s.heard, s.target, s.tie, s.tied = 0, 0, 0, 0
    for other in range(SEATS):
        s.named[other] = 0
    if i == UNKNOWN:
        judge_claim(s, seat)
    else:
        judge_pick(s, seat, i, named)


def first_challenger(s, against):
    """Return which tied challenger is heard: fewer points, then nearer to the left (PC-10, PC-24)."""
    best = UNKNOWN
    for step in range(1, s.seats):
        seat = (against + step) % s.seats
        if has_member(s.tied, seat) and (best == UNKNOWN or total_points(s, seat) < total_points(s, best)):
            best = seat
    return best


# Hit and done.

def judge_claim(s, seat):
    """Let the challenger of a claim take the sets, or pay when there is none (PC-11, PC-25)."""
    if s.set_there:
        s.phase, s.challenger, s.window, s.clock = Phase.TAKING, seat, 0, 1000 * s.first_seconds
        return
    pay_penalty(s, seat, s.turn, FALSE_CHALLENGE_POINTS)
    carry_out_claim(s)


def stop_taking(s):
    """End the challenger's picking; its last pick-ups may still be challenged (PC-28)."""
    s.phase, s.clock = Phase.WRAP, 0
    if not is_anything_open(s):
        finish_taking(s)


def finish_taking(s):
    """Settle the challenger's pick-ups: with a valid set the challenged turn ends, else it pays.

    PC-11, PC-25.
    """
    seat = s.challenger
    while s.open_n:
        if s.found:
            close_unchallenged_pick(s, 0)
        else:
            put_back(s, 0)
    s.challenger, s.stopped = UNKNOWN, 0
    if s.found:
        s.found = 0
        end_turn(s)
        return
    pay_penalty(s, seat, s.turn, FALSE_CHALLENGE_POINTS)
    carry_out_claim(s)


# Pick-ups.

def judge_pick(s, seat, i, named):
    """Judge a challenged pick-up: what is named adds up, or the challenge is false (PC-26)."""
    against, there = s.open_seat[i], named if has_named_offences(s, i, named) else 0
    if there == 0:
        pay_penalty(s, seat, against, FALSE_CHALLENGE_POINTS)
    else:
        pay_penalty(s, against, seat, penalty_points(there))
    if there & RETURNING_OFFENCES == 0:
        s.open_left[i] = 0
        settle_pick(s, i)
        continue_round(s)
        return
    put_back(s, i)
    if has_member(there, Offence.PRODUCT):
        stop_picking(s, against)
    else:
        reopen_picking(s, against)
    continue_round(s)


def penalty_points(there):
    """Return the points that a set of offences costs."""
    points = INVALID_SET_POINTS if has_member(there, Offence.PRODUCT) else 0
    for one in LESSER_OFFENCES:
        points += LESSER_OFFENCE_POINTS if has_member(there, one) else 0
    return points


def stop_picking(s, against):
    """End the turn, or the challenger's picking, after an invalid set (PC-12, PC-28)."""
    if s.challenger != UNKNOWN:
        if against == s.challenger:
            s.stopped, s.phase, s.clock = 1, Phase.WRAP, 0
    elif s.phase != Phase.SETTLE:
        s.phase, s.clock, s.claim, s.window = Phase.SETTLE, 0, Claim.NONE, 0


def reopen_picking(s, against):
    """Let a seat mend its pick-up with a new clock (PC-27)."""
    if s.challenger == UNKNOWN and s.phase != Phase.SETTLE:
        s.phase, s.claim, s.window, s.clock = Phase.TURN, Claim.NONE, 0, 1000 * s.next_seconds
    elif against == s.challenger and not s.stopped:
        s.phase, s.clock = Phase.TAKING, 1000 * s.next_seconds


def settle_pick(s, i):
    """Keep a pick-up whose window has closed.

    A challenger's cards wait until a valid set is found (PC-25).
    """
    if s.open_seat[i] != s.challenger or s.found:
        close_unchallenged_pick(s, i)


def close_unchallenged_pick(s, i):
    """Close a pick-up; remember a wrong one that nobody challenged."""
    if offences_of_open_pick(s, i) & RETURNING_OFFENCES:
        remember_wrong_set(s, i)
    close_pick(s, i)


def waive_challenge(s, seat):
    """Record that a seat does not challenge; once nobody wants to, settle what is open (PC-22)."""
    s.waived = add_member(s.waived, seat)
    for other in range(s.seats):
        if may_challenge(s, other):
            return
    s.waived = 0
    if s.phase == Phase.TIE:
        judge_challenge(s)
    else:
        close_windows(s)


def close_windows(s):
    """Settle everything that is open, as if all windows had run out."""
    while is_anything_open(s):
        i = 0
        while s.open_left[i] == 0:
            i += 1
        s.open_left[i] = 0
        settle_pick(s, i)
    phase = s.phase
    continue_round(s)
    if phase == Phase.CLAIM and s.phase == Phase.CLAIM:
        s.window = 0
        carry_out_claim(s)


def continue_round(s):
    """Continue what waited for a window: the end of the taking, the turn or the round (PC-16)."""
    if is_anything_open(s):
        return
    if s.phase == Phase.WRAP:
        finish_taking(s)
    elif s.phase == Phase.SETTLE:
        end_turn(s)
    elif is_round_over(s):
        end_round(s)


compile_rules(globals(), makers="offences_of_open_pick")
