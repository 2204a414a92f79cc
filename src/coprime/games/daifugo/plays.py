"""Actions of Daifugo as numbers: the cards, and what the jokers among them stand for.

    bits 0-51    the natural cards, as in a bag
    bits 52-55   a group: set of the suits that jokers stand for; a sequence: 1 + the column of the first joker
    bits 56-59   a group: jokers without a suit, all four being there; a sequence: 1 + that of the second
    bit 60       a sequence
    bits 61-62   GIVE: bits 0-53 are a bag;  SWAP: bits 0-53 are how many cards somebody gives
    0            pass

Jokers played alone are a group without natural cards.  Every play is one number, and every number one play.
"""

import numpy as np

from ...core.bits import set_size
from ...core.kernel import compile_rules
from .state import Kind, Verb

RANKS, COLUMNS = 13, 15
NATURAL = (1 << 52) - 1
JOKER = 1 << 52             # one joker in a bag
JOKERS_AT = 52              # where a bag counts them
FIRST_AT, SECOND_AT = 52, 56
RUN = 1 << 60
VERB_AT = 61
GIVE = 1 << 61
SWAP = 1 << 62
ALL_SUITS = 15
LANE = 0x1111111111111      # one suit of all ranks, times the set of suits
THREE_OF_SPADES = 1
THREE_OF_DIAMONDS = 1 << 2
FIVE, EIGHT, JACK, TWO = 3, 6, 9, 13                # columns
ABOVE_ALL = 14

POP = np.array([bin(suits).count("1") for suits in range(16)], np.int64)


# Bags.

def bag_jokers(bag):
    return bag >> JOKERS_AT


def is_within(bag, whole):
    """Does one bag hold all cards of another?"""
    return bag & NATURAL & ~whole == 0 and bag_jokers(bag) <= bag_jokers(whole)


def taken_from(bag, cards):
    """What is left of a bag without some cards, whether it holds them or not."""
    return (bag & NATURAL & ~cards) + max(0, bag_jokers(bag) - bag_jokers(cards)) * JOKER


def bag_size(bag):
    return set_size(bag & NATURAL) + bag_jokers(bag)


def lowest_rank(cards):
    """The lowest rank of natural cards; there is one."""
    rank = 0
    if cards & 0xFFFFFFFF == 0:
        cards >>= 32
        rank = 8
    if cards & 0xFFFF == 0:
        cards >>= 16
        rank += 4
    if cards & 0xFF == 0:
        cards >>= 8
        rank += 2
    if cards & 0xF == 0:
        rank += 1
    return rank


def highest_rank(cards):
    """The highest rank of natural cards; there is one."""
    rank = 0
    if cards >> 32:
        cards >>= 32
        rank = 8
    if cards >> 16:
        cards >>= 16
        rank += 4
    if cards >> 8:
        cards >>= 8
        rank += 2
    if cards >> 4:
        rank += 1
    return rank


def suits_of(cards):
    """The set of suits of natural cards."""
    cards |= cards >> 32
    cards |= cards >> 16
    cards |= cards >> 8
    cards |= cards >> 4
    return cards & ALL_SUITS


# Plays.

def group(cards, suits, more):
    """Cards of one rank, with jokers for a set of suits, and some more for none."""
    return cards | suits << FIRST_AT | more << SECOND_AT


def sequence(cards, first, second):
    """Cards in a row; `first` and `second` are columns of jokers plus one, 0 for none."""
    return RUN | cards | first << FIRST_AT | second << SECOND_AT


def give(bag):
    return GIVE | bag


def swap(n):
    return SWAP | n


def verb_of(action):
    if action == 0:
        return Verb.PASS
    if action >> VERB_AT == 0:
        return Verb.PLAY
    return Verb.GIVE if action >> VERB_AT == 1 else Verb.SWAP


def first_of(action):
    return action >> FIRST_AT & 15


def second_of(action):
    return action >> SECOND_AT & 15


def jokers_of(action):
    """How many jokers a play holds."""
    if action & RUN:
        return min(first_of(action), 1) + min(second_of(action), 1)
    return POP[first_of(action)] + second_of(action)


def cards_of(action):
    """The cards of a play, as a bag."""
    return action & NATURAL | jokers_of(action) << JOKERS_AT


def gift_of(action):
    """The cards of GIVE, as a bag."""
    return action & GIVE - 1


def kind_of(action):
    if action & RUN:
        return Kind.RUN
    return Kind.GROUP if action & NATURAL else Kind.JOKERS


def low_of(action):
    """The lowest column of a play; jokers alone stand above all."""
    natural = action & NATURAL
    if natural == 0:
        return ABOVE_ALL
    column = lowest_rank(natural) + 1
    if action & RUN and first_of(action) > 0:
        return min(column, first_of(action) - 1)
    return column


def suits_in(action):
    """The set of suits of a play; a joker in a group has the one it stands for (DF-24)."""
    suits = suits_of(action & NATURAL)
    return suits if action & RUN else suits | first_of(action)


def columns_of(action):
    """The columns that a sequence's cards stand in, as a set of bits 0, 4, 8, ...; 0 when two share one."""
    natural, columns = action & NATURAL, 0
    for suit in range(4):
        lane = (natural >> suit & LANE) << 4
        if columns & lane:
            return 0
        columns |= lane
    for column in (first_of(action), second_of(action)):
        if column > 0:
            bit = 1 << 4 * (column - 1)
            if columns & bit:
                return 0
            columns |= bit
    return columns


def is_row(action):
    """Do the cards of a play, taken as a sequence, stand in neighbouring columns, one in each?"""
    columns = columns_of(action)
    return columns != 0 and is_unbroken(columns)


def is_unbroken(columns):
    """Is a set of columns without a gap?"""
    low = columns & -columns
    while columns & low:
        columns ^= low
        low <<= 4
    return columns == 0


def is_one_rank(cards):
    """Do natural cards have one rank?"""
    return cards != 0 and lowest_rank(cards) == highest_rank(cards)


def well_formed(action):
    """Is it an action of this game at all, written in the one way that it has?"""
    verb = verb_of(action)
    if action < 0 or verb == Verb.SWAP:
        return False
    if verb == Verb.GIVE:
        return 0 < gift_of(action) and bag_jokers(gift_of(action)) <= 2
    if verb == Verb.PASS:
        return True
    if jokers_of(action) > 2:
        return False
    return run_well_formed(action) if action & RUN else group_well_formed(action)


def group_well_formed(action):
    """Suits for jokers only where the natural cards have one rank, and each suit once; three in a row are no group."""
    natural, suits = action & NATURAL, first_of(action)
    if natural == 0:
        return suits == 0
    if is_one_rank(natural):
        return suits & suits_of(natural) == 0
    return suits == 0 and not (second_of(action) == 0 and set_size(natural) >= 3 and is_row(action))


def run_well_formed(action):
    """Jokers in ascending columns, not all cards of one rank; without jokers three or more in a row."""
    natural, first, second = action & NATURAL, first_of(action), second_of(action)
    if natural == 0:
        return False
    if first == 0:
        return second == 0 and set_size(natural) >= 3 and is_row(action)
    if second > 0 and second <= first:
        return False
    here = lowest_rank(natural) + 2
    return not (is_one_rank(natural) and first == here and (second == 0 or second == here))


compile_rules(globals(), makers="")
