"""Find what is wrong with a play: its form, and whether it beats the table.  The hand does not matter."""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import has_member, set_size
from ...core.kernel import compile_rules
from .actions import (
    ALL_SUITS,
    COLUMNS,
    NATURAL,
    THREE_OF_DIAMONDS,
    THREE_OF_SPADES,
    bag_size,
    cards_of,
    columns_of,
    count_play_jokers,
    is_one_rank,
    is_unbroken,
    kind_of,
    lowest_column,
    play_suits,
    second_joker_field,
    suits_of,
)
from .state import Kind, Refusal


def find_flaw(s, action):
    """Return why a play is against the rules, as a Refusal; NONE if it is sound.  Anybody can see it."""
    form = find_run_flaw(s, action) if kind_of(action) == Kind.RUN else find_group_flaw(s, action)
    if form != Refusal.NONE:
        return form
    if s.opening and action & THREE_OF_DIAMONDS == 0:
        return Refusal.NO_THREE
    return find_following_flaw(s, action) if s.meld else Refusal.NONE


def find_group_flaw(s, action):
    """Return what is wrong with a group (DF-2, DF-20).

    It has one rank, a joker for each suit that is missing, and further jokers only beside all four suits.
    """
    natural, more = action & NATURAL, second_joker_field(action)
    if natural == 0:
        return Refusal.NONE
    if not is_one_rank(natural):
        return Refusal.NO_READING if more else Refusal.NO_COMBINATION
    if more and play_suits(action) != ALL_SUITS:
        return Refusal.NO_READING
    return Refusal.GROUP_TOO_LARGE if set_size(natural) + count_play_jokers(action) > s.max_group else Refusal.NONE


def find_run_flaw(s, action):
    """Return what is wrong with a sequence: row, suits, length, jokers (DF-2, DF-3, DF-19)."""
    columns = columns_of(action)
    length = set_size(columns)
    if columns == 0 or length < 3 or not is_unbroken(columns):
        return Refusal.NO_COMBINATION
    if s.seq_min == 0:
        return Refusal.NO_SEQUENCES
    if s.seq_suit == 0 and set_size(suits_of(action & NATURAL)) > 1:
        return Refusal.MIXED_SUITS
    if s.seq_max and length > s.seq_max:
        return Refusal.TOO_LONG
    if s.joker_off_end == 0 and (has_member(columns, 0) or has_member(columns, 4 * (COLUMNS - 1))):
        return Refusal.OFF_END
    return Refusal.NONE


def find_following_flaw(s, action):
    """Return why a play does not beat the table (DF-4, DF-9, DF-11, DF-15, DF-32).

    It has to be of the same kind and number of cards, higher, and as the locks demand.
    """
    if s.kind == Kind.JOKERS:
        return Refusal.NONE if beats_joker(s, action) else Refusal.JOKER_STANDS
    kind = kind_of(action)
    if bag_size(cards_of(action)) != s.count:
        return Refusal.WRONG_COUNT
    if kind == Kind.JOKERS:
        return Refusal.NONE if s.kind == Kind.GROUP else Refusal.WRONG_KIND
    if kind != s.kind:
        return Refusal.WRONG_KIND
    if not is_higher(s, lowest_column(action)):
        return Refusal.NOT_HIGHER
    if s.stepped and not is_least_step(s, lowest_column(action)):
        return Refusal.OUT_OF_STEP
    return Refusal.LOCKED if s.lock and play_suits(action) != s.lock else Refusal.NONE


def beats_joker(s, action):
    """Tell whether a play beats a joker: only the 3 of spades, and only a single one (DF-11)."""
    return s.three_of_spades == 1 and s.count == 1 and action == THREE_OF_SPADES


def is_higher(s, low):
    """Tell whether a play from this column on beats the table (DF-4); in a revolution lower ones do."""
    return s.low - low >= min_column_gap(s) if s.reversed else low - s.low >= min_column_gap(s)


def min_column_gap(s):
    """Return by how many columns a play has to be above what lies there."""
    return s.count if s.kind == Kind.RUN and s.seq_compare == 1 else 1


def is_least_step(s, low):
    """Tell whether a higher play from this column on is the nearest one there can be (DF-32)."""
    return abs(low - s.low) == min_column_gap(s)


compile_rules(globals(), makers="")
