"""The strongest player of Prime Canasta: it lays what a network, learnt from games against itself, finds best, and
counts how likely others end the round.  It thinks for a millisecond and imagines no game to its end."""

from pathlib import Path
from typing import Any

import numpy as np

from ...core.seats import CHANCE

MARK = "warm"               # a file beside the machine code says that all of it is there


def is_ready() -> bool:
    """Can it be had without compiling?"""
    return kernel().PURE or mark().is_file()


def warm() -> None:
    """Compile what it needs, and keep that."""
    if not is_ready():
        turn, rules, net_for = compiled()
        s, actions = rules.State.new(), np.zeros(rules.MAX_ACTIONS, np.int64)
        s.seats, s.level = 2, 6
        rules.begin(s)
        rules.apply(s, CHANCE, 1)
        turn.decide(s, s.turn, actions, rules.sound_actions(s, s.turn, actions), net_for(s))
        mark().parent.mkdir(parents=True, exist_ok=True)
        mark().touch()


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """The action of a seat.

    The same view always gets the same answer, whatever `seed`, `ms` and `iterations`.
    """
    turn, rules, net_for = compiled()
    s, actions = rules.State.new(), np.zeros(rules.MAX_ACTIONS, np.int64)
    for name in s.dtype.names:
        s[name] = view[name]
    n = rules.sound_actions(s, seat, actions)
    return int(actions[0] if n == 1 else turn.decide(s, seat, actions, n, net_for(s)))


def mark() -> Path:
    return Path(kernel().code_folder(Path(__file__).with_name("master_turn.py"))) / MARK


def kernel() -> Any:
    """The one that compiles: this file is loaded as a plain twin, and so is what it imports at the top."""
    from coprime.core import kernel as compiling

    return compiling


def compiled() -> tuple[Any, Any, Any]:
    """How it plays, the rules, compiled, and what it has learnt, for the same reason."""
    from coprime.games.prime_canasta import master_net, master_turn, rules

    return master_turn, rules, master_net.net_for
