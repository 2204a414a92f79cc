"""Hints for Secret Number, from a nudge to the answer, by what the view makes certain."""

from math import floor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.bits import has_member
from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_words, load_messages
from . import features, observation, rules
from .bots import BLUR, bonus, choice, doubt, right_now, worth_now
from .phrases import equation, points_word, read
from .rules import Stage, Verb
from .state import State
from .tables import PLACES

SAY = load_messages(Path(__file__).parent)["hint"]
OPERATION = load_messages(Path(__file__).parent)["operation"]


def ladder(view: State | SimpleNamespace, seat: int) -> list[HintStep | str]:
    """Nudge, clue, method, answer; empty where there is nothing to find out."""
    view = read(view)
    if seat >= view.seats or has_member(view.chosen, seat):
        return []
    if view.stage == Stage.OPENING:
        return cover_hints(view, seat) if view.rounds == 1 else clue_hints(view, seat)
    return race_hints(view, seat) if view.stage == Stage.RACE else []


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """The sort of puzzle that an answer makes; what is chosen between is one sort, so that its name tells nothing."""
    verb = rules.verb_of(action)
    return "cover" if verb == Verb.COVER else "name" if verb in (Verb.AGREE, Verb.ANSWER) else "show"


# Before a round.

def listed(view: SimpleNamespace, seat: int) -> list[int]:
    out = [0] * rules.MAX_ACTIONS
    return [int(action) for action in out[:rules.choices(view, seat, out)]]


def hands_left(view: SimpleNamespace, seat: int, action: int) -> int:
    """To how many hands, as it feels to a stranger, a choice leaves one's hand open."""
    return max(1, round(2 ** doubt(view, seat, action)))


def described(view: SimpleNamespace, seat: int, action: int) -> str:
    """A choice in words."""
    if rules.verb_of(action) == Verb.COVER:
        return equation(view.low[seat], view.high[seat], rules.operation_of(action))
    if rules.verb_of(action) == Verb.NUMBER:
        return SAY["number"].format(number=rules.argument_of(action))
    return SAY["operation"]


def told(view: SimpleNamespace, seat: int, action: int) -> str:
    """A choice and how many hands it leaves open."""
    n = hands_left(view, seat, action)
    return SAY["leaves"][n > 1].format(what=described(view, seat, action), n=n)


def cover_hints(view: SimpleNamespace, seat: int) -> list[HintStep | str]:
    actions = listed(view, seat)
    most = max(actions, key=bonus)
    best = choice(view, seat, "strong", Steady())
    return [SAY["cover_nudge"],
            SAY["cover_clue"].format(result=PLACES[rules.place_of(most)], points=points_word(bonus(most))),
            SAY["cover_method"].format(ways=join_words([told(view, seat, action) for action in actions])),
            HintStep(SAY["cover_answer"].format(what=described(view, seat, best)), best)]


def clue_hints(view: SimpleNamespace, seat: int) -> list[HintStep | str]:
    actions = listed(view, seat)
    if len(actions) == 1:
        return [HintStep(SAY["only"].format(what=described(view, seat, actions[0])), actions[0])]
    best = choice(view, seat, "strong", Steady())
    return [SAY["clue_nudge"].format(result=PLACES[view.place[seat]]), SAY["clue_clue"],
            SAY["clue_method"].format(ways=join_words([told(view, seat, action) for action in actions])),
            HintStep(SAY["clue_answer"].format(what=described(view, seat, best)), best)]


class Steady:
    """In place of chance: of two equal choices the first."""

    def random(self) -> float:
        return 0.0


# In a round.

def race_hints(view: SimpleNamespace, seat: int) -> list[HintStep | str]:
    chances = np.zeros(rules.NUMBERS)
    features.probabilities(view, seat, chances)
    ways = {other: possible(view, seat, other) for other in range(view.seats) if other != seat}
    other = min(ways, key=lambda one: len(ways[one]))
    result = displayed(view, other)
    nothing = [n for n in range(view.seats + 1) if chances[n] == 0]
    left = [n for n in range(view.seats + 1) if chances[n] > 0]
    method = SAY["race_method" if nothing else "race_method_open"]
    return [SAY["race_nudge"].format(result=result),
            SAY["race_clue"][len(ways[other]) > 1].format(result=PLACES[view.place[other]],
                                                          ways=join_words(ways[other], "or")),
            method.format(out=join_words([str(n) for n in nothing]), left=join_words([str(n) for n in left], "or")),
            answer(view, seat, chances)]


def displayed(view: SimpleNamespace, other: int) -> str:
    """What tells another seat apart: its result and what it has shown."""
    result = PLACES[view.place[other]]
    if view.number[other]:
        return SAY["made_number"].format(result=result, number=view.number[other])
    if rules.operation_is_open(view, other):
        return SAY["made_operation"].format(result=result, did=OPERATION["did"][view.op[other]])
    return SAY["made"].format(result=result)


def possible(view: SimpleNamespace, seat: int, other: int) -> list[str]:
    """Every calculation by which another seat can have made its result, given all that one sees."""
    hands = np.zeros(observation.HANDS)
    features.hand_probabilities(view, seat, other, hands)
    return [equation(low, high, op).split(" =")[0]
            for chance, (low, high) in zip(hands, observation.PAIRS, strict=True) if chance > 0
            for op in range(rules.OPERATIONS) if observation.operation_fits(view, other, low, high, op)]


def answer(view: SimpleNamespace, seat: int, chances: NDArray[np.float64]) -> HintStep:
    """What the number is or may be, and whether placing it pays and is allowed; else what to do instead."""
    order = sorted(range(view.seats + 1), key=lambda n: -chances[n])
    if chances[order[0]] > 1 - 1e-9:
        known = SAY["certain"].format(number=order[0])
    else:
        found = in_hundred([float(chances[n]) for n in order if chances[n] > 0])
        known = SAY["likely"].format(chances=join_words(
            [SAY["chance"].format(number=n, chance=part) for n, part in zip(order, found, strict=False)]))
    advice = to_place(view, seat, order, chances)
    return HintStep(join_sentences([known, advice]), *advice.actions)


def in_hundred(chances: list[float]) -> list[int]:
    """Chances as whole numbers out of 100: together 100, at least 1 each, the largest remainders rounded up."""
    parts = [max(1, floor(100 * chance)) for chance in chances]
    while (rest := 100 - sum(parts)) != 0:
        step = 1 if rest > 0 else -1
        free = [i for i, part in enumerate(parts) if part + step > 0]
        parts[max(free, key=lambda i: step * (100 * chances[i] - parts[i]))] += step
    return parts


def points_gained(gain: float) -> str:
    """Points on average, to a tenth."""
    return str(SAY["gain"].format(points=f"{max(gain, 0.1):.1f}"))


def to_place(view: SimpleNamespace, seat: int, order: list[int], chances: NDArray[np.float64]) -> HintStep:
    """The likeliest number that can still be placed, if that pays."""
    best = next((n for n in order if not has_member(view.used[seat], n)), None)
    if best is None:
        return to_end(view, seat, "none_left")
    if chances[best] * worth_now(view, seat) <= 1 - chances[best]:
        if has_member(view.used[seat], order[0]) and chances[best] < 1e-9:
            return to_end(view, seat, "placed", number=order[0])
        gain = chances[best] * right_now(view, seat) - (1 - chances[best])
        if view.rounds < rules.ROUNDS and gain > 0:
            return to_end(view, seat, "wait_gain", number=best, gain=points_gained(gain))
        return to_end(view, seat, "leave" if view.rounds == rules.ROUNDS else "wait", number=best)
    if rules.may_answer(view, seat):
        return HintStep(SAY["place"].format(number=best), rules.answer_with(best))
    return HintStep(SAY["blocked" if view.rounds < rules.ROUNDS else "blocked_last"].format(number=best))


def to_end(view: SimpleNamespace, seat: int, key: str, **facts: Any) -> HintStep:
    """Nothing to place: the round may as well end."""
    why = SAY[key].format(**facts)
    return HintStep(why) if has_member(view.agreed, seat) else HintStep(join_sentences([why, SAY["agree"]]), Verb.AGREE)


# Looking back.

def action_value(view: State | SimpleNamespace, seat: int, action: int | None) -> float:
    """What a choice brings in points, as far as can be told by counting; None: to let the time pass."""
    view = read(view)
    if view.stage == Stage.OPENING:
        return bonus(action) + BLUR * doubt(view, seat, action) if action is not None else 0.0
    if action is None or rules.verb_of(action) != Verb.ANSWER:
        return 0.0
    chances = np.zeros(rules.NUMBERS)
    features.probabilities(view, seat, chances)
    right = float(chances[rules.argument_of(action)])
    return right * worth_now(view, seat) - (1 - right)
