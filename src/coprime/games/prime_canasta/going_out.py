"""Going out (CA-15, CA-32, CA-35), and never being left without a way to end the turn (CA-4)."""

import numpy as np

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS, PRIME, WILD
from ...decks.primepak.catalogue import START, STOP
from .hands import add, bits_of, supplies, uses
from .sides import STRICT, barred, in_hand, minimum, needed, side_of
from .state import Answer, Phase, Refusal
from .tables import (
    ADDED,
    ALL,
    CANASTA,
    COUNT,
    DECK,
    FIRST_PAIR,
    MOST_LAID,
    MOST_PAIRS,
    NO_CARD,
    PAIR_COUNT,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    POINTS,
    RUN,
    SET_POINTS,
    SMALLEST_CANASTA,
)

WAYS = 4_000                # steps of the search at most: hands of 20 cards take some hundred
NEXT, MOVE, WHAT, ON = 0, 1, 2, 3       # columns of a step: what to try next, what has been done,
HARDEST, LOWS, HIGHS = 4, 5, 6          # for which card, and the cards of before as bits
COLUMNS = 7
NEW, GROW, DROP = 0, 1, 2               # moves: a set, a laid set that grows, the card that is discarded


def may_go_out(s, seat):
    """CA-15: enough canastas, and at most one card left."""
    return in_hand(s, seat) <= 1 and s.canastas[side_of(s, seat)] >= needed(s.score[side_of(s, seat)])


def out_reason(s, seat):
    """Of announcing it."""
    if s.phase == Phase.DRAW:
        return Refusal.DRAW_FIRST
    if s.staged:
        return Refusal.STAGED
    if barred(s):
        return Refusal.BARRED
    if in_hand(s, seat) > 1:
        return Refusal.DEADWOOD
    return Refusal.NONE if may_go_out(s, seat) else Refusal.TOO_FEW_CANASTAS


def ask_reason(s, seat):
    """Of "May I go out?" (CA-21, CA-35)."""
    if not s.partnerships:
        return Refusal.NO_PARTNER
    if s.phase == Phase.DRAW:
        return Refusal.DRAW_FIRST
    if s.answer != Answer.NOT_ASKED:
        return Refusal.ASKED_ALREADY
    if s.staged:
        return Refusal.STAGED
    if s.referee == STRICT:
        return Refusal.NONE
    if in_hand(s, seat) < 2:
        return Refusal.ASK_EARLIER
    return Refusal.NONE if can_go_out(s, seat) else Refusal.CANNOT_GO_OUT


def bound(s, seat):
    """CA-35: the partner has said yes, and the player can still go out."""
    return s.answer == Answer.YES and s.referee != STRICT and can_go_out(s, seat)


# Cards left over.

def strands(s, seat, row, old, used):
    """CA-4: would laying a set (in place of an old one; NO_CARD for none), with so many cards of the hand, leave too
    few cards and no way to go out?"""
    left = in_hand(s, seat) - used
    if left >= 2:
        return False
    if barred(s):
        return True
    side = side_of(s, seat)
    points = s.stage_points + (SET_POINTS[row] if row >= 0 else 0)
    if s.made[side] == 0 and points < minimum(s.score[side]):
        return True
    missing = needed(s.score[side]) - canastas_with(s, side, row, old)
    return missing > 0 and not (left == 1 and missing == 1 and last_card_helps(s, seat, row, old))


def canastas_with(s, side, row, old):
    """The side's canastas, staged ones too, after a set was laid in place of an old one."""
    canastas = s.canastas[side] + (CANASTA[row] if row >= 0 else 0) - (CANASTA[old] if old >= 0 else 0)
    for i in range(s.staged):
        canastas += CANASTA[s.stage[i]]
    return canastas


def last_card_helps(s, seat, row, old):
    """Does the one card that is left make a canasta of a laid set, after `row` was laid in place of `old`?"""
    counts = s.hand[seat].copy()
    if row >= 0:
        add(counts, row, -1)
    if old >= 0:
        add(counts, old, 1)
    kind = hardest(counts)
    if row >= 0 and helps(row, kind):
        return True
    side = side_of(s, seat)
    for i in range(s.laid_n[side]):
        if helps(s.laid[side, i], kind):
            return True
    for i in range(s.staged):
        if helps(s.stage[i], kind):
            return True
    return False


def helps(row, kind):
    """Does one card make the set a canasta?"""
    for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
        if PAIR_COUNT[pair] == 1 and ADDED[pair, 0] == kind and CANASTA[PAIRS[pair, 1]] > CANASTA[row]:
            return True
    return False


# Can the whole hand be laid?

def can_go_out(s, seat):
    """Is there a way of laying the hand, with or without a discard, that ends the round in this turn?"""
    return could_after(s, seat, NO_CARD, NO_CARD)


def could_after(s, seat, row, old):
    """The same, after a set was laid (in place of an old one)."""
    side = side_of(s, seat)
    made = s.made[side] == 1
    if not made and s.back and not s.staged:
        return False
    counts, laid = s.hand[seat].copy(), np.empty(MOST_LAID + 1, np.int64)
    n = s.laid_n[side]
    laid[:n] = s.laid[side, :n]
    for i in range(s.staged):
        laid[n] = s.stage[i]
        n += 1
    points = s.stage_points
    if row >= 0:
        n = put(laid, n, row, old)
        add(counts, row, -1)
        points += SET_POINTS[row]
    if old >= 0:
        add(counts, old, 1)
    missing = needed(s.score[side]) - canastas_with(s, side, row, old)
    return can_be_laid(counts, laid, n, missing, 0 if made else minimum(s.score[side]) - points)


def put(laid, n, row, old):
    """Put a set among n laid ones, in place of an old one if there is one; return how many there are then."""
    for i in range(n):
        if laid[i] == old:
            laid[i] = row
            return n
    laid[n] = row
    return n + 1


def can_be_laid(counts, laid, n, canastas, points):
    """Can all cards but one at most be laid, in sets of their own or with n laid ones, making so many canastas and
    points in new sets?  The largest composite is the answer of a set, or goes; then primes.  Gives up after WAYS."""
    steps = np.empty((DECK, COLUMNS), np.int64)
    grows = growing(laid, n)
    enter(counts, steps[0])
    cards, spare, depth, down = counts.sum(), 1, 0, True
    for _ in range(WAYS):
        if down and cards <= spare and canastas <= 0 and points <= 0:
            return True
        step, sign = steps[depth], 1
        down = find(laid, n, spare, step)
        if down:
            depth += 1
        else:
            depth -= 1
            if depth < 0:
                return False
            step, sign = steps[depth], -1
        if step[MOVE] == DROP:
            counts[step[WHAT]] -= sign
            cards, spare = cards - sign, spare - sign
        elif step[MOVE] == NEW:
            add(counts, step[WHAT], -sign)
            cards, points = cards - sign * COUNT[step[WHAT]], points - sign * SET_POINTS[step[WHAT]]
            canastas -= sign * CANASTA[step[WHAT]]
        else:
            pair = step[WHAT]
            old, new = PAIRS[pair, 0], PAIRS[pair, 1]
            laid[step[ON]] = new if sign > 0 else old
            add(counts, new, -sign)
            add(counts, old, sign)
            cards, canastas = cards - sign * PAIR_COUNT[pair], canastas - sign * (CANASTA[new] - CANASTA[old])
        if down:
            enter(counts, steps[depth])
            if canastas > cards // SMALLEST_CANASTA + grows or (points > 0 and points > worth(counts)):
                steps[depth, HARDEST] = NO_CARD                 # there cannot be enough of them in what is left
    return False


def growing(laid, n):
    """How many of n laid sets can still become canastas."""
    grows = 0
    for i in range(n):
        grows += CANASTA[laid[i]] == 0 and FIRST_PAIR[laid[i]] < FIRST_PAIR[laid[i] + 1]
    return grows


def worth(counts):
    points = 0
    for kind in range(KINDS):
        points += counts[kind] * POINTS[kind]
    return points


def enter(counts, step):
    """Begin a step: its card, and the cards as bits."""
    step[NEXT], step[HARDEST] = 0, hardest(counts)
    step[LOWS], step[HIGHS] = bits_of(counts)


def hardest(counts):
    """The largest composite, else the largest prime, else a wild; NO_CARD of no cards."""
    prime = WILD if counts[WILD] > 0 else NO_CARD
    for kind in range(WILD - 1, -1, -1):
        if counts[kind] > 0:
            if PRIME[kind] == 0:
                return kind
            if prime == NO_CARD or prime == WILD:
                prime = kind
    return prime


def find(laid, n, spare, step):
    """The next thing to do with the hardest card, written to the step; False when there is none."""
    kind, low, high = step[HARDEST], step[LOWS], step[HIGHS]
    if kind == NO_CARD:
        return False
    first, stop = (RUN, ALL) if PRIME[kind] else (START[kind], STOP[kind])
    sets, growths = stop - first, n * MOST_PAIRS
    while step[NEXT] < sets + growths:
        at = step[NEXT]
        step[NEXT] += 1
        if at < sets:
            if uses(first + at, kind) and supplies(low, high, first + at):
                step[MOVE], step[WHAT] = NEW, first + at
                return True
            continue
        i, pair = (at - sets) // MOST_PAIRS, FIRST_PAIR[laid[(at - sets) // MOST_PAIRS]] + (at - sets) % MOST_PAIRS
        if pair < FIRST_PAIR[laid[i] + 1] and adds(pair, kind) and PAIR_LOW[pair] & ~low == 0 \
                and PAIR_HIGH[pair] & ~high == 0:
            step[MOVE], step[WHAT], step[ON] = GROW, pair, i
            return True
    if step[NEXT] == sets + growths and spare:
        step[NEXT] += 1
        step[MOVE], step[WHAT] = DROP, kind
        return True
    return False


def adds(pair, kind):
    """Is a card of the kind added?"""
    for i in range(PAIR_COUNT[pair]):
        if ADDED[pair, i] == kind:
            return True
    return False


compile_rules(globals())
