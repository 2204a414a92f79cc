"""Bots against bots: a series of games, and what it shows."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from ..core.game import Game
from ..core.options import Value
from .record_writer import keep, open_folder
from .rows import Rows
from .series import Series, planned
from .sprt import Sprt
from .tally import Result, Tally
from .workers import Hands, spread


def play(game: Game, bots: Sequence[str], games: int = 100, seed: int = 1, options: Mapping[str, Value] | None = None,
         seats: int | None = None, hands: Hands | None = None, progress: Callable[[int], None] = lambda done: None,
         rows: Rows | None = None, sprt: Sprt | None = None, save: Path | None = None,
         in_order: bool = False) -> Result:
    """Play a series, as many whole deals as hold so many games.  Raises BadInput.

    hands     others who play, for a game that they find on their shelf; the games are the same with any
    progress  is told how many games have been played
    rows      a file of the same plan, which gets every game; the series goes on after those that stand there
    sprt      a test of the first bot's share, which ends the series as soon as it is decided
    save      a folder that gets a record of every game that is played now
    in_order  whether the bots sit round the table as they are named, or in an order drawn for each deal

    Ctrl-C ends it with what has been counted.
    """
    plan = planned(game, bots, seed, options, seats, in_order)
    if save:
        open_folder(save, bool(rows and rows.resumed))
    tally = Tally(plan, sprt)
    start = time.perf_counter()
    for deal in rows.played() if rows else ():
        tally.add(deal)
    stopped = False
    try:
        numbers = plan.deals(tally.deals, games - tally.games)
        with closing(spread(Series(game, plan, bool(save)), numbers, hands)) as coming:
            for deal, records in coming:
                if save:
                    keep(save, records)
                tally.add(deal)
                if rows:
                    rows.add(deal)
                progress(tally.games)
                if (verdict := tally.verdict) and verdict.shown:
                    break
    except KeyboardInterrupt:
        if not tally.games:
            raise
        stopped = True
    return tally.result(time.perf_counter() - start, stopped)
