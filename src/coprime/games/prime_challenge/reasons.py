"""Say why an action was better in Prime Challenge: a set lies there, none does, or it takes more cards."""

from collections.abc import Iterator, Sequence

from ...core.reasons import MAX_REASONS, Reason, make_reason
from . import rules
from .bots import face_up_rows
from .labels import places_of
from .phrases import SAY, equation_text
from .rules import Verb, picking_seat
from .state import State, is_pick


def choice_reasons(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> list[Reason]:
    """Return why an action of the seat that picks up was better; challenges are not explained."""
    if not better or seat >= view.seats or not rules.is_playing(view) or picking_seat(view) != seat:
        return []
    return list(compare_actions(view, int(played[0]) if played else None, int(better[0])))[:MAX_REASONS]


def compare_actions(view: State, played: int | None, better: int) -> Iterator[Reason]:
    """Yield what makes an action better than another one, or than waiting."""
    say, rows = SAY["reason"], face_up_rows(view)
    if rules.verb_of(better) in (Verb.HIT, Verb.DONE):
        if not rows:
            yield make_reason(say, "none")
        return
    if not is_pick(better) or not rows:
        return
    places = places_of(better)
    kinds = [int(view.face_up[place]) for place in places]
    if played is None or not is_pick(played):
        yield make_reason(say, "set", {"kinds": kinds}, set=equation_text(kinds))
    elif len(places) > len(places_of(played)):
        yield make_reason(say, "more", {"n": len(places), "other": len(places_of(played))})
