"""Proofs that deals are lost, as lines of a file: which deal, its cards, and the groups of every fold.

Cards of the foundation are numbered in the order of dealing, from 1, as everywhere where people read them.
"""

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import BadInput
from . import loss_proof
from .deals import dealt
from .phrases import SAY
from .rules import LAST_DEAL, rows_of
from .tables import FEWEST_ROWS, MOST_ROWS, PLACES

LAYOUTS = ("columns", "pyramid")
MOST_STATES = 1 << 20           # of a fold: more would not be gone through in reasonable time
Folds = Sequence[Sequence[Sequence[int]]]


class LossProof(NamedTuple):
    """A line of a file that has been read: the deal laid out, and the groups of places of every fold."""

    level: int
    deal: int
    s: Any
    folds: Folds


def written(s: Any, folds: Folds) -> str:
    """The line for a position just laid out."""
    numbered = [[[PLACES - place for place in group] for group in groups] for groups in folds]
    return json.dumps({"lost": "prime_solitaire", "level": int(s.level), "foundation": LAYOUTS[int(s.foundation)],
                       "rows": int(rows_of(s)), "deal": int(s.seed), "cards": digest(s), "folds": numbered})


def digest(s: Any) -> str:
    """What tells the order of all cards of a deal."""
    cards = np.concatenate([np.asarray(s.card)[::-1], np.asarray(s.pile)[:int(s.left)][::-1]]).astype(np.int16)
    return blake2b(cards.tobytes(), digest_size=8).hexdigest()


def read(line: str, number: int) -> LossProof:
    """A line of a file, with its number.  Raises BadInput for what is no proof, or one for other cards."""
    say = SAY["proof"]
    try:
        told = json.loads(line)
        level, deal, rows, layout = told["level"], told["deal"], told["rows"], LAYOUTS.index(told["foundation"])
        folds = [[[PLACES - int(card) for card in group] for group in groups] for groups in told["folds"]]
        known = told["lost"] == "prime_solitaire" and isinstance(told["cards"], str)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise BadInput(say["unread"].format(n=number)) from None
    in_range = all(type(one) is int and low <= one <= high for one, low, high in (
        (level, 1, 6), (deal, 1, LAST_DEAL), (rows, FEWEST_ROWS[layout], MOST_ROWS[layout])))
    if not known or not in_range or any(states(groups) > MOST_STATES for groups in folds):
        raise BadInput(say["unread"].format(n=number))
    s = dealt(level, layout, rows, deal)
    if digest(s) != told["cards"]:
        raise BadInput(say["other"].format(n=number, deal=deal, level=level))
    return LossProof(level, deal, s, folds)


def states(groups: Sequence[Sequence[int]]) -> int:
    """How many states a fold has, or a number above the most."""
    found = 1
    for group in groups:
        found = min(found * (len(group) + 1), MOST_STATES + 1)
    return found


def holds(proof: LossProof) -> bool:
    """Is the deal proved lost?  Raises nothing: what is no row of folds of its foundation proves nothing."""
    return loss_proof.proves(proof.s, proof.folds)
