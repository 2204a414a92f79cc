"""Actions of Daifugo as numbers: the cards, and what the jokers among them stand for.

    bits 0-51    the natural cards, as in a bag
    bits 52-55   a group: set of the suits that jokers stand for; a sequence: 1 + the column of the first joker
    bits 56-59   a group: jokers without a suit, all four being there; a sequence: 1 + that of the second
    bit 60       a sequence
    bits 61-62   GIVE: bits 0-53 are a bag;  SWAP: bits 0-53 are how many cards somebody gives
    0            pass

Jokers played alone are a group without natural cards.  Every play is one number, and every number one play.
"""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import set_size
from ...core.kernel import compile_rules
from .state import Kind, Verb

RANKS, COLUMNS = 13, 15
NATURAL = (1 << 52) - 1
JOKER = 1 << 52             # one joker in a bag
JOKERS_SHIFT = 52              # where a bag counts them
FIRST_JOKER_SHIFT, SECOND_JOKER_SHIFT = 52, 56
RUN_BIT = 1 << 60
VERB_SHIFT = 61
GIVE_BIT = 1 << 61
SWAP_BIT = 1 << 62
ALL_SUITS = 15
SUIT_LANE = 0x1111111111111      # one suit of all ranks, times the set of suits
THREE_OF_SPADES = 1
THREE_OF_DIAMONDS = 1 << 2
FIVE, EIGHT, JACK, TWO = 3, 6, 9, 13                # columns
ABOVE_ALL = 14

SUIT_COUNTS = np.array([bin(suits).count("1") for suits in range(16)], np.int64)


# Bags.

def count_bag_jokers(bag):
    """Return how many jokers a bag holds."""
    return bag >> JOKERS_SHIFT


def is_within(bag, whole):
    """Tell whether `whole` holds all cards of `bag`."""
    return bag & NATURAL & ~whole == 0 and count_bag_jokers(bag) <= count_bag_jokers(whole)


def subtract_cards(bag, cards):
    """Return a bag without some cards; cards that it does not hold are ignored."""
    return (bag & NATURAL & ~cards) + max(0, count_bag_jokers(bag) - count_bag_jokers(cards)) * JOKER


def bag_size(bag):
    """Return how many cards a bag holds, jokers included."""
    return set_size(bag & NATURAL) + count_bag_jokers(bag)


def lowest_rank(cards):
    """Return the lowest rank of a non-empty set of natural cards."""
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
    """Return the highest rank of a non-empty set of natural cards."""
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
    """Return the set of suits of natural cards."""
    cards |= cards >> 32
    cards |= cards >> 16
    cards |= cards >> 8
    cards |= cards >> 4
    return cards & ALL_SUITS


# Plays.

def encode_group(cards, suits, suitless_jokers):
    """Return the action that plays cards of one rank.

    suits            set of the suits that jokers stand for
    suitless_jokers  jokers beside all four suits
    """
    return cards | suits << FIRST_JOKER_SHIFT | suitless_jokers << SECOND_JOKER_SHIFT


def encode_sequence(cards, first_joker, second_joker):
    """Return the action that plays cards in a row.

    first_joker, second_joker  their columns plus one, 0 for none
    """
    return RUN_BIT | cards | first_joker << FIRST_JOKER_SHIFT | second_joker << SECOND_JOKER_SHIFT


def encode_give(bag):
    """Return the action that gives a bag of cards in the exchange."""
    return GIVE_BIT | bag


def encode_swap(n):
    """Return the masked form of a gift: n cards, not which."""
    return SWAP_BIT | n


def verb_of(action):
    """Return the Verb of an action."""
    if action == 0:
        return Verb.PASS
    if action >> VERB_SHIFT == 0:
        return Verb.PLAY
    return Verb.GIVE if action >> VERB_SHIFT == 1 else Verb.SWAP


def first_joker_field(action):
    """Return bits 52-55 of a play: a group's joker suits, or a sequence's first joker column + 1."""
    return action >> FIRST_JOKER_SHIFT & 15


def second_joker_field(action):
    """Return bits 56-59 of a play: jokers without suit, or a sequence's second joker column + 1."""
    return action >> SECOND_JOKER_SHIFT & 15


def count_play_jokers(action):
    """Return how many jokers a play holds."""
    if action & RUN_BIT:
        return min(first_joker_field(action), 1) + min(second_joker_field(action), 1)
    return SUIT_COUNTS[first_joker_field(action)] + second_joker_field(action)


def cards_of(action):
    """Return the cards of a play as a bag."""
    return action & NATURAL | count_play_jokers(action) << JOKERS_SHIFT


def gift_of(action):
    """Return the cards of a GIVE action as a bag."""
    return action & GIVE_BIT - 1


def kind_of(action):
    """Return the Kind of a play."""
    if action & RUN_BIT:
        return Kind.RUN
    return Kind.GROUP if action & NATURAL else Kind.JOKERS


def lowest_column(action):
    """Return the lowest column of a play; jokers alone stand above all."""
    natural = action & NATURAL
    if natural == 0:
        return ABOVE_ALL
    column = lowest_rank(natural) + 1
    if action & RUN_BIT and first_joker_field(action) > 0:
        return min(column, first_joker_field(action) - 1)
    return column


def play_suits(action):
    """Return the set of suits of a play; a joker in a group has the suit that it stands for (DF-24)."""
    suits = suits_of(action & NATURAL)
    return suits if action & RUN_BIT else suits | first_joker_field(action)


def columns_of(action):
    """Return the columns of a sequence's cards as a set of bits 0, 4, 8, ...; 0 if two cards share one."""
    natural, columns = action & NATURAL, 0
    for suit in range(4):
        lane = (natural >> suit & SUIT_LANE) << 4
        if columns & lane:
            return 0
        columns |= lane
    for column in (first_joker_field(action), second_joker_field(action)):
        if column > 0:
            bit = 1 << 4 * (column - 1)
            if columns & bit:
                return 0
            columns |= bit
    return columns


def has_consecutive_columns(action):
    """Tell whether a play's cards, taken as a sequence, stand in neighbouring columns, one in each."""
    columns = columns_of(action)
    return columns != 0 and is_unbroken(columns)


def is_unbroken(columns):
    """Tell whether a set of columns has no gap."""
    low = columns & -columns
    while columns & low:
        columns ^= low
        low <<= 4
    return columns == 0


def is_one_rank(cards):
    """Tell whether natural cards have one rank; False for none."""
    return cards != 0 and lowest_rank(cards) == highest_rank(cards)


def is_well_formed(action):
    """Tell whether a number is an action of this game, written in the only way that it has."""
    verb = verb_of(action)
    if action < 0 or verb == Verb.SWAP:
        return False
    if verb == Verb.GIVE:
        return 0 < gift_of(action) and count_bag_jokers(gift_of(action)) <= 2
    if verb == Verb.PASS:
        return True
    if count_play_jokers(action) > 2:
        return False
    return is_well_formed_run(action) if action & RUN_BIT else is_well_formed_group(action)


def is_well_formed_group(action):
    """Tell whether a play that is no sequence is written in the only way that it has.

    Jokers have suits only where the natural cards have one rank, and each suit once; three cards in a row are no group.
    """
    natural, suits = action & NATURAL, first_joker_field(action)
    if natural == 0:
        return suits == 0
    if is_one_rank(natural):
        return suits & suits_of(natural) == 0
    return suits == 0 and not (second_joker_field(action) == 0 and set_size(natural) >= 3
                               and has_consecutive_columns(action))


def is_well_formed_run(action):
    """Tell whether a sequence is written in the only way that it has.

    Jokers stand in ascending columns, and not all cards have one rank; without jokers there are three or more in a row.
    """
    natural, first, second = action & NATURAL, first_joker_field(action), second_joker_field(action)
    if natural == 0:
        return False
    if first == 0:
        return second == 0 and set_size(natural) >= 3 and has_consecutive_columns(action)
    if second > 0 and second <= first:
        return False
    here = lowest_rank(natural) + 2
    return not (is_one_rank(natural) and first == here and (second == 0 or second == here))


compile_rules(globals(), makers="")
