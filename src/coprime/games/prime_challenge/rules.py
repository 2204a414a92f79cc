"""Prime Challenge.  Numbers like PC-7 are those of rules.md."""

import numpy as np

from ...core.bits import has_member, with_one
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK
from ...decks.primepak.catalogue import NO_CARD, WIDEST
from ...decks.primepak.sets import set_of
from .hearings import (
    GOES_BACK,
    claims_are_heard,
    entry_of,
    holds,
    is_claim,
    judge,
    may_challenge,
    move_on,
    offences_of_entry,
    offender,
    raise_challenge,
    settle,
    waive,
    wrap_up,
)
from .lying import LEAST, PLACES_OF_LEVEL, is_listed_way, kinds_at, offences_in, sets_there
from .state import (
    NUMBERED,
    OFFENCES,
    PLACES,
    WIDE,
    Claim,
    Fault,
    Offence,
    Phase,
    Referee,
    Refusal,
    State,
    Verb,
    argument_of,
    cards_taken,
    challenge,
    is_pick,
    is_playing,
    number_of,
    offences_of,
    picker,
    place_at,
    total,
    verb_of,
)
from .turns import carry_out, close, deal, has_used_main, pick_up

__all__ = ["State"]

MAX_ACTIONS = 4096
SWING = 400.0
LONGEST_PICK = 1 << 8 * WIDEST
PICK_PACE, HIT_PACE, CHALLENGE_PACE = 4000, 8000, 1200


# Who acts, and what there is to do.

def begin(s):
    s.phase = Phase.DEAL
    s.deals, s.challenger = NO_CARD, NO_CARD


def to_act(s):
    if s.phase == Phase.DEAL:
        return 1 << CHANCE
    if s.phase == Phase.OVER:
        return 0
    seats = 0
    for seat in range(s.seats):
        if seat == picker(s) or may_challenge(s, seat):
            seats = with_one(seats, seat)
    return with_one(seats, CLOCK) if deadline(s) else seats


def sound_actions(s, seat, out):
    if not has_member(to_act(s), seat) or seat == CHANCE:
        return 0
    if seat == CLOCK:
        out[0] = deadline(s)
        return 1
    n = 0
    if seat == picker(s):
        n = picks_and_claims(s, seat, out)
    return challenges(s, seat, out, n) if may_challenge(s, seat) else n


def picks_and_claims(s, seat, out):
    n = sets_there(s, out) if s.set_there else 0
    for verb in (Verb.HIT, Verb.DONE):
        if no_claim(s, seat, verb) == Refusal.NONE and wrong_claim(s) == Fault.NONE:
            out[n] = verb
            n += 1
    return n


def challenges(s, seat, out, n):
    """Every challenge that holds in all that it names, and waiting."""
    for i in range(s.open_n):
        there = offences_of_entry(s, i)
        named = there
        while named:                                    # every part of a set, but for the empty one
            action = challenge(s.open_number[i], named)
            if no_challenge(s, seat, s.open_number[i], named) == Refusal.NONE:
                out[n] = action
                n += 1
            named = named - 1 & there
    number = (s.number - 1) % NUMBERED
    if s.set_there and is_claim(s, number) and no_challenge(s, seat, number, 0) == Refusal.NONE:
        out[n] = challenge(number, 0)
        n += 1
    out[n] = Verb.WAIT
    return n + 1


# Why not.

def refusal(s, seat, action):
    if seat == CHANCE or seat == CLOCK:
        return no_luck(s, seat, action)
    if seat < 0 or seat >= s.seats or not is_playing(s):
        return Refusal.NOT_PLAYING
    verb = verb_of(action)
    if action < 0:
        return Refusal.NO_SUCH_ACTION
    if is_pick(action):
        return no_pick(s, seat, action)
    if verb == Verb.CHALLENGE and offences_of(action) < 1 << OFFENCES:
        return no_challenge(s, seat, number_of(action), offences_of(action))
    if action == Verb.HIT or action == Verb.DONE:
        return no_claim(s, seat, verb)
    if action == Verb.WAIT:
        return Refusal.NONE if may_challenge(s, seat) else Refusal.TOO_LATE
    return Refusal.NO_SUCH_ACTION


def no_luck(s, seat, action):
    if not has_member(to_act(s), seat):
        return Refusal.NOT_PLAYING
    if seat == CLOCK:
        return Refusal.NONE if 0 <= action <= deadline(s) else Refusal.NO_SUCH_TIME
    return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION


def no_place(s, seat):
    """What stands against a seat's picking up at all."""
    if s.phase == Phase.TIE:
        return Refusal.HEARING
    if seat == picker(s):
        return Refusal.NONE
    return Refusal.CLAIMED if s.phase == Phase.CLAIM and seat == s.turn else Refusal.NOT_YOUR_TURN


def no_pick(s, seat, action):
    if no_place(s, seat) != Refusal.NONE:
        return no_place(s, seat)
    if not is_in_order(action):
        return Refusal.NO_SUCH_ACTION
    for i in range(cards_taken(action)):
        if place_at(action, i) >= PLACES or s.face_up[place_at(action, i)] == NO_CARD:
            return Refusal.NO_CARD_THERE
    return no_set(s, action) if s.referee == Referee.PROGRAM else Refusal.NONE


def is_in_order(action):
    """Cards are picked up, no place twice, and after the answer they rise; the first of more than seven is one of them.
    """
    argument = argument_of(action)
    if verb_of(action) == Verb.GRAB:
        return cards_taken(action) > WIDEST and argument & 63 < WIDE and has_member(argument >> 6, argument & 63)
    if argument == 0 or argument >= LONGEST_PICK:
        return False
    for i in range(cards_taken(action)):
        if place_at(action, i) == NO_CARD:
            return False
        if i > 0 and place_at(action, i) == place_at(action, 0):
            return False
        if i > 1 and place_at(action, i) <= place_at(action, i - 1):
            return False
    return True


def no_set(s, action):
    """PC-15: the program as referee checks a pick-up at once."""
    if cards_taken(action) < LEAST:
        return Refusal.TOO_FEW_CARDS
    wrong = offences_at(s, action)
    if has_member(wrong, Offence.WILDS):
        return Refusal.MANY_WILDS
    if has_member(wrong, Offence.NATURALS):
        return Refusal.FEW_NATURALS
    if has_member(wrong, Offence.PRODUCT):
        return Refusal.WRONG_PRODUCT
    return Refusal.WRONG_ORDER if has_member(wrong, Offence.ORDER) else Refusal.NONE


def offences_at(s, action):
    kinds = np.zeros(WIDE, np.int64)
    return offences_in(kinds, kinds_at(s, action, kinds))


def no_claim(s, seat, verb):
    if no_place(s, seat) != Refusal.NONE:
        return no_place(s, seat)
    if s.phase == Phase.TAKING:
        return Refusal.NO_HIT_FOR_YOU if verb == Verb.HIT else Refusal.NONE
    return no_hit(s) if verb == Verb.HIT else no_done(s)


def no_hit(s):
    if has_used_main(s):
        return Refusal.NO_MORE_HITS
    if s.left == 0:
        return Refusal.PILE_EMPTY
    for place in range(PLACES_OF_LEVEL[s.level]):
        if s.face_up[place] == NO_CARD:
            return Refusal.NOT_FULL
    return Refusal.NONE


def no_done(s):
    return Refusal.NONE if s.left == 0 or has_used_main(s) else Refusal.SET_FIRST


def no_challenge(s, seat, number, named):
    against = offender(s, number)
    if s.phase == Phase.TIE and number != s.target:
        return Refusal.HEARING
    if against == NO_CARD:
        return Refusal.TOO_LATE
    if against == seat:
        return Refusal.YOUR_OWN
    if s.phase == Phase.TIE and has_member(s.tied, seat):
        return Refusal.CHALLENGED
    if has_member(s.waived, seat):
        return Refusal.WAIVED
    if entry_of(s, number) != NO_CARD:
        return Refusal.NONE if named else Refusal.NAME_AN_OFFENCE
    if not claims_are_heard(s):
        return Refusal.NOT_CHALLENGED
    return Refusal.NOTHING_TO_NAME if named else Refusal.NONE


# What is taken, and still wrong.

def violation(s, seat, action):
    verb = verb_of(action)
    if seat == CHANCE or seat == CLOCK:
        return Fault.NONE
    if is_pick(action):
        return wrong_pick(s, action)
    if verb == Verb.HIT or verb == Verb.DONE:
        return wrong_claim(s)
    if verb == Verb.CHALLENGE:
        return wrong_challenge(s, number_of(action), offences_of(action))
    return Fault.NONE


def wrong_pick(s, action):
    kinds = np.zeros(WIDE, np.int64)
    n = kinds_at(s, action, kinds)
    if offences_in(kinds, n):
        return Fault.WRONG_SET
    return Fault.NONE if is_listed_way(s, set_of(kinds, n), action) else Fault.OTHER_COPIES


def wrong_claim(s):
    """PC-11: of a player's hit and done; a challenger's done cannot be challenged (PC-28)."""
    overlooks = s.phase == Phase.TURN and s.set_there == 1 and claims_are_heard(s)
    return Fault.OVERLOOKED if overlooks else Fault.NONE


def wrong_challenge(s, number, named):
    i = entry_of(s, number)
    is_so = s.set_there == 1 if i == NO_CARD else holds(s, i, named)
    return Fault.NONE if is_so else Fault.FALSE_CHALLENGE


# What happens.

def apply(s, seat, action):
    verb = verb_of(action)
    if seat == CHANCE:
        deal(s, action)
    elif seat == CLOCK:
        pass_time(s, action)
    elif is_pick(action):
        pick(s, seat, action)
    elif verb == Verb.CHALLENGE:
        raise_challenge(s, seat, number_of(action), offences_of(action))
    elif verb == Verb.WAIT:
        waive(s, seat)
    elif s.phase == Phase.TAKING:
        wrap_up(s)
    else:
        say(s, Claim.HIT if verb == Verb.HIT else Claim.DONE)


def pick(s, seat, action):
    """PC-5; with the program as referee it was checked before (PC-15)."""
    i = s.open_n
    pick_up(s, seat, action)
    s.clock = 1000 * s.next_seconds
    if s.phase == Phase.TAKING and offences_of_entry(s, i) & GOES_BACK == 0:
        s.found = 1
    if s.referee == Referee.PROGRAM:
        close(s, i)
        move_on(s)


def say(s, claim):
    """PC-22: hit or done, which may be challenged first."""
    s.claim, s.clock, s.number, s.waived = claim, 0, (s.number + 1) % NUMBERED, 0
    if claims_are_heard(s):
        s.phase, s.window = Phase.CLAIM, 1000 * s.challenge_seconds
    else:
        carry_out(s)


def pass_time(s, milliseconds):
    """PC-9: whatever ends at this moment ends; pick-ups first, then hit and done, then the player's clock."""
    if s.phase == Phase.TIE:
        s.tie -= milliseconds
        if s.tie == 0:
            judge(s)
        return
    phase, is_last = s.phase, s.clock == milliseconds and s.clock > 0
    s.clock -= milliseconds if s.clock else 0
    s.window -= milliseconds if s.window else 0
    run_windows(s, milliseconds)
    move_on(s)
    if s.phase != phase:
        return
    if s.phase == Phase.CLAIM and s.window == 0:
        carry_out(s)
    elif is_last:
        time_is_up(s)


def run_windows(s, milliseconds):
    i = 0
    while i < s.open_n:
        n = s.open_n
        if s.open_left[i]:
            s.open_left[i] -= milliseconds
            if s.open_left[i] == 0:
                settle(s, i)
        if s.open_n == n:
            i += 1


def time_is_up(s):
    """PC-9: before any set it is a hit, where that is allowed, else done."""
    if s.phase == Phase.TAKING:
        wrap_up(s)
    elif s.sets == 0 and no_hit(s) == Refusal.NONE:
        say(s, Claim.HIT)
    else:
        say(s, Claim.DONE)


# The rest of the contract.

def returns(s, out):
    for seat in range(s.seats):
        out[seat] = total(s, seat)


def deadline(s):
    """The time until the first of what is running ends."""
    if not is_playing(s):
        return 0
    if s.phase == Phase.TIE:
        return s.tie
    least = s.clock
    if s.window and (least == 0 or s.window < least):
        least = s.window
    for i in range(s.open_n):
        if s.open_left[i] and (least == 0 or s.open_left[i] < least):
            least = s.open_left[i]
    return least


def is_between_hands(s):
    return s.phase == Phase.DEAL and s.rounds > 0


def simulated_ms(s, seat):
    """A simulated seat sees a set in four seconds, and takes eight to be sure that there is none."""
    if seat != picker(s):
        return CHALLENGE_PACE if is_playing(s) else 0
    return PICK_PACE if s.set_there else HIT_PACE


compile_rules(globals(), makers="offences_at wrong_pick")
