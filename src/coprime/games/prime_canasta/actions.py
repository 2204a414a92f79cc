"""Actions of Prime Canasta as numbers.

Those of a count are verb by verb in one row: DRAW ... OUT, a kind to discard, a set to lay, a set to take the top card
with, a pair of sets to extend, a pair to take the top card with, a place of the pile and its kind.  Cards that make no
set are beyond them (CA-19): up to eight kinds of seven bits, rising, or a laid set with up to four, and marks.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS
from .state import Verb
from .tables import ALL, DECK, PAIRS

DISCARDS = Verb.DISCARD
LAYS = DISCARDS + KINDS
TAKES = LAYS + ALL
EXTENDS = TAKES + ALL
ONTOS = EXTENDS + len(PAIRS)
CHOICES = ONTOS + len(PAIRS)
ACTIONS = CHOICES + DECK * KINDS

CARD_BITS = 7               # a kind and 1; 0 beyond the last card
SHOWN = 8                   # most cards that are shown in vain
FITTED = 4                  # most cards that are tried on a laid set
WITH_TOP = 1 << 56          # one of them is the top card of the pile
SHOWS = 1 << 57             # marks: cards that make no set
MISFITS = 1 << 58           # cards that do not go with a laid set


def encode_discard(kind):
    """Encode the discard of a kind."""
    return DISCARDS + kind


def encode_lay(row):
    """Encode laying a set, by its row."""
    return LAYS + row


def encode_take(row):
    """Encode taking the pile's top card in a new set, by the set's row."""
    return TAKES + row


def encode_extend(pair):
    """Encode extending a laid set, by the number of the pair (set, larger set)."""
    return EXTENDS + pair


def encode_take_onto_set(pair):
    """Encode taking the pile's top card onto a laid set, by the number of the pair."""
    return ONTOS + pair


def encode_choose(place, kind):
    """Encode choosing a card of the pile: its place and its kind."""
    return CHOICES + place * KINDS + kind


def verb_of(action):
    """Return the verb of an action."""
    if action >= SHOWS:
        return Verb.MISFIT if action & MISFITS else Verb.SHOW
    if action < DISCARDS:
        return action
    if action < TAKES:
        return Verb.DISCARD if action < LAYS else Verb.LAY
    if action < ONTOS:
        return Verb.TAKE if action < EXTENDS else Verb.EXTEND
    return Verb.ONTO if action < CHOICES else Verb.CHOOSE


def operand_of(action):
    """Return the operand of an action: kind, set, pair, or place and kind; 0 where it has none."""
    verb = verb_of(action)
    if verb == Verb.DISCARD:
        return action - DISCARDS
    if verb == Verb.LAY or verb == Verb.TAKE:
        return action - (LAYS if verb == Verb.LAY else TAKES)
    if verb == Verb.EXTEND or verb == Verb.ONTO:
        return action - (EXTENDS if verb == Verb.EXTEND else ONTOS)
    return action - CHOICES if verb == Verb.CHOOSE else 0


def place_of(action):
    """Return the place in the pile of a CHOOSE action."""
    return (action - CHOICES) // KINDS


def kind_of(action):
    """Return the kind of a CHOOSE action."""
    return (action - CHOICES) % KINDS


def read_shown_card(action, i):
    """Return the kind at index i of a SHOW or MISFIT action; -1 beyond the last card."""
    return (action >> CARD_BITS * i & (1 << CARD_BITS) - 1) - 1


def misfit_set(action):
    """Return the laid set of a MISFIT action."""
    return action >> CARD_BITS * FITTED & 0xFFF


def is_well_formed(action):
    """Tell whether a number is an action of this game at all.

    One action is one number, so cards that are shown stand in rising order.
    """
    if action < SHOWS:
        return 0 <= action < ACTIONS
    misfit = action & MISFITS != 0
    if action >= MISFITS << 1 or (misfit and misfit_set(action) >= ALL):
        return False
    if misfit and action & (SHOWS | WITH_TOP - 1 >> CARD_BITS * FITTED + 12 << CARD_BITS * FITTED + 12):
        return False
    return is_rising(action, FITTED if misfit else SHOWN)


def is_rising(action, most):
    """Tell whether an action has one to `most` kinds without a gap, none smaller than the one before."""
    n, last = 0, 0
    while n < most and read_shown_card(action, n) >= 0:
        if read_shown_card(action, n) >= KINDS or read_shown_card(action, n) < last:
            return False
        last = read_shown_card(action, n)
        n += 1
    for i in range(n, most):
        if read_shown_card(action, i) >= 0:
            return False
    return n > 0


compile_rules(globals())
