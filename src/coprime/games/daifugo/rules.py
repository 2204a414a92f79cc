"""Daifugo, a match of several hands.  Numbers like DF-7 and UE-13 are those of rules.md and pages/programs.md.

Actions are described in actions.py, the state in state.py.  For whoever writes an adapter: `refusal` first (a hand
lacks a card, somebody else is to play), then `apply`; under `illegal_play: pass` a wrong combination is taken and
counts as a pass (`violation` says so).  `after` gives the order of the seats, `rank` the last hand's places.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import has_member, lowest_member, remove_member, set_size
from ...core.chance import random_below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE
from .actions import (
    GIVE_BIT,
    THREE_OF_DIAMONDS,
    bag_size,
    cards_of,
    gift_of,
    is_well_formed,
    is_within,
    kind_of,
    lowest_column,
    play_suits,
    subtract_cards,
    verb_of,
)
from .effects import count_skipped, ends_on_forbidden, holds_eight, makes_eleven_back, makes_revolution
from .exchange import (
    cards_owed,
    choosing_seats,
    collect_gifts,
    hand_over_gifts,
    is_exchanging,
    seat_of_rank,
    strongest_cards,
)
from .finishing_places import exile_to_last_place, note_places, place_in_hand, take_last_place, take_place
from .listing import list_follows, list_gifts, list_leads
from .play_validation import find_flaw, is_least_step
from .state import NOBODY, Kind, Phase, Refusal, State, Verb, Violation

__all__ = ["MAX_ACTIONS", "NOBODY", "SWING", "Violation", "Kind", "Phase", "Refusal", "State", "Verb", "place_in_hand"]

MAX_ACTIONS = 4096
SWING = 2.5
DECK_SIZE = 54

OPENER_MUST_PLAY, OPENER_DAIHINMIN = 1, 2                     # opener
EXILE_IMMEDIATE, EXILE_AT_END = 0, 1                        # exile


# Whose turn it is, and what may be done.

def begin(s):
    """Set up a match that waits for its first deal, seats in their own order."""
    s.owner = s.turn = NOBODY
    set_turn_order(s, np.arange(s.seats))


def set_turn_order(s, order):
    """Make the seats play in this order, round and round."""
    for i in range(s.seats):
        s.after[order[i]] = order[(i + 1) % s.seats]


def to_act(s):
    """Return the set of seats that act: the seat on turn, those that still choose a gift, or CHANCE."""
    if s.phase == Phase.PLAY:
        return 1 << s.turn
    if s.phase == Phase.EXCHANGE:
        return choosing_seats(s)
    return 0 if s.phase == Phase.OVER else 1 << CHANCE


def is_between_hands(s):
    """Tell whether the match is between two hands, or over."""
    return s.phase == Phase.OVER or (s.phase == Phase.DEAL and s.hands > 0)


def can_pass(s):
    """Tell whether the seat on turn may pass (DF-6, UE-14); not if it has to open with the 3♦ (DF-5)."""
    return s.meld != 0 or (s.pass_on_lead == 1 and s.opening == 0)


def refusal(s, seat, action):
    """Return why an action is refused; NONE if the table takes it."""
    if to_act(s) >> seat & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION
    if not is_well_formed(action):
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if s.phase == Phase.EXCHANGE:
        return gift_refusal(s, seat, action) if verb == Verb.GIVE else Refusal.EXCHANGING
    if verb == Verb.GIVE:
        return Refusal.NOTHING_TO_GIVE
    if verb == Verb.PASS:
        return Refusal.NONE if can_pass(s) else Refusal.MUST_LEAD
    if not is_within(cards_of(action), s.hand[seat]):
        return Refusal.NOT_IN_HAND
    if s.illegal_play == 1 and can_pass(s):
        return Refusal.NONE
    return find_flaw(s, action)


def gift_refusal(s, seat, action):
    """Return why a gift is refused (DF-17); a wrong number of cards is taken under `illegal_play: pass`."""
    if not is_within(gift_of(action), s.hand[seat]):
        return Refusal.NOT_IN_HAND
    if s.illegal_play == 0 and bag_size(gift_of(action)) != cards_owed(s, seat):
        return Refusal.GIFT_COUNT
    return Refusal.NONE


def violation(s, seat, action):
    """Return what is wrong with an action that is taken, under `illegal_play: pass` (UE-16, UE-19)."""
    if s.illegal_play == 0 or seat == CHANCE:
        return Violation.NONE
    verb = verb_of(action)
    if verb == Verb.GIVE:
        return Violation.NONE if bag_size(gift_of(action)) == cards_owed(s, seat) else Violation.NO_GIFT
    return Violation.NO_PLAY if verb == Verb.PLAY and find_flaw(s, action) != Refusal.NONE else Violation.NONE


def sound_actions(s, seat, out):
    """List the sound actions of a seat to `out`; returns how many there are."""
    if s.phase == Phase.EXCHANGE:
        return list_gifts(s.hand[seat], cards_owed(s, seat), out, 0, GIVE_BIT)
    n = list_follows(s, s.hand[seat], out) if s.meld else list_leads(s, s.hand[seat], out)
    if can_pass(s):
        out[n] = 0
        n += 1
    return n


# What happens.

def apply(s, seat, action):
    """Carry out an action that is not refused, with all that follows from it."""
    if seat == CHANCE:
        if s.phase == Phase.DEAL:
            deal_hand(s, action)
        else:
            draw_places(s, action)
    elif s.phase == Phase.EXCHANGE:
        apply_gift(s, seat, action)
    elif action == 0 or (s.illegal_play and find_flaw(s, action) != Refusal.NONE):
        apply_pass(s, seat)
    else:
        apply_play(s, seat, action)


def deal_hand(s, seed):
    """Reseat where it is time, shuffle, and deal one by one from a seat on (DF-22, UE-1, UE-4)."""
    x = seed
    if s.seat_shuffle and s.hands % s.seat_shuffle == 0:
        order = np.arange(s.seats)
        x = shuffle(order, 0, s.seats, x)
        set_turn_order(s, order)
    if s.reset_period and s.hands % s.reset_period == 0:
        s.rank[:] = 0
    seat = seat_of_rank(s, 1) if s.deal_start == 1 else NOBODY
    if seat == NOBODY:
        seat, x = random_below(x, s.seats)
    deal_from(s, seat, x)
    begin_hand(s)


def begin_hand(s):
    """Begin a hand whose cards are dealt: with the exchange, or with its opening."""
    s.live = (1 << s.seats) - 1
    s.place[:] = 0
    s.top = s.reversed = s.back = s.played = s.chosen = 0
    clear_table(s)
    if is_exchanging(s):
        s.phase = Phase.EXCHANGE
        collect_gifts(s)
    else:
        open_hand(s)


def deal_from(s, seat, x):
    """Shuffle the deck and deal it from a seat on, clockwise."""
    n = 52 + s.jokers
    deck = np.empty(DECK_SIZE, np.int64)
    for i in range(n):
        deck[i] = 1 << min(i, 52)
    shuffle(deck, 0, n, x)
    for i in range(n):
        s.hand[seat] += deck[i]
        s.cards[seat] += 1
        seat = s.after[seat]


def apply_gift(s, seat, action):
    """Take a hidden choice of a gift; the last one moves the cards and opens the hand (DF-17).

    A wrong number of cards is replaced by the strongest ones (UE-19).
    """
    bag, n = gift_of(action), cards_owed(s, seat)
    s.gave[seat] = bag if bag_size(bag) == n else strongest_cards(s.hand[seat], n)
    s.chosen |= 1 << seat
    if choosing_seats(s) == 0:
        hand_over_gifts(s)
        open_hand(s)


def open_hand(s):
    """Let the seat lead that opens the hand (DF-5)."""
    s.phase = Phase.PLAY
    seat = seat_of_rank(s, 1)
    if s.opener == OPENER_DAIHINMIN and seat != NOBODY:
        set_leader(s, seat_of_rank(s, s.seats))
        return
    for holder in range(s.seats):
        if s.hand[holder] & THREE_OF_DIAMONDS:
            set_leader(s, holder)
    s.opening = s.opener == OPENER_MUST_PLAY


def set_leader(s, seat):
    """Let a seat lead the next trick."""
    s.owner = s.turn = seat


def apply_play(s, seat, action):
    """Lay a play on the table and do all that follows: order, going out, clearing, the next turn."""
    cards, beaten = cards_of(action), s.kind
    n = bag_size(cards)
    forbidden = ends_on_forbidden(s, seat, action)
    s.hand[seat] -= cards
    s.cards[seat] -= n
    s.played += cards
    if s.sure[seat]:
        s.sure[seat] = subtract_cards(s.sure[seat], cards)
    put_on_table(s, seat, action, n)
    s.dry = s.opening = 0
    if not s.pass_is_final:
        s.passed = 0
    update_card_order(s)
    if s.cards[seat] == 0:
        go_out(s, seat, forbidden)
    if s.phase == Phase.PLAY:
        if has_cleared_table(s, beaten):
            clear_table(s)
            pass_lead(s, seat)
        else:
            advance_turn(s, seat, count_skipped(s, s.kind, s.low, n))


def put_on_table(s, seat, action, n):
    """Put a play on the table; suits or ranks may be locked (DF-15, UE-12, DF-32), a joker unlocks (UE-8)."""
    kind, low, suits = kind_of(action), lowest_column(action), play_suits(action)
    s.alike = s.alike + 1 if s.meld and suits == s.suits else 1
    if s.number_lock and s.kind == kind and is_least_step(s, low):
        s.stepped = 1
    s.owner, s.meld, s.kind, s.count, s.low, s.suits = seat, action, kind, n, low, suits
    if kind == Kind.JOKERS:
        s.alike = s.lock = s.stepped = 0
    elif s.lock_after and s.alike >= s.lock_after and (s.lock_scope == 0 or n == 1):
        s.lock = suits


def update_card_order(s):
    """Turn the order of the cards if the play just laid does that (DF-12, DF-13, UE-11, DF-29)."""
    if makes_revolution(s, s.kind, s.count):
        s.reversed = 1 - s.reversed
    if makes_eleven_back(s, s.kind, s.low, s.count):
        s.reversed, s.back = 1 - s.reversed, 1 - s.back


def has_cleared_table(s, beaten_kind):
    """Tell whether the play just laid clears the table (DF-10, DF-11, DF-23).

    beaten_kind  Kind of what lay there before
    """
    return beaten_kind == Kind.JOKERS or (s.eight_cut == 1 and holds_eight(s.kind, s.low, s.count))


def apply_pass(s, seat):
    """Pass; too many passes in a row end the hand by lot (UE-18)."""
    s.passed |= 1 << seat
    s.dry += 1
    if s.stalemate_n and s.dry >= s.stalemate_n:
        s.phase = Phase.STALEMATE
    else:
        advance_turn(s, seat, 0)


def advance_turn(s, seat, skipped):
    """Ask the next seat that may still play; if there is none, clear the table (DF-7, DF-8, UE-13).

    skipped  how many of those that could answer are skipped (DF-30)
    """
    waiting = s.live & ~s.passed
    if s.meld and not s.owner_must_pass:
        waiting &= ~(1 << s.owner)
    if waiting == 0 or (skipped and skipped >= set_size(remove_member(waiting, s.owner))):
        clear_table(s)
        pass_lead(s, s.owner)
        return
    seat = s.after[seat]
    while waiting >> seat & 1 == 0 or skipped:
        if waiting >> seat & 1 and seat != s.owner:
            skipped -= 1
        seat = s.after[seat]
    s.turn = seat


def clear_table(s):
    """Clear the table, with passes and locks (UE-22); what a jack turned is turned back (DF-29)."""
    s.passed = s.meld = s.kind = s.count = s.low = s.suits = s.alike = s.lock = s.stepped = 0
    if s.back:
        s.reversed, s.back = 1 - s.reversed, 0


def pass_lead(s, seat):
    """Let a seat lead, or if it is out the next one with cards (DF-27)."""
    while s.live >> seat & 1 == 0:
        seat = s.after[seat]
    set_leader(s, seat)


def go_out(s, seat, forbidden):
    """Give a seat its place; the first may exile the former daifugo (DF-8, DF-14).

    The last one left ends the hand (DF-26).
    forbidden  its last cards were forbidden: it gets the lowest place that is free (DF-31)
    """
    if forbidden:
        take_last_place(s, seat)
    else:
        take_place(s, seat)
        former = seat_of_rank(s, 1)
        # The only one left takes the lowest free place anyway, and ends the hand.
        if s.top == 1 and s.exile == EXILE_IMMEDIATE and former != NOBODY and has_member(s.live,
                                                                                   former) and set_size(s.live) > 1:
            take_last_place(s, former)
    if set_size(s.live) == 1:
        take_place(s, lowest_member(s.live))
        end_hand(s)


def draw_places(s, seed):
    """Give those still in the places that are left, by chance (UE-18)."""
    order = np.arange(s.seats)
    shuffle(order, 0, s.seats, seed)
    for i in range(s.seats):
        if has_member(s.live, order[i]):
            take_place(s, order[i])
    end_hand(s)


def end_hand(s):
    """End the hand: set ranks, add points and gather the cards (DF-14, DF-16, DF-18)."""
    former = seat_of_rank(s, 1)
    if s.exile == EXILE_AT_END and former != NOBODY and s.place[former] > 1:
        exile_to_last_place(s, former)
    note_places(s)
    for seat in range(s.seats):
        s.rank[seat] = s.place[seat]
        s.points[seat] += s.seats - s.place[seat] + s.payoff
    s.hand[:] = 0
    s.cards[:] = 0
    s.gave[:] = 0
    s.sure[:] = 0
    s.live = s.dry = 0
    s.hands += 1
    s.phase = Phase.OVER if s.hands == s.match_length else Phase.DEAL


def returns(s, out):
    """Write each seat's points less the mean of all."""
    total = 0
    for seat in range(s.seats):
        total += s.points[seat]
    for seat in range(s.seats):
        out[seat] = s.points[seat] - total / s.seats


def is_undoable(s, seat, action):
    """Tell whether a gift may be taken back: it tells nothing while the other is missing (DF-28)."""
    return s.phase == Phase.EXCHANGE and choosing_seats(s) & ~(1 << seat) != 0


compile_rules(globals(), makers="begin deal_hand deal_from draw_places")
