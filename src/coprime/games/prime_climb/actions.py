"""Actions of Prime Climb as numbers: a verb in the lowest four bits, its operands above them."""
# mypy: ignore-errors, implicit-reexport

from enum import IntEnum

from ...core.kernel import compile_rules
from .board_and_card_data import KINDS, PAWNS, SEATS

ACTIONS = 1024          # every action is below


class Verb(IntEnum):
    """Name the kinds of actions; the comments say which operands each has."""
    ADD = 0             # and a number and one's own pawn, as with the next six
    SUBTRACT = 1
    MULTIPLY = 2
    DIVIDE = 3
    KEEPER_ADD = 4      # a number Keeper is played, not a die
    KEEPER_SUBTRACT = 5
    SPEND = 6           # CL-5: a number without a use sends the pawn to 0
    LOSE = 7            # CL-5: and a number, which is lost
    CLEAR = 8           # and a pawn: the Keeper that sends pawns to Start
    LIMIT = 9           # and a seat: the Keeper that lets it only subtract and divide
    DONE = 10           # CL-23: the Move phase ends
    CHOOSE = 11         # and one's own pawn, to which the drawn card applies
    SWAP = 12           # and two pawns
    SEND = 13           # and a pawn, which goes to 64
    TAKE = 14           # and a seat and the kind of its Keeper


class Refusal(IntEnum):
    """Name the reasons for which an action is refused; the comments give the rule."""
    NONE = 0
    NOT_YOUR_TURN = 1       # CL-12
    NO_SUCH_ACTION = 2
    NOT_NOW = 3             # CL-10: a drawn card asks for a choice, or none does
    NO_NUMBER = 4           # CL-3
    PAWN_HOME = 5           # CL-8
    PAWN_WAITS = 6          # CL-30
    ABOVE = 7               # CL-4
    BELOW = 8               # CL-4
    NOT_WHOLE = 9           # CL-4
    ONLY_DOWN = 10          # CL-5
    STATIONS_FIRST = 11     # CL-14
    HAS_A_USE = 12          # CL-5
    ZERO_IS_GOAL = 13       # CL-5
    ZERO_IS_NO_GOAL = 14    # CL-5
    NO_KEEPER = 15          # CL-10
    TOO_FRESH = 16          # CL-10
    NOT_YOUR_PAWN = 17      # CL-24
    NO_OPPONENT = 18        # CL-24
    NUMBERS_LEFT = 19       # CL-3
    OUT_OF_REACH = 20       # CL-8, CL-24, CL-30
    MUST_NAME_ONE = 21      # CL-24
    OWN_KEEPER = 22         # CL-24
    NOT_HELD = 23           # CL-24
    NOT_AT_THIS_TABLE = 24


NOBODY = PAWNS          # CL-24: Verb.CLEAR where no pawn can be named


def encode_number_use(verb, pawn, number):
    """Encode the use of a number by one's own pawn (0 or 1); LOSE has pawn 0."""
    return verb + 16 * (pawn + 2 * number)


def pawn_of(action):
    """Return the own pawn (0 or 1) of an action that uses a number."""
    return action >> 4 & 1


def number_of(action):
    """Return the number of an action that uses one."""
    return action >> 5


def encode_target(verb, target):
    """Encode a verb that names one pawn of the table, one seat, or one's own pawn."""
    return verb + 16 * target


def encode_swap(one, other):
    """Encode the exchange of two pawns of the table, the lower one first."""
    return Verb.SWAP + 16 * (one + 8 * other)


def encode_take(seat, kind):
    """Encode taking a Keeper of a kind from a seat."""
    return Verb.TAKE + 16 * (seat + SEATS * kind)


def verb_of(action):
    """Return the verb of an action."""
    return action & 15


def target_of(action):
    """Return all operands of an action as one number."""
    return action >> 4


def first_pawn_of(action):
    """Return the first pawn that an action names."""
    return target_of(action) % PAWNS


def second_pawn_of(action):
    """Return the second pawn that an exchange names; 0 for an action with one pawn."""
    return target_of(action) // PAWNS


def seat_of(action):
    """Return the seat from which a Keeper is taken."""
    return target_of(action) % SEATS


def kind_of(action):
    """Return the kind of Keeper that is taken."""
    return target_of(action) // SEATS


assert encode_take(SEATS - 1, KINDS // 2) < ACTIONS


compile_rules(globals())
