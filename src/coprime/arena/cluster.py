"""The machines of a Dask cluster as hands: `pip install coprime[cluster]`.

Dask gives the work of a machine that is lost to another one, and gives work up that several have died over.
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


class Cluster:
    """Workers of a Dask scheduler at an address like `tcp://10.0.0.1:8786`, or as many of this machine's own as `jobs`.

    Raises BadInput where none can be had, or where one has another version of this package.
    """

    def __init__(self, address: str, jobs: int) -> None:
        try:
            import distributed
        except ImportError as wrong:
            raise BadInput(SAY["missing"]) from wrong
        quiet()
        self._dask, self._own = distributed, None
        where: Any = address
        if address == LOCAL:
            where = self._own = distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address=":0", memory_limit=0,
                silence_logs=logging.CRITICAL + 1)
        try:
            self._reach(where, address)
            self._ask()
        except BaseException:
            self.close()
            raise

    def _reach(self, where: Any, address: str) -> None:
        """Raises BadInput where nobody answers in time."""
        try:
            if self._own is None:
                knock(address)
            self._client = self._dask.Client(where, timeout=PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=PATIENCE)
            if self._own is not None:       # Ctrl-C is for who has begun
                self._client.register_plugin(deaf(self._dask.WorkerPlugin))
        except Exception as wrong:          # Dask has no kind of its own for an address that leads nowhere
            raise BadInput(SAY["unreached"].format(address=address, n=PATIENCE)) from wrong

    def _ask(self) -> None:
        """Raises BadInput where a worker could not play what we play."""
        for worker, answer in self._client.run(version, on_error="return").items():
            if answer != (ours := version()):
                why = SAY["version"].format(theirs=answer) if isinstance(answer, str) else str(answer)
                raise BadInput(SAY["unfit"].format(worker=worker, ours=ours, why=why))

    def each(self, work: WorkUnit, numbers: Iterator[int], size: int) -> Generator[Any]:
        packed, coming = pickle.dumps(work), deque[tuple[list[int], Any]]()
        try:
            while True:
                threads = sum(self._client.nthreads().values())
                while len(coming) < AHEAD * max(1, threads) and (part := list(islice(numbers, size))):
                    coming.append((part, self._client.submit(do, packed, part, pure=False)))
                if not coming:
                    return
                part, future = coming.popleft()
                yield from self._result(work, part, future)
        finally:
            for _, future in coming:
                future.cancel()
            with suppress(Exception):       # a cluster that is gone has nothing open any more
                self._client.run(forget)

    def _result(self, work: WorkUnit, part: list[int], future: Any) -> Any:
        try:
            return future.result()
        except self._dask.KilledWorker as wrong:
            raise BadInput(SAY["dead"].format(kind=work.kind, first=part[0], last=part[-1])) from wrong
        except (self._dask.CancelledError, OSError) as wrong:
            raise BadInput(SAY["lost"]) from wrong

    def close(self) -> None:
        for one in (getattr(self, "_client", None), self._own):
            if one is not None:
                with suppress(Exception):
                    one.close()


def knock(address: str) -> None:
    """Raises OSError or ValueError where nobody listens.

    A client of Dask's that has found nobody keeps its threads, and may hold up the next one.
    """
    from distributed.comm.addressing import parse_address, parse_host_port

    host, port = parse_host_port(parse_address(address)[1])
    if not host:
        raise ValueError(address)
    socket.create_connection((host, port), PATIENCE).close()


def quiet() -> None:
    """What matters is told in sentences."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def deaf(plugin: Any) -> Any:
    """What makes workers ignore Ctrl-C, those too that take the places of others."""
    found = plugin()
    found.setup = ignore
    return found


# What runs on a worker, in any of its threads.

_begun: dict[int, tuple[bytes, WorkUnit]] = {}


def ignore(worker: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def version() -> str:
    """Of this package, where this runs."""
    return importlib.metadata.version("coprime")


def do(packed: bytes, numbers: list[int]) -> list[Any]:
    """A slice.  Work that has begun stays so: the next slice is of the same, as a rule."""
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
def forget() -> None:
    """End what has begun."""
    while _begun:
        _, (_, work) = _begun.popitem()
        work.end()
