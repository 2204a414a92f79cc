"""The state of Prime Daifugo Lv. 0, its phases, verbs, refusals and faults."""

from enum import IntEnum

from ...core.kernel import struct
from .tables import DECK

SEATS = 3


@struct
class State:
    """Everything on the table.  Hands and piles are bags of kinds (core.bits)."""

    seats: int              # how many play
    cards_5_9: int          # options, as declared in game.py
    cards_4_6_8: int
    cards_0: int
    cards_skip: int
    skip_last: int
    multi_in_three: int
    hand_limit: int
    discard_view: int
    games_to_win: int
    assist: int
    stalemate_n: int

    phase: int              # a Phase
    turn: int               # the seat whose turn it is
    owed: int               # cards that seat still has to draw
    then: int               # the phase that follows the draws
    drawn: int              # has a card been drawn in this turn?
    dry: int                # turns in a row in which nothing happened (PD-30)
    game: int               # games dealt in this match
    winner: int             # of the last game; UNKNOWN while it is played, or when it was void
    wins: [SEATS]           # games won
    hand: [SEATS]           # bags
    cards: [SEATS]          # how many cards each holds: public (PD-25)
    known: [SEATS]          # bags: shown in failed plays, and certainly still held
    skips: [SEATS]          # the most SKIPs that each can hold, as the rules prove it to everybody
    gained: [SEATS]         # bags: what each drew from this deck; its own secret
    left: int               # cards in the deck
    deck: [DECK]            # kinds, the next one last; UNKNOWN where no card is
    pool: int               # bag: what was shuffled into this deck
    discards: int           # bag
    discarded: int          # how many cards that is
    top: int                # the kind on top of the discards, or UNKNOWN
    area: int               # bag: the plays of this round (PD-34)
    last: [3]               # the faces of the last play, UNKNOWN beyond it
    count: int              # how many cards that is; 0 on an empty area
    number: int             # the number they make
    owner: int              # who played it, or UNKNOWN


class Phase(IntEnum):
    """Name what happens next: dealing, the phases of a turn, the end."""
    DEAL = 0                # CHANCE shuffles and deals
    DRAW = 1                # phases 1 and 2 are open
    PLAY = 2                # phase 1 is done
    DISCARD = 3             # D has been played: one card goes
    RESHUFFLE = 4           # CHANCE makes a new deck
    END = 5                 # nobody is asked: phases 5 and 6
    OVER = 6


class Verb(IntEnum):
    """Name the kinds of actions; the comments say which operands each has."""
    DRAW = 0
    D = 1
    DISCARD = 2             # and a kind
    PLAY = 3                # and one to three faces
    PASS = 4
    SKIP = 5


class Refusal(IntEnum):
    """Name the reasons for which an action is refused; the comments give the rule."""
    NONE = 0
    NOT_YOUR_TURN = 1
    NO_SUCH_ACTION = 2
    NOT_IN_HAND = 3
    DRAWN_ALREADY = 4       # PD-4
    MUST_DISCARD = 5        # PD-4
    NOTHING_TO_DRAW = 6     # PD-20
    AT_LIMIT = 7            # PD-3
    WRONG_COUNT = 8         # PD-5
    NOT_LARGER = 9          # PD-5
    LARGE_IN_THREE = 10     # PD-6
    NO_ICON = 11            # PD-6
    ZERO = 12               # PD-7
    MULTI_IN_THREE = 13     # PD-8
    MUST_DRAW = 14          # PD-17
    SKIP_ALONE = 15         # PD-17
    SKIP_LEFT = 16          # PD-32
    NOTHING_TO_DISCARD = 17  # PD-4


class Violation(IntEnum):
    """Name what is wrong with an action that the table takes."""
    NONE = 0
    NOT_PRIME = 1           # PD-10
