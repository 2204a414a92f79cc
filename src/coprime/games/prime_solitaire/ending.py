"""What the end of a deal tells: the cards left in the foundation, and the largest set."""

from ...core.best_moment import BestMoment
from ...core.bits import set_size
from ...decks.primepak.cards import NUMBERS
from ...decks.primepak.notation import card_face_scene
from .actions import verb_of
from .phrases import SAY, cards_of, catalogue_row_of_action, set_kinds, set_text
from .state import Phase, State, Verb


def standings(view: State) -> list[int]:
    """Cards of the foundation that are left; nothing before they are dealt."""
    return [] if view.phase == Phase.DEAL else [set_size(int(view.there))]


def score_title(view: State) -> str:
    """Return the title of the score: cards left in the foundation."""
    return str(SAY["ending"]["left"])


def weekly_score(view: State) -> int:
    """Return the cards of the foundation that are left at the end."""
    return set_size(int(view.there))


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Rate a set that the seat took by its number of cards, then its answer; None for any other action."""
    if actor != seat or verb_of(action) != Verb.TAKE:
        return None
    kinds = cards_of(before, action)
    return len(kinds), max(NUMBERS[kind] for kind in kinds)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return the set that an action took, as an equation and as cards."""
    row = catalogue_row_of_action(before, action)
    kinds = set_kinds(row)
    return BestMoment(SAY["ending"]["largest"].format(what=set_text(row), n=len(kinds)),
                      [{"card": card_face_scene(kind)} for kind in kinds])
