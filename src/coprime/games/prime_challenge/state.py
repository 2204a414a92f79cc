"""The State of Prime Challenge, its phases, verbs, refusals and violations, and actions as numbers.

Numbers like PC-9 are those of rules.md.  All other modules of the game build on this one.
"""
# mypy: ignore-errors, implicit-reexport

from enum import IntEnum

from ...core.kernel import compile_rules, struct
from ...decks.primepak.cards import DECK, KINDS
from ...decks.primepak.factor_set_catalogue import MAX_SET_SIZE, NO_CARD

SEATS = 4
# Places of the largest foundation; the places from here on lie outside it.
FOUNDATION_PLACES = 12
PLACES = DECK
MAX_OPEN = DECK                             # the most pick-ups that can be open at once: one card each
# Places from the first on of which more than MAX_SET_SIZE can be picked up at once.
GRAB_PLACES = 54
KINDS_PER_WORD = 8                              # kinds in a word, seven bits each
WORDS_PER_PICK = -(-GRAB_PLACES // KINDS_PER_WORD)              # for the cards of a pick-up
REVIEW_SIZE = 8                              # sets that a review goes back to
NUMBER_CYCLE = 256                          # what may be challenged is numbered in a circle


@struct
class State:
    """Everything on the table.  A place holds a kind or NO_CARD; times are milliseconds left; 0: not running."""

    seats: int              # how many play
    level: int              # option
    dealer: int             # option: a Dealer
    teacher_plays: int      # option
    referee: int            # option: a Referee
    overlook: int           # option: 0 is on, 1 is off
    penalty: int            # option: a Penalty
    first_seconds: int      # option
    next_seconds: int       # option
    challenge_seconds: int  # option
    tie_ms: int             # option
    match_length: int       # option; 0: as many rounds as the dealer asks for
    stalemate_n: int        # option
    phase: int              # a Phase
    rounds: int             # rounds finished
    deals: int              # the seat that deals; UNKNOWN: the program
    first: int              # the seat that begins the round
    turn: int               # the seat whose turn it is
    deck: [DECK]            # the draw pile: the next card is the last of `left`
    left: int               # cards in it
    face_up: [PLACES]       # kinds, the foundation's places first
    extent: int             # places from here on are empty
    set_there: int          # whether a factor set lies face up
    points: [SEATS]         # finished rounds, and penalties
    natural: [SEATS]        # natural cards collected in this round, and prime wilds
    wild: [SEATS]           # wilds collected in this round
    gained: [SEATS]         # what the last finished round brought, penalties and all
    before: [SEATS]         # totals when the round began
    stack_n: int            # cards collected in this round, in the order of collecting
    stack_kind: [DECK]      # their kinds
    stack_seat: [DECK]      # who collected each
    clock: int              # of whoever picks up
    claim: int              # a Claim that may be challenged, or is
    window: int             # to challenge it
    number: int             # how many pick-ups and claims there have been, in a circle of NUMBER_CYCLE
    gone: [PLACES]          # the kind that was picked up there and may come back, or NO_CARD
    open_n: int             # pick-ups that may be challenged or go back, the oldest first
    open_number: [MAX_OPEN] # their numbers
    open_seat: [MAX_OPEN]   # who picked up
    open_pick: [MAX_OPEN]       # the actions
    open_left: [MAX_OPEN]       # the window; 0: closed, but the cards may still go back (PC-25)
    used_main: int          # PC-6: a set with a card of the foundation has been kept in this turn
    sets: int               # pick-ups of the player in this turn that have not gone back
    progress: int           # PC-30: a set was kept or a card dealt in this turn
    dry: int                # turns in a row without progress
    challenger: int         # who picks up instead of `turn` (PC-11), or UNKNOWN
    found: int              # the challenger has taken a valid set
    stopped: int            # PC-28: an invalid set has ended the challenger's picking
    heard: int              # during a tie: the phase that was interrupted
    target: int             # during a tie: the number that is challenged
    tie: int                # time left in which another challenge ties with the first (PC-10)
    tied: int               # set of seats that challenge
    named: [SEATS]          # the offences that each names
    waived: int             # PC-22: seats that do not challenge what is open now
    missed_n: int           # what went unseen in this round, for the review: the newest REVIEW_SIZE
    missed_row: [REVIEW_SIZE]    # sets of the catalogue; UNKNOWN: a wrong set kept, whose cards are in missed_kinds
    missed_kinds: [REVIEW_SIZE, WORDS_PER_PICK]  # their cards, packed
    missed_by: [REVIEW_SIZE]  # the seat

    PER_SEAT = ("points", "natural", "wild", "gained", "before", "named")
    RANGES = {
        **dict.fromkeys(("deck", "face_up", "stack_kind", "gone"), (NO_CARD, KINDS - 1)),
        **dict.fromkeys(("stack_seat", "open_seat"), (0, SEATS - 1)),
        "open_number": (0, NUMBER_CYCLE - 1),
    }
    LISTS = {
        "deck": ("left", NO_CARD), "face_up": ("extent", NO_CARD),
        **dict.fromkeys(("stack_kind", "stack_seat"), ("stack_n", 0)),
        **dict.fromkeys(("open_number", "open_seat", "open_pick", "open_left"), ("open_n", 0)),
    }


class Phase(IntEnum):
    """Name what is going on: dealing, a turn, a claim or a challenge, the end."""
    DEAL = 0                # CHANCE deals: the beginning, and the rest between two rounds
    TURN = 1                # somebody picks up, says hit or done
    CLAIM = 2               # hit or done may be challenged
    TIE = 3                 # who challenges within these milliseconds is in time, too
    TAKING = 4              # the challenger picks up
    WRAP = 5                # the challenger is done; their last pick-ups may be challenged
    SETTLE = 6              # the turn is over; its last pick-ups may be challenged
    OVER = 7


class Dealer(IntEnum):
    """Name the values of option `dealer` (PC-2)."""
    PROGRAM = 0
    DROPOUT = 1
    TEACHER = 2
    PLAYING = 3


class Referee(IntEnum):
    """Name the values of option `referee`: who checks what is picked up (PC-15)."""
    PLAYERS = 0
    PROGRAM = 1


class Penalty(IntEnum):
    """Name the values of option `penalty`: what a wrong claim or challenge costs (PC-12)."""
    POINTS = 0
    CARDS = 1


class Claim(IntEnum):
    """Name what a player may claim: hit or done, or nothing."""
    NONE = 0
    HIT = 1
    DONE = 2


class Verb(IntEnum):
    """Name the kinds of actions; the comments say which operands each has."""
    PICK = 0                # and up to seven places, eight bits each: the answer first, then the others rising
    HIT = 1
    DONE = 2
    CHALLENGE = 3           # and the number of what is challenged, and the offences named
    WAIVE = 4               # not challenging what is open now
    GRAB = 5                # a pick-up of more than seven: the place of the first in six bits, and a set of places


class Offence(IntEnum):
    """Name what can be wrong with a pick-up."""
    PRODUCT = 0             # PC-12
    ORDER = 1               # PC-13
    WILDS = 2
    NATURALS = 3


OFFENCES = len(Offence)
LESSER_OFFENCES = (Offence.ORDER, Offence.WILDS, Offence.NATURALS)


class Refusal(IntEnum):
    """Name the reasons for which an action is refused; the comments give the rule."""
    NONE = 0
    NO_SUCH_ACTION = 1
    NOT_PLAYING = 2
    NOT_YOUR_TURN = 3       # PC-5
    HEARING = 4             # PC-10: a challenge is being heard
    CLAIMED = 5             # PC-22: hit or done has been said
    NO_CARD_THERE = 6       # PC-5
    TOO_FEW_CARDS = 7       # PP-3
    WRONG_PRODUCT = 8       # PC-15: only with a program as the referee
    WRONG_ORDER = 9
    MANY_WILDS = 10
    FEW_NATURALS = 11
    PILE_EMPTY = 12         # PC-22
    NOT_FULL = 13           # PC-22
    NO_MORE_HITS = 14       # PC-7
    NO_HIT_FOR_YOU = 15     # PC-28
    SET_FIRST = 16          # PC-8
    TOO_LATE = 17           # PC-9: nothing of that number can be challenged now
    YOUR_OWN = 18           # PC-10
    NAME_AN_OFFENCE = 19    # PC-26
    NOTHING_TO_NAME = 20    # PC-25
    CHALLENGED = 21         # PC-10: once each
    NO_SUCH_TIME = 22       # PC-9
    NOT_CHALLENGED = 23     # PC-29
    WAIVED = 24             # PC-22


class Violation(IntEnum):
    """Name what is wrong with an action that the table takes."""
    NONE = 0
    WRONG_SET = 1           # PC-12, PC-13
    OVERLOOKED = 2          # PC-11
    FALSE_CHALLENGE = 3     # PC-14
    OTHER_COPIES = 4        # not wrong: the same choice as a listed one, with other copies of equal cards


# Actions: verb + 8 * argument.

def encode_pick(places, n):
    """Encode the pick-up of places: the first is the answer, the order of the others does not matter."""
    if n > MAX_SET_SIZE:
        return encode_grab(places, n)
    argument, last = 0, 256
    for at in range(n - 1, 0, -1):                      # the largest place below `last`, into the highest bits first
        best = 0
        for i in range(1, n):
            if best <= places[i] < last:
                best = places[i]
        argument |= (best + 1) << 8 * at
        last = best
    return Verb.PICK + 8 * (argument | places[0] + 1)


def encode_grab(places, n):
    """Encode the pick-up of more cards than any set has; the places are among the first GRAB_PLACES."""
    argument = places[0]
    for i in range(n):
        argument |= 1 << 6 + places[i]
    return Verb.GRAB + 8 * argument


def encode_challenge(number, offences):
    """Encode a challenge to the pick-up or claim of a number, with the set of offences that it names."""
    return Verb.CHALLENGE + 8 * (number + NUMBER_CYCLE * offences)


def verb_of(action):
    """Return the verb of an action."""
    return action & 7


def argument_of(action):
    """Return all operands of an action as one number."""
    return action >> 3


def challenged_number(action):
    """Return the number of what a challenge is against."""
    return action >> 3 & NUMBER_CYCLE - 1


def offences_of(action):
    """Return the set of offences that a challenge names."""
    return action >> 11


def is_pick(action):
    """Return whether an action picks up cards."""
    return verb_of(action) == Verb.PICK or verb_of(action) == Verb.GRAB


def decode_pickup_place(action, i):
    """Return the place of card i of a pick-up; -1 beyond its last."""
    argument = argument_of(action)
    if verb_of(action) == Verb.PICK:
        return (argument >> 8 * i & 255) - 1
    if i == 0:
        return argument & 63
    for place in range(GRAB_PLACES):
        if argument >> 6 + place & 1 and place != argument & 63:
            i -= 1
            if i == 0:
                return place
    return NO_CARD


def count_picked_cards(action):
    """Return how many cards a pick-up takes."""
    argument, n = argument_of(action), 0
    bits = 8 if verb_of(action) == Verb.PICK else 1
    argument >>= 0 if bits == 8 else 6
    while argument:
        n += bits == 8 or argument & 1
        argument >>= bits
    return n


def kind_at(words, i):
    """Return the kind of card i in the packed kinds of a remembered pick-up; -1 beyond its last."""
    return (words[i // KINDS_PER_WORD] >> 7 * (i % KINDS_PER_WORD) & 127) - 1 if i < GRAB_PLACES else NO_CARD


# Who is who.

def sitting_out_seat(s):
    """Return the seat that takes no turns (PC-2); NO_CARD when all do."""
    teaching = s.dealer == Dealer.TEACHER and s.teacher_plays == 0
    return s.deals if s.dealer == Dealer.DROPOUT or teaching else NO_CARD


def next_playing_seat(s, seat):
    """Return the next seat to the left that takes turns."""
    seat = (seat + 1) % s.seats
    return (seat + 1) % s.seats if seat == sitting_out_seat(s) else seat


def count_players(s):
    """Return how many seats take turns."""
    return s.seats - 1 if sitting_out_seat(s) != NO_CARD else s.seats


def is_playing(s):
    """Return whether a round is being played."""
    return s.phase != Phase.DEAL and s.phase != Phase.OVER


def picking_seat(s):
    """Return the seat that may pick up now; NO_CARD when none may."""
    if s.phase == Phase.TURN:
        return s.turn
    return s.challenger if s.phase == Phase.TAKING else NO_CARD


def total_points(s, seat):
    """Return the points of a seat with those of the current round (PC-17)."""
    return s.points[seat] + s.natural[seat] + 2 * s.wild[seat]


compile_rules(globals())
