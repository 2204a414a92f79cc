"""Challenges: who may challenge what, who is heard, and what comes of it."""

import numpy as np

from ...core.bits import has_member, set_size, with_one
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .lying import kinds_gone, offences_in
from .state import (
    LESSER_ONES,
    NUMBERED,
    SEATS,
    WIDE,
    Claim,
    Offence,
    Phase,
    Referee,
    is_playing,
    total,
)
from .tables import FALSE, INVALID, LESSER
from .turns import (
    carry_out,
    close,
    end_round,
    end_turn,
    is_anything_open,
    is_round_over,
    pay,
    put_back,
    remember_wrong,
)

GOES_BACK = 1 << Offence.PRODUCT | 1 << Offence.WILDS | 1 << Offence.NATURALS      # PC-27


# What may be challenged.

def claim_number(s):
    """The number of the hit or done that may be challenged."""
    return (s.number - 1) % NUMBERED


def entry_of(s, number):
    """The open pick-up of a number; UNKNOWN when there is none."""
    for i in range(s.open_n):
        if s.open_number[i] == number and s.open_left[i]:
            return i
    return UNKNOWN


def is_claim(s, number):
    """Is this the number of a hit or done whose window is open?"""
    phase = s.heard if s.phase == Phase.TIE else s.phase
    return phase == Phase.CLAIM and s.window > 0 and number == claim_number(s)


def claims_are_heard(s):
    """PC-29: with the program as referee a table may do without challenges to hit and done."""
    return s.referee == Referee.PLAYERS or s.overlook == 0


def offender(s, number):
    """Whom a challenge is against; UNKNOWN when there is nothing of that number."""
    i = entry_of(s, number)
    if i != UNKNOWN:
        return s.open_seat[i]
    return s.turn if is_claim(s, number) else UNKNOWN


def offences_of_entry(s, i):
    kinds = np.zeros(WIDE, np.int64)
    return offences_in(kinds, kinds_gone(s, i, kinds))


def holds(s, i, named):
    """PC-26: are all of the offences named there?"""
    return named & ~offences_of_entry(s, i) == 0


def may_challenge(s, seat):
    """Is there anything that a seat may challenge now?"""
    if has_member(s.waived, seat):
        return False
    if s.phase == Phase.TIE:
        return not has_member(s.tied, seat) and offender(s, s.target) != seat
    if s.phase == Phase.CLAIM and s.turn != seat and claims_are_heard(s):
        return True
    for i in range(s.open_n):
        if s.open_left[i] and s.open_seat[i] != seat:
            return is_playing(s)
    return False


# Being heard.

def raise_challenge(s, seat, number, offences):
    """PC-10: the first one opens the window for ties."""
    s.named[seat], s.tied = offences, with_one(s.tied, seat)
    if s.phase != Phase.TIE:
        s.waived = 0
        s.heard, s.target, s.phase, s.tie = s.phase, number, Phase.TIE, s.tie_ms
    if s.tie == 0 or set_size(s.tied) == s.seats - 1:
        judge(s)


def judge(s):
    """One challenger gets it; what they named is looked at."""
    number, i = s.target, entry_of(s, s.target)
    s.waived = 0
    seat = heard_first(s, offender(s, number))
    named = s.named[seat]
    s.phase = s.heard
    s.heard, s.target, s.tie, s.tied = 0, 0, 0, 0
    for other in range(SEATS):
        s.named[other] = 0
    if i == UNKNOWN:
        judge_claim(s, seat)
    else:
        judge_pick(s, seat, i, named)


def heard_first(s, against):
    """PC-10, PC-24: of tied challengers the one with fewer points, else nearer to the left."""
    best = UNKNOWN
    for step in range(1, s.seats):
        seat = (against + step) % s.seats
        if has_member(s.tied, seat) and (best == UNKNOWN or total(s, seat) < total(s, best)):
            best = seat
    return best


# Hit and done.

def judge_claim(s, seat):
    """PC-11, PC-25: the challenger takes the sets, or pays when there is none."""
    if s.set_there:
        s.phase, s.challenger, s.window, s.clock = Phase.TAKING, seat, 0, 1000 * s.first_seconds
        return
    pay(s, seat, s.turn, FALSE)
    carry_out(s)


def wrap_up(s):
    """PC-28: the challenger picks up no more."""
    s.phase, s.clock = Phase.WRAP, 0
    if not is_anything_open(s):
        finish_taking(s)


def finish_taking(s):
    """PC-11, PC-25: with a valid set it ends the turn challenged; without one the challenge was false."""
    seat = s.challenger
    while s.open_n:
        if s.found:
            keep(s, 0)
        else:
            put_back(s, 0)
    s.challenger, s.stopped = UNKNOWN, 0
    if s.found:
        s.found = 0
        end_turn(s)
        return
    pay(s, seat, s.turn, FALSE)
    carry_out(s)


# Pick-ups.

def judge_pick(s, seat, i, named):
    """PC-26: all that was named is there, and adds up; or the challenge is false, and the cards are kept."""
    against, there = s.open_seat[i], named if holds(s, i, named) else 0
    if there == 0:
        pay(s, seat, against, FALSE)
    else:
        pay(s, against, seat, penalty_of(there))
    if there & GOES_BACK == 0:
        s.open_left[i] = 0
        settle(s, i)
        move_on(s)
        return
    put_back(s, i)
    if has_member(there, Offence.PRODUCT):
        stop(s, against)
    else:
        start_anew(s, against)
    move_on(s)


def penalty_of(there):
    points = INVALID if has_member(there, Offence.PRODUCT) else 0
    for one in LESSER_ONES:
        points += LESSER if has_member(there, one) else 0
    return points


def stop(s, against):
    """PC-12, PC-28: an invalid set ends the turn, or the challenger's picking."""
    if s.challenger != UNKNOWN:
        if against == s.challenger:
            s.stopped, s.phase, s.clock = 1, Phase.WRAP, 0
    elif s.phase != Phase.SETTLE:
        s.phase, s.clock, s.claim, s.window = Phase.SETTLE, 0, Claim.NONE, 0


def start_anew(s, against):
    """PC-27: whoever mends picks up again, and the clock starts anew."""
    if s.challenger == UNKNOWN and s.phase != Phase.SETTLE:
        s.phase, s.claim, s.window, s.clock = Phase.TURN, Claim.NONE, 0, 1000 * s.next_seconds
    elif against == s.challenger and not s.stopped:
        s.phase, s.clock = Phase.TAKING, 1000 * s.next_seconds


def settle(s, i):
    """A window has closed: the cards are kept, but for a challenger's wrong ones before a valid set (PC-25)."""
    if s.open_seat[i] != s.challenger or s.found:
        keep(s, i)


def keep(s, i):
    """Close a pick-up; a wrong one that nobody challenged is remembered for the review."""
    if offences_of_entry(s, i) & GOES_BACK:
        remember_wrong(s, i)
    close(s, i)


def waive(s, seat):
    """PC-22: once nobody wants to challenge what is open, it is settled."""
    s.waived = with_one(s.waived, seat)
    for other in range(s.seats):
        if may_challenge(s, other):
            return
    s.waived = 0
    if s.phase == Phase.TIE:
        judge(s)
    else:
        close_windows(s)


def close_windows(s):
    """Whatever is open now, nobody challenges."""
    while is_anything_open(s):
        i = 0
        while s.open_left[i] == 0:
            i += 1
        s.open_left[i] = 0
        settle(s, i)
    phase = s.phase
    move_on(s)
    if phase == Phase.CLAIM and s.phase == Phase.CLAIM:
        s.window = 0
        carry_out(s)


def move_on(s):
    """After a window has closed: the round may be over (PC-16), or what waited for it goes on."""
    if is_anything_open(s):
        return
    if s.phase == Phase.WRAP:
        finish_taking(s)
    elif s.phase == Phase.SETTLE:
        end_turn(s)
    elif is_round_over(s):
        end_round(s)


compile_rules(globals(), makers="offences_of_entry")
