"""Many deals looked through, each as a piece of work: the same wherever it is done."""

import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ...arena.workers import Hands, WorkUnit, spread
from ...core.errors import BadInput
from . import master_player, player, solver, winnable
from .deals import QUICK, dealt, judge
from .lossproof import written
from .master_net import learnt
from .phrases import label
from .tables import FEWEST_ROWS


class Look(NamedTuple):
    """What is found out about a deal.  Seconds are processor time of the one thread that works on it.

    word      won, lost or unknown
    solution  labels of a way through, where it is won
    blind     whether a player wins who does not see the draw pile; None where nobody has tried
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
class Sweep:
    """Deals of one sort, given to the solver and to a player who does not see the draw pile.

    tries  imagined games for every choice of that player; 0: nobody plays
    """

    level: int
    layout: int
    rows: int
    tries: int
    kind = "deals"

    def begin(self) -> None:
        self.desks = cache(solver.desk)                                 # of its own: threads may work side by side
        learns = master_player.knows(dealt(self.level, self.layout, self.rows, 1))
        self.play, self.desk = (
            (master_player.play, master_player.work(learnt())) if learns else (player.play, player.desk()))
        judge(dealt(1, 0, 3, 1), QUICK, self.desks)                     # compiles
        if self.tries:
            self.play(dealt(1, 0, 3, 1), 2, self.desk, 1)

    def do(self, number: int) -> Look:
        start = time.thread_time()
        s = dealt(self.level, self.layout, self.rows, number)
        verdict = judge(s, desk=self.desks)
        look = Look(number, verdict.word, [label(action) for action in verdict.actions], time.thread_time() - start,
                    proof=written(s, verdict.folds) if verdict.folds else "")
        if not self.tries:
            return look
        start = time.thread_time()
        won = bool(self.play(dealt(self.level, self.layout, self.rows, number), self.tries, self.desk, number))
        return look._replace(blind=won, playing=time.thread_time() - start)

    def end(self) -> None:
        self.__dict__.pop("desks", None)
        self.__dict__.pop("desk", None)
        self.__dict__.pop("play", None)


@dataclass
class Known:
    """Deals of every sort, numbered on through all sorts: those for which the quick solver finds a way through.

    each  how many numbers a sort has; a deal's own is the rest
    """

    each: int
    kind = "deals"

    def begin(self) -> None:
        self.desks = cache(solver.desk)
        judge(dealt(1, 0, 3, 1), QUICK, self.desks)

    def do(self, number: int) -> bool:
        sort, deal = divmod(number, self.each)
        place, height = divmod(sort, winnable.HEIGHTS)
        level, layout = divmod(place, 2)
        return judge(dealt(level + 1, layout, FEWEST_ROWS[layout] + height, deal), QUICK, self.desks).word == "won"

    def end(self) -> None:
        self.__dict__.pop("desks", None)


def look_through(work: WorkUnit, numbers: Iterable[int], hands: Hands | None = None,
                 told: Callable[[int], None] = lambda done: None) -> tuple[list[Any], BaseException | None]:
    """What comes of the numbers, and what has broken it off: Ctrl-C, or BadInput.  Raises that where nothing has come.

    told  hears how many are done
    """
    found: list[Any] = []
    try:
        with closing(spread(work, iter(numbers), hands)) as coming:
            for one in coming:
                found.append(one)
                told(len(found))
    except (KeyboardInterrupt, BadInput) as end:
        if not found:
            raise
        return found, end
    return found, None
