"""Load the network of `value_network`."""

from pathlib import Path

import numpy as np

from ....search.network_weights import HIDDEN_UNITS, NetworkFile, ValueNetwork
from .value_network import INPUTS

SHAPES = {"inner": (INPUTS, HIDDEN_UNITS), "outer": (HIDDEN_UNITS,), "direct": (INPUTS,)}
NETWORK_FILE = NetworkFile("prime_solitaire", 1, Path(__file__).parents[1] / "data" / "master.npz", SHAPES,
                           dict.fromkeys(SHAPES, np.float16))


def load_net(weights: Path | None = None) -> ValueNetwork:
    """Load the network, with units of its own, so that choices may be made in several threads.

    weights  another file than the one that is shipped
    """
    return ValueNetwork(**NETWORK_FILE.load(weights), units=np.zeros(HIDDEN_UNITS))
