"""The strongest player: the one that does not see the draw pile, with a second of imagined games for every choice."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FIRST, MOST = 64, 1 << 16   # imagined games: twice as many again and again while there is time
LONGER = 2.2                # so much longer twice as many may take
MARK = "warm"               # a file beside the machine code says that all of it is there


def is_ready() -> bool:
    """Is everything there that a choice may need?"""
    return kernel().PURE or mark().is_file()


def warm() -> None:
    """Make it."""
    if not is_ready():
        for level in (1, 3):                # without and with the network
            chooser(compiled()[1].dealt(level, 0, 0, 1))(FIRST, 1)
        mark().parent.mkdir(parents=True, exist_ok=True)
        mark().touch()


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """The action of a seat.  With `iterations`, so many imagined games, the same arguments give the same action."""
    end = time.perf_counter() + ms / 1000
    think = chooser(same(view, compiled()[1]))
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


def chooser(s: Any) -> Callable[[int, int], int]:
    """What chooses for a position, with so many imagined games and a seed: by the network, where that has learnt it."""
    player, _, own, net = compiled()
    if own.knows(s):
        work = own.work(net.learnt())
        return lambda tries, seed: int(own.choose(s, tries, work, seed)[0])
    desk = player.desk()
    return lambda tries, seed: int(player.choose(s, tries, desk, seed)[0])


def mark() -> Path:
    return kernel().code_folder(Path(__file__).with_name("master_player.py")) / MARK


def kernel() -> Any:
    """The one that compiles: rooms of a game are loaded as plain twins, and so is what they import with them."""
    from coprime.core import kernel as compiling

    return compiling


def compiled() -> tuple[Any, Any, Any, Any]:
    """The player, the deals, and what plays by a network, compiled, for the same reason."""
    from coprime.games.prime_solitaire import deals, master_net, master_player, player

    return player, deals, master_player, master_net


def same(view: Any, deals: Any) -> Any:
    """A view as the compiled twin has it."""
    s = deals.rules.State.new()
    for name in s.dtype.names:
        s[name] = view[name]
    return s
