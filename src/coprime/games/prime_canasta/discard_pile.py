"""Taking from the discard pile (CA-12 to CA-14, CA-29 to CA-31)."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from ...decks.primepak.cards import KINDS, PRIME, WILD
from ...decks.primepak.factor_set_catalogue import ANSWER_START, ANSWER_STOP
from .actions import encode_choose, encode_take, encode_take_onto_set, kind_of, place_of
from .going_out import is_kind_added
from .hands import contains_set, counts_to_bit_words, has_kind
from .laying import (
    count_gaps,
    grow_set,
    has_laid,
    is_at_level,
    is_first_alike,
    leave_hand,
    place_set,
    stage_set,
    take_from_hand,
)
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


def is_frozen_for(s, seat):
    """Tell whether the pile is frozen for a seat (CA-13).

    It is for everybody while a wild lies in it, and for a side before its initial laydown.
    """
    return s.frozen > 0 or s.made[side_of(s, seat)] == 0


def with_top(s, seat):
    """Return the cards of the hand together with the pile's top card, as counts of kinds."""
    counts = s.hand[seat].copy()
    if s.piled:
        counts[top_of(s)] += 1
    return counts


def entitled_reason(s):
    """Return why nobody may take the pile now; NONE where it may be taken (CA-12, CA-30)."""
    if s.piled < LEAST_PILE:
        return Refusal.PILE_SMALL
    return Refusal.TOP_WILD if top_of(s) == WILD else Refusal.NONE


def take_reason(s, seat, row):
    """Return why the top card may not be taken in a new set; NONE where it may."""
    if s.phase != Phase.DRAW:
        return Refusal.DRAWN_ALREADY
    if s.staged:
        return Refusal.STAGED
    if s.piled == 0 or not is_at_level(s, row):
        return Refusal.PILE_SMALL if s.piled == 0 else Refusal.NOT_AT_LEVEL
    if not has_kind(row, top_of(s)):
        return Refusal.TOP_UNUSED
    low, high = counts_to_bit_words(with_top(s, seat))
    if not contains_set(low, high, row):
        return Refusal.NOT_IN_HAND
    reason = entitled_reason(s)
    if reason != Refusal.NONE:
        return reason
    return Refusal.FROZEN_WILDS if is_frozen_for(s, seat) and WILD_CARDS[row] else Refusal.NONE


def onto_reason(s, seat, pair):
    """Return why the top card may not be taken onto a laid set; NONE where it may."""
    if s.phase != Phase.DRAW:
        return Refusal.DRAWN_ALREADY
    if s.staged:
        return Refusal.STAGED
    if s.piled == 0 or not is_at_level(s, PAIRS[pair, 1]):
        return Refusal.PILE_SMALL if s.piled == 0 else Refusal.NOT_AT_LEVEL
    if not is_kind_added(pair, top_of(s)):
        return Refusal.TOP_UNUSED
    low, high = counts_to_bit_words(with_top(s, seat))
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
    """Append every way of taking the top card; return how many actions there are now."""
    frozen = is_frozen_for(s, seat)
    if entitled_reason(s) != Refusal.NONE:
        return n
    top, counts = top_of(s), with_top(s, seat)
    low, high = counts_to_bit_words(counts)
    for kind in range(WILD):
        if PRIME[kind] == 0 and counts[kind] and (kind == top or kind > top):
            for row in range(ANSWER_START[kind], ANSWER_STOP[kind]):
                if LOW[row] & ~low == 0 and HIGH[row] & ~high == 0 and has_kind(row, top) \
                        and not (frozen and WILD_CARDS[row]):
                    out[n] = encode_take(row)
                    n += 1
    if PRIME[top]:
        n = list_runs(s, seat, frozen, out, n)
    return n if frozen else list_ontos(s, seat, low, high, out, n)


def list_runs(s, seat, frozen, out, n):
    """Append every run that takes the top card; return how many actions there are now."""
    top, counts = top_of(s), with_top(s, seat)
    low, high = counts_to_bit_words(counts)
    wilds = 0 if frozen else min(MOST_WILDS, counts[WILD])
    for stretch in range(RUN_ENDS[s.level]):
        if count_gaps(counts, stretch) <= wilds:
            for row in range(RUN_START[stretch], RUN_START[stretch + 1]):
                if contains_set(low, high, row) and has_kind(row, top) and WILD_CARDS[row] <= wilds:
                    out[n] = encode_take(row)
                    n += 1
    return n


def list_ontos(s, seat, low, high, out, n):
    """Append every growth that takes the top card; return how many actions there are now."""
    side, top = side_of(s, seat), top_of(s)
    for i in range(s.laid_n[side]):
        row = s.laid[side, i]
        if FIRST_PAIR[row] < FIRST_PAIR[row + 1] and is_first_alike(s, side, i):
            for pair in range(FIRST_PAIR[row], FIRST_PAIR[row + 1]):
                if PAIR_LOW[pair] & ~low == 0 and PAIR_HIGH[pair] & ~high == 0 and is_kind_added(pair, top) \
                        and is_at_level(s, PAIRS[pair, 1]):
                    out[n] = encode_take_onto_set(pair)
                    n += 1
    return n


def take_top_with(s, seat, row):
    """The top card goes into a new set, laid at once or staged."""
    top = top_of(s)
    take_from_hand(s, seat, row, top)
    if s.made[side_of(s, seat)]:
        place_set(s, side_of(s, seat), row, NO_CARD)
        leave_hand(s, seat, row, top)
        begin_pile_choice(s)
    else:
        stage_set(s, seat, row, top)
        s.taking = 1


def take_top_onto(s, seat, pair):
    """Add the top card and cards of the hand to a laid set."""
    grow_set(s, seat, pair, top_of(s))
    begin_pile_choice(s)


def begin_pile_choice(s):
    """The top card has gone; the player chooses among the others."""
    s.piled -= 1
    s.pile[s.piled] = UNKNOWN
    s.phase = Phase.CHOOSE


# The choice.

def card_choice_refusal(s, action):
    """Return why a card of the pile may not be chosen; NONE where it may."""
    if s.phase != Phase.CHOOSE:
        return Refusal.NOT_CHOOSING
    place = place_of(action)
    return Refusal.NONE if place < s.piled and s.pile[place] == kind_of(action) else Refusal.NOT_THERE


def done_reason(s):
    """Return why the choice from the pile may not end; NONE where it may."""
    if s.phase != Phase.CHOOSE:
        return Refusal.NOT_CHOOSING
    return Refusal.NONE if s.picked >= LEAST_CHOICE else Refusal.CHOOSE_MORE


def list_choices(s, out):
    """Write every card of the pile that may be chosen; return how many."""
    n = 0
    for place in range(s.piled):
        if s.pile[place] != UNKNOWN:
            out[n] = encode_choose(place, s.pile[place])
            n += 1
    return n


def pick_card(s, action):
    """Choose a card of the pile, which then lies open; a wild taken out may thaw the pile (CA-31)."""
    s.pile[place_of(action)] = UNKNOWN
    s.chosen[kind_of(action)] += 1
    s.picked += 1
    s.frozen -= kind_of(action) == WILD


def take_chosen(s, seat):
    """Take the chosen cards into the hand; the others keep their order."""
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
