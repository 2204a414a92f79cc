"""Load and save the master's networks, one for each kind of table.

A network is trained at the usual options, to 5,000 points, and plays under all others too.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .value import HIDDEN, INPUTS

LEARNT = Path(__file__).resolve().parents[1] / "data" / "master.npz"        # by learning.py
TABLES = {(2, False): "two", (3, False): "three", (4, False): "four", (4, True): "partners"}    # seats, partnerships?
SHAPE = INPUTS + 1, HIDDEN + 1              # see value


@cache
def load_nets() -> dict[str, Any]:
    """Load a network for each kind of table.  Raises ValueError for arrays of another shape.

    The shape is checked because compiled code does not check the bounds of arrays.
    """
    with np.load(LEARNT) as found:
        nets = {name: found[name].astype(float) for name in TABLES.values()}
    if any(net.shape != SHAPE for net in nets.values()):
        raise ValueError(f"{LEARNT.name} is not of networks of {SHAPE}: it has to be learnt anew (expert/learning.py).")
    return nets


def net_for(view: Any) -> Any:
    """Return the network for the table of a view."""
    return load_nets()[TABLES[int(view.seats), bool(view.partnerships)]]


def save_nets(nets: dict[str, Any]) -> None:
    """Save the networks where the master finds them."""
    np.savez_compressed(LEARNT, **{name: net.astype(np.float32) for name, net in nets.items()})
