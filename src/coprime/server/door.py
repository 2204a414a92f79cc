"""What every request goes through: who asks, from where, how often."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from . import class_rows, people
from .files import Files
from .house import House, code_of
from .invite import Address
from .leases import Elsewhere
from .limits import Gate, Limits, Lines, Slots, shared_address
from .peers import Peers, passed
from .people import Cookies
from .replays import Replays
from .right_codes import RightCodes
from .room import Room
from .sentences import Wrong
from .store import Store


class Door:
    """The parts of an open house, and the checks at its door."""

    def __init__(self, store: Store, secret: bytes, address: Address, limits: Limits, files: Files,
                 behind_proxy: bool = False) -> None:
        self.store, self.address, self.limits, self.files = store, address, limits, files
        self.behind_proxy = behind_proxy
        self.cookies = Cookies(secret)
        clock = time.monotonic
        self.codes, self.anywhere = Gate(limits.codes, clock), Gate(limits.anywhere, clock)
        self.words = Gate(limits.words, clock)
        self.tables, self.requests = Gate(limits.tables, clock), Gate(limits.requests, clock)
        self.bodies, self.uploads = Slots(limits.bodies), Slots(limits.uploads)
        self._lines = Lines()
        self.right_codes = RightCodes(clock)
        self.sockets: dict[str, int] = {}                           # connections by address
        self.together: dict[str, int] = {}                          # and by address and table
        self.streams: dict[str, Any] = {}                           # event streams of pages, by their ids
        self.attend: ASGIApp                                        # takes what comes to `/ws/{code}`
        self.carries: dict[str, tuple[str, str, float]] = {}        # token -> (code, person, until)
        self.house: House
        self.replays: Replays
        self.peers: Peers | None = None                             # None where no other process could hold a table

    def open(self, **settings: Any) -> None:
        """Inside the event loop."""
        self.house = House(self.store, self.limits, self.address.invite, **settings)
        if self.peers is not None:
            self.house.far = self.peers.told
        self.store.tell = self.house.loop.call_soon_threadsafe
        self.replays = Replays(self.store.read, self.house.written, self.limits)

    def client(self, connection: HTTPConnection) -> str:
        """The address that a request comes from, as it counts."""
        if self.behind_proxy and not passed(connection):
            lines = connection.headers.getlist("x-forwarded-for")
            forwarded = lines[-1].rsplit(",", 1)[-1].strip() if lines else ""       # the proxy's own
            if forwarded:
                return shared_address(forwarded[:60])
        return shared_address(connection.client.host) if connection.client else ""

    async def person(self, connection: HTTPConnection) -> tuple[str, str]:
        """Key and name of who asks.  Raises Wrong when the cookie is missing, forged or stale."""
        if self.house.holder is not None and self.house.holder.lapsed:
            raise Wrong(503, "wrong.store", wait=2)         # at once, so that another process is asked
        key = self.key(connection)
        name = await self.house.asked(lambda c: people.name_of(c, key)) if key else None
        if not key or name is None:
            raise Wrong(401, "wrong.cookie")
        return key, name

    def key(self, connection: HTTPConnection) -> str:
        """The key in somebody's cookie, "" for none; nobody has looked yet whether there is such a person."""
        return self.cookies.read(connection.cookies.get(people.COOKIE)) or ""

    def asker(self, connection: HTTPConnection) -> str:
        """Who asks for what anybody may have: a person's key, else an address."""
        return self.key(connection) or self.client(connection)

    def costs(self, request: HTTPConnection) -> str:
        """Count a request that changes something or costs work.  Returns its address.  Raises Wrong."""
        address = self.client(request)
        self.requests.take(address)
        return address

    async def room(self, address: str, text: str, key: str) -> Room:
        """The table of a code for a person, who may have guessed it.  Raises Wrong, and Elsewhere."""
        code = code_of(text)
        async with self.guess(address, exempt=await self.is_guest(code, key)):
            return await self.find_room(code, key)

    async def find_room(self, code: str, key: str) -> Room:
        """The table of a code for a person; that of a class only for the class.  Raises Wrong, and Elsewhere."""
        room = await self.house.room(code)
        of = room.table.settings.classroom if room is not None else ""
        if room is None or room.table.closed or (
                of and not await self.is_guest(code, key) and not await self.is_member(of, key)):
            raise Wrong(404, "wrong.code", code=code)
        return room

    async def is_guest(self, code: str, key: str) -> bool:
        """Has a person been let in to a table, here or at another process?"""
        if (room := self.house.rooms.get(code)) is not None:
            guest = room.table.lobby.guest(key)
            return guest is not None and guest.role == "guest"
        return bool(await self.house.asked(partial(people.is_guest, code=code, key=key)))

    async def is_member(self, code: str, key: str) -> bool:
        """Does somebody teach the class of a code, or are they a pupil of it?"""
        return bool(await self.house.asked(partial(class_rows.is_member, code=code, key=key)))

    async def asked(self, there: Elsewhere, request: Request, given: bytes) -> Response | None:
        """What another process answers to a request about its table; None when that cannot be reached.

        What has been passed on is passed no further: the table has moved meanwhile.  Raises Wrong.
        """
        if self.peers is None or passed(request):
            raise Wrong(503, "wrong.far", wait=1)
        return await self.peers.asked(there, request, self.client(request), given)

    @asynccontextmanager
    async def guess(self, address: str, exempt: bool = False) -> AsyncIterator[None]:
        """Look up what somebody may have guessed: it is counted before the look, and does not count when it was right.

        After too many wrong guesses right and wrong ones wait alike, so that guessing stays slow and shuts nobody out.
        exempt  the asker is known where they ask: nothing is counted, and they do not wait

        In the block a Wrong of 403 or 404 says that it was wrong.  Raises Wrong when too many wait.
        """
        counted = [] if exempt else [(gate, of) for gate, of in ((self.codes, address), (self.anywhere, ""))
                                     if gate.reserve(of)]
        try:
            if not exempt and len(counted) < 2:
                await self._lines.wait(address)
            yield
        except BaseException as wrong:
            if isinstance(wrong, Wrong) and wrong.status in (403, 404):
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
