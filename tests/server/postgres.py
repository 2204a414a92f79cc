"""A real PostgreSQL of the test's own: made, started, killed and started again."""

import atexit
import contextlib
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

import pytest

NOBODY = 65534          # PostgreSQL does not run as root
SETTINGS = ("-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=40", "-c", "shared_buffers=16MB")


def programs():
    """Where initdb and postgres are.  Skips the test when they are missing, or fails where they are required."""
    found = shutil.which("initdb")
    places = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), reverse=True) + ([found] if found else [])
    reason = "" if places else "PostgreSQL is not installed"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        reason = reason or "psycopg is not installed"
    if not reason:
        return Path(places[0]).resolve().parent
    if os.environ.get("COPRIME_REQUIRE_POSTGRES") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def user():
    """Whom PostgreSQL runs as, as `subprocess` takes it."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def make_folder():
    """A short folder of that user's own."""
    folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    if user():
        os.chown(folder, NOBODY, NOBODY)
    return folder


def run_command(folder, *command):
    """Run a command in a folder as the user that PostgreSQL runs as."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=folder,
                          env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, **user())
    assert done.returncode == 0, done.stderr


@cache
def empty_cluster():
    """The folder of a new database cluster, to be copied: that takes a tenth of the time of making one."""
    folder = make_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    run_command(folder, programs() / "initdb", "-D", folder / "data", "-U", "coprime", "-A", "trust", "-E", "UTF8",
                "--no-locale", "-N")
    return folder / "data"


class Postgres:
    """A database server on a socket in a short folder."""

    def __init__(self):
        self.programs = programs()
        self.folder, self.user = make_folder(), user()
        self.process = None
        run_command(self.folder, "cp", "-Rp", empty_cluster(), self.folder / "data")
        self.start()

    @property
    def url(self):
        return f"postgresql+psycopg://coprime@/postgres?host={self.folder}"

    def start(self):
        """Start; after a kill it may take some tries until what was killed has gone."""
        command = [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *SETTINGS]
        for _ in range(100):
            with open(self.folder / "log", "ab") as log:
                self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self.user)
            while self.process.poll() is None:
                if self.answers():
                    return self
                time.sleep(0.05)
            time.sleep(0.1)
        raise RuntimeError((self.folder / "log").read_text()[-2000:])

    def answers(self):
        import psycopg

        with contextlib.suppress(psycopg.Error):
            psycopg.connect(f"host={self.folder} user=coprime dbname=postgres").close()
            return True
        return False

    def signal(self, number):
        """Send a signal to the server and all its sessions."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in (pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, number)

    def kill(self):
        """kill -9."""
        self.signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)
