"""Laying sets down and extending them; the staging area of an initial laydown (CA-6 to CA-8, CA-11, CA-25)."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, PRIME, WILD
from ...decks.primepak.factor_set_catalogue import ANSWER_START, ANSWER_STOP
from .actions import encode_extend, encode_lay
from .going_out import could_after, put_set, would_strand
from .hands import add_set, contains_set, counts_to_bit_words, forget_known_card, note_shown_cards
from .sides import STRICT, is_barred, laydown_minimum, side_of
from .state import Phase, Refusal
from .tables import (
    ADDED_CARDS,
    CANASTA,
    CARDS,
    COUNT,
    FIRST_PAIR,
    FIRST_RUN,
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
    RUN_ENDS,
    RUN_START,
    SET_ENDS,
    SET_POINTS,
    STRETCHES,
)


def is_at_level(s, row):
    """Is the set one of the table's deck level?"""
    return row < SET_ENDS[s.level] if row < FIRST_RUN else row < RUN_START[RUN_ENDS[s.level]]


def may_lay_now(s):
    """Tell whether sets may be laid now: after drawing, or before it with the pile's top card (CA-24)."""
    return s.phase == Phase.LAY or s.taking == 1


# A new set.

def lay_reason(s, seat, row, bound):
    """Return why a set may not be laid; NONE where it may.  `bound`: the player must go out (CA-35)."""
    if not is_at_level(s, row):
        return Refusal.NOT_AT_LEVEL
    low, high = counts_to_bit_words(s.hand[seat])
    if not contains_set(low, high, row):
        return Refusal.NOT_IN_HAND
    if not may_lay_now(s):
        return Refusal.DRAW_FIRST
    return supplied_reason(s, seat, row, bound)


def supplied_reason(s, seat, row, bound):
    """Return why a set that the hand holds may not be laid, the level and the time being right; or NONE."""
    if not s.taking and would_strand(s, seat, row, NO_CARD, COUNT[row]):
        return Refusal.BARRED if is_barred(s) else Refusal.STRANDED
    return Refusal.MUST_GO_OUT if bound and not could_after(s, seat, row, NO_CARD) else Refusal.NONE


def list_lays(s, seat, bound, out, n):
    """Append every set that may be laid; return how many actions there are now."""
    low, high = counts_to_bit_words(s.hand[seat])
    for kind in range(WILD):
        if PRIME[kind] == 0 and s.hand[seat, kind]:
            for row in range(ANSWER_START[kind], ANSWER_STOP[kind]):
                if LOW[row] & ~low == 0 and HIGH[row] & ~high == 0 \
                        and supplied_reason(s, seat, row, bound) == Refusal.NONE:
                    out[n] = encode_lay(row)
                    n += 1
    for stretch in range(RUN_ENDS[s.level]):
        if count_gaps(s.hand[seat], stretch) <= min(MOST_WILDS, s.hand[seat, WILD]):
            for row in range(RUN_START[stretch], RUN_START[stretch + 1]):
                if contains_set(low, high, row) and supplied_reason(s, seat, row, bound) == Refusal.NONE:
                    out[n] = encode_lay(row)
                    n += 1
    return n


def count_gaps(counts, stretch):
    """Return how many primes of a stretch are not among some cards."""
    n = 0
    for place in range(STRETCHES[stretch, 0], STRETCHES[stretch, 1] + 1):
        n += counts[PRIME_KINDS[place]] == 0
    return n


def lay_set(s, seat, row):
    """Lay a set of the hand, or stage it before the initial laydown."""
    take_from_hand(s, seat, row, NO_CARD)
    if s.made[side_of(s, seat)]:
        place_set(s, side_of(s, seat), row, NO_CARD)
        leave_hand(s, seat, row, NO_CARD)
    else:
        stage_set(s, seat, row, NO_CARD)


def take_from_hand(s, seat, row, top):
    """Remove the cards of a set from the hand, except the pile's top card (`top`, negative for none)."""
    add_set(s.hand[seat], row, -1)
    if top >= 0:
        s.hand[seat, top] += 1


def leave_hand(s, seat, row, top):
    """Count and show the cards of a set as gone from the hand."""
    s.cards[seat] -= COUNT[row] - (top >= 0)
    forget_set_cards(s, seat, row, top)


def forget_set_cards(s, seat, row, top):
    """Note that everybody sees the cards of a set leave the hand, except the pile's card `top`."""
    skipped = False
    for i in range(COUNT[row]):
        if CARDS[row, i] == top and not skipped:
            skipped = True
        else:
            forget_known_card(s, seat, CARDS[row, i])


def place_set(s, side, row, old):
    """Lay a set for a side, in place of an old one (NO_CARD for none), and count its canasta."""
    s.laid_n[side] = put_set(s.laid[side], s.laid_n[side], row, old)
    s.canastas[side] += CANASTA[row] - (CANASTA[old] if old >= 0 else 0)


# A set that grows.

def extend_reason(s, seat, pair, bound):
    """Return why a laid set may not be extended; NONE where it may."""
    old, new = PAIRS[pair, 0], PAIRS[pair, 1]
    if not is_at_level(s, new):
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
    """Return why a growth that the hand holds may not be made, for going out's sake; or NONE."""
    old, new = PAIRS[pair, 0], PAIRS[pair, 1]
    if would_strand(s, seat, new, old, PAIR_COUNT[pair]):
        return Refusal.BARRED if is_barred(s) else Refusal.STRANDED
    return Refusal.MUST_GO_OUT if bound and not could_after(s, seat, new, old) else Refusal.NONE


def holds_pair(s, seat, pair):
    """Tell whether the hand has the cards of a growth."""
    low, high = counts_to_bit_words(s.hand[seat])
    return PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0


def has_laid(s, seat, row):
    """Tell whether the seat's side has laid the set."""
    side = side_of(s, seat)
    for i in range(s.laid_n[side]):
        if s.laid[side, i] == row:
            return True
    return False


def is_first_alike(s, side, i):
    """Tell whether the laid set at index i is the first of equal ones."""
    for j in range(i):
        if s.laid[side, j] == s.laid[side, i]:
            return False
    return True


def list_growths(s, seat, bound, out, n):
    """Append every growth that may be made; return how many actions there are now."""
    side = side_of(s, seat)
    low, high = counts_to_bit_words(s.hand[seat])
    for i in range(s.laid_n[side]):
        row = s.laid[side, i]
        if FIRST_PAIR[row] < FIRST_PAIR[row + 1] and is_first_alike(s, side, i):
            for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
                if PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0 and is_at_level(s, PAIRS[pair, 1]) \
                        and growth_reason(s, seat, pair, bound) == Refusal.NONE:
                    out[n] = encode_extend(pair)
                    n += 1
    return n


def grow_set(s, seat, pair, top):
    """Add cards of the hand, and the pile's top card if it is given, to a laid set."""
    for i in range(PAIR_COUNT[pair]):
        kind = ADDED_CARDS[pair, i]
        if kind == top:
            top = UNKNOWN
        else:
            s.hand[seat, kind] -= 1
            s.cards[seat] -= 1
            forget_known_card(s, seat, kind)
    place_set(s, side_of(s, seat), PAIRS[pair, 1], PAIRS[pair, 0])


# The staging area.

def stage_set(s, seat, row, top):
    """Put a set in the staging area; only the strict referee's tables see it (CA-11, CA-19)."""
    s.stage[s.staged] = row
    s.staged += 1
    s.stage_cards += COUNT[row] - (top >= 0)
    s.stage_points += SET_POINTS[row] - (POINTS[top] if top >= 0 else 0)        # CA-14
    if s.referee == STRICT:
        forget_set_cards(s, seat, row, top)


def down_reason(s, seat):
    """Return why the staged sets may not be put down; NONE where they may."""
    if s.staged == 0:
        return Refusal.NOTHING_STAGED
    if s.stage_points < laydown_minimum(s, s.score[side_of(s, seat)]):
        return Refusal.BELOW_MINIMUM
    if not s.taking and would_strand(s, seat, NO_CARD, NO_CARD, 0):
        return Refusal.BARRED if is_barred(s) else Refusal.STRANDED
    return Refusal.NONE


def put_down(s, seat, top):
    """CA-11: the staged sets are laid; `top` is the card of the pile in the first of them."""
    side = side_of(s, seat)
    for i in range(s.staged):
        row, pile_card = s.stage[i], top if i == 0 else UNKNOWN
        place_set(s, side, row, NO_CARD)
        s.cards[seat] -= COUNT[row] - (pile_card >= 0)
        if s.referee != STRICT:
            forget_set_cards(s, seat, row, pile_card)
    s.made[side] = 1
    clear_stage(s)


def take_back(s, seat, top):
    """The staged cards return to the hand; with the strict referee everybody has seen them."""
    for i in range(s.staged):
        add_set(s.hand[seat], s.stage[i], 1)
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
        add_set(shown, s.stage[i], 1)
    if top >= 0:
        shown[top] -= 1
    for kind in range(KINDS):
        note_shown_cards(s, seat, kind, shown[kind])


def clear_stage(s):
    """Empty the staging area."""
    s.stage[:s.staged] = 0
    s.staged = s.stage_points = s.stage_cards = s.taking = 0


compile_rules(globals(), makers="show_staged")
