"""What the master has learnt, by the kind of table.

A network is learnt at the usual options, to 5,000 points, and plays under all others too.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .master_value import HIDDEN, INPUTS

LEARNT = Path(__file__).resolve().parent / "data" / "master.npz"        # by master_learning.py
TABLES = {(2, False): "two", (3, False): "three", (4, False): "four", (4, True): "partners"}    # seats, partnerships?
SHAPE = INPUTS + 1, HIDDEN + 1              # see master_value


@cache
def learnt() -> dict[str, Any]:
    """A network for each of TABLES.  Raises ValueError where the file's are of another shape: compiled code looks for
    no array's end."""
    with np.load(LEARNT) as found:
        nets = {name: found[name].astype(float) for name in TABLES.values()}
    if any(net.shape != SHAPE for net in nets.values()):
        raise ValueError(f"{LEARNT.name} is not of networks of {SHAPE}: it has to be learnt anew (master_learning.py).")
    return nets


def net_for(view: Any) -> Any:
    """The one for the table of a view."""
    return learnt()[TABLES[int(view.seats), bool(view.partnerships)]]


def keep(nets: dict[str, Any]) -> None:
    """Write networks where the master finds them."""
    np.savez_compressed(LEARNT, **{name: net.astype(np.float32) for name, net in nets.items()})
