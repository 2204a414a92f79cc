"""Give hints for Secret Number: where to look, why, and the answer, by what the view makes certain."""

from math import floor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.bits import has_member
from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_words, load_messages
from . import observation, rules, secret_posterior
from .bots import POINTS_PER_BIT, bonus_points, choose_in_opening, gain_over_waiting, hand_entropy, right_card_points
from .display_card_results import PLACES
from .labels import label
from .phrases import equation_text, points_text, to_namespace
from .rules import Stage, Verb
from .state import State

SAY = load_messages(Path(__file__).parent)["hint"]
OPERATION_WORDS = load_messages(Path(__file__).parent)["operation"]


def ladder(view: State | SimpleNamespace, seat: int) -> list[HintStep | str]:
    """Return where to look, why, and the answer; empty where there is nothing to find out."""
    view = to_namespace(view)
    if seat >= view.seats or has_member(view.chosen, seat):
        return []
    if view.stage == Stage.OPENING:
        return cover_hint_steps(view, seat) if view.rounds == 1 else clue_hint_steps(view, seat)
    return race_hint_steps(view, seat) if view.stage == Stage.RACE else []


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """Return the sort of puzzle that an action answers; alternatives share one sort, so it tells nothing."""
    verb = rules.verb_of(action)
    return "cover" if verb == Verb.COVER else "name" if verb in (Verb.AGREE, Verb.ANSWER) else "show"


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the label of what is covered, shown or placed: the scene has it at the card."""
    return [label(action)] if rules.verb_of(action) in (Verb.COVER, Verb.NUMBER, Verb.OPERATION, Verb.ANSWER) else []


# Before a round.

def list_opening_actions(view: SimpleNamespace, seat: int) -> list[int]:
    """Return the choices that a seat has in an opening."""
    out = [0] * rules.MAX_ACTIONS
    return [int(action) for action in out[:rules.list_choices(view, seat, out)]]


def count_hands_left(view: SimpleNamespace, seat: int, action: int) -> int:
    """Return to how many hands, as it feels to a stranger, a choice leaves one's hand open."""
    return max(1, round(2 ** hand_entropy(view, seat, action)))


def describe_choice(view: SimpleNamespace, seat: int, action: int) -> str:
    """Return a choice in words."""
    if rules.verb_of(action) == Verb.COVER:
        return equation_text(view.low[seat], view.high[seat], rules.operation_of(action))
    if rules.verb_of(action) == Verb.NUMBER:
        return SAY["number"].format(number=rules.argument_of(action))
    return SAY["operation"]


def choice_and_hands_text(view: SimpleNamespace, seat: int, action: int) -> str:
    """Return a choice in words, with how many hands it leaves open."""
    n = count_hands_left(view, seat, action)
    return SAY["leaves"][n > 1].format(what=describe_choice(view, seat, action), n=n)


def cover_hint_steps(view: SimpleNamespace, seat: int) -> list[HintStep | str]:
    """Return the hints that lead to a choice in the first opening."""
    actions = list_opening_actions(view, seat)
    most = max(actions, key=bonus_points)
    best = choose_in_opening(view, seat, "strong", ZeroRandom())
    clue = SAY["cover_clue"].format(result=PLACES[rules.place_of(most)], points=points_text(bonus_points(most)))
    return [HintStep(join_sentences([SAY["cover_nudge"], clue]), cards=[str(PLACES[rules.place_of(most)])]),
            SAY["cover_method"].format(ways=join_words([choice_and_hands_text(view, seat, action)
                                                        for action in actions])),
            HintStep(SAY["cover_answer"].format(what=describe_choice(view, seat, best)), best)]


def clue_hint_steps(view: SimpleNamespace, seat: int) -> list[HintStep | str]:
    """Return the hints that lead to a choice in a later opening."""
    actions = list_opening_actions(view, seat)
    if len(actions) == 1:
        return [HintStep(SAY["only"].format(what=describe_choice(view, seat, actions[0])), actions[0])]
    best = choose_in_opening(view, seat, "strong", ZeroRandom())
    ways = SAY["clue_method"].format(ways=join_words([choice_and_hands_text(view, seat, action) for action in actions]))
    return [HintStep(SAY["clue_nudge"].format(result=PLACES[view.place[seat]]), cards=list(map(label, actions))),
            join_sentences([SAY["clue_clue"], ways]),
            HintStep(SAY["clue_answer"].format(what=describe_choice(view, seat, best)), best)]


class ZeroRandom:
    """Stand in for chance: of two equal choices the first is taken."""

    def random(self) -> float:
        """Return 0."""
        return 0.0


# In a round.

def race_hint_steps(view: SimpleNamespace, seat: int) -> list[HintStep | str]:
    """Return the hints that lead to an answer, or to ending the round."""
    chances = np.zeros(rules.NUMBERS)
    secret_posterior.secret_probabilities(view, seat, chances)
    ways = {other: possible_calculations(view, seat, other) for other in range(view.seats) if other != seat}
    other = min(ways, key=lambda one: len(ways[one]))
    result = displayed_text(view, other)
    nothing = [n for n in range(view.seats + 1) if chances[n] == 0]
    left = [n for n in range(view.seats + 1) if chances[n] > 0]
    method = SAY["race_method" if nothing else "race_method_open"]
    clue = SAY["race_clue"][len(ways[other]) > 1].format(result=PLACES[view.place[other]],
                                                         ways=join_words(ways[other], "or"))
    found = method.format(out=join_words([str(n) for n in nothing]), left=join_words([str(n) for n in left], "or"))
    return [HintStep(SAY["race_nudge"].format(result=result), cards=[str(PLACES[view.place[other]])]),
            join_sentences([clue, found]), answer_step(view, seat, chances)]


def displayed_text(view: SimpleNamespace, other: int) -> str:
    """Return in words what tells another seat apart: its result and what it has shown."""
    result = PLACES[view.place[other]]
    if view.number[other]:
        return SAY["made_number"].format(result=result, number=view.number[other])
    if rules.is_operation_open(view, other):
        return SAY["made_operation"].format(result=result, did=OPERATION_WORDS["did"][view.op[other]])
    return SAY["made"].format(result=result)


def possible_calculations(view: SimpleNamespace, seat: int, other: int) -> list[str]:
    """Return every calculation by which another seat can have made its result, given all that one sees."""
    hands = np.zeros(observation.HANDS)
    secret_posterior.hand_probabilities(view, seat, other, hands)
    return [equation_text(low, high, op).split(" =")[0]
            for chance, (low, high) in zip(hands, observation.POSSIBLE_HANDS, strict=True) if chance > 0
            for op in range(rules.OPERATIONS) if observation.is_operation_possible(view, other, low, high, op)]


def answer_step(view: SimpleNamespace, seat: int, chances: NDArray[np.float64]) -> HintStep:
    """Return what the number is or may be, and whether to place it; else what to do instead."""
    order = sorted(range(view.seats + 1), key=lambda n: -chances[n])
    if chances[order[0]] > 1 - 1e-9:
        known = SAY["certain"].format(number=order[0])
    else:
        found = to_percentages([float(chances[n]) for n in order if chances[n] > 0])
        known = SAY["likely"].format(chances=join_words(
            [SAY["chance"].format(number=n, chance=part) for n, part in zip(order, found, strict=False)]))
    advice = place_step(view, seat, order, chances)
    return HintStep(join_sentences([known, advice]), *advice.actions)


def to_percentages(chances: list[float]) -> list[int]:
    """Return chances as whole percentages: together 100, at least 1 each, by largest remainders."""
    parts = [max(1, floor(100 * chance)) for chance in chances]
    while (rest := 100 - sum(parts)) != 0:
        step = 1 if rest > 0 else -1
        free = [i for i, part in enumerate(parts) if part + step > 0]
        parts[max(free, key=lambda i: step * (100 * chances[i] - parts[i]))] += step
    return parts


def gain_text(gain: float) -> str:
    """Return points on average, to a tenth, in words."""
    return str(SAY["gain"].format(points=f"{max(gain, 0.1):.1f}"))


def place_step(view: SimpleNamespace, seat: int, order: list[int], chances: NDArray[np.float64]) -> HintStep:
    """Return the advice to place the likeliest number that is left, if that pays; else what to do instead."""
    best = next((n for n in order if not has_member(view.used[seat], n)), None)
    if best is None:
        return end_round_step(view, seat, "none_left")
    if chances[best] * gain_over_waiting(view, seat) <= 1 - chances[best]:
        if has_member(view.used[seat], order[0]) and chances[best] < 1e-9:
            return end_round_step(view, seat, "placed", number=order[0])
        gain = chances[best] * right_card_points(view, seat) - (1 - chances[best])
        if view.rounds < rules.ROUNDS and gain > 0:
            return end_round_step(view, seat, "wait_gain", number=best, gain=gain_text(gain))
        return end_round_step(view, seat, "leave" if view.rounds == rules.ROUNDS else "wait", number=best)
    if rules.may_answer(view, seat):
        return HintStep(SAY["place"].format(number=best), rules.encode_answer(best))
    return HintStep(SAY["blocked" if view.rounds < rules.ROUNDS else "blocked_last"].format(number=best))


def end_round_step(view: SimpleNamespace, seat: int, key: str, **facts: Any) -> HintStep:
    """Return the advice for a seat with nothing to place: to end the round, or to wait if it has agreed."""
    why = SAY[key].format(**facts)
    return HintStep(why) if has_member(view.agreed, seat) else HintStep(join_sentences([why, SAY["agree"]]), Verb.AGREE)


# Looking back.

def action_value(view: State | SimpleNamespace, seat: int, action: int | None) -> float:
    """Return the points that a choice brings, as far as counting tells; None: to let the time pass."""
    view = to_namespace(view)
    if view.stage == Stage.OPENING:
        return bonus_points(action) + POINTS_PER_BIT * hand_entropy(view, seat, action) if action is not None else 0.0
    if action is None or rules.verb_of(action) != Verb.ANSWER:
        return 0.0
    chances = np.zeros(rules.NUMBERS)
    secret_posterior.secret_probabilities(view, seat, chances)
    right = float(chances[rules.argument_of(action)])
    return right * gain_over_waiting(view, seat) - (1 - right)
