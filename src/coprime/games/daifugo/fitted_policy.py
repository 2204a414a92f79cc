"""Choose as a good player of Daifugo does: a softmax over features of each action, by fitted weights.

An action is described by the answers to eight questions, a byte each; each answer has a weight (weights.py), which
`coprime daifugo fit` has found by self-play.  Only a seat's own hand, the cards that it cannot place and what is public
are looked at, so that an imagined seat knows no more in a playout than it would at a table.
"""
# mypy: ignore-errors, implicit-reexport

import math

from ...core.bits import set_size
from ...core.kernel import compile_rules
from .actions import (
    ALL_SUITS,
    EIGHT,
    JOKER,
    NATURAL,
    SUIT_COUNTS,
    SUIT_LANE,
    THREE_OF_SPADES,
    bag_size,
    cards_of,
    count_bag_jokers,
    count_play_jokers,
    gift_of,
    highest_rank,
    kind_of,
    lowest_column,
    lowest_rank,
    play_suits,
)
from .effects import ends_on_forbidden, goes_out, holds_eight, makes_eleven_back, makes_revolution
from .heuristics import gift_preference, play_strength
from .state import Kind, Phase
from .weights import WEIGHTS

QUESTIONS, ANSWERS = 8, 256
LAST_CARDS_WEIGHT = 1e12                  # the last cards are always played
FORBIDDEN_WEIGHT = 1e-9             # but not those that are forbidden as the last
MAX_BEATERS = 12                # more cards above a play than this are not told apart
SORT_SINGLE, SORT_GROUP, SORT_RUN = 0, 1, 2


def prefer(s, seat, actions, n, weights):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum."""
    return prefer_by_weights(s, seat, actions, n, weights, WEIGHTS)


def prefer_by_weights(s, seat, actions, n, weights, policy):
    """Do what `prefer` does, by other weights of the answers than the shipped ones: [question * ANSWERS + answer]."""
    total = 0.0
    if s.phase == Phase.EXCHANGE:
        for i in range(n):
            weights[i] = gift_preference(s, seat, gift_of(actions[i]))
            total += weights[i]
        return total
    hand, unseen = s.hand[seat], list_unplaced_cards(s, seat)
    ranks, runs, least = count_distinct_ranks(hand & NATURAL), cards_in_runs(hand & NATURAL), fewest_cards_held(s, seat)
    for i in range(n):
        if goes_out(s, seat, actions[i]):
            weights[i] = LAST_CARDS_WEIGHT
        elif ends_on_forbidden(s, seat, actions[i]):
            weights[i] = FORBIDDEN_WEIGHT
        else:
            weights[i] = math.exp(description_score(policy, describe_action(s, seat, actions[i], hand, unseen, ranks,
                                                                            runs, least)))
        total += weights[i]
    return total


def description_score(weights, code):
    """Return the sum of the weights of a description's answers."""
    total = 0.0
    for question in range(QUESTIONS):
        total += weights[question * ANSWERS + (code >> 8 * question & 255)]
    return total


# What is counted once for all actions of a hand.

def list_unplaced_cards(s, seat):
    """Return the bag of all cards that a seat cannot place: those that others hold."""
    return NATURAL + s.jokers * JOKER - s.played - s.hand[seat]


def rank_marks(cards):
    """Return the ranks of which there are natural cards, as bit 0 of each hexadecimal digit."""
    cards |= cards >> 1
    return (cards | cards >> 2) & SUIT_LANE


def count_distinct_ranks(cards):
    """Return how many ranks natural cards have."""
    return set_size(rank_marks(cards))


def cards_in_runs(cards):
    """Return the cards that are part of three in a row of one suit."""
    starts = cards & cards >> 4 & cards >> 8
    return starts | starts << 4 | starts << 8


def fewest_cards_held(s, seat):
    """Return how many cards the other seat in play holds that has the fewest."""
    least = 13
    for other in range(s.seats):
        if other != seat and s.live >> other & 1:
            least = min(least, s.cards[other])
    return least


# The description of an action.

def describe_action(s, seat, action, hand, unseen, ranks, runs, least):
    """Return the answers of an action to eight questions, a byte each.

    ranks  how many ranks the hand has
    runs   its cards that stand in a row of one suit
    least  the fewest cards that another seat holds
    """
    if action == 0:
        return describe_pass(s, seat, ranks, least)
    cards = cards_of(action)
    n, kind, high = bag_size(cards), kind_of(action), int(play_strength(s, action))
    follows = 1 if s.meld else 0
    sort = SORT_RUN if kind == Kind.RUN else SORT_SINGLE if n == 1 else SORT_GROUP
    left = (hand & NATURAL & ~cards) + (count_bag_jokers(hand) - count_bag_jokers(cards)) * JOKER
    left_ranks = count_distinct_ranks(left & NATURAL)
    beaters = count_beaters(s, action, n, kind, unseen)
    control = 2 if would_clear_table(s, action, n, kind) else 1 if beaters == 0 or n > largest_hand_in_trick(s,
                                                                                                            seat) else 0
    near = 1 if least <= 3 else 0
    first = (sort * 2 + follows) * 15 + high + 90 * near
    second = classify_hand_split(action, hand, runs, kind) * 64 + min(3, ranks - left_ranks) * 16 + min(3, n - 1) * 4 \
        + min(1, count_play_jokers(action)) * 2 + follows
    third = ((control * 5 + min(4, left_ranks)) * 4 + min(3, count_controls(s, left, unseen))) * 2 + follows
    fourth = order_and_lock_code(s, action, n, kind, left, ranks)
    sixth = height_above_needed(s, high, follows) * 6 + min(2, n - 1) * 2 + (1 if ranks <= 3 else 0)
    seventh = ((min(5, least) - 1) * 5 + high // 3) * 4 + follows * 2 + (1 if n > least else 0)
    eighth = (beaters * 3 + sort) * 2 + follows
    return first + 1 | second << 8 | third << 16 | fourth << 24 | sixth << 40 | seventh << 48 | eighth << 56


def describe_pass(s, seat, ranks, least):
    """Return the answers of a pass: whose cards lie there, how near the end is, who is still asked."""
    if s.meld == 0:
        return 255 << 32
    mine = 1 if s.owner == seat else 0
    owner = min(3, max(0, s.cards[s.owner] - 1)) if s.cards[s.owner] else 0
    waiting = min(2, set_size(s.live & ~s.passed & ~(1 << seat) & ~(1 << s.owner)))
    near = 1 if least <= 2 else 0
    return (((mine * 4 + owner) * 5 + min(4, max(0, ranks - 1))) * 3 + waiting) * 2 + near + 1 << 32


def largest_hand_in_trick(s, seat):
    """Return the most cards held by another seat that may still answer in this trick."""
    most = 0
    for other in range(s.seats):
        if other != seat and s.live >> other & 1 and (s.meld == 0 or not s.pass_is_final or s.passed >> other & 1 == 0):
            most = max(most, s.cards[other])
    return most


def would_clear_table(s, action, n, kind):
    """Tell whether a play would clear the table at once."""
    if s.kind == Kind.JOKERS:
        return True
    if s.eight_cut == 0 or kind == Kind.JOKERS:
        return False
    return holds_eight(kind, lowest_column(action), n)


def locked_suits_after(s, action, n, kind):
    """Return the set of suits that are locked once an action lies there."""
    if s.lock or s.lock_after == 0 or s.meld == 0 or kind == Kind.JOKERS or (s.lock_scope == 1 and n > 1):
        return s.lock
    suits = play_suits(action)
    return suits if suits == s.suits and s.alike + 1 >= s.lock_after else 0


def count_beaters(s, action, n, kind, unseen):
    """Return how many ways others have to beat a play, at most MAX_BEATERS.

    Cards for a single card, ranks for a group; for a sequence 1 if any can beat it.
    """
    if kind == Kind.JOKERS:
        return 1 if n == 1 and s.three_of_spades and unseen & THREE_OF_SPADES else 0
    lock, jokers = locked_suits_after(s, action, n, kind), count_bag_jokers(unseen)
    low = lowest_column(action)
    turned = makes_revolution(s, kind, n) != makes_eleven_back(s, kind, low, n)
    order = 1 - s.reversed if turned else s.reversed
    cards = cards_above(unseen & NATURAL, low, n if kind == Kind.RUN else 1, order)
    if lock:
        cards &= lock * SUIT_LANE
    if kind == Kind.RUN:
        return 1 if has_run(cards, n, jokers) else 0
    if n == 1:
        return min(MAX_BEATERS, set_size(cards) + jokers)
    found = 0
    while cards:
        rank = lowest_rank(cards)
        found += SUIT_COUNTS[cards >> 4 * rank & ALL_SUITS] + jokers >= n
        cards &= ~(ALL_SUITS << 4 * rank)
    return min(MAX_BEATERS, found)


def cards_above(cards, low, apart, order):
    """Return the natural cards that stand above a play.

    low    its lowest column
    apart  by how many columns they have to be above it
    order  1 in a revolution
    """
    if order:
        return cards & (1 << 4 * (low - 1)) - 1 if low > 0 else 0
    above = low + apart - 1
    return cards & -(1 << 4 * above) if above < 13 else 0


def has_run(cards, n, jokers):
    """Tell whether there are n cards in a row of one suit, one of them possibly a joker."""
    full, one = cards, ~cards & NATURAL if jokers else 0
    for i in range(1, n):
        here = cards >> 4 * i
        one = one & here | full & ~here if jokers else 0
        full &= here
    return full != 0 or one != 0


def classify_hand_split(action, hand, runs, kind):
    """Return 1 if others of the rank stay behind, 2 if a sequence in the hand is broken, else 0."""
    natural = action & NATURAL
    if kind == Kind.RUN or natural == 0:
        return 0
    if natural & runs:
        return 2
    return 1 if SUIT_COUNTS[(hand & ~natural) >> 4 * lowest_rank(natural) & ALL_SUITS] > 0 else 0


def count_controls(s, left, unseen):
    """Return how many ranks of a hand win the lead back: above all that others hold, an eight, a joker."""
    cards, others = left & NATURAL, unseen & NATURAL
    found = count_bag_jokers(left)
    if cards == 0:
        return found
    if s.eight_cut and cards >> 4 * (EIGHT - 1) & ALL_SUITS:
        found += 1
    if others == 0:
        return found + set_size(rank_marks(cards))
    if s.reversed:
        return found + set_size(rank_marks(cards & (1 << 4 * lowest_rank(others)) - 1))
    return found + set_size(rank_marks(cards & -(1 << 4 * highest_rank(others))))


def order_and_lock_code(s, action, n, kind, left, ranks):
    """Return a code for what a play does to the order and the locks.

    A revolution by how good it is for the cards that stay; else whether suits are locked anew,
    and whether there is a card above.
    """
    if makes_revolution(s, kind, n):
        cards = left & NATURAL
        low, held = set_size(cards & (1 << 24) - 1), set_size(cards)
        share = (8 * low) // max(1, held)
        return 32 + (8 - share if s.reversed else share)
    if s.meld == 0 or kind == Kind.JOKERS:
        return 0
    lock = locked_suits_after(s, action, n, kind)
    state = 3 if s.lock else 0
    if lock and not s.lock:
        state = 1 if cards_above(left & NATURAL & lock * SUIT_LANE, lowest_column(action), 1, s.reversed) else 2
    return 1 + state * 4 + min(3, ranks // 2)


def height_above_needed(s, high, follows):
    """Return by how many columns a play is higher than needed."""
    if follows == 0 or s.kind == Kind.JOKERS:
        return 0
    low = 14 - s.low if s.reversed else s.low
    return min(12, max(0, high - low))


compile_rules(globals(), makers="")
