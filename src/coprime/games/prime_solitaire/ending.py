"""What the end of a deal tells: the cards left in the foundation, and the largest set."""

from ...core.best_moment import BestMoment
from ...core.bits import set_size
from ...decks.primepak.cards import NUMBERS
from ...decks.primepak.names import face
from .actions import verb_of
from .phrases import SAY, cards_of, kinds_of, row_of, said
from .state import Phase, State, Verb


def standings(view: State) -> list[int]:
    """Cards of the foundation that are left; nothing before they are dealt."""
    return [] if view.phase == Phase.DEAL else [set_size(int(view.there))]


def score_title(view: State) -> str:
    return str(SAY["ending"]["left"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """A set by its cards, then by its answer."""
    if actor != seat or verb_of(action) != Verb.TAKE:
        return None
    kinds = cards_of(before, action)
    return len(kinds), max(NUMBERS[kind] for kind in kinds)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """The set as an equation."""
    row = row_of(before, action)
    kinds = kinds_of(row)
    return BestMoment(SAY["ending"]["largest"].format(what=said(row), n=len(kinds)),
                      [{"card": face(kind)} for kind in kinds])
