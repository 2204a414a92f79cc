"""Say why a discard or a laid set was better in Prime Canasta: which set a card makes, how many points lie there."""

from collections.abc import Iterator, Sequence

import numpy as np

from ...core.reasons import MAX_REASONS, Reason, make_reason
from ...decks.primepak.cards import WILD
from .actions import operand_of, verb_of
from .hand_plans import makable_sets
from .phrases import SAY, cards_text, wilds_text
from .rules import Verb
from .state import State
from .tables import COUNTS, SET_POINTS


def choice_reasons(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> list[Reason]:
    """Return why a discard was better than another one, or a set than another set."""
    if not played or not better or verb_of(played[0]) != verb_of(better[0]):
        return []
    compare = {Verb.DISCARD: compare_discards, Verb.LAY: compare_sets}.get(Verb(verb_of(better[0])))
    found = compare(view, seat, operand_of(played[0]), operand_of(better[0])) if compare else ()
    return list(found)[:MAX_REASONS]


def compare_discards(view: State, seat: int, thrown: int, better: int) -> Iterator[Reason]:
    """Yield the most valuable set that the thrown card makes with cards that are kept."""
    kept = np.asarray(view.hand[seat], np.int64).copy()
    kept[better] -= 1
    with_it = [int(row) for row in makable_sets(view, kept) if COUNTS[row, thrown]]
    if with_it and WILD not in (thrown, better) and thrown != better:
        yield make_reason(SAY["reason"], "keep", {"set": with_it[0], "card": thrown},
                          card=cards_text([thrown]), what=wilds_text(with_it[0]))


def compare_sets(view: State, seat: int, played: int, better: int) -> Iterator[Reason]:
    """Yield that a set counts more points than another one."""
    points, other = (int(SET_POINTS[row]) for row in (better, played))
    if points > other:
        yield make_reason(SAY["reason"], "points", {"n": points, "other": other}, what=wilds_text(better))
