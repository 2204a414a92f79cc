"""What the network of `master_value` has learnt, as a file."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .master_player import Net
from .master_value import HIDDEN

FILE = Path(__file__).parent / "data" / "master.npz"    # by master_learning.py
KEPT = ("inner", "outer", "direct")


def learnt() -> Net:
    """The network, with units of its own: choices may be made side by side."""
    inner, outer, direct = weights()
    return Net(inner, outer, direct, np.zeros(HIDDEN))


@cache
def weights() -> tuple[Any, ...]:
    """What the file holds, in the order of KEPT; it is read once."""
    with np.load(FILE) as found:
        return tuple(found[name].astype(float) for name in KEPT)


def keep(net: Net) -> None:
    """Write a network where the player finds it."""
    np.savez_compressed(FILE, **{name: getattr(net, name).astype(np.float16) for name in KEPT})
