"""Prime Challenge.  Numbers like PC-7 are those of rules.md."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import add_member, has_member
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK
from ...decks.primepak.factor_set_catalogue import MAX_SET_SIZE, NO_CARD
from ...decks.primepak.factor_sets import find_set_row
from .challenge_procedure import (
    RETURNING_OFFENCES,
    are_claims_challengeable,
    continue_round,
    find_challenged_seat,
    has_named_offences,
    is_claim,
    judge_challenge,
    may_challenge,
    offences_of_open_pick,
    open_pick_index,
    raise_challenge,
    settle_pick,
    stop_taking,
    waive_challenge,
)
from .face_up_sets import MIN_SET_SIZE, PLACES_OF_LEVEL, find_offences, is_listed_way, list_open_sets, write_kinds_at
from .round_flow import carry_out_claim, close_pick, deal_round, has_used_main, pick_up
from .state import (
    GRAB_PLACES,
    NUMBER_CYCLE,
    OFFENCES,
    PLACES,
    Claim,
    Offence,
    Phase,
    Referee,
    Refusal,
    State,
    Verb,
    Violation,
    argument_of,
    challenged_number,
    count_picked_cards,
    decode_pickup_place,
    encode_challenge,
    is_pick,
    is_playing,
    offences_of,
    picking_seat,
    total_points,
    verb_of,
)

__all__ = ["State"]

MAX_ACTIONS = 4096
SWING = 400.0
LONGEST_PICK = 1 << 8 * MAX_SET_SIZE
PICK_PACE, HIT_PACE, CHALLENGE_PACE = 4000, 8000, 1200


# Who acts, and what there is to do.

def begin(s):
    """Set up a match that waits for its first deal."""
    s.phase = Phase.DEAL
    s.deals, s.challenger = NO_CARD, NO_CARD


def to_act(s):
    """Return the set of seats that act: the picker, all who may challenge, and CLOCK while time runs."""
    if s.phase == Phase.DEAL:
        return 1 << CHANCE
    if s.phase == Phase.OVER:
        return 0
    seats = 0
    for seat in range(s.seats):
        if seat == picking_seat(s) or may_challenge(s, seat):
            seats = add_member(seats, seat)
    return add_member(seats, CLOCK) if deadline(s) else seats


def sound_actions(s, seat, out):
    """List the sound actions of a seat to `out`; return how many.

    CLOCK gets the time until its deadline as its only action.
    """
    if not has_member(to_act(s), seat) or seat == CHANCE:
        return 0
    if seat == CLOCK:
        out[0] = deadline(s)
        return 1
    n = 0
    if seat == picking_seat(s):
        n = list_picks_and_claims(s, seat, out)
    return list_challenges(s, seat, out, n) if may_challenge(s, seat) else n


def list_picks_and_claims(s, seat, out):
    """List the pick-ups of all sets and the claims that are right; return how many."""
    n = list_open_sets(s, out) if s.set_there else 0
    for verb in (Verb.HIT, Verb.DONE):
        if claim_refusal(s, seat, verb) == Refusal.NONE and claim_violation(s) == Violation.NONE:
            out[n] = verb
            n += 1
    return n


def list_challenges(s, seat, out, n):
    """Add every challenge that holds in all that it names, and waiting; return how many in all."""
    for i in range(s.open_n):
        there = offences_of_open_pick(s, i)
        named = there
        while named:                                    # every part of a set, but for the empty one
            action = encode_challenge(s.open_number[i], named)
            if challenge_refusal(s, seat, s.open_number[i], named) == Refusal.NONE:
                out[n] = action
                n += 1
            named = named - 1 & there
    number = (s.number - 1) % NUMBER_CYCLE
    if s.set_there and is_claim(s, number) and challenge_refusal(s, seat, number, 0) == Refusal.NONE:
        out[n] = encode_challenge(number, 0)
        n += 1
    out[n] = Verb.WAIVE
    return n + 1


# Why not.

def refusal(s, seat, action):
    """Return why an action is refused; NONE if the table takes it."""
    if seat == CHANCE or seat == CLOCK:
        return chance_refusal(s, seat, action)
    if seat < 0 or seat >= s.seats or not is_playing(s):
        return Refusal.NOT_PLAYING
    verb = verb_of(action)
    if action < 0:
        return Refusal.NO_SUCH_ACTION
    if is_pick(action):
        return pick_refusal(s, seat, action)
    if verb == Verb.CHALLENGE and offences_of(action) < 1 << OFFENCES:
        return challenge_refusal(s, seat, challenged_number(action), offences_of(action))
    if action == Verb.HIT or action == Verb.DONE:
        return claim_refusal(s, seat, verb)
    if action == Verb.WAIVE:
        return Refusal.NONE if may_challenge(s, seat) else Refusal.TOO_LATE
    return Refusal.NO_SUCH_ACTION


def chance_refusal(s, seat, action):
    """Return why an action of CHANCE or CLOCK is refused."""
    if not has_member(to_act(s), seat):
        return Refusal.NOT_PLAYING
    if seat == CLOCK:
        return Refusal.NONE if 0 <= action <= deadline(s) else Refusal.NO_SUCH_TIME
    return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION


def turn_refusal(s, seat):
    """Return why a seat may not pick up at all now."""
    if s.phase == Phase.TIE:
        return Refusal.HEARING
    if seat == picking_seat(s):
        return Refusal.NONE
    return Refusal.CLAIMED if s.phase == Phase.CLAIM and seat == s.turn else Refusal.NOT_YOUR_TURN


def pick_refusal(s, seat, action):
    """Return why a pick-up is refused."""
    if turn_refusal(s, seat) != Refusal.NONE:
        return turn_refusal(s, seat)
    if not is_in_order(action):
        return Refusal.NO_SUCH_ACTION
    for i in range(count_picked_cards(action)):
        if decode_pickup_place(action, i) >= PLACES or s.face_up[decode_pickup_place(action, i)] == NO_CARD:
            return Refusal.NO_CARD_THERE
    return non_set_refusal(s, action) if s.referee == Referee.PROGRAM else Refusal.NONE


def is_in_order(action):
    """Return whether the places of a pick-up are well formed.

    Cards are picked up, no place twice, and after the answer they rise.  Of more than seven cards the first place is
    one of the set.
    """
    argument = argument_of(action)
    if verb_of(action) == Verb.GRAB:
        return count_picked_cards(action) > MAX_SET_SIZE and argument & 63 < GRAB_PLACES and has_member(argument >> 6,
                                                                                                 argument & 63)
    if argument == 0 or argument >= LONGEST_PICK:
        return False
    for i in range(count_picked_cards(action)):
        if decode_pickup_place(action, i) == NO_CARD:
            return False
        if i > 0 and decode_pickup_place(action, i) == decode_pickup_place(action, 0):
            return False
        if i > 1 and decode_pickup_place(action, i) <= decode_pickup_place(action, i - 1):
            return False
    return True


def non_set_refusal(s, action):
    """Return why a pick-up is no set, where the program as referee checks it at once (PC-15)."""
    if count_picked_cards(action) < MIN_SET_SIZE:
        return Refusal.TOO_FEW_CARDS
    wrong = pick_up_offences(s, action)
    if has_member(wrong, Offence.WILDS):
        return Refusal.MANY_WILDS
    if has_member(wrong, Offence.NATURALS):
        return Refusal.FEW_NATURALS
    if has_member(wrong, Offence.PRODUCT):
        return Refusal.WRONG_PRODUCT
    return Refusal.WRONG_ORDER if has_member(wrong, Offence.ORDER) else Refusal.NONE


def pick_up_offences(s, action):
    """Return the set of offences of a pick-up that lies on the table."""
    kinds = np.zeros(GRAB_PLACES, np.int64)
    return find_offences(kinds, write_kinds_at(s, action, kinds))


def claim_refusal(s, seat, verb):
    """Return why hit or done is refused."""
    if turn_refusal(s, seat) != Refusal.NONE:
        return turn_refusal(s, seat)
    if s.phase == Phase.TAKING:
        return Refusal.NO_HIT_FOR_YOU if verb == Verb.HIT else Refusal.NONE
    return hit_refusal(s) if verb == Verb.HIT else done_refusal(s)


def hit_refusal(s):
    """Return why no hit is possible now (PC-7, PC-22)."""
    if has_used_main(s):
        return Refusal.NO_MORE_HITS
    if s.left == 0:
        return Refusal.PILE_EMPTY
    for place in range(PLACES_OF_LEVEL[s.level]):
        if s.face_up[place] == NO_CARD:
            return Refusal.NOT_FULL
    return Refusal.NONE


def done_refusal(s):
    """Return why done is not possible yet: a set must come first while there are cards (PC-8)."""
    return Refusal.NONE if s.left == 0 or has_used_main(s) else Refusal.SET_FIRST


def challenge_refusal(s, seat, number, named):
    """Return why a challenge is refused."""
    against = find_challenged_seat(s, number)
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
    if open_pick_index(s, number) != NO_CARD:
        return Refusal.NONE if named else Refusal.NAME_AN_OFFENCE
    if not are_claims_challengeable(s):
        return Refusal.NOT_CHALLENGED
    return Refusal.NOTHING_TO_NAME if named else Refusal.NONE


# What is taken, and still wrong.

def violation(s, seat, action):
    """Return what is wrong with an action that the table takes: a wrong pick, claim or challenge."""
    verb = verb_of(action)
    if seat == CHANCE or seat == CLOCK:
        return Violation.NONE
    if is_pick(action):
        return pick_up_violation(s, action)
    if verb == Verb.HIT or verb == Verb.DONE:
        return claim_violation(s)
    if verb == Verb.CHALLENGE:
        return challenge_violation(s, challenged_number(action), offences_of(action))
    return Violation.NONE


def pick_up_violation(s, action):
    """Return what is wrong with a pick-up: no set, or other copies than the listed ones."""
    kinds = np.zeros(GRAB_PLACES, np.int64)
    n = write_kinds_at(s, action, kinds)
    if find_offences(kinds, n):
        return Violation.WRONG_SET
    return Violation.NONE if is_listed_way(s, find_set_row(kinds, n), action) else Violation.OTHER_COPIES


def claim_violation(s):
    """Return whether a hit or done overlooks a set (PC-11).

    A challenger's done cannot be challenged (PC-28).
    """
    overlooks = s.phase == Phase.TURN and s.set_there == 1 and are_claims_challengeable(s)
    return Violation.OVERLOOKED if overlooks else Violation.NONE


def challenge_violation(s, number, named):
    """Return whether a challenge is false."""
    i = open_pick_index(s, number)
    is_so = s.set_there == 1 if i == NO_CARD else has_named_offences(s, i, named)
    return Violation.NONE if is_so else Violation.FALSE_CHALLENGE


# What happens.

def apply(s, seat, action):
    """Carry out an action that is not refused."""
    verb = verb_of(action)
    if seat == CHANCE:
        deal_round(s, action)
    elif seat == CLOCK:
        pass_time(s, action)
    elif is_pick(action):
        apply_pick(s, seat, action)
    elif verb == Verb.CHALLENGE:
        raise_challenge(s, seat, challenged_number(action), offences_of(action))
    elif verb == Verb.WAIVE:
        waive_challenge(s, seat)
    elif s.phase == Phase.TAKING:
        stop_taking(s)
    else:
        apply_claim(s, Claim.HIT if verb == Verb.HIT else Claim.DONE)


def apply_pick(s, seat, action):
    """Pick cards up (PC-5); with the program as referee the pick-up is settled at once (PC-15)."""
    i = s.open_n
    pick_up(s, seat, action)
    s.clock = 1000 * s.next_seconds
    if s.phase == Phase.TAKING and offences_of_open_pick(s, i) & RETURNING_OFFENCES == 0:
        s.found = 1
    if s.referee == Referee.PROGRAM:
        close_pick(s, i)
        continue_round(s)


def apply_claim(s, claim):
    """Claim hit or done, which may be challenged before it takes effect (PC-22)."""
    s.claim, s.clock, s.number, s.waived = claim, 0, (s.number + 1) % NUMBER_CYCLE, 0
    if are_claims_challengeable(s):
        s.phase, s.window = Phase.CLAIM, 1000 * s.challenge_seconds
    else:
        carry_out_claim(s)


def pass_time(s, milliseconds):
    """Let time pass; what ends at this moment ends (PC-9).

    Pick-ups come first, then hit and done, then the player's clock.
    """
    if s.phase == Phase.TIE:
        s.tie -= milliseconds
        if s.tie == 0:
            judge_challenge(s)
        return
    phase, is_last = s.phase, s.clock == milliseconds and s.clock > 0
    s.clock -= milliseconds if s.clock else 0
    s.window -= milliseconds if s.window else 0
    advance_challenge_windows(s, milliseconds)
    continue_round(s)
    if s.phase != phase:
        return
    if s.phase == Phase.CLAIM and s.window == 0:
        carry_out_claim(s)
    elif is_last:
        end_turn_time(s)


def advance_challenge_windows(s, milliseconds):
    """Let time pass in the windows of open pick-ups, and settle those that have run out."""
    i = 0
    while i < s.open_n:
        n = s.open_n
        if s.open_left[i]:
            s.open_left[i] -= milliseconds
            if s.open_left[i] == 0:
                settle_pick(s, i)
        if s.open_n == n:
            i += 1


def end_turn_time(s):
    """Let the player's clock end its picking: hit before any set where allowed, else done (PC-9)."""
    if s.phase == Phase.TAKING:
        stop_taking(s)
    elif s.sets == 0 and hit_refusal(s) == Refusal.NONE:
        apply_claim(s, Claim.HIT)
    else:
        apply_claim(s, Claim.DONE)


# The rest of the contract.

def returns(s, out):
    """Write each seat's total of points."""
    for seat in range(s.seats):
        out[seat] = total_points(s, seat)


def deadline(s):
    """Return the milliseconds until the first running time ends; 0 when none runs."""
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
    """Return whether the match is between two rounds."""
    return s.phase == Phase.DEAL and s.rounds > 0


def simulated_ms(s, seat):
    """Return how many milliseconds a simulated seat takes.

    To pick a set takes it less time than to see that there is none.
    """
    if seat != picking_seat(s):
        return CHALLENGE_PACE if is_playing(s) else 0
    return PICK_PACE if s.set_there else HIT_PACE


compile_rules(globals(), makers="pick_up_offences pick_up_violation")
