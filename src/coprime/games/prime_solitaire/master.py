"""The strongest player: the one that does not see the draw pile, with a second of imagined games for every choice."""

import time
from pathlib import Path
from typing import Any

FIRST, MOST = 64, 1 << 16   # imagined games: twice as many again and again while there is time
LONGER = 2.2                # so much longer twice as many may take
MARK = "warm"               # a file beside the machine code says that all of it is there


def ready() -> bool:
    """Is everything there that a choice may need?"""
    return kernel().PLAIN or mark().is_file()


def warm() -> None:
    """Make it."""
    if not ready():
        player, deals = compiled()
        player.choose(deals.dealt(3, 0, 0, 1), FIRST, player.desk(), 1)
        mark().parent.mkdir(parents=True, exist_ok=True)
        mark().touch()


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """The action of a seat.  With `iterations`, so many imagined games, the same arguments give the same action."""
    end = time.perf_counter() + ms / 1000
    player, deals = compiled()
    s, desk = same(view, deals), player.desk()
    if iterations is not None:
        return int(player.choose(s, iterations, desk, seed)[0])
    tries = FIRST
    while True:
        start = time.perf_counter()
        action = int(player.choose(s, tries, desk, seed)[0])
        now = time.perf_counter()
        if tries == MOST or end - now < LONGER * (now - start):
            return action
        tries *= 2


def mark() -> Path:
    return kernel().code_folder(Path(__file__).with_name("player.py")) / MARK


def kernel() -> Any:
    """The one that compiles: rooms of a game are loaded as plain twins, and so is what they import with them."""
    from coprime.core import kernel as compiling

    return compiling


def compiled() -> tuple[Any, Any]:
    """The player and the deals, compiled, for the same reason."""
    from coprime.games.prime_solitaire import deals, player

    return player, deals


def same(view: Any, deals: Any) -> Any:
    """A view as the compiled twin has it."""
    s = deals.rules.State.new()
    for name in s.dtype.names:
        s[name] = view[name]
    return s
