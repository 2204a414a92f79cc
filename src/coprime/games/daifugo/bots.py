"""Play Daifugo by rules of thumb: the levels novice and casual."""

import random
from typing import Protocol

from ...core.bot_function_compilation import rate_actions
from . import action_costs
from .opponent_model import LAST_CARDS_COST, acceptable_cost
from .rules import MAX_ACTIONS, Phase
from .state import State

LEVELS = ("novice", "casual")
SLIP_RATE = 0.1                  # how often a novice passes without a reason


class RandomSource(Protocol):
    """A source of random numbers from 0 up to 1."""

    def random(self) -> float:
        """Return a random number from 0 up to 1."""


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action of the seat whose view it is, and the milliseconds it takes (0)."""
    return choose_by_cost(view, seat, level, random.Random(seed)), 0


def choose_by_cost(view: State, seat: int, level: str, random_source: RandomSource) -> int:
    """Return an action of the lowest cost, 0 for a pass; of several a random one.

    A gift has the lowest cards. A novice makes the lowest play that fits, or slips and passes; a casual bot the
    cheapest one, or one that goes out, and passes where a trick costs more than it is worth.
    """
    actions, costs = rate_actions(action_costs.list_costs, view, seat, MAX_ACTIONS, level == "casual")
    may_pass = view.phase != Phase.EXCHANGE and 0 in actions
    rated = [(cost, action) for action, cost in zip(actions, costs, strict=True) if action or not may_pass]
    if not rated or (may_pass and level == "novice" and random_source.random() < SLIP_RATE):
        return 0
    cost, best = min(rated, key=lambda one: (one[0], one[0] != LAST_CARDS_COST and random_source.random()))
    too_much = level == "casual" and may_pass and view.meld and cost > acceptable_cost(view, seat)
    return 0 if too_much else best
