"""Looking back on a finished game of Secret Number: its answer cards, and what each seat could have known."""

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from ...core.messages import format_for, join_words
from ...core.seats import UNKNOWN
from . import features, rules
from .phrases import SAY, facts, from_facts, points_word
from .rules import ROUNDS
from .tables import BONUS, EARLY, FASTEST, PLACES

# What a finished game leaves to look back on.
LASTING = ("seats", "game", "stage", "rounds", "chosen", "open_card", "secret", "low", "high", "op", "clue", "place",
           "number", "first_op", "laid", "since", "placer", "answer", "used")


def review(view: SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The answer cards turned over one by one, and what each could have known when."""
    return {
        "secret": view.secret, "steps": steps(view, seat, names),
        "nobody": SAY["review"]["nobody"] if rules.fastest(view) == UNKNOWN else "",
        "known": [{"round": at, "name": SAY["screen"]["round"].format(round=at),
                   "seats": [knowledge(view, at, other) for other in range(view.seats)]}
                  for at in range(1, ROUNDS + 1)],
        "totals": [row[:view.seats] for row in view.points[:view.game]],
    }


def steps(view: SimpleNamespace, seat: int, names: Sequence[str]) -> list[dict[str, Any]]:
    """Card by card: whose, right or wrong, the parts of its points, and the points of all so far."""
    say, running, shown = SAY["review"], [0] * view.seats, []
    for i in range(view.laid):
        who, points, right = view.placer[i], int(rules.worth(view, i)), rules.is_right(view, i)
        running[who] += points
        text = format_for(say["right" if right else "wrong"], who, seat, names, value=view.answer[i],
                          round=rules.round_of(view, i), points=points_word(points))
        shown.append({"seat": who, "value": view.answer[i], "round": rules.round_of(view, i),
                      "right": right, "points": points, "parts": parts(view, i), "running": list(running),
                      "text": text})
    return shown


def parts(view: SimpleNamespace, i: int) -> list[dict[str, Any]]:
    """SN-10: what the points of one card are made of."""
    say = SAY["review"]
    if not rules.is_right(view, i):
        return [{"text": say["card_wrong"], "points": -1}]
    at, place = rules.round_of(view, i), view.place[view.placer[i]]
    made = [(say["card_right"], 1), (say["fastest"], FASTEST if rules.fastest(view) == i else 0),
            (say["early"].format(round=at), EARLY[at - 1]), (say["place"].format(result=PLACES[place]), BONUS[place])]
    return [{"text": text, "points": points} for text, points in made if points]


def knowledge(view: SimpleNamespace, at: int, other: int) -> dict[str, Any]:
    """Which secret numbers were possible for a seat when a round began, from what it saw."""
    chances = known_then(facts(view, LASTING), at, other)
    possible = [value for value, chance in enumerate(chances) if chance]
    text = SAY["review"]["known"][len(possible) > 1].format(numbers=join_words(list(map(str, possible))))
    return {"seat": other, "possible": possible, "certain": len(possible) == 1,
            "right": round(float(chances[view.secret]), 3), "text": text}


@lru_cache(maxsize=256)
def known_then(finished: tuple[tuple[str, int | tuple[int, ...]], ...], at: int, seat: int) -> list[float]:
    """Counting takes a moment uncompiled, and every viewer of a finished game asks the same."""
    past, chances = from_facts(finished), [0.0] * rules.NUMBERS
    features.look_back(past, seat, at)
    features.probabilities(past, seat, chances)
    return chances
