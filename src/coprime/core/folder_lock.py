"""A lock between processes that would compile the same code."""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_thread_locks: dict[Path, Any] = {}                          # the threads of this process, one after the other
_held_folders: set[Path] = set()


@contextlib.contextmanager
def hold_folder_lock(folder: Path) -> Iterator[None]:
    """Let one process at a time work on a folder of compiled code.

    The lock is the system's, on a file beside the folder, so a killed process releases it. Without file locks or
    write access nobody waits.
    """
    with _thread_locks.setdefault(folder, threading.RLock()):
        if folder in _held_folders:                             # by this very thread
            yield
            return
        with _file_lock(folder.with_name(f"{folder.name}.lock")):
            _held_folders.add(folder)
            try:
                yield
            finally:
                _held_folders.discard(folder)


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
