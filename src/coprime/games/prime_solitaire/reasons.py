"""Say why a set was better in Prime Solitaire: it clears the foundation, opens more sets, or takes more of it."""

from collections.abc import Iterator, Sequence

from ...core.bits import set_size
from ...core.reasons import MAX_REASONS, Reason, make_reason
from . import rules
from .actions import places_of, verb_of
from .bots import list_takes
from .phrases import SAY
from .rules import Verb
from .state import State


def choice_reasons(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> list[Reason]:
    """Return why taking a set was better than taking another one; what a turned card brings nobody can know."""
    if not better or verb_of(better[0]) != Verb.TAKE:
        return []
    other = int(played[0]) if played and verb_of(played[0]) == Verb.TAKE else None
    return list(compare_sets(view, other, int(better[0])))[:MAX_REASONS]


def compare_sets(view: State, played: int | None, better: int) -> Iterator[Reason]:
    """Yield what is better about a set than about another one."""
    say, cards = SAY["reason"], int(set_size(places_of(better)))
    if places_of(better) == view.there:
        yield make_reason(say, "clears")
        return
    if played is None:
        return
    sets, others = (count_sets_after(view, action) for action in (better, played))
    if sets > others:
        yield make_reason(say, "opens", {"n": sets, "other": others})
    if cards > set_size(places_of(played)):
        yield make_reason(say, "takes", {"n": cards, "other": int(set_size(places_of(played)))})


def count_sets_after(view: State, action: int) -> int:
    """Return how many sets can be taken at once after a set has been taken, no card being turned."""
    after = view.copy()                                                 # type: ignore[attr-defined]
    rules.apply(after, 0, action)
    return len(list_takes(after))
