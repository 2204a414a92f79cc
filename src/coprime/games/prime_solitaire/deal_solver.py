"""Solve deals: beam search in stages from quick to thorough, then the exact decision.

Each solution is checked with the rules.
"""

import json
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.seats import CHANCE
from . import beam_search, rules
from .state import Outcome
from .winnability import Groups, decide_deal

# How many alike are kept, how many cards are watched, how little a further window of the pile helps.
STAGES = ((2, 6, 10.0), (2, 6, 1.0), (8, 8, 3.0), (16, 10, 3.0), (32, 8, 10.0))
QUICK = STAGES[:1]
LONGEST = 300               # actions


class DealResult(NamedTuple):
    """`won` with the actions of a way through, `lost` with a proof that there is none, or `unknown`.

    folds  the proof, where a search of all ways that the quick solver has was not enough
    """

    word: str
    actions: list[int]
    folds: Sequence[Groups] = ()


def deal_position(level: int, foundation: int, rows: int, seed: int) -> Any:
    """Deal a position by its number."""
    kind: Any = rules.State             # mypy does not see what @record makes of a class
    s = kind.new()
    s.seats, s.level, s.foundation, s.rows = 1, level, foundation, rows
    rules.begin(s)
    rules.apply(s, CHANCE, seed)
    return s


def solve_deal(s: Any, stages: tuple[tuple[int, int, float], ...] = STAGES, make_workspace: Any = None) -> DealResult:
    """Return the verdict on a position just laid out; after all stages the exact decision is tried.

    make_workspace  makes the arrays of a search from its width and its watched cards; a thread that works beside
    others gives its own
    """
    found = run_quick_solver(s, stages, make_workspace or get_workspace)
    if stages is STAGES and found.word != "won":
        word, actions, folds = decide_deal(s)
        if word == "lost" or (word == "won" and is_solution(s.copy(), actions)):
            return DealResult(word, actions, folds)
    return found


def run_quick_solver(s: Any, stages: tuple[tuple[int, int, float], ...], make_workspace: Any) -> DealResult:
    """Return what the beam search finds in some stages."""
    deal = beam_search.SolverDeal(int(s.foundation), s.card.copy(), int(s.there), s.pile.copy(), int(s.left))
    found = np.zeros(LONGEST, np.int64)
    for width, watched, patience in stages:
        n = beam_search.beam_search(deal, patience, make_workspace(width, watched), found)
        if n == beam_search.LOST:
            return DealResult("lost", [])
        if n != beam_search.UNKNOWN:
            actions = [int(action) for action in found[:n]]
            return DealResult("won", actions) if is_solution(s.copy(), actions) else DealResult("unknown", [])
    return DealResult("unknown", [])


@cache
def get_workspace(width: int, watched: int) -> Any:
    """Return the arrays of a beam search, which are made once for each width and number of watched cards."""
    return beam_search.make_workspace(width, watched)


def is_solution(s: Any, actions: list[int]) -> bool:
    """Tell whether some actions win a position, by the rules.  Changes the position."""
    for action in actions:
        if rules.refusal(s, 0, action):
            return False
        rules.apply(s, 0, action)
    return bool(s.outcome == Outcome.WON)


if __name__ == "__main__":
    print(json.dumps(solve_deal(deal_position(*map(int, sys.argv[1:])))._asdict()))
