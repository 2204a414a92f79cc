"""How a round goes: dealing, refilling, collecting, and how a turn and a round end."""

import numpy as np

from ...core.chance import below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import COPIES, LEVEL, WILD
from ...decks.primepak.catalogue import NO_CARD, SETS, SIZE
from .lying import PLACES_OF_LEVEL, count_cards, fits, look, rows_there
from .state import (
    DECK,
    MAIN,
    NUMBERED,
    PACKED,
    PLACES,
    REVIEW,
    WORDS,
    Claim,
    Dealer,
    Penalty,
    Phase,
    cards_taken,
    left_of,
    place_at,
    players,
    total,
)
from .tables import WILDS

WILDS_OF_LEVEL = np.array(WILDS, np.int64)


# A round.

def deal(s, seed):
    """PC-1: a shuffled draw pile; the dealer where one is drawn; the first turn."""
    clear(s)
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


def clear(s):
    """Take the last round off the table."""
    for i in range(DECK):
        s.deck[i], s.stack_kind[i], s.stack_seat[i] = UNKNOWN, 0, 0
    for place in range(PLACES):
        s.face_up[place], s.gone[place] = NO_CARD, NO_CARD
    for i in range(REVIEW):
        s.missed_row[i], s.missed_by[i] = 0, 0
        for word in range(WORDS):
            s.missed_kinds[i, word] = 0
    s.extent, s.stack_n, s.missed_n, s.number, s.dry, s.progress = 0, 0, 0, 0, 0, 0


def choose_dealer(s, x):
    """PC-2, PC-3, PC-19: who deals, and so who begins."""
    drawn, x = below(x, s.seats)
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
        s.deals = one_of_highest(s, x)
    s.first = left_of(s, s.deals)


def one_of_highest(s, x):
    """A seat with the highest total; of several one at random."""
    most, n = s.points[0], 0
    for seat in range(s.seats):
        most = max(most, s.points[seat])
    for seat in range(s.seats):
        n += s.points[seat] == most
    at, x = below(x, n)
    for seat in range(s.seats):
        if s.points[seat] == most:
            if at == 0:
                return seat
            at -= 1
    return 0


def is_round_over(s):
    """PC-16, once nothing can go back to the table any more."""
    return s.left == 0 and s.set_there == 0 and s.open_n == 0


def end_round(s):
    """PC-17: count the cards."""
    for seat in range(s.seats):
        s.points[seat] = total(s, seat)
        s.gained[seat] = s.points[seat] - s.before[seat]
        s.natural[seat], s.wild[seat], s.before[seat] = 0, 0, 0
    s.claim, s.window, s.clock, s.sets, s.used_main = Claim.NONE, 0, 0, 0, 0
    s.challenger, s.found, s.stopped, s.waived = UNKNOWN, 0, 0, 0
    s.rounds += 1
    s.phase = Phase.OVER if s.rounds == rounds_of(s) else Phase.DEAL


def rounds_of(s):
    """How many rounds are a match: by itself one, or as many as there are seats where players deal (PC-2)."""
    if s.match_length:
        return s.match_length
    return s.seats if s.dealer == Dealer.DROPOUT or s.dealer == Dealer.PLAYING else 1


# A turn.

def start_turn(s):
    """PC-4: refill; then the player's clock runs."""
    s.phase, s.claim, s.window, s.challenger = Phase.TURN, Claim.NONE, 0, UNKNOWN
    s.found, s.stopped, s.used_main, s.sets, s.progress, s.waived = 0, 0, 0, 0, 0, 0
    for place in range(PLACES_OF_LEVEL[s.level]):
        if s.face_up[place] == NO_CARD and s.left:
            lay(s, place)
    s.clock = 1000 * s.first_seconds
    look(s)
    if is_round_over(s):
        end_round(s)


def lay(s, place):
    """Deal the next card of the pile to a place."""
    s.left -= 1
    s.face_up[place] = s.deck[s.left]
    s.deck[s.left] = UNKNOWN
    s.extent = max(s.extent, place + 1)
    s.progress = 1


def hit(s):
    """PC-6: a card outside the foundation, where no card lies or may come back to, and the same player goes on."""
    place = MAIN
    while s.face_up[place] != NO_CARD or s.gone[place] != NO_CARD:
        place += 1
    lay(s, place)
    s.phase, s.claim, s.window, s.clock, s.waived = Phase.TURN, Claim.NONE, 0, 1000 * s.next_seconds, 0
    look(s)
    if is_round_over(s):
        end_round(s)


def end_turn(s):
    """The next turn, once nothing of this one can be challenged any more."""
    s.clock, s.claim, s.window, s.challenger, s.stopped = 0, Claim.NONE, 0, UNKNOWN, 0
    s.phase = Phase.SETTLE
    if not is_anything_open(s):
        next_turn(s)


def next_turn(s):
    """PC-30: the seat to the left, unless nothing has happened for too long."""
    s.dry = 0 if s.progress else s.dry + 1
    if s.dry >= s.stalemate_n * players(s):
        end_round(s)
        return
    s.turn = left_of(s, s.turn)
    start_turn(s)


def carry_out(s):
    """PC-22: the hit or done takes effect."""
    if s.claim == Claim.HIT:
        hit(s)
    else:
        remember_missed(s)
        end_turn(s)


# Pick-ups.

def is_anything_open(s):
    """Is there a pick-up that may still be challenged?"""
    for i in range(s.open_n):
        if s.open_left[i]:
            return True
    return False


def pick_up(s, seat, action):
    """Cards leave the table; they may still go back."""
    i = s.open_n
    for at in range(cards_taken(action)):
        place = place_at(action, at)
        s.gone[place], s.face_up[place] = s.face_up[place], NO_CARD
    while s.extent > 0 and s.face_up[s.extent - 1] == NO_CARD:
        s.extent -= 1
    s.open_number[i], s.open_seat[i], s.open_left[i] = s.number, seat, 1000 * s.challenge_seconds
    s.open_pick[i] = action
    s.open_n, s.number = i + 1, (s.number + 1) % NUMBERED
    s.sets += seat == s.turn
    s.waived = 0
    look(s)


def uses_main(action):
    """PC-6: does a pick-up take a card of the foundation?"""
    for i in range(cards_taken(action)):
        if place_at(action, i) < MAIN:
            return True
    return False


def has_used_main(s):
    """PC-7: has the player made a set with a card of the foundation in this turn?"""
    for i in range(s.open_n):
        if s.open_seat[i] == s.turn and uses_main(s.open_pick[i]):
            return True
    return s.used_main == 1


def close(s, i):
    """A pick-up is settled: whoever made it keeps the cards."""
    seat, action = s.open_seat[i], s.open_pick[i]
    for at in range(cards_taken(action)):
        place = place_at(action, at)
        collect(s, s.gone[place], seat)
        s.gone[place] = NO_CARD
    if seat == s.turn and uses_main(s.open_pick[i]):
        s.used_main = 1
    s.progress = 1
    forget(s, i)


def put_back(s, i):
    """PC-14: to the places where they were."""
    for at in range(cards_taken(s.open_pick[i])):
        place = place_at(s.open_pick[i], at)
        s.face_up[place], s.gone[place] = s.gone[place], NO_CARD
        s.extent = max(s.extent, place + 1)
    s.sets -= s.open_seat[i] == s.turn
    forget(s, i)
    look(s)


def forget(s, i):
    """Take an entry off the list of open pick-ups."""
    s.open_n -= 1
    for at in range(i, s.open_n):
        move_entry(s, at + 1, at)
    at = s.open_n
    s.open_number[at], s.open_seat[at], s.open_pick[at], s.open_left[at] = 0, 0, 0, 0


def move_entry(s, old, new):
    s.open_number[new], s.open_seat[new], s.open_left[new] = s.open_number[old], s.open_seat[old], s.open_left[old]
    s.open_pick[new] = s.open_pick[old]


def collect(s, kind, seat):
    """PC-20: on top of a seat's stack."""
    s.stack_kind[s.stack_n], s.stack_seat[s.stack_n] = kind, seat
    s.stack_n += 1
    count_card(s, kind, seat, 1)


def count_card(s, kind, seat, n):
    if kind == WILD:
        s.wild[seat] += n
    else:
        s.natural[seat] += n


# Penalties.

def pay(s, giver, taker, points):
    """PC-23: in points, or in cards as far as there are any."""
    for _ in range(points):
        at = card_to_give(s, giver) if s.penalty == Penalty.CARDS else UNKNOWN
        if at == UNKNOWN:
            s.points[giver] -= 1
            s.points[taker] += 1
        else:
            give(s, at, taker)


def card_to_give(s, seat):
    """The natural card that a seat collected last, else its last wild; UNKNOWN when it has no card."""
    wild = UNKNOWN
    for i in range(s.stack_n - 1, -1, -1):
        if s.stack_seat[i] == seat:
            if s.stack_kind[i] != WILD:
                return i
            wild = max(wild, i)
    return wild


def give(s, at, taker):
    """A collected card changes hands: it becomes its new owner's last."""
    kind = s.stack_kind[at]
    count_card(s, kind, s.stack_seat[at], -1)
    for i in range(at, s.stack_n - 1):
        s.stack_kind[i], s.stack_seat[i] = s.stack_kind[i + 1], s.stack_seat[i + 1]
    s.stack_n -= 1
    collect(s, kind, taker)


# The review.

def remember_missed(s):
    """Sets that lay there when a turn was done: as many as could have been taken one after the other."""
    if not s.set_there:
        return
    held, rows = np.zeros(WILD + 1, np.int64), np.zeros(len(SETS), np.int64)
    count_cards(s, held)
    found = rows_there(held, rows, len(SETS))
    for i in range(found):
        if fits(rows[i], held):
            remember(s, rows[i], s.turn)
            take_out(rows[i], held)


def take_out(row, held):
    for i in range(SIZE[row]):
        held[SETS[row, i]] -= 1


def remember(s, row, seat):
    """The newest REVIEW are kept."""
    if s.missed_n == REVIEW:
        for i in range(REVIEW - 1):
            s.missed_row[i], s.missed_by[i] = s.missed_row[i + 1], s.missed_by[i + 1]
            for word in range(WORDS):
                s.missed_kinds[i, word] = s.missed_kinds[i + 1, word]
        s.missed_n -= 1
    s.missed_row[s.missed_n], s.missed_by[s.missed_n] = row, seat
    for word in range(WORDS):
        s.missed_kinds[s.missed_n, word] = 0
    s.missed_n += 1


def remember_wrong(s, i):
    """An open pick-up that is no set, and is kept."""
    remember(s, UNKNOWN, s.open_seat[i])
    for at in range(cards_taken(s.open_pick[i])):
        kind = s.gone[place_at(s.open_pick[i], at)]
        s.missed_kinds[s.missed_n - 1, at // PACKED] |= kind + 1 << 7 * (at % PACKED)


compile_rules(globals(), makers="remember_missed")
