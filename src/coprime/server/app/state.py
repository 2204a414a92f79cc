"""What every request goes through: who asks, from where, how often."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from ..cluster.leases import HeldElsewhere
from ..cluster.peers import Peers, is_from_peer
from ..codes import parse_code
from ..limits import Limits, RateLimiter, Slots, WaitingLines, shared_address
from ..replays.store import ReplayStore
from ..sentences import RequestError
from ..store import class_rows, people
from ..store.people import Cookies
from ..store.store import Store
from ..table_actor import TableActor
from ..table_manager import TableManager
from .public_url import PublicUrl
from .right_codes import RightCodes
from .static_files import StaticFiles


class AppState:
    """The parts of an open house, and the checks at its door."""

    def __init__(self, store: Store, secret: bytes, address: PublicUrl, limits: Limits, files: StaticFiles,
                 behind_proxy: bool = False) -> None:
        self.store, self.address, self.limits, self.files = store, address, limits, files
        self.behind_proxy = behind_proxy
        self.cookies = Cookies(secret)
        clock = time.monotonic
        self.codes, self.anywhere = RateLimiter(limits.codes, clock), RateLimiter(limits.anywhere, clock)
        self.words = RateLimiter(limits.words, clock)
        self.tables, self.requests = RateLimiter(limits.tables, clock), RateLimiter(limits.requests, clock)
        self.bodies, self.uploads = Slots(limits.bodies), Slots(limits.uploads)
        self._lines = WaitingLines()
        self.right_codes = RightCodes(clock)
        self.sockets: dict[str, int] = {}                           # connections by address
        self.together: dict[str, int] = {}                          # and by address and table
        self.streams: dict[str, Any] = {}                           # event streams of pages, by their ids
        self.attend: ASGIApp                                        # takes what comes to `/ws/{code}`
        self.carries: dict[str, tuple[str, str, float]] = {}        # token -> (code, person, until)
        self.house: TableManager
        self.replays: ReplayStore
        self.peers: Peers | None = None                             # None where no other process could hold a table

    def start(self, **settings: Any) -> None:
        """Inside the event loop."""
        self.house = TableManager(self.store, self.limits, self.address.invite, **settings)
        if self.peers is not None:
            self.house.far = self.peers.told
        self.store.tell = self.house.loop.call_soon_threadsafe
        self.replays = ReplayStore(self.store.read, self.house.write_durably, self.limits)

    def client_address(self, connection: HTTPConnection) -> str:
        """The address that a request comes from, as it counts."""
        if self.behind_proxy and not is_from_peer(connection):
            lines = connection.headers.getlist("x-forwarded-for")
            forwarded = lines[-1].rsplit(",", 1)[-1].strip() if lines else ""       # the proxy's own
            if forwarded:
                return shared_address(forwarded[:60])
        return shared_address(connection.client.host) if connection.client else ""

    async def require_person(self, connection: HTTPConnection) -> tuple[str, str]:
        """Key and name of who asks.  Raises RequestError when the cookie is missing, forged or stale."""
        if self.house.holder is not None and self.house.holder.has_lapsed:
            raise RequestError(503, "wrong.store", wait=2)         # at once, so that another process is asked
        key = self.cookie_key(connection)
        name = await self.house.read_store(lambda c: people.name_of(c, key)) if key else None
        if not key or name is None:
            raise RequestError(401, "wrong.cookie")
        return key, name

    def cookie_key(self, connection: HTTPConnection) -> str:
        """The key in somebody's cookie, "" for none; nobody has looked yet whether there is such a person."""
        return self.cookies.read(connection.cookies.get(people.COOKIE)) or ""

    def identify_asker(self, connection: HTTPConnection) -> str:
        """Who asks for what anybody may have: a person's key, else an address."""
        return self.cookie_key(connection) or self.client_address(connection)

    def charge_rate_limit(self, request: HTTPConnection) -> str:
        """Count a request that changes something or costs work.  Returns its address.  Raises RequestError."""
        address = self.client_address(request)
        self.requests.take(address)
        return address

    async def find_table_by_code(self, address: str, text: str, key: str) -> TableActor:
        """The table of a code for a person, who may have guessed it.  Raises RequestError, and HeldElsewhere."""
        code = parse_code(text)
        async with self.limit_guesses(address, exempt=await self.is_guest(code, key)):
            return await self.find_table(code, key)

    async def find_table(self, code: str, key: str) -> TableActor:
        """Find a person's table by its code; that of a class only for the class.

        Raises RequestError and HeldElsewhere.
        """
        room = await self.house.get_table_actor(code)
        of = room.table.settings.classroom if room is not None else ""
        if room is None or room.table.closed or (
                of and not await self.is_guest(code, key) and not await self.is_member(of, key)):
            raise RequestError(404, "wrong.code", code=code)
        return room

    async def is_guest(self, code: str, key: str) -> bool:
        """Has a person been let in to a table, here or at another process?"""
        if (room := self.house.rooms.get(code)) is not None:
            guest = room.table.lobby.guest(key)
            return guest is not None and guest.role == "guest"
        return bool(await self.house.read_store(partial(people.is_guest, code=code, key=key)))

    async def is_member(self, code: str, key: str) -> bool:
        """Does somebody teach the class of a code, or are they a pupil of it?"""
        return bool(await self.house.read_store(partial(class_rows.is_member, code=code, key=key)))

    async def ask_peer(self, there: HeldElsewhere, request: Request, given: bytes) -> Response | None:
        """What another process answers to a request about its table; None when that cannot be reached.

        What has been passed on is passed no further: the table has moved meanwhile.  Raises RequestError.
        """
        if self.peers is None or is_from_peer(request):
            raise RequestError(503, "wrong.far", wait=1)
        return await self.peers.asked(there, request, self.client_address(request), given)

    @asynccontextmanager
    async def limit_guesses(self, address: str, exempt: bool = False) -> AsyncIterator[None]:
        """Look up what somebody may have guessed: it is counted before the look, and does not count when it was right.

        After too many wrong guesses right and wrong ones wait alike, so that guessing stays slow and shuts nobody out.
        exempt  the asker is known where they ask: nothing is counted, and they do not wait

        In the block a RequestError of 403 or 404 says that it was wrong.  Raises RequestError when too many wait.
        """
        counted = [] if exempt else [(gate, of) for gate, of in ((self.codes, address), (self.anywhere, ""))
                                     if gate.reserve(of)]
        try:
            if not exempt and len(counted) < 2:
                await self._lines.wait(address)
            yield
        except BaseException as wrong:
            if isinstance(wrong, RequestError) and wrong.status in (403, 404):
                counted = []
            raise
        finally:
            for gate, of in counted:
                gate.give_back(of)

    def sweep(self) -> None:
        """Forget addresses that have been quiet, and links that are too old."""
        for gate in (self.codes, self.anywhere, self.words, self.tables, self.requests):
            gate.sweep()
        self.right_codes.sweep()
        now = time.monotonic()
        self.carries = {token: carry for token, carry in self.carries.items() if carry[2] > now}
