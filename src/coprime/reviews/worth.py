"""What a decision cost: worked out to the end, by playing both choices on in the same imagined worlds, or by the game's
own figures.
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
from ..search import endings
from ..search.pairs import pairs
from .decisions import Decision, Path

SURE = 3.0              # standard errors by which a difference must be above nothing to be told
LEAST = 0.1             # of the spread of the results: what it must be besides, else luck hides it
MOST = 2_000            # actions of a world that finds no rest
MANY, FEW = 60, 96      # actions that are looked at for others that are as good, and the worlds for each
EXACT = 0.02            # of the swing: what a difference must be that is read off


@dataclass(frozen=True)
class Cost:
    """What was lost by a choice, in the game's returns.

    mean, error  the mean difference of the two choices and its standard error
    spread       the standard deviation of the results
    won, better  share of the worlds that the seat won, as it was played and with what was better; None where nothing
                 was played on to the next rest
    worlds       how many were played on
    proved       was everything looked through that both sides could have done?
    """

    mean: float
    error: float
    spread: float
    won: float | None = None
    better: float | None = None
    worlds: int = 0
    proved: bool = False

    @property
    def clear(self) -> bool:
        """Is it certain enough that something was lost, and worth a word?"""
        return self.mean > max(SURE * self.error, LEAST * self.spread)


class Worth:
    """Judges the decisions of one seat."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        hints = game.hints
        self.worth = hints.action_value if hints else None
        self.chance = hints.win_probability if hints else None
        self.ahead = hints.AHEAD if hints else 0

    @property
    def exact(self) -> bool:
        """Does the game say by itself what a choice is worth?"""
        return self.worth is not None

    def ready(self) -> None:
        """Have at hand what plays on: the first time of all it is compiled, and that takes half a minute."""
        if not self.exact:
            pairs(self.game)
        endings.warm(self.game)

    def cost(self, decision: Decision, worlds: int, round_: int) -> Cost:
        """What a decision cost.  Another round plays other worlds, the same round the same."""
        if self.worth is not None:
            return self._read_off(self.worth, decision)
        known = self._known(self.chance, decision) if self.chance is not None else None
        if known is not None:
            return known
        proved = self._worked_out(decision)
        if proved is not None:
            return proved
        key = f"{self.seed} {decision.step} {round_}"
        seed = int.from_bytes(blake2b(key.encode(), digest_size=8).digest()) >> 2
        gains = pairs(self.game).compare(decision.view, self.seat, [decision.played, decision.better], worlds, seed,
                                         self.ahead or MOST)
        mine = gains[1, :, self.seat] - gains[0, :, self.seat]
        error = float(mine.std(ddof=1)) / math.sqrt(worlds)
        if self.ahead:                                  # nobody has won by then
            return Cost(float(mine.mean()), error, float(gains[:, :, self.seat].std()))
        played, better = (share_won(gains[choice], self.seat) for choice in (0, 1))
        return Cost(float(mine.mean()), error, float(gains[:, :, self.seat].std()), played, better, worlds)

    def _read_off(self, worth: Callable[[Any, int, int | None], float], decision: Decision) -> Cost:
        view = to_object(decision.view)
        played, better = (worth(view, self.seat, _first(path)) for path in (decision.played, decision.better))
        return Cost(float(better - played), 0.0, EXACT / LEAST * self.game.pure_rules.SWING)

    def _known(self, chance: Callable[[Any, int, list[int]], float | None], decision: Decision) -> Cost | None:
        """The cost where the game knows how often each choice wins; None where it does not."""
        view = to_object(decision.view)
        played, better = (chance(view, self.seat, [action for seat, action in path if seat == self.seat])
                          for path in (decision.played, decision.better))
        if played is None or better is None:
            return None
        swing = self.game.pure_rules.SWING
        return Cost(swing * (better - played), 0.0, EXACT / LEAST * swing, played, better)

    def _worked_out(self, decision: Decision) -> Cost | None:
        """The cost against best play where all is known and both choices are one action; None where it is not."""
        paths = decision.played, decision.better
        if any(len(path) != 1 or path[0][0] != self.seat for path in paths):
            return None
        found = {one.action: one for one in endings.judged(self.game, decision.view, self.seat) if one.exact}
        played, better = (found.get(path[0][1]) for path in paths)
        if played is None or better is None:
            return None
        return Cost(better.least - played.least, 0.0, 0.0, proved=True)


def _first(path: Sequence[tuple[int, int]]) -> int | None:
    """The action of a choice; None for the passing of time and for nothing."""
    return path[0][1] if path and path[0][0] != CLOCK else None


def share_won(gains: Any, seat: int) -> float:
    """In how many worlds the seat has won most; a victory that is shared by all is nobody's."""
    mine, most, least = gains[:, seat], gains.max(axis=1), gains.min(axis=1)
    if gains.shape[1] == 1:
        return float((mine > 0).mean())
    return float(np.mean((mine >= most) & (most > least)))


def as_good(game: Game, view: Any, seat: int, played: Path, better: Path, seed: int) -> list[int]:
    """What else a seat could have done that is clearly better than what it played, and not clearly worse than `better`.

    Among the listed actions, the first `MANY` of them.
    """
    rules, worth = game.pure_rules, Worth(game, seat, seed)
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    listed = out[:rules.sound_actions(view, seat, out)][:MANY].tolist()
    found = []
    for action in listed:
        other: Path = ((seat, action),)
        if (seat, action) in (*played[:1], *better[:1]):
            continue
        lost = worth.cost(Decision(0, 0, view, other, (), better, ""), FEW, 0)
        if lost.mean <= 2 * lost.error and worth.cost(Decision(0, 0, view, played, (), other, ""), FEW, 1).clear:
            found.append(action)
    return found
