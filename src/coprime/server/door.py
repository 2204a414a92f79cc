"""What every request goes through: who asks, from where, how often."""

import time
from functools import partial
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from . import people
from .files import Files
from .house import House, code_of
from .invite import Address
from .leases import Elsewhere
from .limits import Gate, Limits, Lines, Slots
from .peers import Peers, passed
from .people import Cookies
from .replays import Replays
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
        self.tables, self.requests = Gate(limits.tables, clock), Gate(limits.requests, clock)
        self.bodies, self.uploads = Slots(limits.bodies), Slots(limits.uploads)
        self._lines = Lines()
        self.sockets: dict[str, int] = {}
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
        """The address that a request comes from."""
        if self.behind_proxy and not passed(connection):
            lines = connection.headers.getlist("x-forwarded-for")
            forwarded = lines[-1].rsplit(",", 1)[-1].strip() if lines else ""       # the proxy's own
            if forwarded:
                return forwarded[:60]
        return connection.client.host if connection.client else ""

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
        """The table of a code for a person; wrong codes are counted.  Raises Wrong, and Elsewhere."""
        try:
            code = code_of(text)
            room = await self.house.room(code)
            if room is None or room.table.closed:
                raise Wrong(404, "wrong.code", code=code)
        except Elsewhere:                                   # here wrong codes were counted, so here they are slowed
            if not await self.house.asked(partial(people.is_guest, code=code, key=key)):
                await self.guessing(address)
            raise
        except Wrong as wrong:
            if wrong.status == 404:
                await self.guessing(address)
                self.missed(address)
            raise
        guest = room.table.lobby.guest(key)
        if guest is None or guest.role != "guest":
            await self.guessing(address)
            room = self.house.rooms.get(code)           # much may have happened meanwhile
            if room is None or room.table.closed:
                raise Wrong(503, "wrong.store", wait=1)
        return room

    async def asked(self, there: Elsewhere, request: Request, given: bytes) -> Response | None:
        """What another process answers to a request about its table; None when that cannot be reached.

        What has been passed on is passed no further: the table has moved meanwhile.  Raises Wrong.
        """
        if self.peers is None or passed(request):
            raise Wrong(503, "wrong.far", wait=1)
        return await self.peers.asked(there, request, self.client(request), given)

    def missed(self, address: str) -> None:
        """Count a wrong code."""
        self.anywhere.take("")
        self.codes.take(address)

    async def guessing(self, address: str) -> None:
        """Hold up where too many wrong codes came from: a right one still opens its table, but guessing stays slow.

        Whoever is at the table already need not come by here.  Raises Wrong when too many wait.
        """
        if self.codes.over(address) or self.anywhere.over(""):
            await self._lines.wait(address)

    def sweep(self) -> None:
        """Forget addresses that have been quiet, and links that are too old."""
        for gate in (self.codes, self.tables, self.requests):
            gate.sweep()
        now = time.monotonic()
        self.carries = {token: carry for token, carry in self.carries.items() if carry[2] > now}
