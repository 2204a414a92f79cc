"""Numbered deals for which the solver has found a way through, by level, layout and rows (PS-21).

`python -m coprime.games.prime_solitaire.catalogue` looks for them and writes data/winnable.npz; a test tries
some again.
KEPT is the file's digest: compiled code holds what the file holds, so this source has to change with it.
"""

from pathlib import Path

import numpy as np

from ...core.kernel import compile_rules
from .tables import FEWEST_ROWS

FILE = Path(__file__).parent / "data" / "winnable.npz"
KEPT = "d6973be442556145"
HEIGHTS = 5                     # numbers of rows that a layout can have
SORTS = 6 * 2 * HEIGHTS


def sort_of(level, foundation, rows):
    """The row of NUMBERED for a sort of deal."""
    return ((level - 1) * 2 + foundation) * HEIGHTS + rows - FEWEST_ROWS[foundation]


with np.load(FILE) as _kept:
    _good = _kept["good"]                                       # by sort and number: 1 for a deal that can be won
COUNT = _good.sum(1).astype(np.int64)
NUMBERED = np.zeros((SORTS, max(1, int(COUNT.max()))), np.int64)
for _sort in range(SORTS):
    NUMBERED[_sort, :COUNT[_sort]] = np.flatnonzero(_good[_sort])


compile_rules(globals())
