"""Rate limits and other limits per address, and their options of `coprime serve`."""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

from ..core.errors import BadInput
from ..core.messages import join_with_commas
from .request_error import RequestError
from .sentences import say

BACKOFF_SECONDS = 2.0          # seconds that a code of somebody who has tried too many wrong ones takes
MOST_CONCURRENT = 5         # of one address at a time
MOST_QUEUED = 100       # and so many behind each other
MOST_LIMIT = 1e15         # of any limit
RATE_NAMES = ("codes", "anywhere", "words", "tables", "requests", "messages", "results",
              "invitations", "phrases", "allphrases")
MAY_BE_ZERO = ("board", "listed", "tournaments", "days")
LISTED_TABLES = 100     # tables that `--open-tables` shows on the home page
BUSY_RETRY_SECONDS = 4.0          # seconds after which somebody may ask again who found no slot


@dataclass(frozen=True)
class Limits:
    """The limits of a server. Pairs are token buckets: (how many at once, how many more each second).

    They hold per address where nothing else is said.

    codes      wrong codes;  anywhere  wrong codes from all addresses together
    words      wrong pictures and words for one pupil, from all addresses together
    tables     tables opened;  open  tables open at a time
    requests   HTTP requests that change something or cost work
    sockets    connections at a time;  together  those at one table;  messages  on one socket
    pending    connections of all addresses that owe the head of a request, each for `head_seconds` at most
    bodies     request bodies read at a time: per person, per address, in all; each within `body_seconds`
    uploads    the same for uploaded records, until they have been checked
    replay     bytes of an uploaded record;  readers  processes that read records, each job at most `reading` seconds
    replays    stored per person, and `kept` bytes of them;  shelf  bytes of all stored replays
    """

    codes: tuple[float, float] = (10, 1 / 6)
    anywhere: tuple[float, float] = (200, 1)
    words: tuple[float, float] = (5, 1 / 30)
    tables: tuple[float, float] = (20, 1 / 30)
    open: int = 100
    requests: tuple[float, float] = (200, 20)
    sockets: int = 120
    together: int = 30
    messages: tuple[float, float] = (100, 30)
    pending: int = 1000
    head_seconds: float = 15
    bodies: tuple[int, int, int] = (8, 64, 256)
    body_seconds: float = 60
    uploads: tuple[int, int, int] = (2, 8, 32)
    message: int = 16_384           # bytes
    body: int = 65_536
    replay: int = 4_000_000
    replays: int = 100
    kept: int = 40_000_000
    shelf: int = 2_000_000_000
    readers: int = 2
    reading: float = 60
    asleep: float = 600             # seconds without anybody until a table leaves memory
    idle: float = 7 * 86_400        # and, of time that the server has been open, until it is closed
    purge: float = 90 * 86_400      # closed tables, people who did not come back and their replays are forgotten
    results: tuple[float, float] = (10, 1 / 30)     # put on the table of the weekly deal, of a person and of an address
    board: int = 1000               # results of a week; 0: there is no weekly deal
    invitations: tuple[float, float] = (10, 1 / 30)     # to people one has played with, of a person and of an address
    invited: int = 1000             # invitations that stand at a time, of all people
    phrases: tuple[float, float] = (5, 1 / 60)          # recovery phrases made or tried
    allphrases: tuple[float, float] = (100, 1)          # those of all addresses together
    listed: int = 0                 # tables on the home page; 0: there is no such list
    tournaments: int = 0            # open at a time; 0: there are none
    browsers: tuple[int, int] = (10, 20_000)        # that get notices by web push: of a person, in all
    days: int = 200                 # tables over days at which somebody sits who opens another; 0: there are none


# More for a school, whose devices all have one address.
PRESETS: Mapping[str, Mapping[str, Any]] = {"school": {
    "codes": (60, 1), "tables": (100, 1), "open": 400, "requests": (2000, 200), "sockets": 600, "together": 60,
    "bodies": (8, 256, 512), "uploads": (2, 16, 32), "phrases": (60, 1), "board": 0}}


def choose_limits(preset: str | None, given: Sequence[str], **base: Any) -> Limits:
    """Return the limits of a preset, overridden by those given as NAME=VALUE; `base` comes before both.

    A value has as many numbers as its default, separated by "/". Raises BadInput.
    """
    if preset is not None and preset not in PRESETS:
        raise BadInput(say("start.preset", preset=preset[:40], presets=join_with_commas(PRESETS)))
    chosen = asdict(Limits()) | base | dict(PRESETS[preset] if preset else {})
    for one in given:
        name, _, value = one.partition("=")
        if name not in chosen:
            raise BadInput(say("start.limit", name=name[:40], names=join_with_commas(chosen)))
        chosen[name] = _read_limit(name, value, getattr(Limits, name))
    return Limits(**chosen)


def limit_text(value: Any) -> str:
    """Return a limit as `choose_limits` reads it."""
    return "/".join(f"{part:.4g}" if part < 1 else f"{part:.12g}" for part in _limit_parts(value))


def _limit_parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _read_limit(name: str, value: str, default: Any) -> Any:
    """A limit of the form of its default.  Raises BadInput."""
    texts = value.split("/")
    kinds: list[Any] = [float, float] if name in RATE_NAMES else [type(part) for part in _limit_parts(default)]
    try:
        parts = tuple(kind(text) for kind, text in zip(kinds, texts, strict=True))
        if not all((0 < part or name in MAY_BE_ZERO and part == 0) and part < MOST_LIMIT for part in parts):
            raise ValueError
    except ValueError:
        raise BadInput(say("start.limitvalue", name=name, value=value[:40], example=limit_text(default))) from None
    return parts if isinstance(default, tuple) else parts[0]


def mask_address(address: str) -> str:
    """Return the address that limits count: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class TokenBucket:
    """A token bucket: `most` tokens at once, refilled with `rate` tokens a second."""

    __slots__ = ("updated_at", "tokens")

    def __init__(self, most: float, now: float) -> None:
        self.tokens, self.updated_at = most, now

    def take(self, limit: tuple[float, float], now: float) -> float:
        """Take a token. Returns 0, or the seconds to wait when there is none."""
        most, rate = limit
        self.tokens = min(most, self.tokens + (now - self.updated_at) * rate)
        self.updated_at = now
        if self.tokens < 1:
            return (1 - self.tokens) / rate
        self.tokens -= 1
        return 0

    def is_full(self, limit: tuple[float, float], now: float) -> bool:
        """Tell whether the bucket is full, so that it can be forgotten."""
        return self.tokens + (now - self.updated_at) * limit[1] >= limit[0]


class RateLimiter:
    """One limit for many addresses: a token bucket for each."""

    def __init__(self, limit: tuple[float, float], clock: Callable[[], float]) -> None:
        self.limit, self.clock = limit, clock
        self._buckets: dict[str, TokenBucket] = {}

    def charge(self, address: str) -> None:
        """Take a token of an address. Raises RequestError with the time to wait."""
        if wait := self._charge_bucket(address):
            raise _rate_limit_error(wait)

    def try_charge(self, address: str) -> bool:
        """Take a token of an address if there is one. Returns whether there was."""
        return not self._charge_bucket(address)

    def refund(self, address: str) -> None:
        """Return a token to an address."""
        if bucket := self._buckets.get(address):
            bucket.tokens += 1

    def _charge_bucket(self, address: str) -> float:
        now = self.clock()
        if address not in self._buckets:
            if len(self._buckets) > 10_000:
                self.prune_buckets()
            self._buckets[address] = TokenBucket(self.limit[0], now)
        return self._buckets[address].take(self.limit, now)

    def prune_buckets(self) -> None:
        """Forget the addresses whose buckets are full."""
        now = self.clock()
        self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full(self.limit, now)}


class ConcurrencyLimiter:
    """Limits what runs at the same time: per person, per address, and in all."""

    def __init__(self, most: tuple[int, int, int]) -> None:
        self.most = most
        self._held: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def hold_slot(self, person: str, address: str) -> Iterator[None]:
        """Hold a slot in a `with` block; `person` is "" without a cookie.

        Raises RequestError when none is free.
        """
        keys = [("person", person), ("address", address), ("all", "")]
        limits = [limit for limit in zip(keys, self.most, strict=True) if limit[0] != ("person", "")]
        if any(self._held[key] >= most for key, most in limits):
            raise _rate_limit_error(BUSY_RETRY_SECONDS)
        for key, _ in limits:
            self._held[key] += 1
        try:
            yield
        finally:
            for key, _ in limits:
                self._held[key] -= 1
                if not self._held[key]:
                    del self._held[key]


class WaitingLines:
    """Slows addresses down that have exceeded a limit: a few at a time wait, the others queue behind them."""

    def __init__(self) -> None:
        self._waiting: dict[str, int] = {}
        self._semaphores: dict[str, asyncio.Semaphore] = {}

    async def wait_in_line(self, address: str) -> None:
        """Wait in line. Raises RequestError when the line is too long."""
        if self._waiting.get(address, 0) >= MOST_QUEUED:
            raise _rate_limit_error(BACKOFF_SECONDS * MOST_QUEUED / MOST_CONCURRENT)
        self._waiting[address] = self._waiting.get(address, 0) + 1
        try:
            async with self._semaphores.setdefault(address, asyncio.Semaphore(MOST_CONCURRENT)):
                await asyncio.sleep(BACKOFF_SECONDS)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._semaphores[address]


def _rate_limit_error(wait: float) -> RequestError:
    seconds = max(1, math.ceil(wait))
    return RequestError(429, "wrong.fast", wait=seconds, seconds=seconds)
