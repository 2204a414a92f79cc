"""The expert bot of Prime Daifugo Lv. 0: proven endings, else a search that plays out in a trained style."""

from importlib import import_module
from pathlib import Path
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


def check_weights(file: Path) -> None:
    """Check that a file has weights to play by.  Raises OSError and ValueError."""
    _import_search().load_style(file)


def choose(view: Any, seat: int, seed: int, ms: float = 900, iterations: int | None = None,
           weights: Path | None = None) -> int:
    """Return the bot's action.  The same arguments with `iterations` give the same action.

    weights  of the playouts' style: another file than the one that is shipped
    """
    return int(_import_search().choose(view, seat, seed, ms, iterations, weights))
