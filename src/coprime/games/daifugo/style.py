"""How a good player of Daifugo plays on, as far as counting shows it: a softmax over what stands out in each action.

An action is described by a byte for each of eight questions; each answer has a weight (weights.py), which `coprime
daifugo fit` has found by playing.  A seat's own hand, the cards that it cannot place and what is public are all that is
looked at, so that an imagined seat knows no more in a playout than it would at a table.
"""

import math

from ...core.bits import set_size
from ...core.kernel import compile_rules
from .effects import ends_badly, goes_out, holds_eight, makes_revolution, turns_back
from .features import liking_to_give, strength
from .plays import (
    ALL_SUITS,
    EIGHT,
    JOKER,
    LANE,
    NATURAL,
    POP,
    THREE_OF_SPADES,
    bag_jokers,
    bag_size,
    cards_of,
    gift_of,
    highest_rank,
    jokers_of,
    kind_of,
    low_of,
    lowest_rank,
    suits_in,
)
from .state import Kind, Phase
from .weights import WEIGHTS

QUESTIONS, ANSWERS = 8, 256
OUT = 1e12                  # the last cards are always played
UNWANTED = 1e-9             # but not those that are forbidden as the last
BEATERS = 12                # more cards above a play than this are not told apart
SINGLE, GROUP_OF, RUN_OF = 0, 1, 2


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    total = 0.0
    if s.phase == Phase.EXCHANGE:
        for i in range(n):
            weights[i] = liking_to_give(s, seat, gift_of(actions[i]))
            total += weights[i]
        return total
    hand, unseen = s.hand[seat], unplaced(s, seat)
    ranks, runs, least = count_ranks(hand & NATURAL), in_runs(hand & NATURAL), fewest(s, seat)
    for i in range(n):
        if goes_out(s, seat, actions[i]):
            weights[i] = OUT
        elif ends_badly(s, seat, actions[i]):
            weights[i] = UNWANTED
        else:
            weights[i] = math.exp(score(WEIGHTS, describe(s, seat, actions[i], hand, unseen, ranks, runs, least)))
        total += weights[i]
    return total


def score(weights, code):
    """The sum of the weights of a description's answers."""
    total = 0.0
    for question in range(QUESTIONS):
        total += weights[question * ANSWERS + (code >> 8 * question & 255)]
    return total


# What is counted once for all actions of a hand.

def unplaced(s, seat):
    """The bag of all cards that others hold."""
    return NATURAL + s.jokers * JOKER - s.played - s.hand[seat]


def rank_marks(cards):
    """The ranks of which there are natural cards: bit 0 of each digit."""
    cards |= cards >> 1
    return (cards | cards >> 2) & LANE


def count_ranks(cards):
    return set_size(rank_marks(cards))


def in_runs(cards):
    """The cards that are part of three in a row of one suit."""
    starts = cards & cards >> 4 & cards >> 8
    return starts | starts << 4 | starts << 8


def fewest(s, seat):
    """How few cards another seat in play holds."""
    least = 13
    for other in range(s.seats):
        if other != seat and s.live >> other & 1:
            least = min(least, s.cards[other])
    return least


# The description of an action.

def describe(s, seat, action, hand, unseen, ranks, runs, least):
    """The answers to eight questions, a byte each."""
    if action == 0:
        return describe_pass(s, seat, ranks, least)
    cards = cards_of(action)
    n, kind, high = bag_size(cards), kind_of(action), int(strength(s, action))
    follows = 1 if s.meld else 0
    sort = RUN_OF if kind == Kind.RUN else SINGLE if n == 1 else GROUP_OF
    left = (hand & NATURAL & ~cards) + (bag_jokers(hand) - bag_jokers(cards)) * JOKER
    left_ranks = count_ranks(left & NATURAL)
    beaters = count_beaters(s, action, n, kind, unseen)
    control = 2 if is_cut(s, action, n, kind) else 1 if beaters == 0 or n > most_cards(s, seat) else 0
    near = 1 if least <= 3 else 0
    first = (sort * 2 + follows) * 15 + high + 90 * near
    second = torn(action, hand, runs, kind) * 64 + min(3, ranks - left_ranks) * 16 + min(3, n - 1) * 4 \
        + min(1, jokers_of(action)) * 2 + follows
    third = ((control * 5 + min(4, left_ranks)) * 4 + min(3, controls(s, left, unseen))) * 2 + follows
    fourth = turning(s, action, n, kind, left, ranks)
    sixth = gap(s, high, follows) * 6 + min(2, n - 1) * 2 + (1 if ranks <= 3 else 0)
    seventh = ((min(5, least) - 1) * 5 + high // 3) * 4 + follows * 2 + (1 if n > least else 0)
    eighth = (beaters * 3 + sort) * 2 + follows
    return first + 1 | second << 8 | third << 16 | fourth << 24 | sixth << 40 | seventh << 48 | eighth << 56


def describe_pass(s, seat, ranks, least):
    """A pass: whose cards lie there, how near they are to the end, and who is still asked."""
    if s.meld == 0:
        return 255 << 32
    mine = 1 if s.owner == seat else 0
    owner = min(3, max(0, s.cards[s.owner] - 1)) if s.cards[s.owner] else 0
    waiting = min(2, set_size(s.live & ~s.passed & ~(1 << seat) & ~(1 << s.owner)))
    near = 1 if least <= 2 else 0
    return (((mine * 4 + owner) * 5 + min(4, max(0, ranks - 1))) * 3 + waiting) * 2 + near + 1 << 32


def most_cards(s, seat):
    """The most cards that a seat holds that may still answer."""
    most = 0
    for other in range(s.seats):
        if other != seat and s.live >> other & 1 and (s.meld == 0 or not s.pass_is_final or s.passed >> other & 1 == 0):
            most = max(most, s.cards[other])
    return most


def is_cut(s, action, n, kind):
    """Does a play clear the cards at once?"""
    if s.kind == Kind.JOKERS:
        return True
    if s.eight_cut == 0 or kind == Kind.JOKERS:
        return False
    return holds_eight(kind, low_of(action), n)


def lock_after(s, action, n, kind):
    """The suits that are locked once an action lies there."""
    if s.lock or s.lock_after == 0 or s.meld == 0 or kind == Kind.JOKERS or (s.lock_scope == 1 and n > 1):
        return s.lock
    suits = suits_in(action)
    return suits if suits == s.suits and s.alike + 1 >= s.lock_after else 0


def count_beaters(s, action, n, kind, unseen):
    """How many of the cards that others hold beat a single card; ranks for a group; 1 for a sequence that can be."""
    if kind == Kind.JOKERS:
        return 1 if n == 1 and s.three_of_spades and unseen & THREE_OF_SPADES else 0
    lock, jokers = lock_after(s, action, n, kind), bag_jokers(unseen)
    low = low_of(action)
    turned = makes_revolution(s, kind, n) != turns_back(s, kind, low, n)
    order = 1 - s.reversed if turned else s.reversed
    cards = higher(unseen & NATURAL, low, n if kind == Kind.RUN else 1, order)
    if lock:
        cards &= lock * LANE
    if kind == Kind.RUN:
        return 1 if has_run(cards, n, jokers) else 0
    if n == 1:
        return min(BEATERS, set_size(cards) + jokers)
    found = 0
    while cards:
        rank = lowest_rank(cards)
        found += POP[cards >> 4 * rank & ALL_SUITS] + jokers >= n
        cards &= ~(ALL_SUITS << 4 * rank)
    return min(BEATERS, found)


def higher(cards, low, apart, order):
    """The natural cards that stand above a play whose lowest column is `low`."""
    if order:
        return cards & (1 << 4 * (low - 1)) - 1 if low > 0 else 0
    above = low + apart - 1
    return cards & -(1 << 4 * above) if above < 13 else 0


def has_run(cards, n, jokers):
    """Are there n cards in a row of one suit, with a joker for one of them where others have it?"""
    full, one = cards, ~cards & NATURAL if jokers else 0
    for i in range(1, n):
        here = cards >> 4 * i
        one = one & here | full & ~here if jokers else 0
        full &= here
    return full != 0 or one != 0


def torn(action, hand, runs, kind):
    """1: others of the rank stay behind; 2: a sequence is broken."""
    natural = action & NATURAL
    if kind == Kind.RUN or natural == 0:
        return 0
    if natural & runs:
        return 2
    return 1 if POP[(hand & ~natural) >> 4 * lowest_rank(natural) & ALL_SUITS] > 0 else 0


def controls(s, left, unseen):
    """How many ranks of a hand bring the lead back: above all that others hold, an eight, a joker."""
    cards, others = left & NATURAL, unseen & NATURAL
    found = bag_jokers(left)
    if cards == 0:
        return found
    if s.eight_cut and cards >> 4 * (EIGHT - 1) & ALL_SUITS:
        found += 1
    if others == 0:
        return found + set_size(rank_marks(cards))
    if s.reversed:
        return found + set_size(rank_marks(cards & (1 << 4 * lowest_rank(others)) - 1))
    return found + set_size(rank_marks(cards & -(1 << 4 * highest_rank(others))))


def turning(s, action, n, kind, left, ranks):
    """A revolution, by how the cards that stay stand; else the suits: locked anew with or without a card above."""
    if makes_revolution(s, kind, n):
        cards = left & NATURAL
        low, held = set_size(cards & (1 << 24) - 1), set_size(cards)
        share = (8 * low) // max(1, held)
        return 32 + (8 - share if s.reversed else share)
    if s.meld == 0 or kind == Kind.JOKERS:
        return 0
    lock = lock_after(s, action, n, kind)
    state = 3 if s.lock else 0
    if lock and not s.lock:
        state = 1 if higher(left & NATURAL & lock * LANE, low_of(action), 1, s.reversed) else 2
    return 1 + state * 4 + min(3, ranks // 2)


def gap(s, high, follows):
    """How much higher than needed."""
    if follows == 0 or s.kind == Kind.JOKERS:
        return 0
    low = 14 - s.low if s.reversed else s.low
    return min(12, max(0, high - low))


compile_rules(globals(), makers="")
