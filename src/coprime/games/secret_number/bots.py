"""Play Secret Number by rules of thumb; the levels differ by how well they work out the secret number.

What an answer card is worth does not depend on one's other cards, since all of them are scored and only one can be
right: a card is placed when its chance of being right pays for the point that it costs otherwise.
"""

import random
from functools import lru_cache
from math import log2
from types import SimpleNamespace
from typing import Any

from ...core.bits import has_member, remove_member, set_size
from . import observation, rules, secret_posterior
from .display_card_results import BONUS_POINTS, EARLY_POINTS, FASTEST_POINTS
from .phrases import freeze_view, to_namespace, unfreeze_view
from .rules import ROUNDS, Stage, Verb
from .state import State

LEVELS = ("novice", "casual", "strong")
MIN_CHANCE = {"novice": (0.6, 0.5, 0.4),
              "casual": (0.6, 0.55, 0.4)}     # how sure of a number before placing it, by round
THINKING_MS = {"novice": 17_000, "casual": 11_000,
               "strong": 7_000}        # milliseconds of thought at the start of a round
CHOICE_MS = 4_000                                                     # and before a choice
LATER_CHANCE = 0.9             # strong: how surely a number that is right will still be placed in a later round
STILL_FIRST_CHANCE = 0.35      # and how likely nobody else has placed it by then
PLACED_RIGHT_CHANCE = 0.6      # how likely another seat's answers hold the right one
# What the secret number depends on, without what changes while a round runs.
STEADY_FIELDS = ("seats", "stage", "rounds", "chosen", "open_card", "first_op", "low", "high", "op", "clue", "place",
                 "number")
POINTS_PER_BIT = 0.5              # points that a bit of doubt about one's hand is worth


def choose(view: State | SimpleNamespace, seat: int, level: str, seed: int) -> tuple[int | None, int]:
    """Return an action of the seat whose view it is, None to wait, and after how many milliseconds."""
    chance = random.Random(seed)
    view = to_namespace(view)
    if view.stage != Stage.RACE:
        return choose_in_opening(view, seat, level, chance), int(CHOICE_MS * (0.6 + 0.8 * chance.random()))
    beliefs = number_chances(view, seat, level)
    value = choose_number(view, seat, level, beliefs)
    haste = haste_for_others(view, seat)
    if value is not None:
        time_share = 0.6 if max(beliefs) > 0.99 else 1.0
        return rules.encode_answer(value), thinking_ms(view, seat, level, haste * time_share, chance)
    if not has_member(view.agreed, seat):
        return int(Verb.AGREE), thinking_ms(view, seat, level, haste * 1.4, chance)
    return None, 0


def haste_for_others(view: SimpleNamespace, seat: int) -> float:
    """Return the share of its time that a bot takes where no clock runs and others wait for the round to end (SN-8)."""
    return 1.0 if view.left else 1 / (1 + 2 * set_size(remove_member(view.agreed, seat)))


def thinking_ms(view: SimpleNamespace, seat: int, level: str, time_share: float, random_source: random.Random) -> int:
    """Return the milliseconds of thinking that are left in this round, a moment at least."""
    # The same for a whole round, and in every seat, or equal bots would not be equally fast.
    steady = random.Random(f"{view.game} {view.rounds} {view.open_card} {view.low[seat]} {view.high[seat]}").random()
    passed = 1000 * view.round_seconds - view.left if view.left else 0
    return int(max(time_share * THINKING_MS[level] * (0.6 + 0.8 * steady) - passed, 300 + 900 * random_source.random()))


# What a bot believes.

def number_chances(view: SimpleNamespace, seat: int, level: str) -> list[float]:
    """Return the chance of each number of being the secret one, as a bot of that level sees it."""
    if level == "strong":
        return exact_chances(freeze_view(view, STEADY_FIELDS), seat)
    left = count_unseen_cards(view, seat)
    if level == "casual" and view.rounds:
        for other in range(view.seats):
            if other != seat:
                for number, held in enumerate(expected_held_counts(view, seat, other)):
                    left[number] -= held
    left = [max(n, 0.0) if n > 1e-9 else 0.0 for n in left]
    return [n / (sum(left) or 1) for n in left]


def count_unseen_cards(view: SimpleNamespace, seat: int) -> list[float]:
    """Return how many cards of each number a seat does not see."""
    bag = observation.unseen_code(view, seat)
    return [float(bag // observation.DIGIT[number] % 3) for number in range(view.seats + 1)]


def expected_held_counts(view: SimpleNamespace, seat: int, other: int) -> list[float]:
    """Return how many unseen cards of each number another seat holds on average, its hand taken by itself."""
    bag, total, held = observation.unseen_code(view, seat), 0, [0.0] * (view.seats + 1)
    for hand, pair in enumerate(observation.POSSIBLE_HANDS):
        ways = observation.count_choices(view, other, *pair)
        ways = ways and ways * observation.count_ways_to_take(view, other, hand, bag)
        total += ways
        for number in pair if ways else ():
            held[number] += ways
    held = [n / (total or 1) for n in held]
    if view.number[other]:
        held[view.number[other]] -= 1                       # that one lies open
    return held


@lru_cache(maxsize=512)
def exact_chances(frozen_view: tuple[tuple[str, int | tuple[int, int, int, int, int]], ...], seat: int) -> list[float]:
    """Return the exact chances of the secret numbers.

    Cached: counting takes some milliseconds, and a round is asked about many times.
    """
    chances = [0.0] * rules.NUMBERS
    secret_posterior.secret_probabilities(unfreeze_view(frozen_view), seat, chances)
    return chances


# Answers.

def choose_number(view: SimpleNamespace, seat: int, level: str, beliefs: list[float]) -> int | None:
    """Return the number to place now; None if it is better not to."""
    if not rules.may_answer(view, seat):
        return None
    free = [n for n in range(view.seats + 1) if not has_member(view.used[seat], n)]
    best = max(free, key=lambda n: beliefs[n])
    if level == "strong":
        return best if beliefs[best] * gain_over_waiting(view, seat) > 1 - beliefs[best] else None
    return best if beliefs[best] >= MIN_CHANCE[level][view.rounds - 1] and view.spent[seat] < view.rounds else None


def gain_over_waiting(view: SimpleNamespace, seat: int) -> float:
    """Return how many points more a right card brings now than if it is kept for later rounds."""
    now, first = right_card_points(view, seat), fastest_points(view, seat)
    if view.rounds == ROUNDS:
        return now
    return now - LATER_CHANCE * (1 + EARLY_POINTS[view.rounds] + BONUS_POINTS[view.place[seat]]
                                 + STILL_FIRST_CHANCE * first)


def right_card_points(view: SimpleNamespace, seat: int) -> float:
    """Return the points that a right card brings now: round, place, perhaps the fastest (SN-10)."""
    return 1 + EARLY_POINTS[view.rounds - 1] + BONUS_POINTS[view.place[seat]] + fastest_points(view, seat)


def fastest_points(view: SimpleNamespace, seat: int) -> float:
    """Return the points for the first right card, less where others may have placed it already."""
    answered = sum(1 for other in range(view.seats) if other != seat and view.spent[other])
    return FASTEST_POINTS * (1 - PLACED_RIGHT_CHANCE) ** answered


# Choices.

def choose_in_opening(view: SimpleNamespace, seat: int, level: str, random_source: Any) -> int:
    """Return what to cover or show: by the place's points, and for better bots by how little it tells."""
    out = [0] * rules.MAX_ACTIONS
    actions = [int(action) for action in out[:rules.list_choices(view, seat, out)]]
    if level == "novice":
        return max(actions, key=lambda action: bonus_points(action) + 2 * random_source.random())
    blur = POINTS_PER_BIT if level == "strong" else POINTS_PER_BIT / 2
    return max(actions, key=lambda action: bonus_points(action) + blur * hand_entropy(view, seat, action)
               + random_source.random() / 100)


def bonus_points(action: int) -> int:
    """Return the bonus points of the place that an action covers; 0 for another action."""
    return BONUS_POINTS[rules.place_of(action)] if rules.verb_of(action) == Verb.COVER else 0


def hand_entropy(view: SimpleNamespace, seat: int, action: int) -> float:
    """Return the entropy of the seat's hand for a stranger after this choice, in bits."""
    after = stranger_view(view, seat, action)
    unseen = observation.unseen_code(after, -1)
    ways = [observation.count_choices(after, seat, *pair) * observation.count_ways_to_take(after, seat, hand, unseen)
            for hand, pair in enumerate(observation.POSSIBLE_HANDS)]
    total = sum(ways)
    return -sum(n / total * log2(n / total) for n in ways if n)


def stranger_view(view: SimpleNamespace, seat: int, action: int) -> SimpleNamespace:
    """Return the table as a stranger would see it if this choice were shown at once."""
    after = unfreeze_view(freeze_view(view, STEADY_FIELDS))
    after.stage, after.chosen, after.clue = Stage.RACE, 0, [0] * rules.SEATS
    verb = rules.verb_of(action)
    if verb == Verb.COVER:
        after.place[seat] = rules.place_of(action)
        after.op = [-1] * rules.SEATS
    elif verb == Verb.NUMBER:
        after.number[seat] = rules.argument_of(action)
    else:
        after.first_op |= 1 << seat
    if not rules.is_operation_open(after, seat):
        after.op[seat] = -1
    return after
