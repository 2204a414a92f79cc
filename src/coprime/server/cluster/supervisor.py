"""Run several worker processes at one port: open it, start the workers, restart them, end with them."""

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
from ..store.data_folder import DataFolder
from ..store.database import sqlite_file
from ..store.store import Store

log = logging.getLogger(__name__)
MOST_WORKERS = 64
HEARTBEAT_SECONDS = 0.5             # seconds between two signs of life of a worker
# Without one for so long a process is ended: it may hold a lock that the others wait for.
SILENT_SECONDS = 3.0
START_SECONDS = 120.0           # seconds in which it must have begun
RESTART_PAUSES = (0.5, 30.0)    # seconds until another try to begin one: the first, and the longest
STEADY_SECONDS = 60.0           # seconds after which a worker is as good as one that never ended
CLOSING_SECONDS = 20.0          # seconds in which all must have ended


class WorkerHandle:
    """A worker process, as its parent sees it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: subprocess.Popen[bytes] | None = None
        self.heartbeat_pipe: IO[bytes] | None = None          # what it says
        self.control_pipe: int | None = None             # closed when the parent ends
        self.is_ready = self.is_leaving = False           # it answers; it was asked to end
        self.start_error = ""                              # why it could not begin
        self.started_at = self.heard_at = self.due_at = 0.0
        self.pause = 0.0

    def start_process(self, start_line: str, descriptors: tuple[int, ...]) -> None:
        """Start a process with a first line of input; it inherits the descriptors."""
        read, self.control_pipe = os.pipe()
        hear, say_ = os.pipe()
        words = [sys.executable, "-m", "coprime.server.cluster.worker", str(read), str(say_)]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        pass_fds=(read, say_, *descriptors), start_new_session=True)
        os.close(read)
        os.close(say_)
        os.set_blocking(hear, False)
        self.heartbeat_pipe = os.fdopen(hear, "rb", buffering=0)
        os.write(self.control_pipe, start_line.encode() + b"\n")
        self.is_ready, self.is_leaving, self.start_error = False, False, ""
        self.started_at = self.heard_at = time.monotonic()

    def read_heartbeats(self) -> None:
        """Read its heartbeats, or the reason why it cannot start."""
        given = self.heartbeat_pipe.read() if self.heartbeat_pipe else None
        if given:
            self.heard_at = time.monotonic()
            self.is_ready = not self.is_leaving and (self.is_ready or given.startswith(b"."))
            if given.startswith(b"{"):
                self.start_error = json.loads(given)["wrong"]

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, if it is alive."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)

    def reap_process(self) -> int:
        """Reap a process that has ended; returns its exit status."""
        assert self.process is not None
        self.read_heartbeats()
        status = self.process.wait()
        if self.heartbeat_pipe:
            self.heartbeat_pipe.close()
        if self.control_pipe is not None:
            os.close(self.control_pipe)
        self.process = self.heartbeat_pipe = self.control_pipe = None
        self.is_ready = False
        return status


class Supervisor:
    """The parent of the worker processes. It holds the locks and no tables.

    SIGTERM and SIGINT end the server; SIGHUP restarts the workers one by one.
    """

    def __init__(self, config: ServerConfig, folder: DataFolder, listening: socket.socket, count: int) -> None:
        file = self._check_database(config.url, count)
        Store(config.url, is_shared=file is None).close()            # the migrations, before there are several
        folder.restrict_permissions()
        self.locks = [lock for lock in (folder.lock, database_lock.lock_sqlite(file) if file else None) if lock]
        self.config, self.secret, self.listening = config, folder.secret, listening
        self.workers = [WorkerHandle(number) for number in range(count)]
        self.to_restart: deque[WorkerHandle] = deque()                      # those that are still to begin anew
        self.closing_since = 0.0
        self.is_open = False

    @staticmethod
    def _check_database(url: str, count: int) -> Path | None:
        try:
            made = sa.make_url(url)
        except sa.exc.ArgumentError:
            return None                                         # the store has a sentence for that
        file = sqlite_file(made)
        if not 1 <= count <= MOST_WORKERS or file is None and made.get_backend_name() != "postgresql":
            raise BadInput(say("start.workers", most=MOST_WORKERS))
        return file

    def run_until_closed(self, on_open: Callable[[], None]) -> None:
        """Run until the server is closed; `on_open` is called when the first worker answers. Raises BadInput."""
        handled = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        before = {number: signal.signal(number, self._handle_signal) for number in handled}
        try:
            while not self.closing_since or any(worker.process for worker in self.workers):
                self._check_workers(on_open)
                self._read_workers()
        finally:
            for worker in self.workers:
                worker.send_signal(signal.SIGKILL)
            for number, handler in before.items():
                signal.signal(number, handler)
            for lock in self.locks:
                lock.close()

    def _handle_signal(self, number: int, frame: object) -> None:
        if number == signal.SIGHUP:
            self.to_restart = deque(self.workers)
            return
        self.closing_since = self.closing_since or time.monotonic()
        for worker in self.workers:
            worker.send_signal(signal.SIGTERM)

    def _read_workers(self) -> None:
        """Hear the workers for a moment.  If we were stopped meanwhile they had no chance to be heard."""
        begin = time.monotonic()
        with selectors.DefaultSelector() as heard:
            for worker in self.workers:
                if worker.heartbeat_pipe is not None and worker.process and worker.process.poll() is None:
                    heard.register(worker.heartbeat_pipe, selectors.EVENT_READ, worker)
            for key, _ in heard.select(HEARTBEAT_SECONDS / 2):
                key.data.read_heartbeats()
        if time.monotonic() - begin > 2 * HEARTBEAT_SECONDS:
            for worker in self.workers:
                worker.heard_at = max(worker.heard_at, begin)
        time.sleep(0.02)                            # a line at its end is always ready to be read

    def _check_workers(self, on_open: Callable[[], None]) -> None:
        """How each of them is, and what is to be done about it.  Raises BadInput when none can be begun."""
        now = time.monotonic()
        for worker in self.workers:
            if worker.process is not None and worker.process.poll() is not None:
                self._handle_worker_end(worker, now)
            elif worker.process is None and not self.closing_since and now >= worker.due_at:
                self._start_worker(worker)
            elif worker.process is not None and now - worker.heard_at > (SILENT_SECONDS if worker.is_ready
                                                                         else START_SECONDS):
                log.error("process %d has not answered for %d seconds and is ended", worker.number,
                          now - worker.heard_at)
                worker.send_signal(signal.SIGKILL)
        if self.closing_since and now - self.closing_since > CLOSING_SECONDS:
            for worker in self.workers:
                worker.send_signal(signal.SIGKILL)
        if not self.is_open and not self.closing_since and any(worker.is_ready for worker in self.workers):
            self.is_open = True
            on_open()
        if self.to_restart and not self.closing_since and all(worker.is_ready for worker in self.workers):
            worker = self.to_restart.popleft()
            worker.is_ready, worker.is_leaving = False, True
            worker.send_signal(signal.SIGTERM)

    def _start_worker(self, worker: WorkerHandle) -> None:
        config = replace(self.config, metrics=self.config.metrics_address(worker.number))
        listening, locks = self.listening.fileno(), [lock.fileno() for lock in self.locks]
        given = {"plan": config.to_json(), "secret": self.secret.hex(), "listening": listening, "locks": locks}
        worker.start_process(json.dumps(given),
                             (listening, *locks))        # locks are held as long as one of them lives
        if self.closing_since:                            # asked meanwhile, when this one could not be told
            worker.send_signal(signal.SIGTERM)

    def _handle_worker_end(self, worker: WorkerHandle, now: float) -> None:
        """A process has ended: it is begun again, after longer and longer pauses."""
        lasted, is_restart = now - worker.started_at, worker.is_leaving
        status = worker.reap_process()
        if self.closing_since:
            return
        if worker.start_error and not self.is_open:
            raise BadInput(worker.start_error)
        if is_restart:                                   # it was to begin anew
            worker.due_at = worker.pause = 0.0
            return
        worker.pause = min(RESTART_PAUSES[1],
                           2 * worker.pause or RESTART_PAUSES[0]) if lasted < STEADY_SECONDS else RESTART_PAUSES[0]
        worker.due_at = now + worker.pause
        why = worker.start_error or say("start.status", n=status)
        log.error("%s", say("start.again", n=worker.number, why=why, seconds=worker.pause))
