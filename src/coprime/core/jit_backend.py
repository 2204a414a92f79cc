"""Which compiler makes a rules file's functions: Coprime's own on the Numba it was written for, else Numba's.

`core.numba_linker` uses private members of one series of Numba versions and halves the time of a cold start.  With
another version, or where COPRIME_COMPILER=numba asks for it, functions are compiled by `numba.njit`, which any version
offers: the results are the same, but a first start takes longer, and `search.machine_code_files` keeps no machine code.
"""

import importlib.metadata
import os
import threading
from functools import cache
from pathlib import Path
from typing import Any

LINKED_SERIES = "0.68."         # the versions of Numba whose private members core/numba_linker.py uses
_settings = threading.Lock()


@cache
def uses_linker() -> bool:
    """Return whether `core.numba_linker` makes the functions."""
    version = importlib.metadata.version("numba")
    return os.environ.get("COPRIME_COMPILER") != "numba" and version.startswith(LINKED_SERIES)


def make_function(function: Any, folder: Path, counts: bool | None) -> Any:
    """Return the compiled variant of a function, whose machine code is kept in a folder.

    counts  does it count references to arrays?  None: as whoever calls it first, and Python counts
    """
    if uses_linker():
        from .numba_linker import CompiledFunction

        return CompiledFunction(function, folder, counts)
    return _make_dispatcher(function, folder, counts)


def _make_dispatcher(function: Any, folder: Path, counts: bool | None) -> Any:
    """Return what `numba.njit` makes, with its cache in that folder."""
    import numba

    config: Any = numba.config
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"} | ({} if counts is None else {"_nrt": counts})
    dispatcher: Any = numba.njit(**options)(function)
    with _settings:                                     # others' code is kept where they want it
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            dispatcher.enable_caching()
        finally:
            config.CACHE_DIR = before
    return dispatcher
