"""What the end of a match tells: points, and the round in which a seat went out best."""

from collections.abc import Sequence
from typing import Any

from ...core.best_moment import BestMoment
from ...core.messages import format_for
from .state import Phase, State
from .words import SAY, result, sum_of

LEADS = True
BY_HAND = True


def standings(view: State) -> list[int]:
    """Points."""
    return [int(n) for n in view.score[:view.seats]]


def score_title(view: State) -> str:
    return str(SAY["ending"]["points"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """A round that this seat ended, by what it brought."""
    return (int(after.gain),) if ended(before, after) and after.out == seat else None


def ended(before: State, after: State) -> bool:
    """Was a round scored?"""
    return bool(after.rounds > before.rounds or after.phase == Phase.OVER != before.phase)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """The sets that were laid, and the sum."""
    shown = result(after)
    drawn: list[dict[str, Any]] = []
    for one in shown["seats"][seat]["sets"]:
        drawn += [{"sign": "/"}] * bool(drawn) + [{"card": without_name(card)} for card in one["cards"]]
    return BestMoment(SAY["ending"]["round"].format(how=shown["how"], sum=sum_of(after)), drawn)


def without_name(card: dict[str, Any]) -> dict[str, Any]:
    """A card as it is drawn, without its name in labels."""
    return {key: value for key, value in card.items() if key != "id"}


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Who went out in the round that ended with it."""
    if not ended(before, after) or after.out < 0:
        return ""
    return format_for(SAY["ending"]["out"], int(after.out), watcher, names, n=int(after.rounds), sum=sum_of(after))
