"""Define the state of Secret Number, its stages, actions and refusals."""

from enum import IntEnum

from ...core.kernel import struct

SEATS, ROUNDS, GAMES = 5, 3, 9
NUMBERS = SEATS + 1             # the most different numbers: 0 to 5
ANSWERS = SEATS * NUMBERS       # the most answer cards that one game can see
OPERATIONS = 4


@struct
class State:
    """Hold the table: options, hands, choices, answer cards and points.

    A hand is a low and a high card; a set of seats is a set of bits.
    """

    seats: int              # option: how many play; the numbers go from 0 to this
    round_seconds: int      # option SN-8, 0: no clock
    opening_seconds: int    # option SN-14, 0: no clock
    match_length: int       # option SN-11
    game: int               # games finished
    stage: int              # a Stage
    rounds: int             # rounds begun in this game
    left: int               # milliseconds left of the opening or the round; 0 without a clock
    chosen: int             # seats that have chosen in this opening
    agreed: int             # seats that agree to end this round
    open_card: int          # the number card that lies open
    secret: int             # the number looked for: hidden until a game is over
    low: [SEATS]            # the smaller number of each hand
    high: [SEATS]           # and the larger
    op: [SEATS]             # SN-13: the operation committed to, UNKNOWN before
    clue: [SEATS]           # what a seat has chosen to show in this opening: a number, OPERATION_CLUE, 0 for none
    place: [SEATS]          # the display place covered, UNKNOWN until all are revealed
    number: [SEATS]         # the number card shown, 0 for none: a 0 is never shown
    first_op: int           # seats that showed their operation in round 2 already
    laid: int               # answer cards placed in this game
    since: [ROUNDS]         # how many of them lay there when each round began
    placer: [ANSWERS]       # whose each is, in the order of placing
    answer: [ANSWERS]       # and its value
    used: [SEATS]           # set of values each seat has placed
    spent: [SEATS]          # how many that is: everyone can count them
    points: [GAMES, SEATS]  # what each finished game brought


class Stage(IntEnum):
    """Name what happens now: a deal, an opening, choices for the late, a round, the end."""
    DEAL = 0                # CHANCE deals: the beginning, and the rest between two games
    OPENING = 1             # everyone chooses in secret
    LATE = 2                # time is up: CHANCE chooses for the others
    RACE = 3                # everyone may place answer cards
    OVER = 4


class Operation(IntEnum):
    """Name the four operations."""
    ADD = 0
    SUBTRACT = 1
    MULTIPLY = 2
    DIVIDE = 3


class Verb(IntEnum):
    """Name the kinds of actions; the comments say which argument each has."""
    COVER = 0               # and 4 * the place + the operation
    NUMBER = 1              # and the number shown
    OPERATION = 2
    ANSWER = 3              # and the value placed
    AGREE = 4
    CHOICE = 5              # masked: what others see of the first three
    FACE_DOWN = 6           # masked: what others see of an answer


class Refusal(IntEnum):
    """Name the reasons for which an action is refused; the comments give the rule."""
    NONE = 0
    NO_SUCH_ACTION = 1
    NOT_PLAYING = 2
    CHOOSE_FIRST = 3        # SN-7
    ROUND_RUNNING = 4       # SN-7
    CHOSEN = 5              # SN-13
    TIME_IS_UP = 6          # SN-14
    COVER_NOW = 7           # SN-3
    SHOW_NOW = 8            # SN-5
    NOT_EXACT = 9           # SN-3
    OTHER_RESULT = 10       # SN-3
    ZERO_STAYS_HIDDEN = 11  # SN-5
    NOT_YOUR_NUMBER = 12    # SN-5
    SHOWN_ALREADY = 13      # SN-6
    ANSWER_USED = 14        # SN-15
    TWICE_IN_A_ROW = 15     # SN-7
    AGREED = 16             # SN-15
    NO_SUCH_TIME = 17       # SN-8
    NO_SUCH_NUMBER = 18     # SN-1


OPERATION_CLUE = NUMBERS         # a clue beyond every number
