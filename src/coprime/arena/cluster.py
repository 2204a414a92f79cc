"""A Dask cluster as an executor: `pip install coprime[cluster]`.

Dask moves the work of a lost machine to another one, and gives up on work over which several have died.
"""

import atexit
import importlib.metadata
import logging
import pickle
import signal
import socket
import threading
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import load_messages
from .workers import AHEAD, WorkUnit

SAY = load_messages(Path(__file__).parent)["cluster"]
LOCAL = "local"         # an address: workers of this machine, started for the occasion
PATIENCE = 20           # seconds in which a cluster must answer, and have a worker


class DaskExecutor:
    """Executor on a Dask scheduler at an address like `tcp://10.0.0.1:8786`, or on `jobs` local workers.

    Raises BadInput where no worker can be had, or where one has another version of this package.
    """

    def __init__(self, address: str, jobs: int) -> None:
        try:
            import distributed
        except ImportError as wrong:
            raise BadInput(SAY["missing"]) from wrong
        silence_dask()
        self._dask, self._own = distributed, None
        where: Any = address
        if address == LOCAL:
            where = self._own = distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address=":0", memory_limit=0,
                silence_logs=logging.CRITICAL + 1)
        try:
            self._connect(where, address)
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def _connect(self, where: Any, address: str) -> None:
        """Connect to the scheduler and wait for a worker.  Raises BadInput where none answers in time."""
        try:
            if self._own is None:
                check_reachable(address)
            self._client = self._dask.Client(where, timeout=PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=PATIENCE)
            if self._own is not None:       # Ctrl-C is for who has begun
                self._client.register_plugin(make_sigint_plugin(self._dask.WorkerPlugin))
        except Exception as wrong:          # Dask has no kind of its own for an address that leads nowhere
            raise BadInput(SAY["unreached"].format(address=address, n=PATIENCE)) from wrong

    def _check_versions(self) -> None:
        """Compare the package version of every worker with ours.  Raises BadInput."""
        for worker, answer in self._client.run(package_version, on_error="return").items():
            if answer != (ours := package_version()):
                why = SAY["version"].format(theirs=answer) if isinstance(answer, str) else str(answer)
                raise BadInput(SAY["unfit"].format(worker=worker, ours=ours, why=why))

    def map_numbers(self, work: WorkUnit, numbers: Iterator[int], size: int) -> Generator[Any]:
        """Yield the results of numbers in order, computed on the cluster in slices.  Raises BadInput."""
        packed, coming = pickle.dumps(work), deque[tuple[list[int], Any]]()
        try:
            while True:
                threads = sum(self._client.nthreads().values())
                while len(coming) < AHEAD * max(1, threads) and (part := list(islice(numbers, size))):
                    coming.append((part, self._client.submit(run_slice, packed, part, pure=False)))
                if not coming:
                    return
                part, future = coming.popleft()
                yield from self._slice_result(work, part, future)
        finally:
            for _, future in coming:
                future.cancel()
            with suppress(Exception):       # a cluster that is gone has nothing open any more
                self._client.run(end_begun_work)

    def _slice_result(self, work: WorkUnit, part: list[int], future: Any) -> Any:
        try:
            return future.result()
        except self._dask.KilledWorker as wrong:
            raise BadInput(SAY["dead"].format(kind=work.kind, first=part[0], last=part[-1])) from wrong
        except (self._dask.CancelledError, OSError) as wrong:
            raise BadInput(SAY["lost"]) from wrong

    def close(self) -> None:
        """Disconnect, and stop the local workers where there are any."""
        for one in (getattr(self, "_client", None), self._own):
            if one is not None:
                with suppress(Exception):
                    one.close()


def check_reachable(address: str) -> None:
    """Check that somebody listens at an address.  Raises OSError or ValueError.

    A Dask client that finds nobody keeps its threads running and may block the next client.
    """
    from distributed.comm.addressing import parse_address, parse_host_port

    host, port = parse_host_port(parse_address(address)[1])
    if not host:
        raise ValueError(address)
    socket.create_connection((host, port), PATIENCE).close()


def silence_dask() -> None:
    """Silence Dask's loggers; errors are reported as sentences instead."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def make_sigint_plugin(plugin: Any) -> Any:
    """Return a Dask plugin that makes workers ignore Ctrl-C, also those that replace others."""
    found = plugin()
    found.setup = ignore_sigint
    return found


# What runs on a worker, in any of its threads.

_begun: dict[int, tuple[bytes, WorkUnit]] = {}


def ignore_sigint(worker: Any) -> None:
    """Ignore SIGINT in a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def package_version() -> str:
    """Return the version of this package where the call runs."""
    return importlib.metadata.version("coprime")


def run_slice(packed: bytes, numbers: list[int]) -> list[Any]:
    """Run a slice of work on a worker; the work stays open for the next slice."""
    thread = threading.get_ident()
    before, work = _begun.get(thread, (b"", None))
    if work is None or before != packed:
        if work is not None:
            work.end()
        _begun.pop(thread, None)
        work = pickle.loads(packed)
        work.begin()
        _begun[thread] = packed, work
    return [work.do(number) for number in numbers]


@atexit.register
def end_begun_work() -> None:
    """End all open work of this worker process."""
    while _begun:
        _, (_, work) = _begun.popitem()
        work.end()
