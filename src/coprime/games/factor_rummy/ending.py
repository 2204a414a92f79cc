"""Tell the end of a match: points, and the round in which a seat went out best."""

from collections.abc import Sequence
from typing import Any

from ...core.best_moment import BestMoment
from ...core.messages import format_for
from .state import Phase, State
from .words import SAY, going_out_sum_text, result_scene

LEADS = True
BY_HAND = True


def standings(view: State) -> list[int]:
    """Return each seat's points."""
    return [int(n) for n in view.score[:view.seats]]


def score_title(view: State) -> str:
    """Return the title of the score column."""
    return str(SAY["ending"]["points"])


def moment_value(before: State, actor: int, action: int, after: State, seat: int) -> tuple[int, ...] | None:
    """Return the key that ranks the rounds a seat ended: what they brought; None for another event."""
    return (int(after.gain),) if is_round_over(before, after) and after.out == seat else None


def is_round_over(before: State, after: State) -> bool:
    """Tell whether a round ended with this event."""
    return bool(after.rounds > before.rounds or after.phase == Phase.OVER != before.phase)


def best_moment(before: State, actor: int, action: int, after: State, seat: int) -> BestMoment:
    """Return a seat's best moment: the sets that it laid, and the sum."""
    shown = result_scene(after)
    drawn: list[dict[str, Any]] = []
    for one in shown["seats"][seat]["sets"]:
        drawn += [{"sign": "/"}] * bool(drawn) + [{"card": strip_card_name(card)} for card in one["cards"]]
    return BestMoment(SAY["ending"]["round"].format(how=shown["how"], sum=going_out_sum_text(after)), drawn)


def strip_card_name(card: dict[str, Any]) -> dict[str, Any]:
    """Return a card as it is drawn, without its name in labels."""
    return {key: value for key, value in card.items() if key != "id"}


def decided_text(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return in a sentence who went out in the round that ended with this action; "" if none did."""
    if not is_round_over(before, after) or after.out < 0:
        return ""
    return format_for(SAY["ending"]["out"], int(after.out), watcher, names, n=int(after.rounds),
                      sum=going_out_sum_text(after))
