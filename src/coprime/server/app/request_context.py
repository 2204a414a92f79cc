"""The request context: who asks, from which address, and the rate limits."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from ..cluster.leases import HeldElsewhere
from ..cluster.peer_forwarding import Peers, is_from_peer
from ..correspondence.turn_lists import TurnLists
from ..join_codes import parse_code
from ..open_tables.listing import OpenTableList
from ..people.recovery_phrase import make_salt
from ..rate_limits import ConcurrencyLimiter, Limits, RateLimiter, WaitingLines, mask_address
from ..replays.store import ReplayStore
from ..request_error import RequestError
from ..store import class_rows, people, tournament_rows
from ..store.people import CookieSigner
from ..store.server_uptime import load_open_seconds
from ..store.store import Store
from ..table_actor import TableActor
from ..table_manager import TableManager
from ..tournaments.arena_memory import ArenaMemory
from ..tournaments.moments import MomentMemory
from ..tournaments.poll_memory import PollMemory
from .public_url import PublicUrl
from .recent_valid_codes import VerifiedCodes
from .static_files import StaticFiles

if TYPE_CHECKING:
    from ..web_push.notice_sender import WebPush

T = TypeVar("T")
PHRASE_SLOTS = (1, 2, 4)        # recovery phrases hashed at the same time: of a person, of an address, in all


class AppState:
    """The parts of a running server, and the checks of a request."""

    def __init__(self, store: Store, secret: bytes, address: PublicUrl, limits: Limits, files: StaticFiles,
                 behind_proxy: bool = False) -> None:
        self.store, self.public_url, self.limits, self.static_files = store, address, limits, files
        self.behind_proxy = behind_proxy
        self.secret, self.cookies = secret, CookieSigner(secret)
        clock = time.monotonic
        self.wrong_code_limiter = RateLimiter(limits.codes, clock)
        self.global_wrong_code_limiter = RateLimiter(limits.anywhere, clock)
        self.wrong_secret_limiter = RateLimiter(limits.words, clock)
        self.new_table_limiter, self.request_limiter = RateLimiter(limits.tables, clock), RateLimiter(limits.requests,
                                                                                                      clock)
        self.result_limiter = RateLimiter(limits.results, clock)
        self.phrase_limiter = RateLimiter(limits.phrases, clock)
        self.global_phrase_limiter = RateLimiter(limits.allphrases, clock)
        self.phrase_slots = ConcurrencyLimiter(PHRASE_SLOTS)
        self.rating_lock = asyncio.Lock()
        self.phrase_salt = make_salt(secret)
        self.invitation_limiter = RateLimiter(limits.invitations, clock)
        self.body_limiter, self.upload_limiter = ConcurrencyLimiter(limits.bodies), ConcurrencyLimiter(limits.uploads)
        self._waiting_lines = WaitingLines()
        self.verified_codes = VerifiedCodes(clock)
        self.connections_by_address: dict[str, int] = {}                           # connections by address
        self.connections_by_table: dict[str, int] = {}                          # and by address and table
        self.open_streams: dict[str, Any] = {}                           # event streams of pages, by their ids
        self.table_sockets: ASGIApp                                        # takes what comes to `/ws/{code}`
        self.carry_links: dict[str, tuple[str, str, float]] = {}        # token -> (code, person, until)
        self.manager: TableManager
        self.replays: ReplayStore
        self.open_tables: OpenTableList | None = None               # None where there is no such list
        self.turn_lists: TurnLists
        self.web_push: WebPush | None = None                        # None where the operator has not allowed it
        self.tournament_moments: MomentMemory
        self.arenas: ArenaMemory
        self.tournament_polls: PollMemory
        self.peers: Peers | None = None                             # None where no other process could hold a table

    def start_manager(self, **settings: Any) -> None:
        """Create the table manager and the replay store; call it inside the event loop."""
        self.manager = TableManager(self.store, self.limits, self.public_url.invitation_json, **settings)
        self.manager.open_time.adopt(self.store.read(load_open_seconds))
        if self.peers is not None:
            self.manager.forward_person_change = self.peers.forward_person_change
        self.store.call_soon = self.manager.loop.call_soon_threadsafe
        if self.limits.listed:
            self.open_tables = OpenTableList(self.manager.read_store, self.manager.wall_seconds, self.limits.listed,
                                             self.manager.is_empty_here)
        self.turn_lists = TurnLists(self.manager.read_store, self.manager.open_seconds)
        self.replays = ReplayStore(self.store.read, self.manager.write_durably, self.limits)
        self.tournament_moments = MomentMemory(self.store, self.replays)
        self.arenas = ArenaMemory(self.manager.read_store)
        self.tournament_polls = PollMemory()

    def client_address(self, connection: HTTPConnection) -> str:
        """Return the address of a client as rate limits count it."""
        if self.behind_proxy and not is_from_peer(connection):
            lines = connection.headers.getlist("x-forwarded-for")
            forwarded = lines[-1].rsplit(",", 1)[-1].strip() if lines else ""       # the proxy's own
            if forwarded:
                return mask_address(forwarded[:60])
        return mask_address(connection.client.host) if connection.client else ""

    async def require_person(self, connection: HTTPConnection) -> tuple[str, str]:
        """Return the key and the name of the asking person.

        Raises RequestError for a missing or forged cookie.
        """
        if self.manager.lease_keeper is not None and self.manager.lease_keeper.has_lapsed:
            raise RequestError(503, "wrong.store", wait=2)         # at once, so that another process is asked
        key = self.cookie_key(connection)
        name = await self.manager.read_store(lambda c: people.read_person_name(c, key)) if key else None
        if not key or name is None:
            raise RequestError(401, "wrong.cookie")
        return key, name

    def cookie_key(self, connection: HTTPConnection) -> str:
        """Return the key in a cookie, "" for none. The person need not exist."""
        return self.cookies.read_key(connection.cookies.get(people.COOKIE_NAME)) or ""

    def identify_asker(self, connection: HTTPConnection) -> str:
        """Return the key of a person, else the address, for requests that need no person."""
        return self.cookie_key(connection) or self.client_address(connection)

    def charge_rate_limit(self, request: HTTPConnection) -> str:
        """Charge a request that changes something or costs work. Returns the address. Raises RequestError."""
        address = self.client_address(request)
        self.request_limiter.charge(address)
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
        table_actor = await self.manager.get_table_actor(code)
        class_code = table_actor.table.settings.classroom if table_actor is not None else ""
        if table_actor is None or table_actor.table.is_closed or (
                class_code and not await self.is_guest(code, key) and not await self.is_member(class_code, key)):
            raise RequestError(404, "wrong.code", code=code)
        return table_actor

    async def is_guest(self, code: str, key: str) -> bool:
        """Has a person been let in to a table, here or at another process?"""
        if (table_actor := self.manager.table_actors.get(code)) is not None:
            guest = table_actor.table.lobby.find_guest(key)
            return guest is not None and guest.role == "guest"
        return bool(await self.manager.read_store(partial(people.is_guest, code=code, key=key)))

    async def is_member(self, code: str, key: str) -> bool:
        """Does somebody lead the class or the tournament of a code, or belong to it?"""
        return bool(await self.manager.read_store(partial(class_rows.is_member, code=code, key=key))
                    or self.limits.tournaments
                    and await self.manager.read_store(partial(tournament_rows.is_member, code=code, key=key)))

    async def ask_peer(self, there: HeldElsewhere, request: Request, given: bytes) -> Response | None:
        """Forward a request to the process that holds its table; None when that cannot be reached.

        A forwarded request is not forwarded again: the table has moved meanwhile. Raises RequestError.
        """
        if self.peers is None or is_from_peer(request):
            raise RequestError(503, "wrong.far", wait=1)
        return await self.peers.forward_request(there, request, self.client_address(request), given)

    async def find_by_code(self, request: Request, text: str, read: Callable[[str, str], Awaitable[T | None]],
                           missing: str) -> tuple[str, str, T]:
        """Return a typed code, the asker's key, and what `read(code, key)` finds; wrong codes are rate-limited.

        missing  the key of the sentence where there is nothing, or nothing for the asker

        Somebody who was lately answered for this code has not guessed, and learns at once that it is gone.
        Raises RequestError.
        """
        (key, _), code = await self.require_person(request), parse_code(text)
        exempt = self.verified_codes.is_verified(key, code) or await self.is_member(code, key)
        async with self.limit_guesses(self.client_address(request), exempt=exempt):
            found = await read(code, key)
            if found is None:
                raise RequestError(404, missing, code=code)
        self.verified_codes.note_verified(key, code)
        return code, key, found

    @asynccontextmanager
    async def limit_guesses(self, address: str, exempt: bool = False) -> AsyncIterator[None]:
        """Charge a lookup of something that may be guessed; a right guess costs nothing.

        It is charged before the lookup. After too many wrong guesses right and wrong ones wait alike, so that guessing
        is slow
        and locks nobody out. In the block a RequestError of 403 or 404 means a wrong guess.

        exempt  the asker is known there: nothing is charged, and they do not wait

        Raises RequestError when too many wait.
        """
        limiters = ((self.wrong_code_limiter, address), (self.global_wrong_code_limiter, ""))
        charged = [] if exempt else [(limiter, name) for limiter, name in limiters if limiter.try_charge(name)]
        try:
            if not exempt and len(charged) < 2:
                await self._waiting_lines.wait_in_line(address)
            yield
        except BaseException as wrong:
            if isinstance(wrong, RequestError) and wrong.status in (403, 404):
                charged = []
            raise
        finally:
            for gate, of in charged:
                gate.refund(of)

    def prune_state(self) -> None:
        """Forget idle addresses and expired links."""
        for gate in (self.wrong_code_limiter, self.global_wrong_code_limiter, self.wrong_secret_limiter,
                     self.new_table_limiter, self.request_limiter, self.result_limiter, self.invitation_limiter,
                     self.phrase_limiter, self.global_phrase_limiter):
            gate.prune_buckets()
        self.verified_codes.prune_codes()
        now = time.monotonic()
        self.carry_links = {token: carry for token, carry in self.carry_links.items() if carry[2] > now}
