"""Bots that play Secret Number by rules of thumb, told apart by how well they work out the secret number.

What an answer card is worth does not depend on one's other cards, since all of them are scored and only one can
be right: a card is placed when its chance of being right pays for the point that it costs otherwise.
"""

import random
from functools import lru_cache
from math import log2
from types import SimpleNamespace
from typing import Any

from ...core.bits import has_member
from . import features, observation, rules
from .phrases import facts, from_facts, read
from .rules import ROUNDS, Stage, Verb
from .state import State
from .tables import BONUS, EARLY, FASTEST

LEVELS = ("novice", "casual", "strong")
ENOUGH = {"novice": (0.6, 0.5, 0.4), "casual": (0.6, 0.55, 0.4)}     # how sure of a number before placing it, by round
SLOW = {"novice": 17_000, "casual": 11_000, "strong": 7_000}        # milliseconds of thought at the start of a round
CHOOSES = 4_000                                                     # and before a choice
LATER = 0.9             # strong: how surely a number that is right will still be placed in a later round
STILL_FIRST = 0.35      # and how likely nobody else has placed it by then
PLACED_RIGHT = 0.6      # how likely another seat's answers hold the right one
# What the secret number depends on, without what changes while a round runs.
STEADY = ("seats", "stage", "rounds", "chosen", "open_card", "first_op", "low", "high", "op", "clue", "place", "number")
BLUR = 0.5              # points that a bit of doubt about one's hand is worth


def choose(view: State | SimpleNamespace, seat: int, level: str, seed: int) -> tuple[int | None, int]:
    """An action for the seat whose view it is, None to wait, and after how many milliseconds."""
    chance = random.Random(seed)
    view = read(view)
    if view.stage != Stage.RACE:
        return choice(view, seat, level, chance), int(CHOOSES * (0.6 + 0.8 * chance.random()))
    beliefs = believed(view, seat, level)
    value = to_place(view, seat, level, beliefs)
    if value is not None:
        return rules.answer_with(value), thought(view, seat, level, 0.6 if max(beliefs) > 0.99 else 1.0, chance)
    if not has_member(view.agreed, seat):
        return int(Verb.AGREE), thought(view, seat, level, 1.4, chance)
    return None, 0


def thought(view: SimpleNamespace, seat: int, level: str, share: float, chance: random.Random) -> int:
    """What is left of the time that this round is worth thinking about, a moment at least."""
    # The same for a whole round, and in every seat, or equal bots would not be equally fast.
    steady = random.Random(f"{view.game} {view.rounds} {view.open_card} {view.low[seat]} {view.high[seat]}").random()
    passed = 1000 * view.round_seconds - view.left if view.left else 0
    return int(max(share * SLOW[level] * (0.6 + 0.8 * steady) - passed, 300 + 900 * chance.random()))


# What a bot believes.

def believed(view: SimpleNamespace, seat: int, level: str) -> list[float]:
    """The chance of each number of being the secret one, as a bot of that level sees it."""
    if level == "strong":
        return exact(facts(view, STEADY), seat)
    left = cards_left(view, seat)
    if level == "casual" and view.rounds:
        for other in range(view.seats):
            if other != seat:
                for number, held in enumerate(expected(view, seat, other)):
                    left[number] -= held
    left = [max(n, 0.0) if n > 1e-9 else 0.0 for n in left]
    return [n / (sum(left) or 1) for n in left]


def cards_left(view: SimpleNamespace, seat: int) -> list[float]:
    """How many cards of each number one does not see."""
    bag = observation.unseen(view, seat)
    return [float(bag // observation.DIGIT[number] % 3) for number in range(view.seats + 1)]


def expected(view: SimpleNamespace, seat: int, other: int) -> list[float]:
    """How many unseen cards of each number another seat holds on average, its hand taken by itself."""
    bag, total, held = observation.unseen(view, seat), 0, [0.0] * (view.seats + 1)
    for hand, pair in enumerate(observation.PAIRS):
        ways = observation.choices_with(view, other, *pair)
        ways = ways and ways * observation.ways_to_take(view, other, hand, bag)
        total += ways
        for number in pair if ways else ():
            held[number] += ways
    held = [n / (total or 1) for n in held]
    if view.number[other]:
        held[view.number[other]] -= 1                       # that one lies open
    return held


@lru_cache(maxsize=512)
def exact(kept: tuple[tuple[str, int | tuple[int, int, int, int, int]], ...], seat: int) -> list[float]:
    """The exact chances; counting takes some milliseconds, and a round is asked about many times."""
    chances = [0.0] * rules.NUMBERS
    features.probabilities(from_facts(kept), seat, chances)
    return chances


# Answers.

def to_place(view: SimpleNamespace, seat: int, level: str, beliefs: list[float]) -> int | None:
    """The number to place now, None when it is better not to."""
    if not rules.may_answer(view, seat):
        return None
    free = [n for n in range(view.seats + 1) if not has_member(view.used[seat], n)]
    best = max(free, key=lambda n: beliefs[n])
    if level == "strong":
        return best if beliefs[best] * worth_now(view, seat) > 1 - beliefs[best] else None
    return best if beliefs[best] >= ENOUGH[level][view.rounds - 1] and view.spent[seat] < view.rounds else None


def worth_now(view: SimpleNamespace, seat: int) -> float:
    """How much more a right card brings now than if it is kept for later rounds."""
    now, first = right_now(view, seat), fastest(view, seat)
    if view.rounds == ROUNDS:
        return now
    return now - LATER * (1 + EARLY[view.rounds] + BONUS[view.place[seat]] + STILL_FIRST * first)


def right_now(view: SimpleNamespace, seat: int) -> float:
    """Points that a right card brings now: for the round, for the place, and perhaps for being the fastest (SN-10)."""
    return 1 + EARLY[view.rounds - 1] + BONUS[view.place[seat]] + fastest(view, seat)


def fastest(view: SimpleNamespace, seat: int) -> float:
    """Points for the first right card, less where others may have placed it already."""
    answered = sum(1 for other in range(view.seats) if other != seat and view.spent[other])
    return FASTEST * (1 - PLACED_RIGHT) ** answered


# Choices.

def choice(view: SimpleNamespace, seat: int, level: str, chance: Any) -> int:
    """What to cover or show: the points of the place, and for better bots how little it tells."""
    out = [0] * rules.MAX_ACTIONS
    actions = [int(action) for action in out[:rules.choices(view, seat, out)]]
    if level == "novice":
        return max(actions, key=lambda action: bonus(action) + 2 * chance.random())
    blur = BLUR if level == "strong" else BLUR / 2
    return max(actions, key=lambda action: bonus(action) + blur * doubt(view, seat, action) + chance.random() / 100)


def bonus(action: int) -> int:
    return BONUS[rules.place_of(action)] if rules.verb_of(action) == Verb.COVER else 0


def doubt(view: SimpleNamespace, seat: int, action: int) -> float:
    """How many bits a stranger would lack to know one's hand after this choice."""
    after = shown(view, seat, action)
    unseen = observation.unseen(after, -1)
    ways = [observation.choices_with(after, seat, *pair) * observation.ways_to_take(after, seat, hand, unseen)
            for hand, pair in enumerate(observation.PAIRS)]
    total = sum(ways)
    return -sum(n / total * log2(n / total) for n in ways if n)


def shown(view: SimpleNamespace, seat: int, action: int) -> SimpleNamespace:
    """The table as a stranger would see it if this choice were shown at once."""
    after = from_facts(facts(view, STEADY))
    after.stage, after.chosen, after.clue = Stage.RACE, 0, [0] * rules.SEATS
    verb = rules.verb_of(action)
    if verb == Verb.COVER:
        after.place[seat] = rules.place_of(action)
        after.op = [-1] * rules.SEATS
    elif verb == Verb.NUMBER:
        after.number[seat] = rules.argument_of(action)
    else:
        after.first_op |= 1 << seat
    if not rules.operation_is_open(after, seat):
        after.op[seat] = -1
    return after
