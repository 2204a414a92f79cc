"""Whether deals can be won: the solver at work, in stages from quick to thorough, and last what decides it for good.

Each way through is tried on the rules.
"""

import json
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.seats import CHANCE
from . import rules, solver
from .decision import Groups, decide
from .state import Outcome

# How many alike are kept, how many cards are watched, how little a further window of the pile helps.
STAGES = ((2, 6, 10.0), (2, 6, 1.0), (8, 8, 3.0), (16, 10, 3.0), (32, 8, 10.0))
QUICK = STAGES[:1]
LONGEST = 300               # actions


class Verdict(NamedTuple):
    """`won` with the actions of a way through, `lost` with a proof that there is none, or `unknown`.

    folds  the proof, where a search of all ways that the quick solver has was not enough
    """

    word: str
    actions: list[int]
    folds: Sequence[Groups] = ()


def dealt(level: int, foundation: int, rows: int, seed: int) -> Any:
    """A position just laid out."""
    kind: Any = rules.State             # mypy does not see what @record makes of a class
    s = kind.new()
    s.seats, s.level, s.foundation, s.rows = 1, level, foundation, rows
    rules.begin(s)
    rules.apply(s, CHANCE, seed)
    return s


def judge(s: Any, stages: tuple[tuple[int, int, float], ...] = STAGES, desk: Any = None) -> Verdict:
    """The verdict on a position just laid out; after all stages it is decided, if there is room.

    desk  what gives a desk of a width and so many watched cards, for a thread that works beside others
    """
    found = tried(s, stages, desk or desk_of)
    if stages is STAGES and found.word != "won":
        word, actions, folds = decide(s)
        if word == "lost" or (word == "won" and wins(s.copy(), actions)):
            return Verdict(word, actions, folds)
    return found


def tried(s: Any, stages: tuple[tuple[int, int, float], ...], desk: Any) -> Verdict:
    """What the quick solver finds in some stages."""
    deal = solver.Deal(int(s.foundation), s.card.copy(), int(s.there), s.pile.copy(), int(s.left))
    found = np.zeros(LONGEST, np.int64)
    for width, watched, patience in stages:
        n = solver.solve(deal, patience, desk(width, watched), found)
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


if __name__ == "__main__":
    print(json.dumps(judge(dealt(*map(int, sys.argv[1:])))._asdict()))
