"""The expert bot of Prime Canasta: it lays what a network, trained by self-play, finds best.

It estimates how likely others end the round, thinks for a millisecond and plays no imagined game to its end.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ....core.seats import CHANCE

MARK = "warm"               # a file beside the machine code says that all of it is there


def is_ready() -> bool:
    """Tell whether a choice can be made without compiling."""
    return import_kernel().PURE or marker_path().is_file()


def warm() -> None:
    """Compile what a choice needs, and note that it is done."""
    if not is_ready():
        turn, rules, network_for_table = import_compiled()
        s, actions = rules.State.new(), np.zeros(rules.MAX_ACTIONS, np.int64)
        s.seats, s.level = 2, 6
        rules.begin(s)
        rules.apply(s, CHANCE, 1)
        turn.choose_action(s, s.turn, actions, rules.sound_actions(s, s.turn, actions), network_for_table(s))
        marker_path().parent.mkdir(parents=True, exist_ok=True)
        marker_path().touch()


def check_weights(file: Path) -> None:
    """Check that a file has weights to play by.  Raises OSError and ValueError."""
    from coprime.games.prime_canasta.expert import network_files

    network_files.load_nets(file)


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
           weights: Path | None = None) -> int:
    """The action of a seat.

    The same view always gets the same answer, whatever `seed`, `ms` and `iterations`.

    weights  another file than the one that is shipped
    """
    turn, rules, network_for_table = import_compiled()
    s, actions = rules.State.new(), np.zeros(rules.MAX_ACTIONS, np.int64)
    for name in s.dtype.names:
        s[name] = view[name]
    n = rules.sound_actions(s, seat, actions)
    return int(actions[0] if n == 1 else turn.choose_action(s, seat, actions, n,
                                                            network_for_table(s, weights)))


def marker_path() -> Path:
    """Return the file beside the machine code whose presence says that everything is compiled."""
    return Path(import_kernel().code_folder(Path(__file__).with_name("turn.py"))) / MARK


def import_kernel() -> Any:
    """Import the compiling kernel: this module is loaded as pure Python, and so are its top-level imports."""
    from coprime.core import kernel as compiling

    return compiling


def import_compiled() -> tuple[Any, Any, Any]:
    """Import the compiled turn and rules, and the function that returns the network for a view."""
    from coprime.games.prime_canasta import rules
    from coprime.games.prime_canasta.expert import network_files, turn

    return turn, rules, network_files.network_for_table
