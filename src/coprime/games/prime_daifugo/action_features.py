"""Action features of Prime Daifugo Lv. 0 for a trained preference: cards shed, height, cards left.

`write_action_weights` weighs listed actions by them, for the search to try first and to play out with.  The weights
come from `expert/weights.npy` (made by `coprime style prime_daifugo`), in four rows: for two seats and for three, on an
empty area and on one that has to be beaten.  Only what the seat itself sees is used, so an action has the same weight
in every world that its view allows.
"""
# mypy: ignore-errors, implicit-reexport

import math

import numpy as np

from ...core.bits import count_kind
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import face_of, verb_of
from .listing import leaves_only_skip, word_range_mask
from .rules import can_draw, has_only_skip, list_discards
from .state import Phase, Verb
from .tables import (
    BIT_PLACE,
    COPIES,
    FACES,
    FIRST_ABOVE,
    FIVE_NINE,
    FOUR_SIX_EIGHT,
    KINDS,
    LARGEST,
    PLAY_ACTION,
    PLAY_NUMBER,
    ROWS,
    SKIP,
    SUPPLIED,
    TEN,
    TWELVE,
    WITHOUT_MULTI,
    ZERO,
    D,
)

NEAR = 5                # how near the others are to the end: 1, 2, 3, 4 or 5, and more cards
WORDS, WIDTH = len(WITHOUT_MULTI), 8           # words of a set of plays, and with those that fill a line of memory
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
HIGHER = np.array([FIRST_ABOVE[n, number] for n, number in zip(PLAY_COUNT, PLAY_NUMBER, strict=True)], np.int64)
OF = np.array([[sum(1 << row for row in range(ROWS) if word * ROWS + row < len(_KINDS)
                    and PLAY_COUNT[word * ROWS + row] == n) for word in range(WORDS)] for n in range(1, 4)], np.int64)
FROM = np.array([0, *(FIRST_ABOVE[n, 0] // ROWS for n in range(1, 4))], np.int64)    # the words in which they are
TO = np.array([0, *(-(-FIRST_ABOVE[n, LARGEST] // ROWS) for n in range(1, 4))], np.int64)
SUPPLY = np.zeros((KINDS // 2, 64, WIDTH), np.int64)        # as SUPPLIED, what is needed together lying together
SUPPLY[:, :, :WORDS] = np.moveaxis(SUPPLIED, 0, -1)
SINGLES = np.append(WITHOUT_MULTI, [0] * (WIDTH - WORDS))
LOG = np.log1p(np.arange(len(_KINDS) + 1))


def _fixed_traits(near):
    """The traits of every play that depend on nothing but how near the others are, a row for each."""
    table = np.zeros((len(_KINDS), TRAITS))
    for row, kinds in enumerate(_KINDS):
        n = len(kinds)
        height = (FIRST_ABOVE[n, LARGEST] - HIGHER[row]) / (FIRST_ABOVE[n, LARGEST] - FIRST_ABOVE[n, 0])
        table[row, CARDS + NEAR * (n - 1) + near] = 1
        table[row, HEIGHT + n - 1] = table[row, HEIGHT_NEAR + near] = height
        for kind in kinds:
            table[row, SHED + kind] += 1
    return table


FIXED = np.array([_fixed_traits(near) for near in range(NEAR)])


def opponent_nearness(s, seat):
    """Return how near the others are to the end, from 0 to 4: 1, 2, 3, 4 or 5, 6 or more cards."""
    fewest = 99
    for other in range(s.seats):
        if other != seat:
            fewest = min(fewest, s.cards[other])
    return max(fewest, 1) - 1 if fewest <= 3 else 3 if fewest <= 5 else 4


def count_unseen_cards(s, seat):
    """Return the bag of cards that a seat does not see: others' hands and the deck."""
    more = s.cards_0 * (COPIES[ZERO] << 3 * ZERO) + s.cards_5_9 * (2 << 3 * FIVE_NINE)
    more += s.cards_4_6_8 * (2 << 3 * FOUR_SIX_EIGHT) + s.cards_skip * (2 << 3 * SKIP)
    return BASIC + more - s.discards - s.area - s.hand[seat]


def has_ten_to_beat(s):
    """Return whether the play to beat holds a 10, so that a pass costs two cards (PD-11)."""
    ten = False
    for place in range(s.count):
        ten = ten or s.last[place] == TEN
    return ten


# Sets of plays.

def count_rows(rows):
    """Count the members of a set of at most 63."""
    rows -= rows >> 1 & 0x5555555555555555
    rows = (rows & 0x3333333333333333) + (rows >> 2 & 0x3333333333333333)
    rows = rows + (rows >> 4) & 0x0F0F0F0F0F0F0F0F
    rows += rows >> 8
    rows += rows >> 16
    rows += rows >> 32
    return rows & 0x7F


def write_bag_plays(s, bag, rows, which):
    """Write all prime plays that a bag can supply to rows[which]."""
    for word in range(WIDTH):
        rows[which, word] = SINGLES[word] if s.multi_in_three else -1
    for pair in range(KINDS // 2):
        narrow_plays(rows, which, which, pair, bag)


def narrow_plays(rows, source, which, pair, bag):
    """Reduce a set of plays to those for which a bag has enough of one pair of kinds."""
    two = bag >> 6 * pair & 63
    for word in range(WIDTH):
        rows[which, word] = rows[source, word] & SUPPLY[pair, two, word]


def supply_rest(rows, hand, a, b, c):
    """Write the prime plays left when cards of three pairs of kinds go, from rows[HAND] to rows[REST].

    hand  the bag without these cards
    """
    narrow_plays(rows, HAND, REST, a, hand)
    if b != a:
        narrow_plays(rows, REST, REST, b, hand)
    if c != b:
        narrow_plays(rows, REST, REST, c, hand)


def no_unseen_play(rows, first, end):
    """Return whether unseen cards supply no play in the table from `first` up to `end`."""
    for word in range(first // ROWS, (end + ROWS - 1) // ROWS):
        if rows[UNSEEN, word] & word_range_mask(first - word * ROWS, end - word * ROWS):
            return False
    return True


def count_rest_plays(rows, n):
    """Count the plays of n cards that are left in the hand."""
    count = 0
    for word in range(FROM[n], TO[n]):
        some = rows[REST, word] & OF[n - 1, word]
        if some:
            count += count_rows(some)
    return count


# What is listed.

def list_actions_with_rows(s, seat, actions, row_of, rows):
    """List actions as `sound_actions` does, with each play's row in the table; return how many.

    The row is UNKNOWN for an action that is no play.  Leaves in rows[HAND] the plays that the hand can supply.
    """
    write_bag_plays(s, s.hand[seat], rows, HAND)
    if s.phase == Phase.DISCARD:
        n = list_discards(s, seat, actions)
        for i in range(n):
            row_of[i] = UNKNOWN
        return n
    n = list_plays(s, seat, actions, row_of, rows)
    draws = s.phase == Phase.DRAW and can_draw(s, seat)
    alone = has_only_skip(s, seat)
    if draws:
        n = put_action(actions, row_of, n, Verb.DRAW)
    if s.phase == Phase.DRAW and count_kind(s.hand[seat], D):
        n = put_action(actions, row_of, n, Verb.D)
    if count_kind(s.hand[seat], SKIP) and not alone:
        n = put_action(actions, row_of, n, Verb.SKIP)
    if not (alone and draws):
        n = put_action(actions, row_of, n, Verb.PASS)
    return n


def put_action(actions, row_of, n, action):
    """Add an action that is no play to the list; return how many there are then."""
    actions[n], row_of[n] = action, UNKNOWN
    return n + 1


def list_plays(s, seat, actions, row_of, rows):
    """List the prime plays that the hand can make here, with their rows; return how many."""
    first, end = 0, len(PLAY_ACTION)
    if s.count:
        first, end = FIRST_ABOVE[s.count, s.number], FIRST_ABOVE[s.count, LARGEST]
    n = 0
    for word in range(first // ROWS, (end + ROWS - 1) // ROWS):
        start = word * ROWS
        left = rows[HAND, word]
        if left:
            left &= word_range_mask(first - start, end - start)
        while left:
            one = left & -left
            left ^= one
            row = start + BIT_PLACE[one % 67]
            if s.skip_last == 0 or not leaves_only_skip(s, seat, PLAY_CARDS[row], PLAY_COUNT[row]):
                actions[n], row_of[n] = PLAY_ACTION[row], row
                n += 1
    return n


def find_whole_hand_play(s, seat, row_of, n):
    """Return the index of a play of all cards of the hand; UNKNOWN where there is none."""
    for i in range(n):
        if row_of[i] != UNKNOWN and PLAY_COUNT[row_of[i]] == s.cards[seat]:
            return i
    return UNKNOWN


# How much it is liked.

def write_action_weights(s, seat, actions, row_of, n, weights, theta, block, fixed, rows):
    """Write how much `seat` prefers each of its n listed actions to `weights`; return their sum.

    theta   the rows of weights; block: which row; fixed: what every play's fixed features come to by them
    rows    room for three sets of plays, of which `list_actions_with_rows` has made that of the hand
    """
    wins = find_whole_hand_play(s, seat, row_of, n)
    if wins != UNKNOWN:                     # there is nothing better
        for i in range(n):
            weights[i] = 1e-3
        weights[wins] = 1.0
        return 1.0 + 1e-3 * (n - 1)
    near, plays = opponent_nearness(s, seat), count_plays(row_of, n)
    if plays:
        write_bag_plays(s, count_unseen_cards(s, seat), rows, UNSEEN)
    top = -1e9
    for i in range(n):
        row = row_of[i]
        if row != UNKNOWN:
            weights[i] = fixed[block, near, row] + worth_of_play(s, seat, row, theta, block, rows, theta, 0, 0.0)
        else:
            weights[i] = score_nonplay_action(s, seat, actions[i], near, plays, theta, block, rows, theta, 0, 0.0)
        top = max(top, weights[i])
    total = 0.0
    for i in range(n):
        weights[i] = math.exp(weights[i] - top)
        total += weights[i]
    return total


def count_plays(row_of, n):
    """Count the plays at the beginning of a list of actions."""
    plays = 0
    while plays < n and row_of[plays] != UNKNOWN:
        plays += 1
    return plays


def weigh_trait(theta, block, score, line, share, place, value):
    """Return what a feature adds to a preference; with a share also add to the score that is learnt from."""
    if share != 0.0:
        score[line, place] += share * value
    return theta[block, place] * value


def worth_of_play(s, seat, row, theta, block, rows, score, line, share):
    """Return the weight of a play by what depends on the hand and on unseen cards."""
    n, hand, left = PLAY_COUNT[row], s.hand[seat] - PLAY_CARDS[row], s.cards[seat] - PLAY_COUNT[row]
    sure = no_unseen_play(rows, HIGHER[row], FIRST_ABOVE[n, LARGEST])
    supply_rest(rows, hand, PLAY_PAIRS[row, 0], PLAY_PAIRS[row, 1], PLAY_PAIRS[row, 2])
    z = weigh_trait(theta, block, score, line, share, SURE + n - 1, 1.0) if sure else 0.0
    own_next = PLAY_STOPS[row] > 0 or (sure and s.cards_skip == 0)
    return z + worth_of_rest(hand, left, own_next, theta, block, rows, score, line, share)


def worth_of_rest(hand, left, own_next, theta, block, rows, score, line, share):
    """Return the weight of the cards left in the hand."""
    if left == 0:
        return 0.0
    z = weigh_trait(theta, block, score, line, share, LEFT + min(left, 7) - 1, 1.0)
    for n in range(1, 4):
        count = count_rest_plays(rows, n)
        if count:
            z += weigh_trait(theta, block, score, line, share, MORE + 2 * n - 2, 1.0)
            z += weigh_trait(theta, block, score, line, share, MORE + 2 * n - 1, LOG[count])
            if n == left:
                z += weigh_trait(theta, block, score, line, share, OUT, 1.0)
                if own_next:
                    z += weigh_trait(theta, block, score, line, share, OUT + 1, 1.0)
    if left == 1 and count_kind(hand, SKIP):
        z += weigh_trait(theta, block, score, line, share, ALONE, 1.0)
    return z


def score_nonplay_action(s, seat, action, near, plays, theta, block, rows, score, line, share):
    """Return the weight of an action that is no play."""
    verb = verb_of(action)
    if verb == Verb.DISCARD:
        kind = face_of(action, 0)
        hand = s.hand[seat] - (1 << 3 * kind)
        supply_rest(rows, hand, kind >> 1, kind >> 1, kind >> 1)
        z = weigh_trait(theta, block, score, line, share, GONE + kind, 1.0)
        return z + worth_of_rest(hand, s.cards[seat] - 1, False, theta, block, rows, score, line, share)
    if verb == Verb.SKIP:
        z = weigh_trait(theta, block, score, line, share, SKIPPED, 1.0)
        if has_ten_to_beat(s):
            z += weigh_trait(theta, block, score, line, share, SKIPPED + 1, 1.0)
        return z + (0.0 if plays else weigh_trait(theta, block, score, line, share, SKIPPED + 2, 1.0))
    if verb == Verb.D:
        z = weigh_trait(theta, block, score, line, share, LAID + near, 1.0)
        return z + (0.0 if plays else weigh_trait(theta, block, score, line, share, LAID + NEAR, 1.0))
    base = DRAWN if verb == Verb.DRAW else PASSED
    z = weigh_trait(theta, block, score, line, share, base + near, 1.0)
    z += weigh_trait(theta, block, score, line, share, base + NEAR + 1, 0.1 * s.cards[seat])
    z += weigh_trait(theta, block, score, line, share, base + NEAR + 2, LOG[plays]) if plays else weigh_trait(
        theta, block, score, line, share, base + NEAR, 1.0)
    if verb == Verb.PASS:
        if has_ten_to_beat(s):
            z += weigh_trait(theta, block, score, line, share, base + NEAR + 3, 1.0)
        if s.phase == Phase.PLAY:
            z += weigh_trait(theta, block, score, line, share, base + NEAR + 4, 1.0)
        if s.owner == (seat + 1) % s.seats:
            z += weigh_trait(theta, block, score, line, share, base + NEAR + 5, 1.0)
    return z


def add_score(s, seat, actions, row_of, n, chosen, weights, total, theta, block, rows, score, line, fixed_traits):
    """Add to score[line] the features of the chosen action less their mean over all, after `write_action_weights`.

    The mean is weighted by the preferences: this is the gradient of the log-probability of the chosen action.

    fixed_traits  the fixed features of every play
    """
    near, plays = opponent_nearness(s, seat), count_plays(row_of, n)
    for i in range(n):
        share = (1.0 if i == chosen else 0.0) - weights[i] / total
        row = row_of[i]
        if row == UNKNOWN:
            score_nonplay_action(s, seat, actions[i], near, plays, theta, block, rows, score, line, share)
            continue
        worth_of_play(s, seat, row, theta, block, rows, score, line, share)
        for place in range(SURE):
            score[line, place] += share * fixed_traits[near, row, place]


compile_rules(globals(), makers="")
