"""What the network of `master_value` has learnt, as a file."""

from pathlib import Path

import numpy as np

from .master_player import Net
from .master_value import HIDDEN

FILE = Path(__file__).parent / "data" / "master.npz"    # by master_learning.py
KEPT = ("inner", "outer", "direct")


def learnt() -> Net:
    """The network."""
    with np.load(FILE) as found:
        inner, outer, direct = (found[name].astype(float) for name in KEPT)
    return Net(inner, outer, direct, np.zeros(HIDDEN))


def keep(net: Net) -> None:
    """Write a network where the player finds it."""
    np.savez_compressed(FILE, **{name: getattr(net, name).astype(np.float16) for name in KEPT})
