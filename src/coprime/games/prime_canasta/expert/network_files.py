"""Load the master's networks, one for each kind of table.

A network is trained at the usual options, to 5,000 points, and plays under all others too.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ....search.network_weights import HIDDEN_UNITS, NetworkFile, ValueNetwork, joined_shape, split_weights
from .value_network import INPUTS

TABLES = {(2, False): "two", (3, False): "three", (4, False): "four", (4, True): "partners"}    # seats, partnerships?
SHAPE = joined_shape(INPUTS)
NETWORK_FILE = NetworkFile("prime_canasta", 1, Path(__file__).resolve().parents[1] / "data" / "master.npz",
                           dict.fromkeys(TABLES.values(), SHAPE))


@cache
def load_nets(weights: Path | None = None) -> dict[str, tuple[Any, Any, Any]]:
    """Load the weights for each kind of table: inner, outer and direct.

    weights  another file than the one that is shipped
    """
    return {name: split_weights(array) for name, array in NETWORK_FILE.load(weights).items()}


def network_for_table(view: Any, weights: Path | None = None) -> ValueNetwork:
    """Return the network for the table of a view, with units of its own, so that several threads may choose."""
    inner, outer, direct = load_nets(weights)[TABLES[int(view.seats), bool(view.partnerships)]]
    return ValueNetwork(inner, outer, direct, np.zeros(HIDDEN_UNITS))
