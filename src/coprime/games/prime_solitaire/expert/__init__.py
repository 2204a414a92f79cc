"""The expert bot: it does not see the draw pile, and plays imagined games while time lasts."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FIRST, MOST = 64, 1 << 16   # imagined games: twice as many again and again while there is time
LONGER = 2.2                # so much longer twice as many may take
MARK = "warm"               # a file beside the machine code says that all of it is there


def is_ready() -> bool:
    """Tell whether a choice can be made without compiling."""
    return import_kernel().PURE or marker_path().is_file()


def warm() -> None:
    """Compile what a choice needs, and note that it is done."""
    if not is_ready():
        for level in (1, 3):                # without and with the network
            make_chooser(import_compiled()[1].deal_position(level, 0, 0, 1))(FIRST, 1)
        marker_path().parent.mkdir(parents=True, exist_ok=True)
        marker_path().touch()


def check_weights(file: Path) -> None:
    """Check that a file has weights to play by.  Raises OSError and ValueError."""
    import_compiled()[3].load_net(file)


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
           weights: Path | None = None) -> int:
    """Return the action of a seat.  With `iterations`, so many imagined games, the result is reproducible.

    weights  of the network: another file than the one that is shipped
    """
    end = time.perf_counter() + ms / 1000
    think = make_chooser(as_compiled_state(view, import_compiled()[1]), weights)
    if iterations is not None:
        return think(iterations, seed)
    tries = FIRST
    while True:
        start = time.perf_counter()
        action = think(tries, seed)
        now = time.perf_counter()
        if tries == MOST or end - now < LONGER * (now - start):
            return action
        tries *= 2


def make_chooser(s: Any, weights: Path | None = None) -> Callable[[int, int], int]:
    """Return a function of (imagined games, seed) that chooses for a position.

    It uses the network where that is trained for the game.
    """
    player, _, own, net = import_compiled()
    if own.is_trained_for(s):
        work = own.make_workspace(net.load_net(weights))
        return lambda tries, seed: int(own.choose_action(s, tries, work, seed)[0])
    desk = player.make_workspace()
    return lambda tries, seed: int(player.choose_action(s, tries, desk, seed)[0])


def marker_path() -> Path:
    """Return the file beside the machine code whose presence says that everything is compiled."""
    return import_kernel().code_folder(Path(__file__).with_name("search.py")) / MARK


def import_kernel() -> Any:
    """Import the compiling kernel: this module is loaded as pure Python, and so are its top-level imports."""
    from coprime.core import kernel as compiling

    return compiling


def import_compiled() -> tuple[Any, Any, Any, Any]:
    """Import the compiled modules: player, deals, search, net."""
    from coprime.games.prime_solitaire import deal_solver, sequential_halving_player
    from coprime.games.prime_solitaire.expert import network_files, search

    return sequential_halving_player, deal_solver, search, network_files


def as_compiled_state(view: Any, deals: Any) -> Any:
    """Copy a view into a state of the compiled rules."""
    s = deals.rules.State.new()
    for name in s.dtype.names:
        s[name] = view[name]
    return s
