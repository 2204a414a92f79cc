"""This process as one of several: it renews its lease, claims tables, and gives up all of them when it could not."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Self

import sqlalchemy as sa

from ... import __version__
from ..sentences import RequestError
from ..store.store import Store
from . import leases
from .lease_session import LeaseSession
from .leases import EVERY, LASTING, Peer

log = logging.getLogger(__name__)
ID_BYTES = 8
CLAIMS = 4              # threads
LOOKS = 500             # claims that are looked at with every renewal
FAIR = 1.25             # times the average of tables that a process may have before it gives some away,
SOME = 1                # and so many more


class LeaseKeeper:
    """Has a lease in its `with` block, in which it lives on one event loop, however that ends.

    living  the processes that live, by id, as they were when the lease was renewed last
    until   when our lease ends at the earliest, by our own clock; nothing's safety depends on it
    """

    def __init__(self, store: Store, secret: bytes, address: str, version: str = __version__) -> None:
        self.store = store
        self.me = Peer(secrets.token_hex(ID_BYTES), address, version, leases.secret_mark(secret))
        self.living: dict[str, Peer] = {self.me.id: self.me}
        self.until = 0.0
        self.draining = False
        self._looked = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="lease")
        self._claims = ThreadPoolExecutor(CLAIMS, thread_name_prefix="claim")
        self._timer: asyncio.TimerHandle | None = None
        self._session = LeaseSession(store, self.me.id) if store.engine.dialect.name == "postgresql" else None
        self._change = self._session.change if self._session else store.change
        store.me = self.me.id

    def __enter__(self) -> Self:
        """Begin the lease.  Raises RequestError where the others have another secret."""
        def joined(connection: sa.Connection) -> None:
            leases.begin_immediate(connection)
            leases.begin_lease(connection, self.me)
        try:
            self._change(joined)
        except BaseException:                               # also where this process was asked to end meanwhile
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End the lease and let go of every table.  Where the database is gone the lease ends by itself."""
        if self._timer:
            self._timer.cancel()
        for threads in (self._thread, self._claims):
            threads.shutdown(cancel_futures=True)           # a renewal after this would be a lease of nobody
        with contextlib.suppress(RequestError):
            self._change(partial(leases.end_lease, me=self.me.id))
        if self._session:
            self._session.close()
        self.store.engine.dispose()         # the store is closed before us: SQLite's log would stay on the disk

    async def run(self, held: Callable[[], Mapping[str, int]], lost: Callable[[Mapping[str, int]], object],
                  lapsed: Callable[[], object], renewed: Callable[[], object]) -> None:
        """Renew the lease until cancelled.

        held    the fences of the tables that are awake here;  lost  told of those that another process has claimed
        lapsed  called when the lease has ended;  renewed  whenever it was renewed
        """
        self.loop = asyncio.get_running_loop()
        while True:
            begin = self.loop.time()
            try:
                shown = held()
                me = self.me = self.me._replace(load=len(shown))
                self.living, gone = await self._in_thread(partial(_renewed, me=me, shown=self._part(shown)))
                self.until = begin + LASTING
                self._watch(lapsed)
                lost(gone)
                renewed()
            except RequestError as wrong:
                log.warning("the lease could not be renewed: %s", wrong)
            except Exception:
                log.exception("renewing the lease")
            await asyncio.sleep(max(0.0, begin + EVERY - self.loop.time()))

    def _part(self, shown: Mapping[str, int]) -> dict[str, int]:
        """The claims that are looked at this time: all of them in turn."""
        codes = sorted(shown)
        first = self._looked if self._looked < len(codes) else 0
        self._looked = first + LOOKS
        return {code: shown[code] for code in codes[first:self._looked]}

    def _watch(self, lapsed: Callable[[], object]) -> None:
        """Have it told when the lease ends without having been renewed."""
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_at(self.until, lapsed)

    async def _in_thread(self, job: Callable[[sa.Connection], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._change, job)

    async def claim(self, code: str) -> int | None:
        """Claim a table; see `leases.claim_table`.

        Raises HeldElsewhere, and RequestError while nothing is to be begun here.
        """
        if self.draining:
            raise RequestError(503, "wrong.stop", wait=1)
        job = partial(leases.claim_table, code=code, me=self.me.id)
        # No name for the future: an exception knows this frame, and the frame would know what holds the exception.
        fence: int | None = await asyncio.get_running_loop().run_in_executor(self._claims, self.store.change, job)
        return fence

    async def end_dead_lease(self, house: str, refused: bool) -> None:
        """End the lease of another process that could not be reached, if it is dead; see `leases.end_dead_lease`."""
        job = partial(leases.end_dead_lease, house=house, refused=refused)
        with contextlib.suppress(RequestError):                    # then its lease ends by itself
            if await asyncio.get_running_loop().run_in_executor(self._claims, self.store.change, job):
                log.info("the process %s is dead", house)

    @property
    def has_lapsed(self) -> bool:
        """Has our lease ended, by our own clock?"""
        return 0 < self.until < self.loop.time()

    @property
    def is_first(self) -> bool:
        """Is it for this process to do what one of them has to do for all?"""
        return self.me.id == min(self.living, default=self.me.id)

    def other_version(self) -> Peer | None:
        """A process that runs another version of Coprime."""
        return next((peer for peer in self.living.values() if peer.version != self.me.version), None)

    def lighter_process(self) -> Peer | None:
        """The process that has the fewest tables, where this one has more than its share."""
        fair = FAIR * sum(peer.load for peer in self.living.values()) / max(1, len(self.living)) + SOME
        lightest = min(self.living.values(), key=lambda peer: peer.load, default=self.me)
        return lightest if self.me.load > fair and lightest.id != self.me.id else None


def _renewed(connection: sa.Connection, me: Peer, shown: Mapping[str, int]) -> tuple[dict[str, Peer], dict[str, int]]:
    """Who lives, and which of the claims shown are ours no more.  In this order no look holds up who writes."""
    gone = leases.lost_claims(connection, me.id, shown)
    return leases.renew_lease(connection, me), gone
