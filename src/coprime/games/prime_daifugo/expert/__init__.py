"""The expert bot of Prime Daifugo Lv. 0: proven endings, else a search that plays out in a trained style."""

from importlib import import_module
from typing import Any


def _import_search() -> Any:
    """Return the compiled module, also when this file is loaded as pure Python."""
    return import_module("coprime.games.prime_daifugo.expert.player")


def is_ready() -> bool:
    """Return whether the bot can play without compiling."""
    return bool(_import_search().ready())


def warm() -> None:
    """Compile what the bot needs, and keep the machine code."""
    _import_search().warm()


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None) -> int:
    """Return the bot's action.  The same arguments with `iterations` give the same action."""
    return int(_import_search().choose(view, seat, seed, ms, iterations))
