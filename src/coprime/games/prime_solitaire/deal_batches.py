"""Solve many deals as distributable work: results do not depend on the worker."""

import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ...arena.workers import Executor, WorkUnit, run_work
from ...core.errors import BadInput
from . import beam_search, sequential_halving_player, winnable_deals
from .deal_solver import QUICK, deal_position, solve_deal
from .expert import search
from .expert.network_files import load_net
from .loss_proof_file import serialize_proof
from .phrases import label
from .tables import FEWEST_ROWS


class DealReport(NamedTuple):
    """The result of one deal.  Seconds are processor time of the working thread.

    word      won, lost or unknown
    solution  labels of a solution, where it is won
    blind     whether the player won who does not see the draw pile; None where nobody played
    proof     a line for a file of proofs, where it is proved lost
    """

    deal: int
    word: str
    solution: list[str]
    solving: float
    blind: bool | None = None
    playing: float = 0.0
    proof: str = ""


@dataclass
class SolveSweep:
    """Work unit: deals of one sort for the solver and for a player who does not see the draw pile.

    tries  imagined games for every choice of that player; 0: nobody plays
    """

    level: int
    layout: int
    rows: int
    tries: int
    kind = "deals"

    def begin(self) -> None:
        """Make the work arrays and compile what is needed."""
        # Of its own: threads may work side by side.
        self.desks = cache(beam_search.make_workspace)
        learns = search.is_trained_for(deal_position(self.level, self.layout, self.rows, 1))
        self.play, self.desk = (
            (search.play_game, search.make_workspace(load_net())) if learns
            else (sequential_halving_player.play_game, sequential_halving_player.make_workspace()))
        solve_deal(deal_position(1, 0, 3, 1), QUICK, self.desks)                     # compiles
        if self.tries:
            self.play(deal_position(1, 0, 3, 1), 2, self.desk, 1)

    def do(self, number: int) -> DealReport:
        """Solve the deal of a number, and play it where that is asked for."""
        start = time.thread_time()
        s = deal_position(self.level, self.layout, self.rows, number)
        verdict = solve_deal(s, make_workspace=self.desks)
        look = DealReport(number, verdict.word, [label(action) for action in verdict.actions],
                          time.thread_time() - start,
                          proof=serialize_proof(s, verdict.folds) if verdict.folds else "")
        if not self.tries:
            return look
        start = time.thread_time()
        won = bool(self.play(deal_position(self.level, self.layout, self.rows, number), self.tries, self.desk, number))
        return look._replace(blind=won, playing=time.thread_time() - start)

    def end(self) -> None:
        """Drop the work arrays."""
        self.__dict__.pop("desks", None)
        self.__dict__.pop("desk", None)
        self.__dict__.pop("play", None)


@dataclass
class WinnableSweep:
    """Work unit: deals of every sort, numbered through; tells which the quick solver can win.

    each  how many numbers a sort has: number = sort * each + deal
    """

    each: int
    kind = "deals"

    def begin(self) -> None:
        """Make the work arrays and compile what is needed."""
        self.desks = cache(beam_search.make_workspace)
        solve_deal(deal_position(1, 0, 3, 1), QUICK, self.desks)

    def do(self, number: int) -> bool:
        """Tell whether the quick solver wins the deal of a number."""
        sort, deal = divmod(number, self.each)
        place, height = divmod(sort, winnable_deals.HEIGHTS)
        level, layout = divmod(place, 2)
        return solve_deal(deal_position(level + 1, layout, FEWEST_ROWS[layout] + height, deal), QUICK,
                          self.desks).word == "won"

    def end(self) -> None:
        """Drop the work arrays."""
        self.__dict__.pop("desks", None)


def run_sweep(work: WorkUnit, numbers: Iterable[int], hands: Executor | None = None,
              on_progress: Callable[[int], None] = lambda done: None) -> tuple[list[Any], BaseException | None]:
    """Run a work unit on numbers; return the results, and the exception that ended it or None.

    That is Ctrl-C or BadInput; it is raised where there are no results.  `on_progress` is called with the number of
    results.
    """
    found: list[Any] = []
    try:
        with closing(run_work(work, iter(numbers), hands)) as coming:
            for one in coming:
                found.append(one)
                on_progress(len(found))
    except (KeyboardInterrupt, BadInput) as end:
        if not found:
            raise
        return found, end
    return found, None
