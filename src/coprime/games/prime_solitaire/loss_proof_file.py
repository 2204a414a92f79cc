"""Read and write proofs that deals are lost, one a line.

A line has the deal, a digest of its cards, and the groups of each fold.  Cards of the foundation are numbered
in the order of dealing, from 1, as in everything that people read.
"""

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import BadInput
from . import loss_proof_checker
from .deal_solver import deal_position
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


def serialize_proof(s: Any, folds: Folds) -> str:
    """Return the line of a proof for a position just laid out."""
    numbered = [[[PLACES - place for place in group] for group in groups] for groups in folds]
    return json.dumps({"lost": "prime_solitaire", "level": int(s.level), "foundation": LAYOUTS[int(s.foundation)],
                       "rows": int(rows_of(s)), "deal": int(s.seed), "cards": deal_digest(s), "folds": numbered})


def deal_digest(s: Any) -> str:
    """Return a digest of the order of all cards of a deal."""
    cards = np.concatenate([np.asarray(s.card)[::-1], np.asarray(s.pile)[:int(s.left)][::-1]]).astype(np.int16)
    return blake2b(cards.tobytes(), digest_size=8).hexdigest()


def parse_proof(line: str, number: int) -> LossProof:
    """Parse line `number` of a file of proofs.

    Raises BadInput for what is no proof, or a proof for other cards.
    """
    say = SAY["proof"]
    try:
        fields = json.loads(line)
        level, deal, rows, layout = fields["level"], fields["deal"], fields["rows"], LAYOUTS.index(fields["foundation"])
        folds = [[[PLACES - int(card) for card in group] for group in groups] for groups in fields["folds"]]
        known = fields["lost"] == "prime_solitaire" and isinstance(fields["cards"], str)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise BadInput(say["unread"].format(n=number)) from None
    in_range = all(type(one) is int and low <= one <= high for one, low, high in (
        (level, 1, 6), (deal, 1, LAST_DEAL), (rows, FEWEST_ROWS[layout], MOST_ROWS[layout])))
    if not known or not in_range or any(count_states(groups) > MOST_STATES for groups in folds):
        raise BadInput(say["unread"].format(n=number))
    s = deal_position(level, layout, rows, deal)
    if deal_digest(s) != fields["cards"]:
        raise BadInput(say["other"].format(n=number, deal=deal, level=level))
    return LossProof(level, deal, s, folds)


def count_states(groups: Sequence[Sequence[int]]) -> int:
    """Return how many states a fold has, or a number above MOST_STATES."""
    found = 1
    for group in groups:
        found = min(found * (len(group) + 1), MOST_STATES + 1)
    return found


def is_valid_proof(proof: LossProof) -> bool:
    """Tell whether a proof is valid.  Raises nothing: folds that do not fit the deal prove nothing."""
    return loss_proof_checker.is_loss_proved(proof.s, proof.folds)
