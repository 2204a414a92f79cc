"""Laying sets down and extending them; the staging area of an initial laydown (CA-6 to CA-8, CA-11, CA-25)."""

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, PRIME, WILD
from ...decks.primepak.catalogue import START, STOP
from .actions import extend, lay
from .going_out import could_after, put, strands
from .hands import add, bits_of, forget, show, supplies
from .sides import STRICT, barred, minimum, side_of
from .state import Phase, Refusal
from .tables import (
    ADDED,
    CANASTA,
    CARDS,
    COUNT,
    FIRST_PAIR,
    HIGH,
    LOW,
    MOST_WILDS,
    NO_CARD,
    PAIR_COUNT,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    POINTS,
    PRIME_KINDS,
    RUN,
    RUN_ENDS,
    RUN_START,
    SET_ENDS,
    SET_POINTS,
    STRETCHES,
)


def at_level(s, row):
    """Is the set one of the table's deck level?"""
    return row < SET_ENDS[s.level] if row < RUN else row < RUN_START[RUN_ENDS[s.level]]


def lays_now(s):
    """Is this a moment for laying sets?  Before drawing only with the top card of the pile (CA-24)."""
    return s.phase == Phase.LAY or s.taking == 1


# A new set.

def lay_reason(s, seat, row, bound):
    """`bound`: the player must go out (CA-35)."""
    if not at_level(s, row):
        return Refusal.NOT_AT_LEVEL
    low, high = bits_of(s.hand[seat])
    if not supplies(low, high, row):
        return Refusal.NOT_IN_HAND
    if not lays_now(s):
        return Refusal.DRAW_FIRST
    return supplied_reason(s, seat, row, bound)


def supplied_reason(s, seat, row, bound):
    """The same, of a set of the level that the hand can supply, at the right time."""
    if not s.taking and strands(s, seat, row, NO_CARD, COUNT[row]):
        return Refusal.BARRED if barred(s) else Refusal.STRANDED
    return Refusal.MUST_GO_OUT if bound and not could_after(s, seat, row, NO_CARD) else Refusal.NONE


def list_lays(s, seat, bound, out, n):
    low, high = bits_of(s.hand[seat])
    for kind in range(WILD):
        if PRIME[kind] == 0 and s.hand[seat, kind]:
            for row in range(START[kind], STOP[kind]):
                if LOW[row] & ~low == 0 and HIGH[row] & ~high == 0 \
                        and supplied_reason(s, seat, row, bound) == Refusal.NONE:
                    out[n] = lay(row)
                    n += 1
    for stretch in range(RUN_ENDS[s.level]):
        if gaps(s.hand[seat], stretch) <= min(MOST_WILDS, s.hand[seat, WILD]):
            for row in range(RUN_START[stretch], RUN_START[stretch + 1]):
                if supplies(low, high, row) and supplied_reason(s, seat, row, bound) == Refusal.NONE:
                    out[n] = lay(row)
                    n += 1
    return n


def gaps(counts, stretch):
    """How many primes of a stretch are not among some cards."""
    n = 0
    for place in range(STRETCHES[stretch, 0], STRETCHES[stretch, 1] + 1):
        n += counts[PRIME_KINDS[place]] == 0
    return n


def lay_set(s, seat, row):
    """Lay a set of the hand, or stage it before the initial laydown."""
    take_from_hand(s, seat, row, NO_CARD)
    if s.made[side_of(s, seat)]:
        join(s, side_of(s, seat), row, NO_CARD)
        leave(s, seat, row, NO_CARD)
    else:
        stage(s, seat, row, NO_CARD)


def take_from_hand(s, seat, row, top):
    """The cards of a set leave the hand; the pile's top card is not one of them."""
    add(s.hand[seat], row, -1)
    if top >= 0:
        s.hand[seat, top] += 1


def leave(s, seat, row, top):
    """Everybody sees the cards of a set leave the hand."""
    s.cards[seat] -= COUNT[row] - (top >= 0)
    see(s, seat, row, top)


def see(s, seat, row, top):
    skipped = False
    for i in range(COUNT[row]):
        if CARDS[row, i] == top and not skipped:
            skipped = True
        else:
            forget(s, seat, CARDS[row, i])


def join(s, side, row, old):
    """A set lies with a side, in place of an old one."""
    s.laid_n[side] = put(s.laid[side], s.laid_n[side], row, old)
    s.canastas[side] += CANASTA[row] - (CANASTA[old] if old >= 0 else 0)


# A set that grows.

def extend_reason(s, seat, pair, bound):
    old, new = PAIRS[pair, 0], PAIRS[pair, 1]
    if not at_level(s, new):
        return Refusal.NOT_AT_LEVEL
    if not holds_pair(s, seat, pair):
        return Refusal.NOT_IN_HAND
    if s.phase != Phase.LAY:
        return Refusal.DRAW_FIRST
    if s.made[side_of(s, seat)] == 0:
        return Refusal.NOT_DOWN_YET
    if not has_laid(s, seat, old):
        return Refusal.NOT_LAID
    return growth_reason(s, seat, pair, bound)


def growth_reason(s, seat, pair, bound):
    old, new = PAIRS[pair, 0], PAIRS[pair, 1]
    if strands(s, seat, new, old, PAIR_COUNT[pair]):
        return Refusal.BARRED if barred(s) else Refusal.STRANDED
    return Refusal.MUST_GO_OUT if bound and not could_after(s, seat, new, old) else Refusal.NONE


def holds_pair(s, seat, pair):
    low, high = bits_of(s.hand[seat])
    return PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0


def has_laid(s, seat, row):
    side = side_of(s, seat)
    for i in range(s.laid_n[side]):
        if s.laid[side, i] == row:
            return True
    return False


def first_of(s, side, i):
    """Is the laid set at a place the first of its like?"""
    for j in range(i):
        if s.laid[side, j] == s.laid[side, i]:
            return False
    return True


def list_growths(s, seat, bound, out, n):
    side = side_of(s, seat)
    low, high = bits_of(s.hand[seat])
    for i in range(s.laid_n[side]):
        row = s.laid[side, i]
        if FIRST_PAIR[row] < FIRST_PAIR[row + 1] and first_of(s, side, i):
            for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
                if PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0 and at_level(s, PAIRS[pair, 1]) \
                        and growth_reason(s, seat, pair, bound) == Refusal.NONE:
                    out[n] = extend(pair)
                    n += 1
    return n


def grow(s, seat, pair, top):
    """Cards of the hand, and the pile's top card if it is given, go to a laid set."""
    for i in range(PAIR_COUNT[pair]):
        kind = ADDED[pair, i]
        if kind == top:
            top = UNKNOWN
        else:
            s.hand[seat, kind] -= 1
            s.cards[seat] -= 1
            forget(s, seat, kind)
    join(s, side_of(s, seat), PAIRS[pair, 1], PAIRS[pair, 0])


# The staging area.

def stage(s, seat, row, top):
    """A set waits to be put down; only the strict referee's tables see it (CA-11, CA-19)."""
    s.stage[s.staged] = row
    s.staged += 1
    s.stage_cards += COUNT[row] - (top >= 0)
    s.stage_points += SET_POINTS[row] - (POINTS[top] if top >= 0 else 0)        # CA-14
    if s.referee == STRICT:
        see(s, seat, row, top)


def down_reason(s, seat):
    if s.staged == 0:
        return Refusal.NOTHING_STAGED
    if s.stage_points < minimum(s.score[side_of(s, seat)]):
        return Refusal.BELOW_MINIMUM
    if not s.taking and strands(s, seat, NO_CARD, NO_CARD, 0):
        return Refusal.BARRED if barred(s) else Refusal.STRANDED
    return Refusal.NONE


def put_down(s, seat, top):
    """CA-11: the staged sets are laid; `top` is the card of the pile in the first of them."""
    side = side_of(s, seat)
    for i in range(s.staged):
        row, pile_card = s.stage[i], top if i == 0 else UNKNOWN
        join(s, side, row, NO_CARD)
        s.cards[seat] -= COUNT[row] - (pile_card >= 0)
        if s.referee != STRICT:
            see(s, seat, row, pile_card)
    s.made[side] = 1
    clear_stage(s)


def take_back(s, seat, top):
    """The staged cards return to the hand; with the strict referee everybody has seen them."""
    for i in range(s.staged):
        add(s.hand[seat], s.stage[i], 1)
    if top >= 0:
        s.hand[seat, top] -= 1
    if s.referee == STRICT:
        show_staged(s, seat, top)
    clear_stage(s)
    s.back = 1


def show_staged(s, seat, top):
    """What was left of the known cards stays known beside those shown."""
    shown = s.known[seat].copy()
    for i in range(s.staged):
        add(shown, s.stage[i], 1)
    if top >= 0:
        shown[top] -= 1
    for kind in range(KINDS):
        show(s, seat, kind, shown[kind])


def clear_stage(s):
    s.stage[:s.staged] = 0
    s.staged = s.stage_points = s.stage_cards = s.taking = 0


compile_rules(globals(), makers="show_staged")
