"""Processes that would compile the same wait for each other."""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_waiting: dict[Path, Any] = {}                          # the threads of this process, one after the other
_held: set[Path] = set()


@contextlib.contextmanager
def hold_folder_lock(folder: Path) -> Iterator[None]:
    """Only one process at a time works on a folder of compiled code.

    The lock is the system's, on a file beside the folder, so whoever is killed lets go of it.  Where there are no such
    locks, or nothing can be written, everybody works on.
    """
    with _waiting.setdefault(folder, threading.RLock()):
        if folder in _held:                             # by this very thread
            yield
            return
        with _file_lock(folder.with_name(f"{folder.name}.lock")):
            _held.add(folder)
            try:
                yield
            finally:
                _held.discard(folder)


@contextlib.contextmanager
def _file_lock(file: Path) -> Iterator[None]:
    try:
        import fcntl

        file.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except (ImportError, OSError):
        yield
        return
    try:
        with contextlib.suppress(OSError):              # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
