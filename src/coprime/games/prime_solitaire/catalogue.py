"""The catalogue of winnable deals (PS-21), made again: `python -m coprime.games.prime_solitaire.catalogue`."""

from typing import Annotated

import numpy as np
import typer

from ...arena.commands import Address, Jobs
from ...arena.executor import make_executor
from ...arena.workers import Hands
from . import rules, winnable
from .deals import dealt
from .sweeps import Known, look_through
from .tables import COLUMNS, FEWEST_ROWS, MOST_ROWS, PYRAMID


def write(most: Annotated[int, typer.Option(min=1, help="Deals of every sort.")] = 60,
          usual: Annotated[int, typer.Option(min=1, help="Deals of a sort with the usual rows.")] = 500,
          jobs: Jobs = None, cluster: Address = None) -> None:
    """Write which deals of every sort can be won.  The source of `winnable` then has to name the new file's digest."""
    with make_executor(jobs, cluster) as hands:
        good = known(most, usual, hands)
    np.savez_compressed(winnable.FILE, good=good)
    print(f"{winnable.FILE.name}: {good.sum()} of {sum(len(deals) for deals in sorts(most, usual).values())} deals")


def known(most: int, usual: int, hands: Hands | None = None) -> np.ndarray:
    """By sort and number, 1 for a deal that can be won.  Raises BadInput, and KeyboardInterrupt: half of it is none."""
    good = np.zeros((winnable.SORTS, max(most, usual) + 1), np.uint8)
    numbers = [sort * good.shape[1] + deal for sort, deals in sorts(most, usual).items() for deal in deals]
    found, end = look_through(Known(good.shape[1]), numbers, hands)
    if end:
        raise end
    good.flat[numbers] = found
    return good


def sorts(most: int, usual: int) -> dict[int, range]:
    """Which deals of every sort are looked at."""
    found = {}
    for level in range(1, 7):
        for layout in (COLUMNS, PYRAMID):
            for rows in range(FEWEST_ROWS[layout], MOST_ROWS[layout] + 1):
                is_usual = rows == rules.rows_of(dealt(level, layout, 0, 1))
                found[winnable.sort_of(level, layout, rows)] = range(1, (usual if is_usual else most) + 1)
    return found


if __name__ == "__main__":
    typer.run(write)
