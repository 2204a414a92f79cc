"""The course of a round: dealing, refilling, collecting, and how a turn and a round end."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.chance import random_below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import COPIES, LEVEL, WILD
from ...decks.primepak.factor_set_catalogue import NO_CARD, SETS, SIZE
from .face_up_sets import PLACES_OF_LEVEL, can_make_set, count_cards, list_set_rows, update_open_set
from .layout_data import WILD_COUNTS
from .state import (
    DECK,
    FOUNDATION_PLACES,
    KINDS_PER_WORD,
    NUMBER_CYCLE,
    PLACES,
    REVIEW_SIZE,
    WORDS_PER_PICK,
    Claim,
    Dealer,
    Penalty,
    Phase,
    count_picked_cards,
    count_players,
    decode_pickup_place,
    next_playing_seat,
    total_points,
)

WILDS_OF_LEVEL = np.array(WILD_COUNTS, np.int64)


# A round.

def deal_round(s, seed):
    """Deal a round: shuffle, choose the dealer, start the first turn (PC-1)."""
    clear_round(s)
    n = 0
    for kind in range(WILD + 1):
        copies = WILDS_OF_LEVEL[s.level] if kind == WILD else COPIES[kind] if LEVEL[kind] <= s.level else 0
        for _ in range(copies):
            s.deck[n] = kind
            n += 1
    s.left = n
    x = shuffle(s.deck, 0, n, seed)
    choose_dealer(s, x)
    s.turn = s.first
    for seat in range(s.seats):
        s.before[seat] = s.points[seat]
    start_turn(s)


def clear_round(s):
    """Take the last round off the table."""
    for i in range(DECK):
        s.deck[i], s.stack_kind[i], s.stack_seat[i] = UNKNOWN, 0, 0
    for place in range(PLACES):
        s.face_up[place], s.gone[place] = NO_CARD, NO_CARD
    for i in range(REVIEW_SIZE):
        s.missed_row[i], s.missed_by[i] = 0, 0
        for word in range(WORDS_PER_PICK):
            s.missed_kinds[i, word] = 0
    s.extent, s.stack_n, s.missed_n, s.number, s.dry, s.progress = 0, 0, 0, 0, 0, 0


def choose_dealer(s, x):
    """Set who deals, and so who begins (PC-2, PC-3, PC-19)."""
    drawn, x = random_below(x, s.seats)
    if s.dealer == Dealer.PROGRAM:
        s.first = drawn if s.rounds == 0 else (s.first + 1) % s.seats
        return
    if s.dealer == Dealer.TEACHER:
        s.deals = 0
    elif s.rounds == 0:
        s.deals = drawn
    elif s.dealer == Dealer.DROPOUT:
        s.deals = (s.deals + 1) % s.seats
    else:
        s.deals = draw_highest_seat(s, x)
    s.first = next_playing_seat(s, s.deals)


def draw_highest_seat(s, x):
    """Return a seat with the highest total, at random among several."""
    most, n = s.points[0], 0
    for seat in range(s.seats):
        most = max(most, s.points[seat])
    for seat in range(s.seats):
        n += s.points[seat] == most
    at, x = random_below(x, n)
    for seat in range(s.seats):
        if s.points[seat] == most:
            if at == 0:
                return seat
            at -= 1
    return 0


def is_round_over(s):
    """Return whether the round is over (PC-16): nothing can go back to the table any more."""
    return s.left == 0 and s.set_there == 0 and s.open_n == 0


def end_round(s):
    """Count the cards (PC-17), and end the match after its last round."""
    for seat in range(s.seats):
        s.points[seat] = total_points(s, seat)
        s.gained[seat] = s.points[seat] - s.before[seat]
        s.natural[seat], s.wild[seat], s.before[seat] = 0, 0, 0
    s.claim, s.window, s.clock, s.sets, s.used_main = Claim.NONE, 0, 0, 0, 0
    s.challenger, s.found, s.stopped, s.waived = UNKNOWN, 0, 0, 0
    s.rounds += 1
    s.phase = Phase.OVER if s.rounds == match_rounds(s) else Phase.DEAL


def match_rounds(s):
    """Return how many rounds a match has: the option, else one, or one for each seat that deals (PC-2)."""
    if s.match_length:
        return s.match_length
    return s.seats if s.dealer == Dealer.DROPOUT or s.dealer == Dealer.PLAYING else 1


# A turn.

def start_turn(s):
    """Refill the foundation and start the player's clock (PC-4)."""
    s.phase, s.claim, s.window, s.challenger = Phase.TURN, Claim.NONE, 0, UNKNOWN
    s.found, s.stopped, s.used_main, s.sets, s.progress, s.waived = 0, 0, 0, 0, 0, 0
    for place in range(PLACES_OF_LEVEL[s.level]):
        if s.face_up[place] == NO_CARD and s.left:
            deal_card_to(s, place)
    s.clock = 1000 * s.first_seconds
    update_open_set(s)
    if is_round_over(s):
        end_round(s)


def deal_card_to(s, place):
    """Deal the next card of the pile to a place."""
    s.left -= 1
    s.face_up[place] = s.deck[s.left]
    s.deck[s.left] = UNKNOWN
    s.extent = max(s.extent, place + 1)
    s.progress = 1


def deal_outside_card(s):
    """Deal a card outside the foundation; the same player goes on (PC-6).

    The place must be empty, and no card may come back to it.
    """
    place = FOUNDATION_PLACES
    while s.face_up[place] != NO_CARD or s.gone[place] != NO_CARD:
        place += 1
    deal_card_to(s, place)
    s.phase, s.claim, s.window, s.clock, s.waived = Phase.TURN, Claim.NONE, 0, 1000 * s.next_seconds, 0
    update_open_set(s)
    if is_round_over(s):
        end_round(s)


def end_turn(s):
    """Stop the player's clock, and start the next turn once nothing can be challenged any more."""
    s.clock, s.claim, s.window, s.challenger, s.stopped = 0, Claim.NONE, 0, UNKNOWN, 0
    s.phase = Phase.SETTLE
    if not is_anything_open(s):
        next_turn(s)


def next_turn(s):
    """Give the turn to the next seat, or end the round when too many turns changed nothing (PC-30)."""
    s.dry = 0 if s.progress else s.dry + 1
    if s.dry >= s.stalemate_n * count_players(s):
        end_round(s)
        return
    s.turn = next_playing_seat(s, s.turn)
    start_turn(s)


def carry_out_claim(s):
    """Let the claimed hit or done take effect (PC-22)."""
    if s.claim == Claim.HIT:
        deal_outside_card(s)
    else:
        remember_missed(s)
        end_turn(s)


# Pick-ups.

def is_anything_open(s):
    """Return whether a pick-up can still be challenged."""
    for i in range(s.open_n):
        if s.open_left[i]:
            return True
    return False


def pick_up(s, seat, action):
    """Take the cards of a pick-up off the table; they may still go back."""
    i = s.open_n
    for at in range(count_picked_cards(action)):
        place = decode_pickup_place(action, at)
        s.gone[place], s.face_up[place] = s.face_up[place], NO_CARD
    while s.extent > 0 and s.face_up[s.extent - 1] == NO_CARD:
        s.extent -= 1
    s.open_number[i], s.open_seat[i], s.open_left[i] = s.number, seat, 1000 * s.challenge_seconds
    s.open_pick[i] = action
    s.open_n, s.number = i + 1, (s.number + 1) % NUMBER_CYCLE
    s.sets += seat == s.turn
    s.waived = 0
    update_open_set(s)


def uses_main(action):
    """Return whether a pick-up takes a card of the foundation (PC-6)."""
    for i in range(count_picked_cards(action)):
        if decode_pickup_place(action, i) < FOUNDATION_PLACES:
            return True
    return False


def has_used_main(s):
    """Return whether the player has made a set with a foundation card in this turn (PC-7)."""
    for i in range(s.open_n):
        if s.open_seat[i] == s.turn and uses_main(s.open_pick[i]):
            return True
    return s.used_main == 1


def close_pick(s, i):
    """Settle a pick-up: its seat keeps the cards."""
    seat, action = s.open_seat[i], s.open_pick[i]
    for at in range(count_picked_cards(action)):
        place = decode_pickup_place(action, at)
        collect_card(s, s.gone[place], seat)
        s.gone[place] = NO_CARD
    if seat == s.turn and uses_main(s.open_pick[i]):
        s.used_main = 1
    s.progress = 1
    remove_open_pick(s, i)


def put_back(s, i):
    """Put the cards of a pick-up back to their places (PC-14)."""
    for at in range(count_picked_cards(s.open_pick[i])):
        place = decode_pickup_place(s.open_pick[i], at)
        s.face_up[place], s.gone[place] = s.gone[place], NO_CARD
        s.extent = max(s.extent, place + 1)
    s.sets -= s.open_seat[i] == s.turn
    remove_open_pick(s, i)
    update_open_set(s)


def remove_open_pick(s, i):
    """Remove an entry from the list of open pick-ups."""
    s.open_n -= 1
    for at in range(i, s.open_n):
        move_open_pick(s, at + 1, at)
    at = s.open_n
    s.open_number[at], s.open_seat[at], s.open_pick[at], s.open_left[at] = 0, 0, 0, 0


def move_open_pick(s, old, new):
    """Copy an entry of the open pick-ups to another index."""
    s.open_number[new], s.open_seat[new], s.open_left[new] = s.open_number[old], s.open_seat[old], s.open_left[old]
    s.open_pick[new] = s.open_pick[old]


def collect_card(s, kind, seat):
    """Put a card on top of a seat's stack (PC-20)."""
    s.stack_kind[s.stack_n], s.stack_seat[s.stack_n] = kind, seat
    s.stack_n += 1
    tally_cards(s, kind, seat, 1)


def tally_cards(s, kind, seat, n):
    """Add n to the count of a seat's natural cards or wilds."""
    if kind == WILD:
        s.wild[seat] += n
    else:
        s.natural[seat] += n


# Penalties.

def pay_penalty(s, giver, taker, points):
    """Pay a penalty in points, or in cards as far as there are any (PC-23)."""
    for _ in range(points):
        at = card_to_give(s, giver) if s.penalty == Penalty.CARDS else UNKNOWN
        if at == UNKNOWN:
            s.points[giver] -= 1
            s.points[taker] += 1
        else:
            give_card(s, at, taker)


def card_to_give(s, seat):
    """Return the stack index of a seat's last natural card, else its last wild; UNKNOWN without cards."""
    wild = UNKNOWN
    for i in range(s.stack_n - 1, -1, -1):
        if s.stack_seat[i] == seat:
            if s.stack_kind[i] != WILD:
                return i
            wild = max(wild, i)
    return wild


def give_card(s, at, taker):
    """Give a collected card to another seat, as its last one."""
    kind = s.stack_kind[at]
    tally_cards(s, kind, s.stack_seat[at], -1)
    for i in range(at, s.stack_n - 1):
        s.stack_kind[i], s.stack_seat[i] = s.stack_kind[i + 1], s.stack_seat[i + 1]
    s.stack_n -= 1
    collect_card(s, kind, taker)


# The review.

def remember_missed(s):
    """Remember the sets that lay face up at the end of a turn, as many as could all be taken."""
    if not s.set_there:
        return
    held, rows = np.zeros(WILD + 1, np.int64), np.zeros(len(SETS), np.int64)
    count_cards(s, held)
    found = list_set_rows(held, rows, len(SETS))
    for i in range(found):
        if can_make_set(rows[i], held):
            remember_set(s, rows[i], s.turn)
            take_out_set(rows[i], held)


def take_out_set(row, held):
    """Subtract the cards of a set from the counts of each kind."""
    for i in range(SIZE[row]):
        held[SETS[row, i]] -= 1


def remember_set(s, row, seat):
    """Remember a set for the review; only the newest REVIEW_SIZE are kept."""
    if s.missed_n == REVIEW_SIZE:
        for i in range(REVIEW_SIZE - 1):
            s.missed_row[i], s.missed_by[i] = s.missed_row[i + 1], s.missed_by[i + 1]
            for word in range(WORDS_PER_PICK):
                s.missed_kinds[i, word] = s.missed_kinds[i + 1, word]
        s.missed_n -= 1
    s.missed_row[s.missed_n], s.missed_by[s.missed_n] = row, seat
    for word in range(WORDS_PER_PICK):
        s.missed_kinds[s.missed_n, word] = 0
    s.missed_n += 1


def remember_wrong_set(s, i):
    """Remember an open pick-up that is no set and is kept."""
    remember_set(s, UNKNOWN, s.open_seat[i])
    for at in range(count_picked_cards(s.open_pick[i])):
        kind = s.gone[decode_pickup_place(s.open_pick[i], at)]
        s.missed_kinds[s.missed_n - 1, at // KINDS_PER_WORD] |= kind + 1 << 7 * (at % KINDS_PER_WORD)


compile_rules(globals(), makers="remember_missed")
