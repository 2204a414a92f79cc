"""Find winnable deals and write their catalogue (PS-21).

`python -m coprime.games.prime_solitaire.winnable_deal_finder`
"""

from typing import Annotated

import numpy as np
import typer

from ...arena.commands import ClusterAddress, Jobs
from ...arena.executor_factory import make_executor
from ...arena.workers import Executor
from . import rules, winnable_deals
from .deal_batches import WinnableSweep, run_sweep
from .deal_solver import deal_position
from .tables import COLUMNS, FEWEST_ROWS, MOST_ROWS, PYRAMID


def write_catalogue(most: Annotated[int, typer.Option(min=1, help="Deals of every sort.")] = 60,
                    usual: Annotated[int, typer.Option(min=1, help="Deals of a sort with the usual rows.")] = 500,
                    jobs: Jobs = None, cluster: ClusterAddress = None) -> None:
    """Write which deals of every sort can be won.  The source of `winnable` then has to name the new file's digest."""
    with make_executor(jobs, cluster) as hands:
        good = find_winnable_deals(most, usual, hands)
    np.savez_compressed(winnable_deals.FILE, good=good)
    deals = sum(map(len, deals_by_sort(most, usual).values()))
    print(f"{winnable_deals.FILE.name}: {good.sum()} of {deals} deals")


def find_winnable_deals(most: int, usual: int, hands: Executor | None = None) -> np.ndarray:
    """Return, by sort and number, 1 for every deal that the solver can win.

    Raises BadInput or KeyboardInterrupt when it is broken off: half a catalogue is of no use.
    """
    good = np.zeros((winnable_deals.SORTS, max(most, usual) + 1), np.uint8)
    numbers = [sort * good.shape[1] + deal for sort, deals in deals_by_sort(most, usual).items() for deal in deals]
    found, end = run_sweep(WinnableSweep(good.shape[1]), numbers, hands)
    if end:
        raise end
    good.flat[numbers] = found
    return good


def deals_by_sort(most: int, usual: int) -> dict[int, range]:
    """Return the numbers of the deals to look at, by sort index."""
    found = {}
    for level in range(1, 7):
        for layout in (COLUMNS, PYRAMID):
            for rows in range(FEWEST_ROWS[layout], MOST_ROWS[layout] + 1):
                is_usual = rows == rules.rows_of(deal_position(level, layout, 0, 1))
                found[winnable_deals.sort_index(level, layout, rows)] = range(1, (usual if is_usual else most) + 1)
    return found


if __name__ == "__main__":
    typer.run(write_catalogue)
