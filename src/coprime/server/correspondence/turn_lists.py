"""Lists of somebody's tables over days: first those where it is their turn, then those where others are waited for.

Pages that watch their lists share one query a second; the list of a person is read again only when it has changed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from ...core.registry import all_games
from ...table.sentences import say as table_say
from ..list_refresh import refresh_while_watched
from ..store.correspondence_rows import StoredCorrespondence, read_changes, read_tables_of

REMEMBERED_MS = 10_000          # a commit may come this much later than its row says
MOST_LISTED = 200
ReadStore = Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]]


class SeatName(NamedTuple):
    """Who plays a seat, for one reader: the name is "" where they have muted that person."""

    seat: int
    name: str

    @property
    def text(self) -> str:
        """The name, or what a muted person is called in the current language."""
        return self.name or table_say("names.muted", n=self.seat + 1)


class TurnEntry(Struct, frozen=True):
    """A table over days in somebody's list.

    yours    they are asked;  asked  the others that are;  others  everybody else there, bots too
    due_at   when the time of who is asked ends (seconds that the server has been open); None where nobody is asked
    stopped_at  since when the clock stands still; None while it runs
    hours    the time of a move;  turn  a number that the turn of who is asked has alone at this table
    """

    code: str
    game: str
    phase: str
    yours: bool
    asked: list[SeatName]
    others: list[SeatName]
    due_at: int | None
    stopped_at: int | None
    hours: int = 0
    turn: int = 0

    def to_json(self, open_now: float) -> dict[str, Any]:
        """Return the entry as pages get it, with the seconds that are left now."""
        since = open_now if self.stopped_at is None else self.stopped_at
        left = None if self.due_at is None else max(0, self.due_at - int(since))
        return {"code": self.code, "game": self.game, "phase": self.phase, "yours": self.yours,
                "asked": [one.text for one in self.asked], "others": [one.text for one in self.others],
                "left": left, "stands": self.stopped_at is not None}


def make_entry(stored: StoredCorrespondence) -> TurnEntry:
    """Return the entry of a stored table."""
    clock: Mapping[str, Any] = stored.snapshot.get("move_clock") or {"due_at": [], "stopped_at": None}
    due_at = dict(clock["due_at"])
    own: list[Mapping[str, Any]] = []
    others: list[Mapping[str, Any]] = []
    for chair in stored.snapshot["chairs"]:
        is_own = chair["kind"] == "person" and stored.who in (chair["who"], *chair.get("members", ()))
        (own if is_own else others).append(chair)
    mine = [due_at[chair["seat"]] for chair in own if chair["seat"] in due_at]
    asked = [chair for chair in others if chair["seat"] in due_at]
    return TurnEntry(stored.code, stored.game, stored.phase, bool(mine), _seat_names(stored, asked),
                     _seat_names(stored, others), min(mine or due_at.values(), default=None),
                     clock["stopped_at"], stored.snapshot["settings"]["move_hours"], clock.get("turn", 0))


def _seat_names(stored: StoredCorrespondence, chairs: Sequence[Mapping[str, Any]]) -> list[SeatName]:
    return [SeatName(chair["seat"], "" if chair["who"] in stored.muted else chair["name"]) for chair in chairs]


def sort_entries(tables: list[StoredCorrespondence]) -> list[TurnEntry]:
    """Return the list of a person: their own turns first, of each kind the one with the least time first."""
    entries = [make_entry(one) for one in tables if one.game in all_games() and one.phase != "over"]
    return sorted(entries, key=lambda one: (not one.yours, one.due_at is None, one.due_at or 0, one.code))


def encode_list(entries: list[TurnEntry], open_now: float) -> bytes:
    """Return a list as pages get it."""
    return msgspec.json.encode({"tables": [one.to_json(open_now) for one in entries]})


class TurnLists:
    """The lists that pages of this process watch.  `read` runs a query, `open_seconds` is `TableHost.open_seconds`."""

    def __init__(self, read: ReadStore, open_seconds: Callable[[], float]) -> None:
        self._read, self.open_seconds = read, open_seconds
        self._watchers: dict[str, int] = {}
        self._lists: dict[str, list[TurnEntry]] = {}
        self._changed: dict[str, asyncio.Future[None]] = {}
        self._seen: set[int] = set()
        self._refreshing: asyncio.Task[None] | None = None

    async def read_list(self, person: str) -> list[TurnEntry]:
        """Return the list of a person from the store. Raises RequestError."""
        found = await self._read(partial(read_tables_of, people=[person], most=MOST_LISTED))
        return sort_entries(found[person])

    def watch(self, person: str) -> "PersonTurnList":
        """Watch the list of a person, until the returned object is closed."""
        self._watchers[person] = self._watchers.get(person, 0) + 1
        if self._refreshing is None:
            self._refreshing = asyncio.ensure_future(self._keep_fresh())
        return PersonTurnList(self, person)

    def unwatch(self, person: str) -> None:
        """Note that a page watches no more."""
        self._watchers[person] -= 1
        if not self._watchers[person]:
            del self._watchers[person]
            self._lists.pop(person, None)
            self._changed.pop(person, None)

    async def get_list(self, person: str) -> list[TurnEntry]:
        """Return the list of a person who is watched. Raises RequestError."""
        if person not in self._lists:
            found = await self.read_list(person)
            if person not in self._watchers:
                return found
            self._lists[person] = found
        return self._lists[person]

    async def wait_for_change(self, person: str, seconds: float) -> None:
        """Wait until the list of a person may have changed, for so long at most."""
        changed = self._changed.setdefault(person, asyncio.get_running_loop().create_future())
        try:
            async with asyncio.timeout(seconds):
                await asyncio.shield(changed)
        except TimeoutError:
            pass

    async def _keep_fresh(self) -> None:
        await refresh_while_watched(lambda: self._watchers, self._refresh, "lists of turns")
        self._refreshing = None

    async def _refresh(self) -> None:
        changes = await self._read(partial(read_changes, ms=REMEMBERED_MS))
        new = {person for number, person in changes if number not in self._seen and person in self._watchers}
        if new:
            found = await self._read(partial(read_tables_of, people=sorted(new), most=MOST_LISTED))
            for person, tables in found.items():
                self._replace_list(person, sort_entries(tables))
        self._seen = {number for number, _ in changes}

    def _replace_list(self, person: str, entries: list[TurnEntry]) -> None:
        if person not in self._watchers or self._lists.get(person) == entries:
            return
        self._lists[person] = entries
        if changed := self._changed.pop(person, None):
            changed.set_result(None)


class PersonTurnList:
    """The list of one person as an event stream sends it."""

    def __init__(self, lists: TurnLists, person: str) -> None:
        self._lists, self._person = lists, person
        self._sent: list[TurnEntry] | None = None

    async def current_body(self) -> bytes:
        """Return the list as JSON. Raises RequestError."""
        self._sent = await self._lists.get_list(self._person)
        return encode_list(self._sent, self._lists.open_seconds())

    async def wait_for_change(self, known: bytes, seconds: float) -> bytes:
        """Return the list once it differs from the one that was sent last; b"" where it has not for so long."""
        if await self._lists.get_list(self._person) == self._sent:
            await self._lists.wait_for_change(self._person, seconds)
        if await self._lists.get_list(self._person) == self._sent:
            return b""
        return await self.current_body()

    def close(self) -> None:
        """Note that the page watches no more."""
        self._lists.unwatch(self._person)
