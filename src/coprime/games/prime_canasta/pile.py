"""Taking from the discard pile (CA-12 to CA-14, CA-29 to CA-31)."""

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, PRIME, WILD
from ...decks.primepak.catalogue import START, STOP
from .actions import choose, kind_of, onto, place_of, take
from .going_out import adds
from .hands import bits_of, supplies, uses
from .laying import at_level, first_of, gaps, grow, has_laid, join, leave, stage, take_from_hand
from .sides import side_of
from .state import Phase, Refusal
from .tables import (
    FIRST_PAIR,
    HIGH,
    LOW,
    MOST_WILDS,
    NO_CARD,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    RUN_ENDS,
    RUN_START,
    WILD_CARDS,
)

LEAST_PILE = 3              # CA-12
LEAST_CHOICE = 2


def top_of(s):
    """The top card of the discard pile; UNKNOWN when there is none."""
    return s.pile[s.piled - 1] if s.piled else UNKNOWN


def frozen_for(s, seat):
    """CA-13: for everybody while a wild lies in the pile, and for a side before its initial laydown."""
    return s.frozen > 0 or s.made[side_of(s, seat)] == 0


def with_top(s, seat):
    """The cards of the hand and the top card."""
    counts = s.hand[seat].copy()
    if s.piled:
        counts[top_of(s)] += 1
    return counts


def entitled_reason(s):
    """Of taking at all (CA-12, CA-30)."""
    if s.piled < LEAST_PILE:
        return Refusal.PILE_SMALL
    return Refusal.TOP_WILD if top_of(s) == WILD else Refusal.NONE


def take_reason(s, seat, row):
    if s.phase != Phase.DRAW:
        return Refusal.DRAWN_ALREADY
    if s.staged:
        return Refusal.STAGED
    if s.piled == 0 or not at_level(s, row):
        return Refusal.PILE_SMALL if s.piled == 0 else Refusal.NOT_AT_LEVEL
    if not uses(row, top_of(s)):
        return Refusal.TOP_UNUSED
    low, high = bits_of(with_top(s, seat))
    if not supplies(low, high, row):
        return Refusal.NOT_IN_HAND
    reason = entitled_reason(s)
    if reason != Refusal.NONE:
        return reason
    return Refusal.FROZEN_WILDS if frozen_for(s, seat) and WILD_CARDS[row] else Refusal.NONE


def onto_reason(s, seat, pair):
    if s.phase != Phase.DRAW:
        return Refusal.DRAWN_ALREADY
    if s.staged:
        return Refusal.STAGED
    if s.piled == 0 or not at_level(s, PAIRS[pair, 1]):
        return Refusal.PILE_SMALL if s.piled == 0 else Refusal.NOT_AT_LEVEL
    if not adds(pair, top_of(s)):
        return Refusal.TOP_UNUSED
    low, high = bits_of(with_top(s, seat))
    if PAIR_LOW[pair] & ~low or PAIR_HIGH[pair] & ~high:
        return Refusal.NOT_IN_HAND
    if s.made[side_of(s, seat)] == 0:
        return Refusal.NOT_DOWN_YET
    if not has_laid(s, seat, PAIRS[pair, 0]):
        return Refusal.NOT_LAID
    reason = entitled_reason(s)
    if reason != Refusal.NONE:
        return reason
    return Refusal.FROZEN_GROWTH if s.frozen else Refusal.NONE


def list_takes(s, seat, out, n):
    """Every way of taking the top card."""
    frozen = frozen_for(s, seat)
    if entitled_reason(s) != Refusal.NONE:
        return n
    top, counts = top_of(s), with_top(s, seat)
    low, high = bits_of(counts)
    for kind in range(WILD):
        if PRIME[kind] == 0 and counts[kind] and (kind == top or kind > top):
            for row in range(START[kind], STOP[kind]):
                if LOW[row] & ~low == 0 and HIGH[row] & ~high == 0 and uses(row, top) \
                        and not (frozen and WILD_CARDS[row]):
                    out[n] = take(row)
                    n += 1
    if PRIME[top]:
        n = list_runs(s, seat, frozen, out, n)
    return n if frozen else list_ontos(s, seat, low, high, out, n)


def list_runs(s, seat, frozen, out, n):
    top, counts = top_of(s), with_top(s, seat)
    low, high = bits_of(counts)
    wilds = 0 if frozen else min(MOST_WILDS, counts[WILD])
    for stretch in range(RUN_ENDS[s.level]):
        if gaps(counts, stretch) <= wilds:
            for row in range(RUN_START[stretch], RUN_START[stretch + 1]):
                if supplies(low, high, row) and uses(row, top) and WILD_CARDS[row] <= wilds:
                    out[n] = take(row)
                    n += 1
    return n


def list_ontos(s, seat, low, high, out, n):
    side, top = side_of(s, seat), top_of(s)
    for i in range(s.laid_n[side]):
        row = s.laid[side, i]
        if FIRST_PAIR[row] < FIRST_PAIR[row + 1] and first_of(s, side, i):
            for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
                if PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0 and adds(pair, top) \
                        and at_level(s, PAIRS[pair, 1]):
                    out[n] = onto(pair)
                    n += 1
    return n


def take_top_with(s, seat, row):
    """The top card goes into a new set, laid at once or staged."""
    top = top_of(s)
    take_from_hand(s, seat, row, top)
    if s.made[side_of(s, seat)]:
        join(s, side_of(s, seat), row, NO_CARD)
        leave(s, seat, row, top)
        open_pile(s)
    else:
        stage(s, seat, row, top)
        s.taking = 1


def take_top_onto(s, seat, pair):
    grow(s, seat, pair, top_of(s))
    open_pile(s)


def open_pile(s):
    """The top card has gone; the player chooses among the others."""
    s.piled -= 1
    s.pile[s.piled] = UNKNOWN
    s.phase = Phase.CHOOSE


# The choice.

def choose_reason(s, action):
    if s.phase != Phase.CHOOSE:
        return Refusal.NOT_CHOOSING
    place = place_of(action)
    return Refusal.NONE if place < s.piled and s.pile[place] == kind_of(action) else Refusal.NOT_THERE


def done_reason(s):
    if s.phase != Phase.CHOOSE:
        return Refusal.NOT_CHOOSING
    return Refusal.NONE if s.picked >= LEAST_CHOICE else Refusal.CHOOSE_MORE


def list_choices(s, out):
    n = 0
    for place in range(s.piled):
        if s.pile[place] != UNKNOWN:
            out[n] = choose(place, s.pile[place])
            n += 1
    return n


def pick(s, action):
    """A card of the pile lies open; the wild taken out thaws the pile (CA-31)."""
    s.pile[place_of(action)] = UNKNOWN
    s.chosen[kind_of(action)] += 1
    s.picked += 1
    s.frozen -= kind_of(action) == WILD


def take_chosen(s, seat):
    """The chosen cards go into the hand; the order of the others stays."""
    n = 0
    for place in range(s.piled):
        if s.pile[place] != UNKNOWN:
            s.pile[n] = s.pile[place]
            n += 1
    s.pile[n:s.piled] = UNKNOWN
    s.piled = n
    for kind in range(KINDS):
        s.hand[seat, kind] += s.chosen[kind]
        s.known[seat, kind] += s.chosen[kind]
    s.cards[seat] += s.picked
    s.chosen[:] = 0
    s.picked, s.phase = 0, Phase.LAY


compile_rules(globals(), makers="with_top take_reason onto_reason list_takes list_runs")
