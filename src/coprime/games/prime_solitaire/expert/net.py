"""Load and save the network of `value`."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .search import Net
from .value import HIDDEN

FILE = Path(__file__).parents[1] / "data" / "master.npz"    # by learning.py
ARRAY_NAMES = ("inner", "outer", "direct")


def load_net() -> Net:
    """Load the network, with units of its own, so that choices may be made in several threads."""
    inner, outer, direct = load_weights()
    return Net(inner, outer, direct, np.zeros(HIDDEN))


@cache
def load_weights() -> tuple[Any, ...]:
    """Load the arrays of the file, in the order of ARRAY_NAMES; they are cached."""
    with np.load(FILE) as found:
        return tuple(found[name].astype(float) for name in ARRAY_NAMES)


def save_net(net: Net) -> None:
    """Save a network where the player finds it."""
    np.savez_compressed(FILE, **{name: getattr(net, name).astype(np.float16) for name in ARRAY_NAMES})
