"""Play a series of games between bots and count the results."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from ..core.game import Game
from ..core.options import Value
from .record_writer import open_folder, write_records
from .row_writer import RowFile
from .series import SeriesWork, plan_series
from .sprt import Sprt
from .tally import SeriesResult, Tally
from .workers import Executor, run_work


def play_series(game: Game, bots: Sequence[str], games: int = 100, seed: int = 1,
                options: Mapping[str, Value] | None = None,
                seats: int | None = None, executor: Executor | None = None,
                progress: Callable[[int], None] = lambda done: None,
                rows: RowFile | None = None, sprt: Sprt | None = None, save: Path | None = None,
                in_order: bool = False) -> SeriesResult:
    """Play a series of whole deals with at least so many games.  Raises BadInput.

    executor  plays in other processes; the games are the same with any
    progress  called with the number of games played
    rows      a file of the same plan that gets every game; the series continues after the games in it
    sprt      a test of the first bot's share that ends the series once decided
    save      a folder that gets a record of every game played now
    in_order  seat the bots as named, instead of an order drawn for each deal

    Ctrl-C ends the series with what has been counted.
    """
    plan = plan_series(game, bots, seed, options, seats, in_order)
    if save:
        open_folder(save, bool(rows and rows.is_resumed))
    tally = Tally(plan, sprt)
    start = time.perf_counter()
    for deal in rows.read_deals() if rows else ():
        tally.add(deal)
    stopped = False
    try:
        numbers = plan.deal_numbers(tally.deals, games - tally.games)
        with closing(run_work(SeriesWork(game, plan, bool(save)), numbers, executor)) as coming:
            for deal, records in coming:
                if save:
                    write_records(save, records)
                tally.add(deal)
                if rows:
                    rows.add(deal)
                progress(tally.games)
                if (verdict := tally.sprt_result) and verdict.shown:
                    break
    except KeyboardInterrupt:
        if not tally.games:
            raise
        stopped = True
    return tally.make_result(time.perf_counter() - start, stopped)
