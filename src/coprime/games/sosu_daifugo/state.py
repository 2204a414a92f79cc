"""The state of the original Prime Daifugo, its phases, verbs, refusals and violations."""

from enum import IntEnum

from ...core.big_numbers import LIMBS
from ...core.kernel import struct
from ...core.seats import UNKNOWN
from .card_signs import DECK, KINDS, NONE, SEATS, SIGNS

LINE = 96                   # signs of a play: 48 cards, and as many signs between them


@struct
class State:
    """Everything on the table.  Hands are bags of kinds (core.bits)."""

    seats: int              # how many play
    hand: int               # options, as declared in game.py
    jokers: int
    even_copies: int
    max_play: int
    penalty: int
    composites: int
    specials: int
    start_revolution: int
    joker_zero: int
    lone_joker: int
    two_jokers: int
    special_finish: int
    flow: int
    burst: int
    max_misses: int
    pass_out: int
    places: int
    first_player: int
    next_first: int
    games_to_win: int
    games: int
    stalemate_n: int
    think: int              # seconds
    clock: int
    move_seconds: int
    bank_seconds: int
    game_limit: int         # minutes
    show_factors: int
    deck_memory: int
    assist: int

    phase: int              # a Phase
    turn: int               # the seat whose turn it is
    drawn: int              # has a card been drawn in this turn?
    passes: int             # turns in a row that ended in a pass (SD-37)
    game: int               # games dealt in this match
    first: int              # who began this game
    winner: int             # of the last game; UNKNOWN while it is played, or when it was void
    wins: [SEATS]           # games won
    place: [SEATS]          # 1 for who finished first, then 2, ...; -1 for a hand that burst; 0 while it plays on
    misses: [SEATS]         # failed plays in this game (SD-18)
    resting: int            # set: who has passed in this round, under `pass_out`; who has had the last number
    held: [SEATS]           # bags
    cards: [SEATS]          # how many cards each holds: public (SD-5)
    known: [SEATS]          # bags: what everybody knows that each holds
    left: int               # cards in the deck
    deck: [DECK]            # kinds, the next one last; UNKNOWN where no card is
    seen: int               # cards at the bottom of the deck whose order is public (SD-5)
    laid: int               # cards in the area
    area: [DECK]            # kinds, in the order in which they flow (SD-33); UNKNOWN beyond
    count: int              # cards of the last play; 0 on an empty area
    number: [LIMBS]         # what they make; 0 where a lone joker lies on top
    owner: int              # who played it, or UNKNOWN
    revolution: int         # the smaller number wins (SD-29)
    length: int             # signs that the player on turn has put on the line
    line: [LINE]            # these signs, as in card_signs.py; 0 beyond them
    window: int             # milliseconds left of this turn, or of thinking before the first (SD-38)
    bank: [SEATS]           # milliseconds left of each player's own time
    game_ms: int            # milliseconds left of the game (SD-40)
    played_length: int      # signs of the last play, right or wrong: public
    played: [LINE]          # these signs

    PER_SEAT = ("wins", "place", "misses", "held", "cards", "known", "bank")
    RANGES = {
        **dict.fromkeys(("deck", "area"), (UNKNOWN, KINDS - 1)),
        **dict.fromkeys(("line", "played"), (NONE, SIGNS - 1)),
        "cards": (0, DECK), "place": (UNKNOWN, SEATS),
    }
    LISTS = {
        "deck": ("left", UNKNOWN), "area": ("laid", UNKNOWN),
        "line": ("length", NONE), "played": ("played_length", NONE),
    }


class Phase(IntEnum):
    """Name what happens next."""
    DEAL = 0                # CHANCE shuffles and deals
    TURN = 1
    FLOW = 2                # CHANCE shuffles what flows (`flow`)
    OVER = 3
    THINK = 4               # before the first turn (SD-38)
    LAST = 5                # time is up: one number of the whole hand each (SD-40)


class Verb(IntEnum):
    """Name the kinds of actions."""
    DRAW = 0
    PASS = 1
    PLAY = 2                # the line and these signs
    ADD = 3                 # these signs to the line
    CLEAR = 4               # take the line back


class Effect(IntEnum):
    """Name what a play does instead of being judged."""
    NONE = 0                # it is judged
    JOKER = 1               # a lone joker (SD-44, SD-45)
    CUT = 2                 # 57 (SD-28)
    TURN = 3                # 1729 (SD-29)


class Refusal(IntEnum):
    """Name the reasons for which an action is refused; the comments give the rule."""
    NONE = 0
    NOT_YOUR_TURN = 1
    NO_SUCH_ACTION = 2
    NOT_IN_HAND = 3         # SD-13
    DRAWN_ALREADY = 4       # SD-6
    NOTHING_TO_DRAW = 5     # SD-6
    UNREADABLE = 6          # SD-13
    LEADING_ZERO = 7        # SD-10
    UNDECLARED = 8          # SD-9
    JOKER_ZERO = 9          # SD-9
    WRONG_COUNT = 10        # SD-7
    NOT_LARGER = 11         # SD-7
    NOT_SMALLER = 12        # SD-7
    TOO_MANY_CARDS = 13     # SD-7
    NO_COMPOSITES = 14      # SD-19
    LONE_JOKER = 15         # SD-44
    LINE_FULL = 16
    NOTHING_ON_LINE = 17
    VALUE_ALONE = 18        # SD-44
    WHOLE_HAND = 19         # SD-40
    NO_DRAW_NOW = 20        # SD-40
    NO_SUCH_TIME = 21


class Violation(IntEnum):
    """Name what is wrong with a play that the table takes; no number is that of a refusal."""
    NONE = 0
    NOT_PRIME = 32          # SD-15
    WRONG_PRODUCT = 33      # SD-16
    BASE_NOT_PRIME = 34     # SD-19
    SMALL_EXPONENT = 35     # SD-22
    PRIME_AS_PRODUCT = 36   # SD-23
    SPECIAL_FINISH = 37     # SD-46
