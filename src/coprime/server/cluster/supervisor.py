"""Several processes at one port: the parent opens it, begins them, begins one anew that ends, and ends with them."""

import json
import logging
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO

import sqlalchemy as sa

from ...core.errors import BadInput
from ..config import ServerConfig
from ..sentences import say
from ..store import database_lock
from ..store.data_folder import Folder
from ..store.database import sqlite_file
from ..store.store import Store

log = logging.getLogger(__name__)
MOST = 64
PULSE = 0.5             # seconds between two signs of life of a worker
SILENT = 3.0            # seconds without one, after which it is ended: it may hold a lock that the others wait for
START = 120.0           # seconds in which it must have begun
PAUSES = (0.5, 30.0)    # seconds until another try to begin one: the first, and the longest
STEADY = 60.0           # seconds after which a worker is as good as one that never ended
CLOSING = 20.0          # seconds in which all must have ended


class WorkerHandle:
    """One of the processes, as the parent sees it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: subprocess.Popen[bytes] | None = None
        self.line: IO[bytes] | None = None          # what it says
        self.control: int | None = None             # closed when the parent ends
        self.ready = self.leaving = False           # it answers; it was asked to end
        self.said = ""                              # why it could not begin
        self.began = self.heard = self.due = 0.0
        self.pause = 0.0

    def begin(self, plan: str, passed: tuple[int, ...]) -> None:
        """Begin a process; it gets the descriptors `passed`."""
        read, self.control = os.pipe()
        hear, say_ = os.pipe()
        words = [sys.executable, "-m", "coprime.server.cluster.worker", str(read), str(say_)]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        pass_fds=(read, say_, *passed), start_new_session=True)
        os.close(read)
        os.close(say_)
        os.set_blocking(hear, False)
        self.line = os.fdopen(hear, "rb", buffering=0)
        os.write(self.control, plan.encode() + b"\n")
        self.ready, self.leaving, self.said = False, False, ""
        self.began = self.heard = time.monotonic()

    def hear(self) -> None:
        """Take what it has said: signs of life, or why it cannot begin."""
        given = self.line.read() if self.line else None
        if given:
            self.heard = time.monotonic()
            self.ready = not self.leaving and (self.ready or given.startswith(b"."))
            if given.startswith(b"{"):
                self.said = json.loads(given)["wrong"]

    def signal(self, number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)

    def ended(self) -> int:
        """Take leave of a process that has ended; returns how it did."""
        assert self.process is not None
        self.hear()
        status = self.process.wait()
        if self.line:
            self.line.close()
        if self.control is not None:
            os.close(self.control)
        self.process = self.line = self.control = None
        self.ready = False
        return status


class Supervisor:
    """The parent of a house's processes.  It holds the locks and plays nothing itself.

    SIGTERM and SIGINT end the house, SIGHUP begins its processes anew, one after the other.
    """

    def __init__(self, plan: ServerConfig, folder: Folder, listening: socket.socket, count: int) -> None:
        file = self._file(plan.url, count)
        Store(plan.url, shared=file is None).close()            # the migrations, before there are several
        folder.protect()
        self.locks = [lock for lock in (folder.lock, database_lock.lock_sqlite(file) if file else None) if lock]
        self.plan, self.secret, self.listening = plan, folder.secret, listening
        self.workers = [WorkerHandle(number) for number in range(count)]
        self.anew: deque[WorkerHandle] = deque()                      # those that are still to begin anew
        self.closing = 0.0
        self.open = False

    @staticmethod
    def _file(url: str, count: int) -> Path | None:
        try:
            made = sa.make_url(url)
        except sa.exc.ArgumentError:
            return None                                         # the store has a sentence for that
        file = sqlite_file(made)
        if not 1 <= count <= MOST or file is None and made.get_backend_name() != "postgresql":
            raise BadInput(say("start.workers", most=MOST))
        return file

    def run(self, opened: Callable[[], None]) -> None:
        """Until the house is closed; `opened` is called when somebody answers.  Raises BadInput."""
        asked = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        before = {number: signal.signal(number, self._asked) for number in asked}
        try:
            while not self.closing or any(worker.process for worker in self.workers):
                self._look(opened)
                self._wait()
        finally:
            for worker in self.workers:
                worker.signal(signal.SIGKILL)
            for number, handler in before.items():
                signal.signal(number, handler)
            for lock in self.locks:
                lock.close()

    def _asked(self, number: int, frame: object) -> None:
        if number == signal.SIGHUP:
            self.anew = deque(self.workers)
            return
        self.closing = self.closing or time.monotonic()
        for worker in self.workers:
            worker.signal(signal.SIGTERM)

    def _wait(self) -> None:
        """Hear the workers for a moment.  If we were stopped meanwhile they had no chance to be heard."""
        begin = time.monotonic()
        with selectors.DefaultSelector() as heard:
            for worker in self.workers:
                if worker.line is not None and worker.process and worker.process.poll() is None:
                    heard.register(worker.line, selectors.EVENT_READ, worker)
            for key, _ in heard.select(PULSE / 2):
                key.data.hear()
        if time.monotonic() - begin > 2 * PULSE:
            for worker in self.workers:
                worker.heard = max(worker.heard, begin)
        time.sleep(0.02)                            # a line at its end is always ready to be read

    def _look(self, opened: Callable[[], None]) -> None:
        """How each of them is, and what is to be done about it.  Raises BadInput when none can be begun."""
        now = time.monotonic()
        for worker in self.workers:
            if worker.process is not None and worker.process.poll() is not None:
                self._ended(worker, now)
            elif worker.process is None and not self.closing and now >= worker.due:
                self._begin(worker)
            elif worker.process is not None and now - worker.heard > (SILENT if worker.ready else START):
                log.error("process %d has not answered for %d seconds and is ended", worker.number, now - worker.heard)
                worker.signal(signal.SIGKILL)
        if self.closing and now - self.closing > CLOSING:
            for worker in self.workers:
                worker.signal(signal.SIGKILL)
        if not self.open and not self.closing and any(worker.ready for worker in self.workers):
            self.open = True
            opened()
        if self.anew and not self.closing and all(worker.ready for worker in self.workers):
            worker = self.anew.popleft()
            worker.ready, worker.leaving = False, True
            worker.signal(signal.SIGTERM)

    def _begin(self, worker: WorkerHandle) -> None:
        plan = replace(self.plan, metrics=self.plan.measured_at(worker.number))
        listening, locks = self.listening.fileno(), [lock.fileno() for lock in self.locks]
        given = {"plan": plan.written(), "secret": self.secret.hex(), "listening": listening, "locks": locks}
        worker.begin(json.dumps(given), (listening, *locks))        # locks are held as long as one of them lives
        if self.closing:                            # asked meanwhile, when this one could not be told
            worker.signal(signal.SIGTERM)

    def _ended(self, worker: WorkerHandle, now: float) -> None:
        """A process has ended: it is begun again, after longer and longer pauses."""
        lasted, asked = now - worker.began, worker.leaving
        status = worker.ended()
        if self.closing:
            return
        if worker.said and not self.open:
            raise BadInput(worker.said)
        if asked:                                   # it was to begin anew
            worker.due = worker.pause = 0.0
            return
        worker.pause = min(PAUSES[1], 2 * worker.pause or PAUSES[0]) if lasted < STEADY else PAUSES[0]
        worker.due = now + worker.pause
        why = worker.said or say("start.status", n=status)
        log.error("%s", say("start.again", n=worker.number, why=why, seconds=worker.pause))
