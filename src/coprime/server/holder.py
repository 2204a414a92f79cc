"""This process as one of several: it renews its lease, claims tables, and gives up all of them when it could not."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Self

import sqlalchemy as sa

from .. import __version__
from . import leases
from .leases import EVERY, LASTING, Peer
from .sentences import Wrong
from .store import Store

log = logging.getLogger(__name__)
ID_BYTES = 8
CLAIMS = 4              # threads
FAIR = 1.25             # times the average of tables that a process may have before it gives some away,
SOME = 1                # and so many more


class Holder:
    """Has a lease in its `with` block, in which it lives on one event loop, however that ends.

    living  the processes that live, by id, as they were when the lease was renewed last
    until   when our lease ends at the earliest, by our own clock; nothing's safety depends on it
    """

    def __init__(self, store: Store, secret: bytes, address: str, version: str = __version__) -> None:
        self.store = store
        self.me = Peer(secrets.token_hex(ID_BYTES), address, version, leases.mark(secret))
        self.living: dict[str, Peer] = {self.me.id: self.me}
        self.until = 0.0
        self.draining = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="lease")
        self._claims = ThreadPoolExecutor(CLAIMS, thread_name_prefix="claim")
        self._timer: asyncio.TimerHandle | None = None
        store.me = self.me.id

    def __enter__(self) -> Self:
        """Begin the lease.  Raises Wrong where the others have another secret."""
        def joined(connection: sa.Connection) -> None:
            leases.begin(connection)
            leases.join(connection, self.me)
        try:
            self.store.change(joined)
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
        with contextlib.suppress(Wrong):
            self.store.change(partial(leases.leave, me=self.me.id))

    async def run(self, load: Callable[[], int], lapsed: Callable[[], object], renewed: Callable[[], object]) -> None:
        """Renew the lease until cancelled.

        load  how many tables are awake;  lapsed  called when the lease has ended;  renewed  whenever it was renewed
        """
        self.loop = asyncio.get_running_loop()
        while True:
            begin = self.loop.time()
            try:
                me = self.me = self.me._replace(load=load())
                self.living = await self._in_thread(partial(leases.renew, me=me))
                self.until = begin + LASTING
                self._watch(lapsed)
                renewed()
            except Wrong as wrong:
                log.warning("the lease could not be renewed: %s", wrong)
            except Exception:
                log.exception("renewing the lease")
            await asyncio.sleep(max(0.0, begin + EVERY - self.loop.time()))

    def _watch(self, lapsed: Callable[[], object]) -> None:
        """Have it told when the lease ends without having been renewed."""
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_at(self.until, lapsed)

    async def _in_thread(self, job: Callable[[sa.Connection], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.store.change, job)

    async def claim(self, code: str) -> int | None:
        """Claim a table; see `leases.claim`.  Raises Elsewhere, and Wrong while nothing is to be begun here."""
        if self.draining:
            raise Wrong(503, "wrong.stop", wait=1)
        job = partial(leases.claim, code=code, me=self.me.id)
        # No name for the future: an exception knows this frame, and the frame would know what holds the exception.
        fence: int | None = await asyncio.get_running_loop().run_in_executor(self._claims, self.store.change, job)
        return fence

    @property
    def lapsed(self) -> bool:
        """Has our lease ended, by our own clock?"""
        return 0 < self.until < self.loop.time()

    @property
    def first(self) -> bool:
        """Is it for this process to do what one of them has to do for all?"""
        return self.me.id == min(self.living, default=self.me.id)

    def other_version(self) -> Peer | None:
        """A process that runs another version of Coprime."""
        return next((peer for peer in self.living.values() if peer.version != self.me.version), None)

    def lighter(self) -> Peer | None:
        """The process that has the fewest tables, where this one has more than its share."""
        fair = FAIR * sum(peer.load for peer in self.living.values()) / max(1, len(self.living)) + SOME
        lightest = min(self.living.values(), key=lambda peer: peer.load, default=self.me)
        return lightest if self.me.load > fair and lightest.id != self.me.id else None
