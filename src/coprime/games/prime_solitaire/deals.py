"""Whether deals can be won: the solver at work, in stages from quick to thorough, each answer tried on the rules."""

import json
import sys
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.seats import CHANCE
from . import rules, solver, winnable
from .state import Outcome
from .tables import COLUMNS, FEWEST_ROWS, MOST_ROWS, PYRAMID

# How many alike are kept, how many cards are watched, how little a further window of the pile helps.
STAGES = ((2, 6, 10.0), (2, 6, 1.0), (8, 8, 3.0), (16, 10, 3.0), (32, 8, 10.0))
QUICK = STAGES[:1]
LONGEST = 300               # actions


class Verdict(NamedTuple):
    """`won` with the actions of a way through, `lost` with a proof that there is none, or `unknown`."""

    word: str
    actions: list[int]


def dealt(level: int, foundation: int, rows: int, seed: int) -> Any:
    """A position just laid out."""
    kind: Any = rules.State             # mypy does not see what @record makes of a class
    s = kind.new()
    s.seats, s.level, s.foundation, s.rows = 1, level, foundation, rows
    rules.begin(s)
    rules.apply(s, CHANCE, seed)
    return s


def judge(s: Any, stages: tuple[tuple[int, int, float], ...] = STAGES) -> Verdict:
    """The verdict on a position just laid out."""
    deal = solver.Deal(int(s.foundation), s.card.copy(), int(s.there), s.pile.copy(), int(s.left))
    found = np.zeros(LONGEST, np.int64)
    for width, watched, patience in stages:
        n = solver.solve(deal, patience, desk_of(width, watched), found)
        if n == solver.LOST:
            return Verdict("lost", [])
        if n != solver.UNKNOWN:
            actions = [int(action) for action in found[:n]]
            return Verdict("won", actions) if wins(s.copy(), actions) else Verdict("unknown", [])
    return Verdict("unknown", [])


@cache
def desk_of(width: int, watched: int) -> Any:
    return solver.desk(width, watched)


def wins(s: Any, actions: list[int]) -> bool:
    """Do the rules agree?  A verdict is never taken on trust."""
    for action in actions:
        if rules.refusal(s, 0, action):
            return False
        rules.apply(s, 0, action)
    return bool(s.outcome == Outcome.WON)


def look_through(most: int = 60, usual: int = 500) -> None:
    """Write which deals of every sort can be won: so many of each, more with the usual rows."""
    good = np.zeros((winnable.SORTS, usual + 1), np.uint8)
    for level in range(1, 7):
        for foundation in (COLUMNS, PYRAMID):
            for rows in range(FEWEST_ROWS[foundation], MOST_ROWS[foundation] + 1):
                sort = winnable.sort_of(level, foundation, rows)
                is_usual = rows == rules.rows_of(dealt(level, foundation, 0, 1))
                for number in range(1, (usual if is_usual else most) + 1):
                    good[sort, number] = judge(dealt(level, foundation, rows, number), QUICK).word == "won"
                print(level, foundation, rows, int(good[sort].sum()), flush=True)
    np.savez_compressed(winnable.FILE, good=good)


if __name__ == "__main__":
    if len(sys.argv) == 5:
        print(json.dumps(judge(dealt(*map(int, sys.argv[1:])))._asdict()))
    else:
        look_through()
