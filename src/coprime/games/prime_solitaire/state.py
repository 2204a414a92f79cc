"""The state of Prime Solitaire, its phases, verbs and refusals."""

from enum import IntEnum

from ...core.kernel import struct
from ...core.seats import UNKNOWN
from .tables import KINDS, PLACES

DECK = 158                  # number cards of level 6
MOST_LEFT = 143             # beside the smallest foundation, a pyramid of five rows


@struct
class State:
    """Everything on the table.  Cards are kinds of the deck, UNKNOWN where none lies or may be seen."""

    seats: int              # 1
    level: int              # options, as declared in game.py
    foundation: int         # COLUMNS or PYRAMID
    rows: int               # 0: as many as usual
    undo: int
    winnable_only: int
    deal: int               # 0: any

    phase: int              # a Phase
    outcome: int            # an Outcome
    seed: int               # of the shuffle: hidden until it is over; UNKNOWN in an imagined world
    there: int              # set of places: what is left of the foundation
    card: [PLACES]          # kinds by place
    pile: [DECK]            # the next card last
    left: int               # cards in the draw pile (PS-17)
    stack: [MOST_LEFT]      # the top card last
    height: int             # cards on the stack
    unseen: [KINDS]         # how many of each kind are in the draw pile: what has been seen tells
    turned: int             # cards turned so far
    taken: int              # sets

    RANGES = {
        **dict.fromkeys(("card", "pile", "stack"), (UNKNOWN, KINDS - 1)),
        "unseen": (0, DECK),
    }
    LISTS = {"pile": ("left", UNKNOWN), "stack": ("height", UNKNOWN)}


class Phase(IntEnum):
    """Phases of a game."""
    DEAL = 0                # CHANCE shuffles
    PLAY = 1
    OVER = 2


class Outcome(IntEnum):
    """How a game ended."""
    NONE = 0
    WON = 1                 # PS-15
    LOST = 2                # PS-16: nothing left to do
    GAVE_UP = 3             # PS-16


class Verb(IntEnum):
    """Kinds of actions."""
    TURN = 0
    TAKE = 1                # and places, and how many cards from the top of the stack
    GIVE_UP = 2


class Refusal(IntEnum):
    """Why an action is refused."""
    NONE = 0
    NOT_YOUR_TURN = 1
    NO_SUCH_ACTION = 2
    OTHER_DEAL = 3          # PS-20
    PILE_EMPTY = 4          # PS-6
    NOT_THERE = 5           # PS-7
    COVERED = 6             # PS-11
    STACK_SHORT = 7         # PS-10
    NO_FOUNDATION = 8       # PS-12
    TOO_FEW = 9             # PS-9
    NO_SET = 10             # PS-9


class Violation(IntEnum):
    """Violations: actions that the table takes but the search does not list."""
    NONE = 0
    GIVING_UP = 1           # PS-16: taken, but playing on is never worse
