"""The state of Factor Rummy, its phases, verbs, refusals and faults.

Hands are counts of kinds.  An action is a verb and a number: 8 * number + verb.
"""

from enum import IntEnum

from ...core.kernel import struct
from ...core.seats import UNKNOWN
from ...decks.primepak.factor_set_catalogue import SETS
from .deck_data import KINDS, MAX_DECK_SIZE

SEATS = 6
MAX_LAID_SETS = 4               # sets that a hand of twelve can hold
NOBODY = -1


@struct
class State:
    """Hold a game of several rounds: options, hands, piles, scores, and how the round ended."""

    seats: int              # how many play
    level: int              # options, as declared in game.py
    target_score: int
    layoff: int
    layoff_seconds: int
    referee: int
    rediscard: int
    discard_view: int
    turn_limit: int
    assist: int

    phase: int              # a Phase
    rounds: int             # rounds played to the end
    dealer: int             # the seat that deals
    turn: int               # the seat whose turn it is
    turns: int              # turns taken in this round
    taken: int              # the kind taken from the discard pile in this turn, or UNKNOWN
    score: [SEATS]          # points so far

    hand: [SEATS, KINDS]    # how many of each kind
    cards: [SEATS]          # how many cards each holds: public
    known: [SEATS, KINDS]   # what everybody has seen each take or show, and it certainly still holds
    gained: [SEATS, KINDS]  # what each drew from this draw pile: its own secret
    deck: [MAX_DECK_SIZE]            # kinds, the next one last; UNKNOWN where no card is
    left: int               # cards in the draw pile
    pool: [KINDS]           # what was shuffled into this draw pile
    pile: [MAX_DECK_SIZE]            # the discard pile, its top last: everybody saw every card fall
    height: int             # cards in it

    out: int                # who went out in the round before, or in this one; NOBODY
    going: int              # how: a Going
    gain: int               # what it brought
    deadwood: [SEATS]       # how many cards were left over
    shown: int              # are the hands open for all to see?
    failed: int             # failed announcements in this turn (FR-15)
    laying: int             # set of seats that still lay off (FR-13)
    clock: int              # milliseconds left for that
    laid: [SEATS, MAX_LAID_SETS]        # rows of the catalogue, plus one; 0 for none
    laid_n: [SEATS]         # how many sets each has laid off

    PER_SEAT = ("score", "hand", "cards", "known", "gained", "deadwood", "laid", "laid_n")
    RANGES = {
        **dict.fromkeys(("hand", "known", "gained", "pool"), (UNKNOWN, MAX_DECK_SIZE)),
        **dict.fromkeys(("deck", "pile"), (UNKNOWN, KINDS - 1)),
        "laid": (0, len(SETS)),
    }
    LISTS = {"deck": ("left", UNKNOWN), "pile": ("height", UNKNOWN)}


class Phase(IntEnum):
    """Name what happens next: a deal, the phases of a turn, a reshuffle, laying off, the end."""
    DEAL = 0                # CHANCE shuffles: the beginning, and the rest between two rounds
    TURN = 1                # draw, take, or go out with the whole hand
    DRAWN = 2               # go out, or discard
    RESHUFFLE = 3           # CHANCE makes a new draw pile (FR-8)
    LAYOFF = 4              # the others group their cards (FR-13)
    OVER = 5


class Verb(IntEnum):
    """Name the kinds of actions; the comments say which number each has."""
    DRAW = 0
    TAKE = 1
    DISCARD = 2             # and a kind
    OUT = 3                 # and the kind discarded with it, plus one; 0 for none
    LAY = 4                 # and a row of the catalogue
    DONE = 5


class Going(IntEnum):
    """Name the ways to go out."""
    NONE = 0
    PRIME_FACTOR = 1        # FR-9
    FACTOR_RUMMY = 2        # FR-10
    WITH_DEADWOOD = 3       # FR-11


class Refusal(IntEnum):
    """Name the reasons for which an action is refused; the comments give the rule."""
    NONE = 0
    NOT_YOUR_TURN = 1
    NO_SUCH_ACTION = 2
    NOT_IN_HAND = 3
    DRAW_FIRST = 4          # FR-6, FR-12
    DRAWN_ALREADY = 5       # FR-5
    NOTHING_TO_TAKE = 6     # FR-5
    JUST_TAKEN = 7          # FR-6
    LEFT_OVER = 8           # FR-11: too many cards fit no set
    LEFT_OVER_EARLY = 9     # FR-12: before drawing none may be left
    ROUND_GOES_ON = 10      # FR-13: nobody has gone out
    LAY_NOW = 11            # FR-13


class Violation(IntEnum):
    """Name what is wrong with an action that the table takes (`referee: strict`)."""
    NONE = 0
    NOT_OUT = 1             # FR-15: the announcement fails
