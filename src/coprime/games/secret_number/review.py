"""Review a finished game of Secret Number: its answer cards, and what each seat could have known."""

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from ...core.messages import format_for, join_words
from ...core.seats import UNKNOWN
from . import rules, secret_posterior
from .display_card_results import BONUS_POINTS, EARLY_POINTS, FASTEST_POINTS, PLACES
from .phrases import SAY, freeze_view, points_text, unfreeze_view
from .rules import ROUNDS

# What a finished game leaves to look back on.
REVIEW_FIELDS = ("seats", "game", "stage", "rounds", "chosen", "open_card", "secret", "low", "high", "op", "clue",
                 "place",
                 "number", "first_op", "laid", "since", "placer", "answer", "used")


def review_scene(view: SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the answer cards turned over one by one, and what each seat could have known when."""
    return {
        "secret": view.secret, "steps": answer_steps(view, seat, names),
        "nobody": SAY["review"]["nobody"] if rules.find_fastest_answer(view) == UNKNOWN else "",
        "known": [{"round": at, "name": SAY["screen"]["round"].format(round=at),
                   "seats": [knowledge_scene(view, at, other) for other in range(view.seats)]}
                  for at in range(1, ROUNDS + 1)],
        "totals": [row[:view.seats] for row in view.points[:view.game]],
    }


def answer_steps(view: SimpleNamespace, seat: int, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return card by card: whose, right or wrong, the parts of its points, and the points of all so far."""
    say, running, shown = SAY["review"], [0] * view.seats, []
    for i in range(view.laid):
        who, points, right = view.placer[i], int(rules.answer_points(view, i)), rules.is_right(view, i)
        running[who] += points
        text = format_for(say["right" if right else "wrong"], who, seat, names, value=view.answer[i],
                          round=rules.round_of(view, i), points=points_text(points))
        shown.append({"seat": who, "value": view.answer[i], "round": rules.round_of(view, i),
                      "right": right, "points": points, "parts": point_parts(view, i), "running": list(running),
                      "text": text})
    return shown


def point_parts(view: SimpleNamespace, i: int) -> list[dict[str, Any]]:
    """Return what the points of one card are made of (SN-10)."""
    say = SAY["review"]
    if not rules.is_right(view, i):
        return [{"text": say["card_wrong"], "points": -1}]
    at, place = rules.round_of(view, i), view.place[view.placer[i]]
    made = [(say["card_right"], 1), (say["fastest"], FASTEST_POINTS if rules.find_fastest_answer(view) == i else 0),
            (say["early"].format(round=at), EARLY_POINTS[at - 1]),
            (say["place"].format(result=PLACES[place]), BONUS_POINTS[place])]
    return [{"text": text, "points": points} for text, points in made if points]


def knowledge_scene(view: SimpleNamespace, round_number: int, other: int) -> dict[str, Any]:
    """Return which secret numbers were possible for a seat when a round began, from what it saw."""
    chances = chances_at_round(freeze_view(view, REVIEW_FIELDS), round_number, other)
    possible = [value for value, chance in enumerate(chances) if chance]
    text = SAY["review"]["known"][len(possible) > 1].format(numbers=join_words(list(map(str, possible))))
    return {"seat": other, "possible": possible, "certain": len(possible) == 1,
            "right": round(float(chances[view.secret]), 3), "text": text}


@lru_cache(maxsize=256)
def chances_at_round(frozen_view: tuple[tuple[str, int | tuple[int, ...]], ...], round_number: int,
                     seat: int) -> list[float]:
    """Return the chances of the secret numbers for a seat when a round began.

    Cached: counting takes a moment uncompiled, and every viewer of a finished game asks the same.
    """
    past, chances = unfreeze_view(frozen_view), [0.0] * rules.NUMBERS
    secret_posterior.rewind_to_round(past, seat, round_number)
    secret_posterior.secret_probabilities(past, seat, chances)
    return chances
