"""Load and save the master's networks, one for each kind of table.

A network is trained at the usual options, to 5,000 points, and plays under all others too.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ....search.network_weights import HIDDEN_UNITS, ValueNetwork, load_weights, save_weights
from .value_network import INPUTS

LEARNT = Path(__file__).resolve().parents[1] / "data" / "master.npz"        # by learning.py
TABLES = {(2, False): "two", (3, False): "three", (4, False): "four", (4, True): "partners"}    # seats, partnerships?
SHAPE = INPUTS + 1, HIDDEN_UNITS + 1        # see split_weights


@cache
def load_nets() -> dict[str, tuple[Any, Any, Any]]:
    """Load the weights for each kind of table: inner, outer and direct.  Raises ValueError for another shape."""
    found = load_weights(LEARNT, dict.fromkeys(TABLES.values(), SHAPE))
    return {name: split_weights(array) for name, array in found.items()}


def network_for_table(view: Any) -> ValueNetwork:
    """Return the network for the table of a view, with units of its own, so that several threads may choose."""
    inner, outer, direct = load_nets()[TABLES[int(view.seats), bool(view.partnerships)]]
    return ValueNetwork(inner, outer, direct, np.zeros(HIDDEN_UNITS))


def split_weights(array: Any) -> tuple[Any, Any, Any]:
    """Return the weights that a file and a random start hold in one array: inner, outer and direct.

    It has a row for each input and one of output weights, a column for each hidden unit and one of direct weights.
    """
    parts = array[:-1, :-1], array[-1, :-1], array[:-1, -1]
    inner, outer, direct = (np.ascontiguousarray(part) for part in parts)
    return inner, outer, direct


def join_weights(inner: Any, outer: Any, direct: Any) -> Any:
    """Return the one array of a network's weights; its corner, which nothing reads, is 0."""
    return np.block([[inner, direct[:, None]], [outer[None], np.zeros((1, 1))]])


def save_nets(nets: dict[str, Any]) -> None:
    """Save the networks, each as one array, where the master finds them."""
    save_weights(LEARNT, {name: net.astype(np.float32) for name, net in nets.items()})
