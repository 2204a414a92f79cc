"""Daifugo, a match of several hands.  Numbers like DF-7 and UE-13 are those of rules.md and pages/programs.md.

Actions are described in plays.py, the state in state.py.  For whoever writes an adapter: `refusal` first (a hand
lacks a card, somebody else is to play), then `apply`; under `illegal_play: pass` a wrong combination is taken and
counts as a pass (`fault` says so).  `after` gives the order of the seats, `rank` the last hand's places.
"""

import numpy as np

from ...core.bits import has_member, lowest_member, set_size, without
from ...core.chance import below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE
from .effects import ends_badly, holds_eight, makes_revolution, skips, turns_back
from .exchange import (
    choosing,
    collect,
    hand_over,
    is_exchanging,
    owes,
    seat_of_rank,
    strongest_cards,
)
from .flaws import flaw, is_least_step
from .listing import list_bags, list_follows, list_leads
from .places import fall, note_places, places_in, take_last_place, take_place
from .plays import (
    GIVE,
    THREE_OF_DIAMONDS,
    bag_size,
    cards_of,
    gift_of,
    is_within,
    kind_of,
    low_of,
    suits_in,
    taken_from,
    verb_of,
    well_formed,
)
from .state import NOBODY, Fault, Kind, Phase, Refusal, State, Verb

__all__ = ["MAX_ACTIONS", "NOBODY", "SWING", "Fault", "Kind", "Phase", "Refusal", "State", "Verb", "places_in"]

MAX_ACTIONS = 4096
SWING = 2.5
DECK = 54

MUST_PLAY, DAIHINMIN = 1, 2                     # opener
IMMEDIATE, AT_END = 0, 1                        # exile


# Whose turn it is, and what may be done.

def begin(s):
    s.owner = s.turn = NOBODY
    set_turn_order(s, np.arange(s.seats))


def set_turn_order(s, order):
    for i in range(s.seats):
        s.after[order[i]] = order[(i + 1) % s.seats]


def to_act(s):
    if s.phase == Phase.PLAY:
        return 1 << s.turn
    if s.phase == Phase.EXCHANGE:
        return choosing(s)
    return 0 if s.phase == Phase.OVER else 1 << CHANCE


def is_between_hands(s):
    """Between two hands of the match, and at its end."""
    return s.phase == Phase.OVER or (s.phase == Phase.DEAL and s.hands > 0)


def can_pass(s):
    """DF-6, UE-14; who has to open with the 3 of diamonds may not pass (DF-5)."""
    return s.meld != 0 or (s.pass_on_lead == 1 and s.opening == 0)


def refusal(s, seat, action):
    if to_act(s) >> seat & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION
    if not well_formed(action):
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if s.phase == Phase.EXCHANGE:
        return refusal_to_give(s, seat, action) if verb == Verb.GIVE else Refusal.EXCHANGING
    if verb == Verb.GIVE:
        return Refusal.NOTHING_TO_GIVE
    if verb == Verb.PASS:
        return Refusal.NONE if can_pass(s) else Refusal.MUST_LEAD
    if not is_within(cards_of(action), s.hand[seat]):
        return Refusal.NOT_IN_HAND
    if s.illegal_play == 1 and can_pass(s):
        return Refusal.NONE
    return flaw(s, action)


def refusal_to_give(s, seat, action):
    if not is_within(gift_of(action), s.hand[seat]):
        return Refusal.NOT_IN_HAND
    if s.illegal_play == 0 and bag_size(gift_of(action)) != owes(s, seat):
        return Refusal.GIFT_COUNT
    return Refusal.NONE


def violation(s, seat, action):
    """UE-16, UE-19: only under `illegal_play: pass`, else these are refused."""
    if s.illegal_play == 0 or seat == CHANCE:
        return Fault.NONE
    verb = verb_of(action)
    if verb == Verb.GIVE:
        return Fault.NONE if bag_size(gift_of(action)) == owes(s, seat) else Fault.NO_GIFT
    return Fault.NO_PLAY if verb == Verb.PLAY and flaw(s, action) != Refusal.NONE else Fault.NONE


def sound_actions(s, seat, out):
    if s.phase == Phase.EXCHANGE:
        return list_bags(s.hand[seat], owes(s, seat), out, 0, GIVE)
    n = list_follows(s, s.hand[seat], out) if s.meld else list_leads(s, s.hand[seat], out)
    if can_pass(s):
        out[n] = 0
        n += 1
    return n


# What happens.

def apply(s, seat, action):
    if seat == CHANCE:
        if s.phase == Phase.DEAL:
            deal(s, action)
        else:
            draw_places(s, action)
    elif s.phase == Phase.EXCHANGE:
        choose(s, seat, action)
    elif action == 0 or (s.illegal_play and flaw(s, action) != Refusal.NONE):
        pass_by(s, seat)
    else:
        lay(s, seat, action)


def deal(s, seed):
    """DF-22, UE-1, UE-4: reseat where it is time, shuffle, and deal one by one from a seat on."""
    x = seed
    if s.seat_shuffle and s.hands % s.seat_shuffle == 0:
        order = np.arange(s.seats)
        x = shuffle(order, 0, s.seats, x)
        set_turn_order(s, order)
    if s.reset_period and s.hands % s.reset_period == 0:
        s.rank[:] = 0
    seat = seat_of_rank(s, 1) if s.deal_start == 1 else NOBODY
    if seat == NOBODY:
        seat, x = below(x, s.seats)
    deal_from(s, seat, x)
    begin_hand(s)


def begin_hand(s):
    """The cards are dealt: they are exchanged, or the hand is opened."""
    s.live = (1 << s.seats) - 1
    s.place[:] = 0
    s.top = s.reversed = s.back = s.played = s.chosen = 0
    clear_table(s)
    if is_exchanging(s):
        s.phase = Phase.EXCHANGE
        collect(s)
    else:
        open_hand(s)


def deal_from(s, seat, x):
    """Shuffle the deck and lay it out from a seat on, clockwise."""
    n = 52 + s.jokers
    deck = np.empty(DECK, np.int64)
    for i in range(n):
        deck[i] = 1 << min(i, 52)
    shuffle(deck, 0, n, x)
    for i in range(n):
        s.hand[seat] += deck[i]
        s.cards[seat] += 1
        seat = s.after[seat]


def choose(s, seat, action):
    """DF-17: a hidden choice; the last one moves the cards and opens the hand.  UE-19: a wrong one is replaced."""
    bag, n = gift_of(action), owes(s, seat)
    s.gave[seat] = bag if bag_size(bag) == n else strongest_cards(s.hand[seat], n)
    s.chosen |= 1 << seat
    if choosing(s) == 0:
        hand_over(s)
        open_hand(s)


def open_hand(s):
    """DF-5: who leads."""
    s.phase = Phase.PLAY
    seat = seat_of_rank(s, 1)
    if s.opener == DAIHINMIN and seat != NOBODY:
        lead(s, seat_of_rank(s, s.seats))
        return
    for holder in range(s.seats):
        if s.hand[holder] & THREE_OF_DIAMONDS:
            lead(s, holder)
    s.opening = s.opener == MUST_PLAY


def lead(s, seat):
    s.owner = s.turn = seat


def lay(s, seat, action):
    cards, beaten = cards_of(action), s.kind
    n = bag_size(cards)
    forbidden = ends_badly(s, seat, action)
    s.hand[seat] -= cards
    s.cards[seat] -= n
    s.played += cards
    if s.sure[seat]:
        s.sure[seat] = taken_from(s.sure[seat], cards)
    put_down(s, seat, action, n)
    s.dry = s.opening = 0
    if not s.pass_is_final:
        s.passed = 0
    turn_order(s)
    if s.cards[seat] == 0:
        go_out(s, seat, forbidden)
    if s.phase == Phase.PLAY:
        if cuts(s, beaten):
            clear_table(s)
            lead_next(s, seat)
        else:
            next_turn(s, seat, skips(s, s.kind, s.low, n))


def put_down(s, seat, action, n):
    """Cards lie on the table; DF-15, UE-12, DF-32: they may lock suits or ranks, and a joker unlocks them (UE-8)."""
    kind, low, suits = kind_of(action), low_of(action), suits_in(action)
    s.alike = s.alike + 1 if s.meld and suits == s.suits else 1
    if s.number_lock and s.kind == kind and is_least_step(s, low):
        s.stepped = 1
    s.owner, s.meld, s.kind, s.count, s.low, s.suits = seat, action, kind, n, low, suits
    if kind == Kind.JOKERS:
        s.alike = s.lock = s.stepped = 0
    elif s.lock_after and s.alike >= s.lock_after and (s.lock_scope == 0 or n == 1):
        s.lock = suits


def turn_order(s):
    """DF-12, DF-13, UE-11: four of a kind, or a long sequence, turns the order; DF-29: and a jack, for this trick."""
    if makes_revolution(s, s.kind, s.count):
        s.reversed = 1 - s.reversed
    if turns_back(s, s.kind, s.low, s.count):
        s.reversed, s.back = 1 - s.reversed, 1 - s.back


def cuts(s, beaten):
    """DF-10, DF-11, DF-23: does the play clear the cards?  `beaten` is the kind of what lay there."""
    return beaten == Kind.JOKERS or (s.eight_cut == 1 and holds_eight(s.kind, s.low, s.count))


def pass_by(s, seat):
    s.passed |= 1 << seat
    s.dry += 1
    if s.stalemate_n and s.dry >= s.stalemate_n:
        s.phase = Phase.STALEMATE
    else:
        next_turn(s, seat, 0)


def next_turn(s, seat, skipped):
    """DF-7, DF-8, DF-30, UE-13: who may still play is asked in order; with nobody left, the cards are cleared."""
    waiting = s.live & ~s.passed
    if s.meld and not s.owner_must_pass:
        waiting &= ~(1 << s.owner)
    if waiting == 0 or (skipped and skipped >= set_size(without(waiting, s.owner))):
        clear_table(s)
        lead_next(s, s.owner)
        return
    seat = s.after[seat]
    while waiting >> seat & 1 == 0 or skipped:
        if waiting >> seat & 1 and seat != s.owner:
            skipped -= 1
        seat = s.after[seat]
    s.turn = seat


def clear_table(s):
    """UE-22: passes and locks are forgotten; DF-29: what a jack has turned is turned back, a revolution stays."""
    s.passed = s.meld = s.kind = s.count = s.low = s.suits = s.alike = s.lock = s.stepped = 0
    if s.back:
        s.reversed, s.back = 1 - s.reversed, 0


def lead_next(s, seat):
    """DF-27: a seat leads; when it is out, the next one with cards."""
    while s.live >> seat & 1 == 0:
        seat = s.after[seat]
    lead(s, seat)


def go_out(s, seat, forbidden):
    """DF-8, DF-14, DF-26: a place; the first one may exile the former daifugo, and the last one left ends the hand.

    DF-31: forbidden last cards bring the lowest place that is free.
    """
    if forbidden:
        take_last_place(s, seat)
    else:
        take_place(s, seat)
        former = seat_of_rank(s, 1)
        # The only one left takes the lowest free place anyway, and ends the hand.
        if s.top == 1 and s.exile == IMMEDIATE and former != NOBODY and has_member(s.live,
                                                                                   former) and set_size(s.live) > 1:
            take_last_place(s, former)
    if set_size(s.live) == 1:
        take_place(s, lowest_member(s.live))
        end_hand(s)


def draw_places(s, seed):
    """UE-18: those still in get the places that are left, by chance."""
    order = np.arange(s.seats)
    shuffle(order, 0, s.seats, seed)
    for i in range(s.seats):
        if has_member(s.live, order[i]):
            take_place(s, order[i])
    end_hand(s)


def end_hand(s):
    """DF-14, DF-16, DF-18: ranks and points; the cards are gathered."""
    former = seat_of_rank(s, 1)
    if s.exile == AT_END and former != NOBODY and s.place[former] > 1:
        fall(s, former)
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
    """Points, less the mean of everybody's."""
    total = 0
    for seat in range(s.seats):
        total += s.points[seat]
    for seat in range(s.seats):
        out[seat] = s.points[seat] - total / s.seats


def is_undoable(s, seat, action):
    """DF-28: a choice in the exchange tells nobody anything while the other is missing."""
    return s.phase == Phase.EXCHANGE and choosing(s) & ~(1 << seat) != 0


compile_rules(globals(), makers="begin deal deal_from draw_places")
