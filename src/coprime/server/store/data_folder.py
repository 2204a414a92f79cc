"""The data folder: private to its owner, locked by one server, checked before anything is written."""

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

APPLICATION_ID = 0x436F7072        # "Copr": SQLite's application_id of our databases
VERSION = "0016"                # the newest of the migrations
DATABASE_FILE = "coprime.db"
SECRET_FILE = "secret"
NEW_SECRET_FILE = "secret.new"
LOCK_FILE = "lock"
SECRET_BYTES = 32


def default_data_folder() -> Path:
    """Return $COPRIME_DATA, or the user's data folder. Raises BadInput for a user without a home."""
    given = os.environ.get("COPRIME_DATA")
    if given:
        return Path(given)
    import platformdirs

    try:
        return Path(platformdirs.user_data_dir("coprime", appauthor=False))
    except RuntimeError:
        raise BadInput(say("start.homeless")) from None


class DataFolder:
    """An open, locked data folder. Raises BadInput when it cannot be used; nothing is overwritten then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None
        try:
            self._check_contents()
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._take_lock()
            check_database(self.database_path)
            os.chmod(path, 0o700)
            self.secret = self._load_secret()
            self.restrict_permissions()
        except OSError as wrong:
            raise BadInput(say("start.folder", folder=path, why=describe_os_error(wrong))) from None

    @property
    def database_path(self) -> Path:
        """The path of the database file."""
        return self.path / DATABASE_FILE

    def _check_contents(self) -> None:
        """A folder that is there must be ours, or empty: nothing is done to somebody else's, not a lock laid in."""
        try:
            found = set(os.listdir(self.path))
        except FileNotFoundError:
            return
        if DATABASE_FILE in found:
            has_our_signature(self.database_path)
        elif found - {LOCK_FILE, NEW_SECRET_FILE} and not (
                SECRET_FILE in found and (self.path / SECRET_FILE).stat().st_size == SECRET_BYTES):
            raise BadInput(say("start.others", folder=self.path))

    @property
    def lock(self) -> IO[bytes] | None:
        """The open lock file that keeps other servers out."""
        return self._lock

    def restrict_permissions(self) -> None:
        """Restrict the database and the files beside it to their owner."""
        for part in self.path.glob(f"{DATABASE_FILE}*"):
            os.chmod(part, 0o600)

    def _take_lock(self) -> None:
        """One server at a time: the lock goes with the process, however it ends."""
        self._lock = open(os.open(self.path / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(say("start.busy", folder=self.path)) from None

    def _load_secret(self) -> bytes:
        """The key that signs cookies."""
        file = self.path / SECRET_FILE
        if not file.exists():
            half = self.path / NEW_SECRET_FILE                     # a secret is there wholly or not at all
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
        """Release the lock."""
        if self._lock:
            self._lock.close()


def has_our_signature(file: Path) -> bool:
    """Tell whether a file is a database of Coprime; False where there is none. It is only read.

    Raises BadInput.
    """
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
    if int.from_bytes(head[68:72], "big") == APPLICATION_ID:
        return True
    try:                                                # the newest head may still be in SQLite's log
        with open_readonly(file) as found:
            (application,) = found.execute("PRAGMA application_id").fetchone()
            (tables,) = found.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as wrong:
        raise BadInput(say("start.damaged", file=file, why=wrong)) from None
    if application != APPLICATION_ID and (application or tables):       # without any: a first start was cut off
        raise BadInput(say("start.foreign", file=file))
    return True


def check_database(file: Path) -> None:
    """Raise BadInput unless a database file is absent, or ours and sound. It is only read."""
    if not has_our_signature(file):
        return
    try:
        with open_readonly(file) as found:
            why = check_integrity(found)
    except sqlite3.DatabaseError as wrong:
        raise BadInput(say("start.damaged", file=file, why=wrong)) from None
    if why:
        raise BadInput(say("start.damaged", file=file, why=why))
