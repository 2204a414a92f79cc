"""Say why a choice was better in Daifugo: the last cards, whole groups, what nobody can beat, fewer cards."""

from collections.abc import Iterator, Sequence

from ...core.reasons import MAX_REASONS, Reason, make_reason
from .actions import JACK, NATURAL, RUN_BIT, bag_size, cards_of, is_one_rank, lowest_column
from .card_names import SAY, cards_text
from .effects import ends_on_forbidden
from .hints import higher_cards_out
from .labels import RANKS
from .rules import Phase
from .state import State

LEAST_REVOLUTION = 4            # cards that may turn the order


def choice_reasons(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> list[Reason]:
    """Return why a play was better: the last cards, a group left whole, what nobody can beat, or fewer cards.

    Gifts and passes are not explained.
    """
    if view.phase != Phase.PLAY or not better or not better[0]:
        return []
    return list(compare_plays(view, seat, int(played[0]) if played else 0, int(better[0])))[:MAX_REASONS]


def compare_plays(view: State, seat: int, played: int, better: int) -> Iterator[Reason]:
    """Yield what is better about a play than about another one, or a pass."""
    say, cards = SAY["reason"], int(view.cards[seat])
    left, other = (cards - int(bag_size(cards_of(action))) for action in (better, played))
    if not left and not ends_on_forbidden(view, seat, better):
        yield make_reason(say, "out")
        return
    broken = broken_groups(view, seat, played)
    if broken and not broken_groups(view, seat, better):
        yield make_reason(say, "group", {"ranks": broken}, cards=cards_text(group_of(view, seat, broken[0])))
    if is_unbeatable(view, seat, better) and not is_unbeatable(view, seat, played):
        yield make_reason(say, "unbeaten")
    if played and left < other:
        yield make_reason(say, "fewer", {"n": left, "other": other})


def group_of(view: State, seat: int, rank: int) -> int:
    """Return the natural cards of a rank in a hand."""
    return int(view.hand[seat]) & 15 << 4 * rank


def broken_groups(view: State, seat: int, action: int) -> list[int]:
    """Return the ranks of which a play takes some natural cards and leaves others."""
    taken = int(cards_of(action)) & NATURAL
    return [rank for rank in range(len(RANKS))
            if 0 < (taken & 15 << 4 * rank).bit_count() < group_of(view, seat, rank).bit_count()]


def is_unbeatable(view: State, seat: int, action: int) -> bool:
    """Tell whether a group of natural cards is higher than all that others may hold, jokers included.

    Left out are plays that may turn the order: a jack, and four cards.
    """
    cards = int(cards_of(action))
    plain = action and not action & RUN_BIT and cards == cards & NATURAL and is_one_rank(cards)
    turns = lowest_column(action) == JACK or bag_size(cards) >= LEAST_REVOLUTION
    return bool(plain and not turns and not higher_cards_out(view, seat, action))
