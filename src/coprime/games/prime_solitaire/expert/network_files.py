"""Load and save the network of `value_network`."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ....search.network_weights import HIDDEN_UNITS, ValueNetwork, load_weights, save_weights
from .value_network import INPUTS

FILE = Path(__file__).parents[1] / "data" / "master.npz"    # by learning.py
SHAPES = {"inner": (INPUTS, HIDDEN_UNITS), "outer": (HIDDEN_UNITS,), "direct": (INPUTS,)}


def load_net() -> ValueNetwork:
    """Load the network, with units of its own, so that choices may be made in several threads."""
    return ValueNetwork(**load_arrays(), units=np.zeros(HIDDEN_UNITS))


@cache
def load_arrays() -> dict[str, Any]:
    """Load the arrays of the file; they are cached."""
    return load_weights(FILE, SHAPES)


def save_net(net: ValueNetwork) -> None:
    """Save a network where the player finds it."""
    save_weights(FILE, {name: getattr(net, name).astype(np.float16) for name in SHAPES})
