"""The state of Prime Canasta, its phases, verbs, refusals and faults."""

from enum import IntEnum

from ...core.kernel import struct
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS
from .tables import ALL, DECK, MOST_LAID, SEATS

SHEET = 5                   # columns of the score sheet, as in Column


@struct
class State:
    """Everything on the table.  A side is a seat, or two partners; hands are counts of kinds (decks.primepak.cards)."""

    seats: int              # how many play
    level: int              # options, as declared in game.py
    partnerships: int
    target_score: int
    referee: int
    discard_view: int

    phase: int              # a Phase
    turn: int               # the seat whose turn it is
    rounds: int             # rounds dealt in this match
    dealer: int             # the seat that deals
    dealt: [2]              # partnerships: who of each side dealt last (CA-22); UNKNOWN before
    score: [SEATS]          # of each side at the start of the round
    penalty: [SEATS]        # noted in this round (CA-19)
    sheet: [SEATS, SHEET]   # the last round, as it was scored
    went_out: int           # who ended the last round; UNKNOWN when nobody did

    deck: [DECK]            # the draw pile, the next card last; UNKNOWN where no card is
    left: int               # cards in it
    remade: int             # has the draw pile been made of discards in this round?
    pool: [KINDS]           # then: the discards that were shuffled into it
    odd: int                # and how many cards, known to nobody, were left in it
    gained: [SEATS, KINDS]  # and what each seat has drawn from it since; its own secret
    pile: [DECK]            # the discard pile, the top last; UNKNOWN where none is or where one has just been chosen
    piled: int              # places of the pile in use
    frozen: int             # wilds in it (CA-13)
    chosen: [KINDS]         # taken from the pile and lying open until the choice is complete (CA-12)
    picked: int             # how many these are

    hand: [SEATS, KINDS]    # less what is staged
    cards: [SEATS]          # how many cards each holds, staged ones too: public (CA-23)
    known: [SEATS, KINDS]   # shown to everybody, and certainly still held
    laid: [SEATS, MOST_LAID]    # of each side: numbers of sets, as in tables
    laid_n: [SEATS]         # how many these are
    canastas: [SEATS]       # of each side
    made: [SEATS]           # has the side made its initial laydown?

    stage: [MOST_LAID]      # sets of the player on turn, not yet put down (CA-11)
    staged: int             # how many
    stage_points: int       # what they count towards the minimum
    stage_cards: int        # cards of the hand in them
    taking: int             # does the first of them hold the top card of the pile?
    back: int               # has the player taken sets back in this turn?
    answer: int             # to "May I go out?" in this turn (CA-21)
    announced: int          # going out with a discard has been announced (CA-32)

    PER_SEAT = ("score", "penalty", "sheet", "gained", "hand", "cards", "known", "laid", "laid_n", "canastas", "made")
    RANGES = {
        **dict.fromkeys(("pool", "gained", "chosen", "hand", "known"), (UNKNOWN, DECK)),
        **dict.fromkeys(("deck", "pile"), (UNKNOWN, KINDS - 1)),
        **dict.fromkeys(("laid", "stage"), (0, ALL - 1)),
    }
    LISTS = {"deck": ("left", UNKNOWN), "pile": ("piled", UNKNOWN), "laid": ("laid_n", 0), "stage": ("staged", 0)}


class Phase(IntEnum):
    """Phases of a match."""
    DEAL = 0                # CHANCE draws for the dealer where that is needed, shuffles and deals
    DRAW = 1                # draw two, or take from the pile
    CHOOSE = 2              # further cards of the pile
    LAY = 3                 # lay, extend, discard
    ANSWER = 4              # the partner says yes or no
    RESHUFFLE = 5           # CHANCE makes a new draw pile, then two are drawn
    OVER = 6


class Answer(IntEnum):
    """The partner's answer to "May I go out?"."""
    NOT_ASKED = 0
    YES = 1
    NO = 2


class Column(IntEnum):
    """Columns of the score sheet."""

    CANASTAS = 0
    LAID = 1
    HAND = 2
    OUT = 3
    PENALTY = 4


class Verb(IntEnum):
    """Kinds of actions."""
    DRAW = 0                # two cards
    BACK = 1                # take staged sets back
    DOWN = 2                # put staged sets down
    DONE = 3                # the choice from the pile is complete
    ASK = 4                 # may I go out?
    YES = 5
    NO = 6
    OUT = 7                 # announce going out
    DISCARD = 8             # and a kind
    LAY = 9                 # and a set
    TAKE = 10               # the pile's top card in a new set
    EXTEND = 11             # and a pair of sets, as in tables
    ONTO = 12               # the pile's top card into a laid set
    CHOOSE = 13             # and a place of the pile with its kind
    SHOW = 14               # cards that make no set
    MISFIT = 15             # cards that do not go with a laid set


class Refusal(IntEnum):
    """Why an action is refused."""
    NONE = 0
    NOT_YOUR_TURN = 1
    NO_SUCH_ACTION = 2
    NOT_IN_HAND = 3         # CA-6
    DRAW_FIRST = 4          # CA-24
    DRAWN_ALREADY = 5       # CA-3
    NO_SET = 6              # CA-6
    NOT_AT_LEVEL = 7        # CA-26
    NO_GROWTH = 8           # CA-25
    NOT_LAID = 9            # CA-8
    NOT_DOWN_YET = 10       # CA-11
    PILE_SMALL = 11         # CA-12
    TOP_UNUSED = 12         # CA-12
    TOP_WILD = 13           # CA-30
    FROZEN_WILDS = 14       # CA-13
    FROZEN_GROWTH = 15      # CA-13
    BELOW_MINIMUM = 16      # CA-11
    NOTHING_STAGED = 17     # CA-11
    STAGED = 19             # CA-11
    STRANDED = 20           # CA-4
    CHOOSE_FIRST = 21       # CA-12
    CHOOSE_MORE = 22        # CA-12
    NOT_THERE = 23          # CA-12
    NOT_CHOOSING = 24       # CA-12
    ANNOUNCE_FIRST = 25     # CA-32
    DEADWOOD = 26           # CA-15
    TOO_FEW_CANASTAS = 27   # CA-15
    BARRED = 28             # CA-35
    MUST_GO_OUT = 29        # CA-35
    NO_PARTNER = 30         # CA-21
    ASKED_ALREADY = 31      # CA-35
    CANNOT_GO_OUT = 32      # CA-35
    NOT_ASKED = 33          # CA-21
    ONLY_DISCARD = 34       # CA-32
    LAST_CARD = 35          # CA-4
    ASK_EARLIER = 36        # CA-35


class Violation(IntEnum):
    """Violations: what the strict referee punishes (CA-19), and what is free but not listed."""

    NONE = 0
    NO_SET = 1              # cards that make no set, or do not go with one
    NOT_ENTITLED = 2        # to the discard pile
    BELOW_MINIMUM = 3       # an initial laydown
    CHANGED_MIND = 4        # going out announced in vain
    AGAIN = 5               # not wrong, and free: laying again after taking back, which is not listed
