"""What can be said of an action of Prime Daifugo in a few numbers: how many cards it sheds and which, how high it is,
what it leaves in the hand.  `likings` weighs listed actions by them, for search to try first and to play on with.

The weights of the traits come from outside (`master_weights.npy`, made by `coprime style prime_daifugo`).  They are in
four rows: for two seats and for three, on an empty area and on one that has to be beaten.  Only what the seat itself
sees is used, so an action is liked alike in every world that its view allows.
"""

import math

import numpy as np

from ...core.bits import count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import face_of, verb_of
from .listing import leaves_skip, rows_between
from .rules import can_draw, list_discards, skip_alone
from .state import Phase, Verb
from .tables import (
    COPIES,
    FACES,
    FIRST,
    FIVE_NINE,
    FOUR_SIX_EIGHT,
    KINDS,
    LARGEST,
    PLACE,
    PLAY_ACTION,
    PLAY_NUMBER,
    ROWS,
    SINGLE,
    SKIP,
    SUPPLIED,
    TEN,
    TWELVE,
    ZERO,
    D,
)

NEAR = 5                # how near the others are to the end: 1, 2, 3, 4 or 5, and more cards
WORDS, WIDTH = len(SINGLE), 8           # words of a set of plays, and with those that fill a line of memory
BASIC = sum(n << 3 * kind for kind, n in enumerate(COPIES) if kind != ZERO) + (3 << 3 * D)     # PD-2
UNSEEN, HAND, REST = 0, 1, 2            # rows of sets of plays: what unseen cards, the hand, what is left of it supply

# Places in a row of weights.
CARDS = 0                               # a play, by its cards and by how near the others are
SHED = CARDS + 3 * NEAR                 # by kind: a card that it sheds
HEIGHT = SHED + KINDS                   # by its cards: the share of such primes that is higher
HEIGHT_NEAR = HEIGHT + 3                # the same by how near the others are
SURE = HEIGHT_NEAR + NEAR               # by its cards: no unseen cards beat it
LEFT = SURE + 3                         # by the cards left, 1 to 6 and more
MORE = LEFT + 7                         # primes left in the hand, by their cards: are there any, and how many
OUT = MORE + 6                          # the cards left are one prime; and the next play is surely one's own
ALONE = OUT + 2                         # SKIP is the only card left
DRAWN = ALONE + 1                       # a draw, by how near the others are; without a play; hand; plays
LAID = DRAWN + NEAR + 3                 # D, by how near the others are; without a play
PASSED = LAID + NEAR + 1                # a pass, as DRAWN; and on a 10; after the draw; before the owner of the play
SKIPPED = PASSED + NEAR + 6             # SKIP; on a 10; without a play
GONE = SKIPPED + 3                      # by kind: a card discarded after D
TRAITS = GONE + KINDS

# Of every prime play: its cards, how many, their kinds by pairs (three numbers, the last one again where there are
# fewer), whether it ends the round; and the primes of one, two and three cards as sets of rows.
_FACES = [[int(action) >> 3 + 5 * place & 31 for place in range(3)] for action in PLAY_ACTION]
_KINDS = [[FACES[face - 1][0] for face in faces if face] for faces in _FACES]
PLAY_COUNT = np.array([len(kinds) for kinds in _KINDS], np.int64)
PLAY_CARDS = np.array([sum(1 << 3 * kind for kind in kinds) for kinds in _KINDS], np.int64)
PLAY_PAIRS = np.array([[kind // 2 for kind in (kinds + kinds[-1:] * 2)[:3]] for kinds in _KINDS], np.int64)
PLAY_STOPS = np.array([TWELVE in kinds for kinds in _KINDS], np.int64)
HIGHER = np.array([FIRST[n, number] for n, number in zip(PLAY_COUNT, PLAY_NUMBER, strict=True)], np.int64)
OF = np.array([[sum(1 << row for row in range(ROWS) if word * ROWS + row < len(_KINDS)
                    and PLAY_COUNT[word * ROWS + row] == n) for word in range(WORDS)] for n in range(1, 4)], np.int64)
FROM = np.array([0, *(FIRST[n, 0] // ROWS for n in range(1, 4))], np.int64)    # the words in which they are
TO = np.array([0, *(-(-FIRST[n, LARGEST] // ROWS) for n in range(1, 4))], np.int64)
SUPPLY = np.zeros((KINDS // 2, 64, WIDTH), np.int64)        # as SUPPLIED, what is needed together lying together
SUPPLY[:, :, :WORDS] = np.moveaxis(SUPPLIED, 0, -1)
SINGLES = np.append(SINGLE, [0] * (WIDTH - WORDS))
LOG = np.log1p(np.arange(len(_KINDS) + 1))


def _fixed(near):
    """The traits of every play that depend on nothing but how near the others are, a row for each."""
    table = np.zeros((len(_KINDS), TRAITS))
    for row, kinds in enumerate(_KINDS):
        n = len(kinds)
        height = (FIRST[n, LARGEST] - HIGHER[row]) / (FIRST[n, LARGEST] - FIRST[n, 0])
        table[row, CARDS + NEAR * (n - 1) + near] = 1
        table[row, HEIGHT + n - 1] = table[row, HEIGHT_NEAR + near] = height
        for kind in kinds:
            table[row, SHED + kind] += 1
    return table


FIXED = np.array([_fixed(near) for near in range(NEAR)])


def nearness(s, seat):
    """By the fewest cards that another seat holds."""
    fewest = 99
    for other in range(s.seats):
        if other != seat:
            fewest = min(fewest, s.cards[other])
    return max(fewest, 1) - 1 if fewest <= 3 else 3 if fewest <= 5 else 4


def unseen_by(s, seat):
    """The bag of cards that a seat does not see: others' hands and the deck."""
    more = s.cards_0 * (COPIES[ZERO] << 3 * ZERO) + s.cards_5_9 * (2 << 3 * FIVE_NINE)
    more += s.cards_4_6_8 * (2 << 3 * FOUR_SIX_EIGHT) + s.cards_skip * (2 << 3 * SKIP)
    return BASIC + more - s.discards - s.area - s.hand[seat]


def ten_lies(s):
    """PD-11: does a pass cost two cards?"""
    ten = False
    for place in range(s.count):
        ten = ten or s.last[place] == TEN
    return ten


# Sets of plays.

def size_of_rows(rows):
    """How many members a set of at most 63 has."""
    rows -= rows >> 1 & 0x5555555555555555
    rows = (rows & 0x3333333333333333) + (rows >> 2 & 0x3333333333333333)
    rows = rows + (rows >> 4) & 0x0F0F0F0F0F0F0F0F
    rows += rows >> 8
    rows += rows >> 16
    rows += rows >> 32
    return rows & 0x7F


def supply(s, bag, rows, which):
    """All prime plays that a bag can supply, to rows[which]."""
    for word in range(WIDTH):
        rows[which, word] = SINGLES[word] if s.multi_in_three else -1
    for pair in range(KINDS // 2):
        narrow(rows, which, which, pair, bag)


def narrow(rows, source, which, pair, bag):
    """Of a set of plays those for which two kinds suffice as a bag has them."""
    two = bag >> 6 * pair & 63
    for word in range(WIDTH):
        rows[which, word] = rows[source, word] & SUPPLY[pair, two, word]


def supply_rest(rows, hand, a, b, c):
    """The prime plays of a hand that are left when cards of three pairs of kinds go, from rows[HAND] to rows[REST].

    hand: without these cards
    """
    narrow(rows, HAND, REST, a, hand)
    if b != a:
        narrow(rows, REST, REST, b, hand)
    if c != b:
        narrow(rows, REST, REST, c, hand)


def none_unseen(rows, first, end):
    """Can unseen cards supply no play in the table from `first` up to `end`?"""
    for word in range(first // ROWS, (end + ROWS - 1) // ROWS):
        if rows[UNSEEN, word] & rows_between(first - word * ROWS, end - word * ROWS):
            return False
    return True


def how_many(rows, n):
    """How many plays of n cards are left in the hand."""
    count = 0
    for word in range(FROM[n], TO[n]):
        some = rows[REST, word] & OF[n - 1, word]
        if some:
            count += size_of_rows(some)
    return count


# What is listed.

def listed(s, seat, actions, row_of, rows):
    """List as `sound_actions` does, with the row in the table of every play, UNKNOWN for what is none.

    Leaves in rows[HAND] the plays that the hand can supply.
    """
    supply(s, s.hand[seat], rows, HAND)
    if s.phase == Phase.DISCARD:
        n = list_discards(s, seat, actions)
        for i in range(n):
            row_of[i] = UNKNOWN
        return n
    n = list_plays(s, seat, actions, row_of, rows)
    draws = s.phase == Phase.DRAW and can_draw(s, seat)
    alone = skip_alone(s, seat)
    if draws:
        n = put(actions, row_of, n, Verb.DRAW)
    if s.phase == Phase.DRAW and count_kind(s.hand[seat], D):
        n = put(actions, row_of, n, Verb.D)
    if count_kind(s.hand[seat], SKIP) and not alone:
        n = put(actions, row_of, n, Verb.SKIP)
    if not (alone and draws):
        n = put(actions, row_of, n, Verb.PASS)
    return n


def put(actions, row_of, n, action):
    actions[n], row_of[n] = action, UNKNOWN
    return n + 1


def list_plays(s, seat, actions, row_of, rows):
    first, end = 0, len(PLAY_ACTION)
    if s.count:
        first, end = FIRST[s.count, s.number], FIRST[s.count, LARGEST]
    n = 0
    for word in range(first // ROWS, (end + ROWS - 1) // ROWS):
        start = word * ROWS
        left = rows[HAND, word]
        if left:
            left &= rows_between(first - start, end - start)
        while left:
            one = left & -left
            left ^= one
            row = start + PLACE[one % 67]
            if s.skip_last == 0 or not leaves_skip(s, seat, PLAY_CARDS[row], PLAY_COUNT[row]):
                actions[n], row_of[n] = PLAY_ACTION[row], row
                n += 1
    return n


def finish(s, seat, row_of, n):
    """The index of a play of all cards of the hand; UNKNOWN where there is none."""
    for i in range(n):
        if row_of[i] != UNKNOWN and PLAY_COUNT[row_of[i]] == s.cards[seat]:
            return i
    return UNKNOWN


# How much it is liked.

def likings(s, seat, actions, row_of, n, weights, theta, block, fixed, rows):
    """How much `seat` likes each of its n listed actions, to weights; returns their sum.

    theta  the rows of weights, and which it is; fixed: what every play's fixed traits come to by them
    rows   room for three sets of plays, of which `listed` has made that of the hand
    """
    wins = finish(s, seat, row_of, n)
    if wins != UNKNOWN:                     # there is nothing better
        for i in range(n):
            weights[i] = 1e-3
        weights[wins] = 1.0
        return 1.0 + 1e-3 * (n - 1)
    near, plays = nearness(s, seat), plays_in(row_of, n)
    if plays:
        supply(s, unseen_by(s, seat), rows, UNSEEN)
    top = -1e9
    for i in range(n):
        row = row_of[i]
        if row != UNKNOWN:
            weights[i] = fixed[block, near, row] + worth_of_play(s, seat, row, theta, block, rows, theta, 0, 0.0)
        else:
            weights[i] = worth_of_other(s, seat, actions[i], near, plays, theta, block, rows, theta, 0, 0.0)
        top = max(top, weights[i])
    total = 0.0
    for i in range(n):
        weights[i] = math.exp(weights[i] - top)
        total += weights[i]
    return total


def plays_in(row_of, n):
    plays = 0
    while plays < n and row_of[plays] != UNKNOWN:
        plays += 1
    return plays


def term(theta, block, score, line, share, place, value):
    """What a trait adds to a liking; where something is learnt, so much of it is booked too."""
    if share != 0.0:
        score[line, place] += share * value
    return theta[block, place] * value


def worth_of_play(s, seat, row, theta, block, rows, score, line, share):
    """What depends on the hand and on unseen cards."""
    n, hand, left = PLAY_COUNT[row], s.hand[seat] - PLAY_CARDS[row], s.cards[seat] - PLAY_COUNT[row]
    sure = none_unseen(rows, HIGHER[row], FIRST[n, LARGEST])
    supply_rest(rows, hand, PLAY_PAIRS[row, 0], PLAY_PAIRS[row, 1], PLAY_PAIRS[row, 2])
    z = term(theta, block, score, line, share, SURE + n - 1, 1.0) if sure else 0.0
    own_next = PLAY_STOPS[row] > 0 or (sure and s.cards_skip == 0)
    return z + worth_of_rest(hand, left, own_next, theta, block, rows, score, line, share)


def worth_of_rest(hand, left, own_next, theta, block, rows, score, line, share):
    """What the cards left in the hand come to."""
    if left == 0:
        return 0.0
    z = term(theta, block, score, line, share, LEFT + min(left, 7) - 1, 1.0)
    for n in range(1, 4):
        count = how_many(rows, n)
        if count:
            z += term(theta, block, score, line, share, MORE + 2 * n - 2, 1.0)
            z += term(theta, block, score, line, share, MORE + 2 * n - 1, LOG[count])
            if n == left:
                z += term(theta, block, score, line, share, OUT, 1.0)
                if own_next:
                    z += term(theta, block, score, line, share, OUT + 1, 1.0)
    if left == 1 and count_kind(hand, SKIP):
        z += term(theta, block, score, line, share, ALONE, 1.0)
    return z


def worth_of_other(s, seat, action, near, plays, theta, block, rows, score, line, share):
    """Of an action that is no play."""
    verb = verb_of(action)
    if verb == Verb.DISCARD:
        kind = face_of(action, 0)
        hand = s.hand[seat] - (1 << 3 * kind)
        supply_rest(rows, hand, kind >> 1, kind >> 1, kind >> 1)
        z = term(theta, block, score, line, share, GONE + kind, 1.0)
        return z + worth_of_rest(hand, s.cards[seat] - 1, False, theta, block, rows, score, line, share)
    if verb == Verb.SKIP:
        z = term(theta, block, score, line, share, SKIPPED, 1.0)
        if ten_lies(s):
            z += term(theta, block, score, line, share, SKIPPED + 1, 1.0)
        return z + (0.0 if plays else term(theta, block, score, line, share, SKIPPED + 2, 1.0))
    if verb == Verb.D:
        z = term(theta, block, score, line, share, LAID + near, 1.0)
        return z + (0.0 if plays else term(theta, block, score, line, share, LAID + NEAR, 1.0))
    base = DRAWN if verb == Verb.DRAW else PASSED
    z = term(theta, block, score, line, share, base + near, 1.0)
    z += term(theta, block, score, line, share, base + NEAR + 1, 0.1 * s.cards[seat])
    z += term(theta, block, score, line, share, base + NEAR + 2, LOG[plays]) if plays else term(
        theta, block, score, line, share, base + NEAR, 1.0)
    if verb == Verb.PASS:
        if ten_lies(s):
            z += term(theta, block, score, line, share, base + NEAR + 3, 1.0)
        if s.phase == Phase.PLAY:
            z += term(theta, block, score, line, share, base + NEAR + 4, 1.0)
        if s.owner == (seat + 1) % s.seats:
            z += term(theta, block, score, line, share, base + NEAR + 5, 1.0)
    return z


def book(s, seat, actions, row_of, n, chosen, weights, total, theta, block, rows, score, line, plain):
    """After `likings`: add to score[line] the traits of the chosen action, less the mean of all as they are liked.

    plain: the fixed traits of every play
    """
    near, plays = nearness(s, seat), plays_in(row_of, n)
    for i in range(n):
        share = (1.0 if i == chosen else 0.0) - weights[i] / total
        row = row_of[i]
        if row == UNKNOWN:
            worth_of_other(s, seat, actions[i], near, plays, theta, block, rows, score, line, share)
            continue
        worth_of_play(s, seat, row, theta, block, rows, score, line, share)
        for place in range(SURE):
            score[line, place] += share * plain[near, row, place]


compile_rules(globals(), makers="")
