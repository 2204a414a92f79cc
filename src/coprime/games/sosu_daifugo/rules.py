"""The rules of the original Prime Daifugo: the first to empty the hand wins.

Numbers like SD-7 are those of rules.md.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.arrays import copy_first
from ...core.big_numbers import LIMBS, compare_limbs, limb_count
from ...core.bits import add_member, add_to_bag, count_kind, has_member, write_bag
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from .actions import count_signs, encode_signs, is_well_formed, verb_of
from .card_moves import draw_cards, flow_area, leave_hand, put_under_deck, shuffle_flow
from .card_signs import DECK, KINDS, SIGN_KIND, is_card
from .clock import deadline, is_game_time_over, spend_time, start_window
from .deal import deal_game, whole_pack
from .listing import MAX_ACTIONS, is_listed_play, list_plays
from .play_reading import bag_of, count_cards, count_shown, has_cards, judge_play, read_number
from .play_verdicts import FLOWS, append_to_line, clear_line, effect_of, play_refusal, play_violation
from .state import LINE, Effect, Phase, Refusal, State, Verb, Violation

__all__ = ["MAX_ACTIONS", "SWING", "Phase", "Refusal", "State", "Verb", "Violation", "encode_signs",
           "whole_pack"]

SWING = 1.0
ALL, SHOWN, ONE = range(3)              # `penalty`


# Whose turn it is, and what may be done.

def begin(s):
    """Set up a match that waits for its first deal."""
    s.winner, s.owner, s.first = UNKNOWN, UNKNOWN, UNKNOWN
    s.deck[:] = UNKNOWN
    s.area[:] = UNKNOWN


def to_act(s):
    """Return the seat that acts: CHANCE to deal and to shuffle, the seat on turn, or none at the end."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DEAL or s.phase == Phase.FLOW:
        return 1 << CHANCE
    seats = 0 if s.phase == Phase.THINK else 1 << s.turn
    return add_member(seats, CLOCK) if deadline(s) else seats


def is_between_hands(s):
    """Return whether the match is between two games, or over."""
    return s.phase == Phase.OVER or (s.phase == Phase.DEAL and s.game > 0)


def refusal(s, seat, action):
    """Return why an action is refused; NONE if the table takes it (SD-13)."""
    if to_act(s) >> seat & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION
    if seat == CLOCK:
        return Refusal.NONE if 0 <= action <= deadline(s) else Refusal.NO_SUCH_TIME
    if not is_well_formed(action):
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if verb == Verb.DRAW and s.phase == Phase.LAST:
        return Refusal.NO_DRAW_NOW
    if verb == Verb.DRAW:
        return Refusal.DRAWN_ALREADY if s.drawn else Refusal.NONE if s.left else Refusal.NOTHING_TO_DRAW
    if verb == Verb.CLEAR:
        return Refusal.NONE if s.length else Refusal.NOTHING_ON_LINE
    if verb == Verb.PASS:
        return Refusal.NONE
    if s.length + count_signs(action) > LINE:
        return Refusal.LINE_FULL
    signs, n = append_to_line(s, action)
    if not has_cards(s.held[seat], bag_of(signs, n)):
        return Refusal.NOT_IN_HAND
    return play_refusal(s, signs, n) if verb == Verb.PLAY else Refusal.NONE


def violation(s, seat, action):
    """Return what is wrong with a play that the table takes (SD-12, SD-15, SD-16)."""
    if seat >= CHANCE or verb_of(action) != Verb.PLAY:
        return Violation.NONE
    signs, n = append_to_line(s, action)
    return play_violation(s, seat, signs, n)


def sound_actions(s, seat, out):
    """List drawing, passing and the plays of few cards that stand; return how many."""
    if seat == CLOCK:
        out[0] = deadline(s)
        return 1
    n = 0
    if s.drawn == 0 and s.left and s.phase == Phase.TURN:
        out[n] = Verb.DRAW
        n += 1
    out[n] = Verb.PASS
    n += 1
    if s.length:
        out[n] = Verb.CLEAR
        return n + 1
    return list_plays(s, seat, out, n)


def is_listed(s, seat, action):
    """Return whether a sound action is listed: longer plays, composites and parts of a line are not."""
    verb = verb_of(action)
    if verb == Verb.PLAY and s.length == 0:
        signs, n = append_to_line(s, action)
        return is_listed_play(s, seat, signs, n)
    return verb != Verb.PLAY and verb != Verb.ADD


# What happens.

def apply(s, seat, action):
    """Carry out an action that is not refused."""
    verb = verb_of(action)
    if seat == CHANCE:
        if s.phase == Phase.DEAL:
            deal_game(s, action)
        else:
            shuffle_flow(s, action)
    elif seat == CLOCK:
        pass_time(s, action)
    elif verb == Verb.DRAW:
        clear_line(s)
        draw_cards(s, seat, 1)
        s.drawn = 1
        check_burst(s, seat)
    elif verb == Verb.PASS:
        pass_turn(s, seat)
    elif verb == Verb.CLEAR:
        clear_line(s)
    else:
        signs, n = append_to_line(s, action)
        if verb == Verb.ADD:
            copy_first(signs, LINE, s.line)
            s.length = n
        else:
            clear_line(s)
            play_signs(s, seat, signs, n)


def pass_turn(s, seat):
    """End a turn by a pass (SD-11), or a last number that somebody does not make (SD-40)."""
    clear_line(s)
    if s.phase == Phase.LAST:
        advance_last_number_turn(s, seat)
        return
    s.passes += 1
    end_turn_without_play(s, seat)


def pass_time(s, milliseconds):
    """Let time pass; when it is up, who is on turn passes, or the game is decided by last numbers (SD-39, SD-40)."""
    is_up = milliseconds == deadline(s)
    spend_time(s, milliseconds)
    if not is_up:
        return
    if s.phase == Phase.THINK:
        s.phase = Phase.TURN
        start_window(s)
    elif is_game_time_over(s):
        clear_line(s)
        s.phase, s.resting, s.count, s.owner = Phase.LAST, 0, 0, UNKNOWN
        s.number[:] = 0
        start_window(s)
    else:
        pass_turn(s, s.turn)


def play_signs(s, seat, signs, n):
    """Carry out a play (SD-14 to SD-16, SD-25 to SD-31, SD-44)."""
    copy_first(signs, LINE, s.played)
    s.played_length = n
    if s.phase == Phase.LAST:
        judge_whole_hand_number(s, seat, signs, n)
        return
    wrong = play_violation(s, seat, signs, n)
    if wrong != Violation.NONE:
        fail_play(s, seat, signs, n)
        return
    shown = count_shown(signs, n)
    effect = effect_of(s, signs, n)
    leave_hand(s, seat, signs, n)
    factors = np.zeros(DECK, np.int64)
    m = 0
    for place in range(n):
        if is_card(signs[place]):
            if place < shown:
                s.area[s.laid] = SIGN_KIND[signs[place]]
                s.laid += 1
            else:
                factors[m] = SIGN_KIND[signs[place]]
                m += 1
    put_under_deck(s, factors, m)                           # SD-25
    s.count, s.owner, s.passes, s.drawn = shown, seat, 0, 0
    s.number[:] = 0
    if effect == Effect.JOKER:
        s.number[0] = UNKNOWN
    else:
        copy_first(read_number(signs, 0, shown), LIMBS, s.number)
    if effect == Effect.TURN:
        s.revolution = 1 - s.revolution
    if s.cards[seat] == 0:                                  # SD-34
        finish_seat(s, seat)
    elif effect == Effect.CUT or (effect == Effect.JOKER and s.lone_joker == FLOWS):        # SD-28, SD-44
        flow_area(s, seat)
    else:
        next_turn(s, seat)


def fail_play(s, seat, signs, n):
    """Give the cards of a wrong play back, with penalty cards; the turn counts as a pass (SD-15 to SD-18)."""
    shown = bag_of(signs, n)
    for kind in range(KINDS):
        missing = count_kind(shown, kind) - count_kind(s.known[seat], kind)
        if missing > 0:
            s.known[seat] = add_to_bag(s.known[seat], kind, missing)
    penalty = penalty_due(s, seat, signs, n)
    s.misses[seat] += 1
    draw_cards(s, seat, penalty)                            # SD-17: before the area flows
    s.passes = 0
    if not check_burst(s, seat):
        end_turn_without_play(s, seat)


def penalty_due(s, seat, signs, n):
    """Return how many cards a wrong play costs, as far as the deck has them (SD-15 to SD-18)."""
    if s.max_misses and s.misses[seat] >= s.max_misses:
        return 0
    if s.penalty == ALL:
        return min(s.left, count_cards(signs, 0, n))
    return min(s.left, count_shown(signs, n) if s.penalty == SHOWN else 1)


# The last numbers (SD-40).

def judge_whole_hand_number(s, seat, signs, n):
    """Judge a number of the whole hand; the largest prime is kept in `number`, and who made it in `owner`."""
    if judge_play(signs, n) == Violation.NONE:
        number = read_number(signs, 0, n)
        order = compare_limbs(number, s.number)
        if order >= 0:
            copy_first(number, LIMBS, s.number)
            s.owner = seat if order > 0 else UNKNOWN        # equal primes: nobody's
    advance_last_number_turn(s, seat)


def advance_last_number_turn(s, seat):
    """Ask the next seat for its last number, or end the game: a prime beats none, then the smaller hand wins."""
    s.resting |= 1 << seat
    following = next_playing(s, seat, s.resting)
    if following != UNKNOWN:
        s.turn = following
        start_window(s)
        return
    winner = s.owner
    if limb_count(s.number) == 0:
        winner = UNKNOWN
        fewest = DECK + 1
        for other in range(s.seats):
            if is_playing(s, other) and s.cards[other] <= fewest:
                winner = other if s.cards[other] < fewest else UNKNOWN
                fewest = s.cards[other]
    end_game(s, winner)


# Turns, rounds and the end.

def is_playing(s, seat):
    """Tell whether a seat has neither finished nor burst."""
    return s.place[seat] == 0


def end_turn_without_play(s, seat):
    """End a turn by a pass or a failed play (SD-11, SD-32, SD-37)."""
    s.drawn = 0
    if s.stalemate_n and s.passes >= s.stalemate_n:
        end_game(s, UNKNOWN)
        return
    if s.pass_out and s.count:
        s.resting |= 1 << seat
    next_turn(s, seat)


def next_turn(s, seat):
    """Give the turn to the next seat; the area flows when it comes back to its owner (SD-32, SD-35)."""
    s.phase, s.drawn = Phase.TURN, 0
    start_window(s)
    if s.owner == UNKNOWN:
        s.turn = next_playing(s, seat, s.resting)
        return
    at = seat
    for _ in range(s.seats):
        at = (at + 1) % s.seats
        if at == s.owner:
            flow_area(s, at if is_playing(s, at) else next_playing(s, at, 0))
            return
        if is_playing(s, at) and not has_member(s.resting, at):
            s.turn = at
            return


def next_playing(s, seat, left_out):
    """Return the next seat that still plays and is not in the set `left_out`."""
    for _ in range(s.seats):
        seat = (seat + 1) % s.seats
        if is_playing(s, seat) and not has_member(left_out, seat):
            return seat
    return UNKNOWN


def count_playing(s):
    """Return how many seats still play."""
    n = 0
    for seat in range(s.seats):
        n += is_playing(s, seat)
    return n


def finish_seat(s, seat):
    """Let a seat finish with an empty hand (SD-34, SD-35)."""
    best = 1
    for other in range(s.seats):
        best += s.place[other] > 0
    s.place[seat] = best
    if s.winner == UNKNOWN:
        s.winner = seat
    if s.places == 0 or count_playing(s) < 2:
        end_game(s, s.winner)
    else:
        next_turn(s, seat)


def check_burst(s, seat):
    """Let a seat lose that holds too many cards (SD-36); return whether it did."""
    if s.burst == 0 or s.cards[seat] < s.burst:
        return False
    s.place[seat] = -1
    if count_playing(s) < 2:
        for other in range(s.seats):
            if is_playing(s, other) and s.winner == UNKNOWN:
                s.winner = other
        end_game(s, s.winner)
        return True
    cards = np.zeros(DECK, np.int64)
    n = write_bag(s.held[seat], cards, 0)
    s.held[seat] = s.known[seat] = s.cards[seat] = 0
    put_under_deck(s, cards, n)
    s.seen = 0                                              # nobody knows their order
    next_turn(s, seat)
    return True


def end_game(s, winner):
    """Count a game, void where it has no winner, and end the match or wait for the next deal (SD-37, SD-43)."""
    s.winner = winner
    if winner != UNKNOWN:
        s.wins[winner] += 1
    s.phase = Phase.DEAL
    if s.games:
        if s.game == s.games:
            s.phase = Phase.OVER
    elif winner != UNKNOWN and s.wins[winner] == s.games_to_win:
        s.phase = Phase.OVER


def is_undoable(s, seat, action):
    """Tell whether an action tells nobody anything: the line is its player's own until it is played."""
    return seat < CHANCE and (verb_of(action) == Verb.ADD or verb_of(action) == Verb.CLEAR)


def returns(s, out):
    """Write for each seat the games won, less the mean of what the others won."""
    total = 0
    for seat in range(s.seats):
        total += s.wins[seat]
    for seat in range(s.seats):
        out[seat] = s.wins[seat] - (total - s.wins[seat]) / (s.seats - 1)


compile_rules(globals(), makers="refusal violation is_listed apply play_signs judge_whole_hand_number check_burst")
