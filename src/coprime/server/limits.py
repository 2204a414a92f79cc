"""How much one address may ask for, and how the options of `coprime serve` say so."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

from ..core.errors import BadInput
from ..core.messages import join_with_commas
from .sentences import RequestError, say

SLOW = 2.0          # seconds that a code of somebody who has tried too many wrong ones takes
ABREAST = 5         # of one address at a time
IN_LINE = 100       # and so many behind each other
MOST = 1e15         # of any limit
RATES = ("codes", "anywhere", "words", "tables", "requests", "messages")
BUSY = 4.0          # seconds after which somebody may ask again who found no slot


@dataclass(frozen=True)
class Limits:
    """Per address where nothing else is said: (how many at once, how many more each second).

    codes      wrong codes;  anywhere  wrong codes from all addresses together
    words      wrong pictures and words for one pupil, from all addresses together
    tables     tables opened;  open  tables open at a time
    requests   HTTP requests that change something or cost work
    sockets    connections at a time;  together  those at one table;  messages  on one socket
    pending    connections of all addresses that owe the head of a request, each for `head_seconds` at most
    bodies     bodies that are read at a time: of a person, of an address, in all; each within `body_seconds`
    uploads    the same of records from outside, which are large, until they have been read and checked
    replay     bytes of a record from outside;  readers  processes that read records, each job at most `reading` seconds
    replays    kept per person, and `kept` bytes of them;  shelf  bytes of all that are kept
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
    idle: float = 7 * 86_400        # and, of time that the house has been open, until it is closed
    purge: float = 90 * 86_400      # closed tables, people who did not come back and their replays are forgotten


# More for a school, whose devices all have one address.
PRESETS: Mapping[str, Mapping[str, Any]] = {"school": {
    "codes": (60, 1), "tables": (100, 1), "open": 400, "requests": (2000, 200), "sockets": 600, "together": 60,
    "bodies": (8, 256, 512), "uploads": (2, 16, 32)}}


def chosen_limits(preset: str | None, given: Sequence[str], **base: Any) -> Limits:
    """The limits of a preset, with those that are given as NAME=VALUE instead; `base` stands below both.

    A value is written with as many numbers as its default has, with "/" between them.  Raises BadInput.
    """
    if preset is not None and preset not in PRESETS:
        raise BadInput(say("start.preset", preset=preset[:40], presets=join_with_commas(PRESETS)))
    chosen = asdict(Limits()) | base | dict(PRESETS[preset] if preset else {})
    for one in given:
        name, _, value = one.partition("=")
        if name not in chosen:
            raise BadInput(say("start.limit", name=name[:40], names=join_with_commas(chosen)))
        chosen[name] = _read(name, value, getattr(Limits, name))
    return Limits(**chosen)


def limit_text(value: Any) -> str:
    """A limit as `chosen_limits` reads it."""
    return "/".join(f"{part:.4g}" if part < 1 else f"{part:.12g}" for part in _parts(value))


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _read(name: str, value: str, default: Any) -> Any:
    """A limit of the form of its default.  Raises BadInput."""
    texts = value.split("/")
    kinds: list[Any] = [float, float] if name in RATES else [type(part) for part in _parts(default)]
    try:
        parts = tuple(kind(text) for kind, text in zip(kinds, texts, strict=True))
        if not all(0 < part < MOST for part in parts):
            raise ValueError
    except ValueError:
        raise BadInput(say("start.limitvalue", name=name, value=value[:40], example=limit_text(default))) from None
    return parts if isinstance(default, tuple) else parts[0]


def shared_address(address: str) -> str:
    """What counts as one address: whoever has one of IPv6 has the whole /64, so that all of it is one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class TokenBucket:
    """Something that may be done `most` times at once and then `rate` times a second."""

    __slots__ = ("at", "left")

    def __init__(self, most: float, now: float) -> None:
        self.left, self.at = most, now

    def take(self, limit: tuple[float, float], now: float) -> float:
        """Take one.  Returns the seconds to wait when there is none, else 0."""
        most, rate = limit
        self.left = min(most, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < 1:
            return (1 - self.left) / rate
        self.left -= 1
        return 0

    def full(self, limit: tuple[float, float], now: float) -> bool:
        return self.left + (now - self.at) * limit[1] >= limit[0]


class RateLimiter:
    """One limit for many addresses."""

    def __init__(self, limit: tuple[float, float], clock: Callable[[], float]) -> None:
        self.limit, self.clock = limit, clock
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> None:
        """Count one.  Raises RequestError with the time to wait."""
        if wait := self._take(address):
            raise _fast(wait)

    def reserve(self, address: str) -> bool:
        """Count one, if it is not too many."""
        return not self._take(address)

    def give_back(self, address: str) -> None:
        """What was counted does not count."""
        if bucket := self._buckets.get(address):
            bucket.left += 1

    def _take(self, address: str) -> float:
        now = self.clock()
        if address not in self._buckets:
            if len(self._buckets) > 10_000:
                self.sweep()
            self._buckets[address] = TokenBucket(self.limit[0], now)
        return self._buckets[address].take(self.limit, now)

    def sweep(self) -> None:
        """Forget the addresses that have been quiet."""
        now = self.clock()
        self._buckets = {a: b for a, b in self._buckets.items() if not b.full(self.limit, now)}


class Slots:
    """Something that is done a few times at once: so many for a person, for an address, and in all."""

    def __init__(self, most: tuple[int, int, int]) -> None:
        self.most = most
        self._held: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def hold(self, person: str, address: str) -> Iterator[None]:
        """Take a slot; `person` is "" for somebody without a cookie.  Raises RequestError when there is none."""
        keys = [("person", person), ("address", address), ("all", "")]
        limits = [limit for limit in zip(keys, self.most, strict=True) if limit[0] != ("person", "")]
        if any(self._held[key] >= most for key, most in limits):
            raise _fast(BUSY)
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
    """Where addresses wait that may go on only slowly: a few of each abreast, the others behind them."""

    def __init__(self) -> None:
        self._waiting: dict[str, int] = {}
        self._abreast: dict[str, asyncio.Semaphore] = {}

    async def wait(self, address: str) -> None:
        """Stand in line.  Raises RequestError when it is too long."""
        if self._waiting.get(address, 0) >= IN_LINE:
            raise _fast(SLOW * IN_LINE / ABREAST)
        self._waiting[address] = self._waiting.get(address, 0) + 1
        try:
            async with self._abreast.setdefault(address, asyncio.Semaphore(ABREAST)):
                await asyncio.sleep(SLOW)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._abreast[address]


def _fast(wait: float) -> RequestError:
    seconds = max(1, round(wait + 0.5))
    return RequestError(429, "wrong.fast", wait=seconds, seconds=seconds)
