"""The master of the original Prime Daifugo: it plans as the strong bot does, and calculates.

Nothing of it is compiled: the search asks FLINT for primes and factors.
"""

from typing import Any

from ..bots import choose_by_plan
from ..planning.turn_planner import Effort

MASTER = Effort(whole_tries=300, answer_tries=900, composite_tries=200, judged=60, worlds=32, misses=True)


def is_ready() -> bool:
    """Return True: nothing has to be compiled."""
    return True


def warm() -> None:
    """Do nothing: there is nothing to compile."""


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """Return the master's action, in a fraction of a second; the same for the same view.

    `ms`, `iterations` and the seed change nothing.
    """
    return choose_by_plan(view, seat, MASTER)
