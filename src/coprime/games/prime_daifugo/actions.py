"""Actions of Prime Daifugo Lv. 0 as numbers, and the number and the cards that a play stands for."""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import add_to_bag
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .state import Verb
from .tables import FACE_KIND, FACE_NUMBER, FACES, KINDS

ACTIONS = 1 << 18           # every action is smaller
N_FACES = len(FACES)


# Actions: verb + 8 * (a + 1) + 256 * (b + 1) + 8192 * (c + 1), where a, b, c are faces, or a is a kind.

def encode_discard(kind):
    """Encode the discard of a kind after D (PD-4)."""
    return Verb.DISCARD + (kind + 1 << 3)


def encode_play(a, b, c):
    """Encode a play of faces; b and c are UNKNOWN when there are fewer than three."""
    return Verb.PLAY + (a + 1 << 3) + (b + 1 << 8) + (c + 1 << 13)


def verb_of(action):
    """Return the verb of an action."""
    return action & 7


def face_of(action, place):
    """Return the face (or kind) at a place of an action; UNKNOWN beyond the last."""
    return (action >> 3 + 5 * place & 31) - 1


def card_count_of(action):
    """Return how many cards a play has."""
    n = 0
    while n < 3 and face_of(action, n) != UNKNOWN:
        n += 1
    return n


def number_of(action):
    """Return the number that a play makes (PD-6)."""
    number = 0
    for place in range(card_count_of(action)):
        digits = FACE_NUMBER[face_of(action, place)]
        number = number * (100 if digits >= 10 else 10) + digits
    return number


def cards_of(action):
    """Return the cards of a play as a bag."""
    bag = 0
    for place in range(card_count_of(action)):
        bag = add_to_bag(bag, FACE_KIND[face_of(action, place)], 1)
    return bag


def is_well_formed(action):
    """Return whether a number is an action of this game at all."""
    verb, a, b, c = verb_of(action), face_of(action, 0), face_of(action, 1), face_of(action, 2)
    if action < 0 or action >= ACTIONS:
        return False
    if verb == Verb.DISCARD:
        return 0 <= a < KINDS and b == UNKNOWN and c == UNKNOWN
    if verb == Verb.PLAY:
        return 0 <= a < N_FACES and b < N_FACES and c < N_FACES and (b != UNKNOWN or c == UNKNOWN)
    return action == verb and verb <= Verb.SKIP


compile_rules(globals())
