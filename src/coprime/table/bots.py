"""The bots of one table: asked whenever the position changes, acting at a human pace."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.loose import loose
from ..core.seats import CLOCK
from . import catalogue
from .lobby import Chair

if TYPE_CHECKING:
    from .table import Table

PACE = {"quick": 0.2, "human": 1.0, "slow": 3.0}        # seconds for a move where no window is open
HASTE = {"quick": 0.5, "human": 1.0, "slow": 2.0}       # of a bot's own time where one is
THINKING = 800                                          # milliseconds for a strong bot
SOON = 0.1                                              # seconds: no bot is faster in a race

log = logging.getLogger(__name__)


@dataclass
class Thought:
    """What a bot was asked (at number `n`, as its seat counts), and once it has answered, what it will do and when."""

    n: int
    asked: float
    due: float = float("inf")
    action: int | None = None


class Bots:
    """Thoughts and times of a table's bots, by seat.  Times are monotonic seconds."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.thoughts: dict[int, Thought] = {}
        self._began: dict[int, float] = {}
        self._sent: dict[int, int] = {}                 # what programs will do, by seat

    def plan(self, now: float) -> None:
        """Ask the bots that may act and have not been asked about this position; forget the others."""
        acting = self.table.bots_to_act(now)
        for seat in set(self.thoughts) - acting:
            del self.thoughts[seat]
        for seat in set(self._began) - acting:
            del self._began[seat]
        for seat in sorted(acting):
            self._began.setdefault(seat, now)
            if not self._stands(seat):
                self._ask(seat, now)

    def _stands(self, seat: int) -> bool:
        """Has a bot been asked about the position as it is?"""
        thought = self.thoughts.get(seat)
        return thought is not None and thought.n == self.table.told_to(seat)

    def _ask(self, seat: int, now: float) -> None:
        table = self.table
        thought = self.thoughts[seat] = Thought(table.told_to(seat), now)
        if table.lobby.chairs[seat].kind == "program":
            self._take_sent(seat, now)
        else:
            table.outside.work(table, self.job(seat), partial(self._answered, seat, thought))

    def send(self, seat: int, action: int, now: float) -> None:
        """A program outside the house has chosen."""
        self._sent[seat] = action
        self._take_sent(seat, now)

    def _take_sent(self, seat: int, now: float) -> None:
        thought = self.thoughts.get(seat)
        if thought is not None and seat in self._sent:
            self._answered(seat, thought, self._sent[seat], now)

    def job(self, seat: int) -> Callable[[], Any]:
        """What a bot's thread runs: it holds a view, never the true state."""
        table, game = self.table, self.table.game
        level, seed = table.level(seat), table.outside.randbits(62)
        view = table.match.view(seat)
        if catalogue.searched(game, level):
            search = table.outside.strong(game)
            if search is not None:
                return partial(search, game, view, seat, seed, THINKING)
            level = catalogue.default_level(game)
        return lambda: game.bots.choose(loose(view), seat, level, seed)

    def _answered(self, seat: int, thought: Thought, result: Any, now: float) -> None:
        if self.thoughts.get(seat) is not thought:
            return                                      # the position has changed since
        if isinstance(result, Exception):
            log.error("a bot of %s failed", self.table.game.name, exc_info=result)
            result = self.any(seat), 0
        action, after = result if isinstance(result, tuple) else (result, 0)
        if action is None:
            return
        thought.action = int(action)
        thought.due = self._due(seat, thought, float(after), now)

    def _due(self, seat: int, thought: Thought, after: float, now: float) -> float:
        table, chair = self.table, self.table.lobby.chairs[seat]
        if after or table.acting() >> CLOCK & 1:       # a race: the bot says itself how long it takes
            wait = after / 1000 * HASTE[chair.pace] * (table.clock.factor or 1)
            return max(thought.asked + max(wait, SOON), now)
        return max(self._began[seat] + self._pace(chair), now)

    def _pace(self, chair: Chair) -> float:
        """Nothing, where nobody looks."""
        if not self.table.visits:
            return 0.0
        jitter = 0.75 + self.table.outside.randbits(16) / 2**17
        return PACE[chair.pace] * jitter

    def any(self, seat: int) -> int | None:
        """Any listed action, for a bot that failed."""
        match = self.table.match
        out = np.zeros(match.rules.MAX_ACTIONS, np.int64)
        n = int(match.rules.legal_actions(match.state, seat, out))
        return int(out[self.table.outside.randbits(32) % n]) if n else None

    def due(self) -> float:
        """When the next bot acts."""
        return min((thought.due for thought in self.thoughts.values()), default=float("inf"))

    def ready(self, now: float) -> tuple[int, int] | None:
        """The seat and action of a bot whose time has come and whose position still stands."""
        for seat, thought in self.thoughts.items():
            if thought.due <= now and thought.action is not None and self._stands(seat):
                del self.thoughts[seat]
                self._began.pop(seat, None)
                self._sent.pop(seat, None)
                return seat, thought.action
        return None
