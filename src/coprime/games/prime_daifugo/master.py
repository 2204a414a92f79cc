"""The strongest player of Prime Daifugo: endings that are certain, else a search in a style that was learnt."""

from importlib import import_module
from typing import Any


def _search() -> Any:
    """The house's own, also for the plain twin of this file: it runs compiled wherever that can be had."""
    return import_module("coprime.games.prime_daifugo.master_search")


def is_ready() -> bool:
    """Can it be had without compiling?"""
    return bool(_search().ready())


def warm() -> None:
    """Compile what it needs, and keep that."""
    _search().warm()


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """The master's action.  The same arguments with `iterations` give the same action."""
    return int(_search().choose(view, seat, seed, ms, iterations))
