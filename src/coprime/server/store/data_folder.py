"""The data folder: its owner's alone, used by one server at a time, checked before anything is written into it."""

import fcntl
import os
import secrets
import sqlite3
from pathlib import Path
from typing import IO

from ...core.errors import BadInput
from ...core.os_errors import describe_os_error
from ..sentences import say
from .sqlite_readonly import check_integrity, open_readonly

APPLICATION = 0x436F7072        # "Copr": SQLite's application_id of our databases
VERSION = "0005"                # the newest of the migrations
DATABASE = "coprime.db"
SECRET = "secret"
HALF = "secret.new"
LOCK = "lock"
SECRET_BYTES = 32


def default_folder() -> Path:
    """$COPRIME_DATA, or the user's data folder.  Raises BadInput for a user without a home."""
    given = os.environ.get("COPRIME_DATA")
    if given:
        return Path(given)
    import platformdirs

    try:
        return Path(platformdirs.user_data_dir("coprime", appauthor=False))
    except RuntimeError:
        raise BadInput(say("start.homeless")) from None


class Folder:
    """An open data folder.  Raises BadInput with one sentence when it cannot be used; nothing is overwritten then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None
        try:
            self._look()
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._take()
            check_database(self.database)
            os.chmod(path, 0o700)
            self.secret = self._secret()
            self.protect()
        except OSError as wrong:
            raise BadInput(say("start.folder", folder=path, why=describe_os_error(wrong))) from None

    @property
    def database(self) -> Path:
        return self.path / DATABASE

    def _look(self) -> None:
        """A folder that is there must be ours, or empty: nothing is done to somebody else's, not a lock laid in."""
        try:
            found = set(os.listdir(self.path))
        except FileNotFoundError:
            return
        if DATABASE in found:
            has_our_signature(self.database)
        elif found - {LOCK, HALF} and not (SECRET in found and (self.path / SECRET).stat().st_size == SECRET_BYTES):
            raise BadInput(say("start.others", folder=self.path))

    @property
    def lock(self) -> IO[bytes] | None:
        """What keeps other servers out, while it is open."""
        return self._lock

    def protect(self) -> None:
        """The database and what SQLite lays beside it are its owner's alone."""
        for part in self.path.glob(f"{DATABASE}*"):
            os.chmod(part, 0o600)

    def _take(self) -> None:
        """One server at a time: the lock goes with the process, however it ends."""
        self._lock = open(os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(say("start.busy", folder=self.path)) from None

    def _secret(self) -> bytes:
        """The key that signs cookies."""
        file = self.path / SECRET
        if not file.exists():
            half = self.path / HALF                     # a secret is there wholly or not at all
            with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as new:
                new.write(secrets.token_bytes(SECRET_BYTES))
                new.flush()
                os.fsync(new.fileno())
            half.rename(file)
        found = file.read_bytes()
        if len(found) != SECRET_BYTES:
            raise BadInput(say("start.secret", file=file))
        return found

    def close(self) -> None:
        if self._lock:
            self._lock.close()


def has_our_signature(file: Path) -> bool:
    """Is there a database of ours?  False where there is nothing yet.  It is only read.  Raises BadInput."""
    if not file.exists():
        return False
    if not file.is_file():
        raise BadInput(say("start.foreign", file=file))
    if file.stat().st_size == 0:
        return False
    with open(file, "rb") as start:
        head = start.read(100)
    if not head.startswith(b"SQLite format 3"):
        raise BadInput(say("start.foreign", file=file))
    if int.from_bytes(head[68:72], "big") == APPLICATION:
        return True
    try:                                                # the newest head may still be in SQLite's log
        with open_readonly(file) as found:
            (application,) = found.execute("PRAGMA application_id").fetchone()
            (tables,) = found.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as wrong:
        raise BadInput(say("start.damaged", file=file, why=wrong)) from None
    if application != APPLICATION and (application or tables):       # without any: a first start was cut off
        raise BadInput(say("start.foreign", file=file))
    return True


def check_database(file: Path) -> None:
    """A database that is there must be ours and sound.  It is only read.  Raises BadInput."""
    if not has_our_signature(file):
        return
    try:
        with open_readonly(file) as found:
            why = check_integrity(found)
    except sqlite3.DatabaseError as wrong:
        raise BadInput(say("start.damaged", file=file, why=wrong)) from None
    if why:
        raise BadInput(say("start.damaged", file=file, why=why))
