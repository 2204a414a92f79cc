"""Estimate the cost of a decision.

By a proof, by the game's own values, or by playing both choices on in sampled worlds.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.game import Game
from ..core.seats import CLOCK
from ..search import exact_endings
from ..search.paired_playouts import get_comparer
from .decisions import ActionPath, Decision

MIN_STANDARD_ERRORS = 3.0              # standard errors by which a difference must be above nothing to be told
MIN_SPREAD_SHARE = 0.1             # of the spread of the results: what it must be besides, else luck hides it
MAX_WORLD_ACTIONS = 2_000            # actions of a world that finds no rest
# Actions that are looked at for others that are as good, and the worlds for each.
MAX_ALTERNATIVES, ALTERNATIVE_WORLDS = 60, 96
MIN_EXACT_SHARE = 0.02            # of the swing: what a difference must be that is read off


@dataclass(frozen=True)
class Cost:
    """What a choice has lost, in the game's returns.

    mean, error  the mean difference of the two choices and its standard error
    spread       the standard deviation of the results
    won, better  share of the worlds that the seat won with the choice played and with the better one; None if
                 nothing was played on until the end of a hand
    worlds       how many worlds were played on
    is_proved    is the cost exact, because all continuations were searched?
    """

    mean: float
    error: float
    spread: float
    won: float | None = None
    better: float | None = None
    worlds: int = 0
    is_proved: bool = False

    @property
    def is_clear(self) -> bool:
        """Return whether the loss is statistically certain and large enough to mention."""
        return self.mean > max(MIN_STANDARD_ERRORS * self.error, MIN_SPREAD_SHARE * self.spread)


class CostEstimator:
    """Estimates the costs of one seat's decisions."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        hints = game.hints
        self.value_function = hints.action_value if hints else None
        self.win_chance_function = hints.win_probability if hints else None
        self.action_limit = hints.AHEAD if hints else 0

    @property
    def is_exact(self) -> bool:
        """Return whether the game computes by itself what a choice is worth."""
        return self.value_function is not None

    def warm_up(self) -> None:
        """Compile what plays positions on; the first time this takes half a minute."""
        if not self.is_exact:
            get_comparer(self.game)
        exact_endings.warm(self.game)

    def estimate_cost(self, decision: Decision, worlds: int, round_: int) -> Cost:
        """Return what a decision cost.

        Each round number samples its own worlds, the same number always the same ones.
        """
        if self.value_function is not None:
            return self._cost_by_value(self.value_function, decision)
        known = self._cost_by_win_chance(self.win_chance_function,
                                         decision) if self.win_chance_function is not None else None
        if known is not None:
            return known
        proved = self._cost_by_proof(decision)
        if proved is not None:
            return proved
        key = f"{self.seed} {decision.step} {round_}"
        seed = int.from_bytes(blake2b(key.encode(), digest_size=8).digest()) >> 2
        gains = get_comparer(self.game).compare_choices(decision.view, self.seat, [decision.played, decision.better],
                                                        worlds, seed,
                                                        self.action_limit or MAX_WORLD_ACTIONS)
        mine = gains[1, :, self.seat] - gains[0, :, self.seat]
        error = float(mine.std(ddof=1)) / math.sqrt(worlds)
        if self.action_limit:                                  # nobody has won by then
            return Cost(float(mine.mean()), error, float(gains[:, :, self.seat].std()))
        played, better = (share_won(gains[choice], self.seat) for choice in (0, 1))
        return Cost(float(mine.mean()), error, float(gains[:, :, self.seat].std()), played, better, worlds)

    def _cost_by_value(self, worth: Callable[[Any, int, int | None], float], decision: Decision) -> Cost:
        """Return the cost by the game's own value of each choice."""
        view = to_object(decision.view)
        played, better = (worth(view, self.seat, _first_action(path)) for path in (decision.played, decision.better))
        return Cost(float(better - played), 0.0, MIN_EXACT_SHARE / MIN_SPREAD_SHARE * self.game.pure_rules.SWING)

    def _cost_by_win_chance(self, chance: Callable[[Any, int, list[int]], float | None],
                            decision: Decision) -> Cost | None:
        """Return the cost if the game knows how often each choice wins; else None."""
        view = to_object(decision.view)
        played, better = (chance(view, self.seat, [action for seat, action in path if seat == self.seat])
                          for path in (decision.played, decision.better))
        if played is None or better is None:
            return None
        swing = self.game.pure_rules.SWING
        return Cost(swing * (better - played), 0.0, MIN_EXACT_SHARE / MIN_SPREAD_SHARE * swing, played, better)

    def _cost_by_proof(self, decision: Decision) -> Cost | None:
        """Return the cost against best play if all is known and both choices are one action; else None."""
        paths = decision.played, decision.better
        if any(len(path) != 1 or path[0][0] != self.seat for path in paths):
            return None
        found = {one.action: one for one in exact_endings.bound_listed_actions(self.game, decision.view, self.seat)
                 if one.is_exact}
        played, better = (found.get(path[0][1]) for path in paths)
        if played is None or better is None:
            return None
        return Cost(better.least - played.least, 0.0, 0.0, is_proved=True)


def _first_action(path: Sequence[tuple[int, int]]) -> int | None:
    """The action of a choice; None for the passing of time and for nothing."""
    return path[0][1] if path and path[0][0] != CLOCK else None


def share_won(gains: Any, seat: int) -> float:
    """Return the share of worlds in which the seat has the best result, and not all seats the same."""
    mine, most, least = gains[:, seat], gains.max(axis=1), gains.min(axis=1)
    if gains.shape[1] == 1:
        return float((mine > 0).mean())
    return float(np.mean((mine >= most) & (most > least)))


def find_equally_good(game: Game, view: Any, seat: int, played: ActionPath, better: ActionPath, seed: int) -> list[int]:
    """Return other actions clearly better than the one played, and not clearly worse than `better`.

    Only the first `MAX_ALTERNATIVES` of the sound actions are tested.
    """
    rules, worth = game.pure_rules, CostEstimator(game, seat, seed)
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    listed = out[:rules.sound_actions(view, seat, out)][:MAX_ALTERNATIVES].tolist()
    found = []
    for action in listed:
        other: ActionPath = ((seat, action),)
        if (seat, action) in (*played[:1], *better[:1]):
            continue
        lost = worth.estimate_cost(Decision(0, 0, view, other, (), better, ""), ALTERNATIVE_WORLDS, 0)
        if lost.mean <= 2 * lost.error and worth.estimate_cost(Decision(0, 0, view, played, (), other, ""),
                                                               ALTERNATIVE_WORLDS, 1).is_clear:
            found.append(action)
    return found
