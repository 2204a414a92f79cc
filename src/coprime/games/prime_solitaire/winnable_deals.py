"""Numbered deals that are known to be winnable, by level, layout and rows (PS-21).

`winnable_deal_finder.py` finds them and writes data/winnable_deals.npz; a test tries some again.
FILE_DIGEST is the digest of that file: compiled code contains the file's data, so this source has to change with it.
"""
# mypy: ignore-errors, implicit-reexport

from pathlib import Path

import numpy as np

from ...core.kernel import compile_rules
from .tables import FEWEST_ROWS

FILE = Path(__file__).parent / "data" / "winnable.npz"
FILE_DIGEST = "d6973be442556145"
HEIGHTS = 5                     # numbers of rows that a layout can have
SORTS = 6 * 2 * HEIGHTS


def sort_index(level, foundation, rows):
    """Return the row of DEAL_NUMBERS for a level, layout and number of rows."""
    return ((level - 1) * 2 + foundation) * HEIGHTS + rows - FEWEST_ROWS[foundation]


with np.load(FILE) as _kept:
    _good = _kept["good"]                                       # by sort and number: 1 for a deal that can be won
DEAL_COUNT = _good.sum(1).astype(np.int64)
DEAL_NUMBERS = np.zeros((SORTS, max(1, int(DEAL_COUNT.max()))), np.int64)
for _sort in range(SORTS):
    DEAL_NUMBERS[_sort, :DEAL_COUNT[_sort]] = np.flatnonzero(_good[_sort])


compile_rules(globals())
