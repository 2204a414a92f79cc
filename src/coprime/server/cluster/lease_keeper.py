"""Keep the lease of this process: renew it, claim tables, and give them up when it has expired."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Self

import sqlalchemy as sa

from ... import __version__
from ..request_error import RequestError
from ..store.store import Store
from . import leases
from .advisory_lock_session import LeaseSession
from .leases import LEASE_SECONDS, RENEWAL_SECONDS, Peer

log = logging.getLogger(__name__)
ID_RANDOM_BITS = 16      # of the 64 of a process's id; the others are the time
CLAIM_THREADS = 4              # threads
CLAIMS_PER_RENEWAL = 500             # claims that are looked at with every renewal
FAIR_FACTOR = 1.25             # times the average of tables that a process may have before it gives some away,
FAIR_EXTRA = 1                # and so many more


def draw_process_id() -> str:
    """Return an id for this process, 16 hexadecimal digits: the time in milliseconds, so that an older one is less."""
    return f"{time.time_ns() // 1_000_000 << ID_RANDOM_BITS | secrets.randbits(ID_RANDOM_BITS):016x}"


class LeaseKeeper:
    """Holds a lease for the duration of its `with` block, on one event loop.

    living_peers  the processes that were alive at the last renewal, by id
    lease_end     when our lease ends at the earliest, by our own clock; nothing's safety depends on it
    """

    def __init__(self, store: Store, secret: bytes, address: str, version: str = __version__) -> None:
        self.store = store
        self.me = Peer(draw_process_id(), address, version, leases.make_secret_mark(secret))
        self.living_peers: dict[str, Peer] = {self.me.id: self.me}
        self.lease_end = 0.0
        self.is_draining = False
        self._next_claim = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="lease")
        self._claim_threads = ThreadPoolExecutor(CLAIM_THREADS, thread_name_prefix="claim")
        self._timer: asyncio.TimerHandle | None = None
        self._session = LeaseSession(store, self.me.id) if store.engine.dialect.name == "postgresql" else None
        self._run_transaction = self._session.run_transaction if self._session else store.run_transaction
        store.process_id = self.me.id

    def __enter__(self) -> Self:
        """Begin the lease.  Raises RequestError where the others have another secret."""
        def join_lease(connection: sa.Connection) -> None:
            leases.begin_immediate(connection)
            self.living_peers = leases.begin_lease(connection, self.me)
        try:
            self._run_transaction(join_lease)
        except BaseException:                               # also where this process was asked to end meanwhile
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End the lease and let go of every table.  Where the database is gone the lease ends by itself."""
        if self._timer:
            self._timer.cancel()
        for threads in (self._thread, self._claim_threads):
            threads.shutdown(cancel_futures=True)           # a renewal after this would be a lease of nobody
        with contextlib.suppress(RequestError):
            self._run_transaction(partial(leases.end_lease, me=self.me.id))
        if self._session:
            self._session.close()
        self.store.engine.dispose()         # the store is closed before us: SQLite's log would stay on the disk

    async def keep_lease(self, read_fences: Callable[[], Mapping[str, int]],
                         on_lost: Callable[[Mapping[str, int]], object],
                         on_lapsed: Callable[[], object], on_renewed: Callable[[], object]) -> None:
        """Renew the lease until cancelled.

        read_fences  returns the fences of the tables that are awake here
        on_lost      called with those that another process has claimed
        on_lapsed    called when the lease has expired;  on_renewed  called after every renewal
        """
        self.loop = asyncio.get_running_loop()
        while True:
            begin = self.loop.time()
            try:
                shown = read_fences()
                me = self.me = self.me._replace(load=len(shown))
                self.living_peers, gone = await self._run_in_lease_thread(partial(_renew_and_check, me=me,
                                                                                  shown=self._next_claims(shown)))
                self.lease_end = begin + LEASE_SECONDS
                self._watch_lease_end(on_lapsed)
                on_lost(gone)
                on_renewed()
            except RequestError as wrong:
                log.warning("the lease could not be renewed: %s", wrong)
            except Exception:
                log.exception("renewing the lease")
            await asyncio.sleep(max(0.0, begin + RENEWAL_SECONDS - self.loop.time()))

    def _next_claims(self, fences: Mapping[str, int]) -> dict[str, int]:
        """The claims that are looked at this time: all of them in turn."""
        codes = sorted(fences)
        first = self._next_claim if self._next_claim < len(codes) else 0
        self._next_claim = first + CLAIMS_PER_RENEWAL
        return {code: fences[code] for code in codes[first:self._next_claim]}

    def _watch_lease_end(self, on_lapsed: Callable[[], object]) -> None:
        """Have it told when the lease ends without having been renewed."""
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_at(self.lease_end, on_lapsed)

    async def _run_in_lease_thread(self, job: Callable[[sa.Connection], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run_transaction, job)

    async def claim_table(self, code: str) -> int | None:
        """Claim a table; see `leases.claim_table`.

        Raises HeldElsewhere, and RequestError while nothing is to be begun here.
        """
        if self.is_draining:
            raise RequestError(503, "wrong.stop", wait=1)
        job = partial(leases.claim_table, code=code, me=self.me.id)
        # No name for the future: an exception knows this frame, and the frame would know what holds the exception.
        fence: int | None = await asyncio.get_running_loop().run_in_executor(self._claim_threads,
                                                                             self.store.run_transaction, job)
        return fence

    async def end_dead_lease(self, process_id: str, refused: bool) -> None:
        """End the lease of an unreachable process if it is dead; see `leases.end_dead_lease`."""
        job = partial(leases.end_dead_lease, process_id=process_id, refused=refused)
        with contextlib.suppress(RequestError):                    # then its lease ends by itself
            if await asyncio.get_running_loop().run_in_executor(self._claim_threads, self.store.run_transaction, job):
                log.info("the process %s is dead", process_id)

    @property
    def has_lapsed(self) -> bool:
        """Tell whether our lease has expired, by our own clock."""
        return 0 < self.lease_end < self.loop.time()

    @property
    def is_leader(self) -> bool:
        """Tell whether this process does what one process has to do for all: whether it is the oldest.

        One that has just begun knows the others at once, but they learn of it at their next renewal. If it could be the
        first, two would be until then.
        """
        return self.me.id == min(self.living_peers, default=self.me.id)

    def find_other_version(self) -> Peer | None:
        """Return a process that runs another version of Coprime, or None."""
        return next((peer for peer in self.living_peers.values() if peer.version != self.me.version), None)

    def find_lighter_process(self) -> Peer | None:
        """Return the process with the fewest tables, if this one has more than its share; else None."""
        fair = FAIR_FACTOR * sum(peer.load
                                 for peer in self.living_peers.values()) / max(1, len(self.living_peers)) + FAIR_EXTRA
        lightest = min(self.living_peers.values(), key=lambda peer: peer.load, default=self.me)
        return lightest if self.me.load > fair and lightest.id != self.me.id else None


def _renew_and_check(connection: sa.Connection, me: Peer, shown: Mapping[str, int]) -> tuple[dict[str, Peer],
                                                                                             dict[str, int]]:
    """Who lives, and which of the claims shown are ours no more.  In this order no look holds up who writes."""
    gone = leases.find_lost_claims(connection, me.id, shown)
    return leases.renew_lease(connection, me), gone
