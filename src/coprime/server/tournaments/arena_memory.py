"""What a process knows of the arenas: the tournaments as they were read last, and what has happened since."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field

from ...table.pairing_outcome import TableOutcome
from ...table.table import Table
from ...tournaments.tournament import Tournament
from ...tournaments.tournament_types import TablePairing
from ..store.tournament_rows import StoredPairing, list_opened_tables, read_arena_pairings, read_tournament

FRESH_SECONDS = 1.0             # for which what was read of an arena is shown to its pages
NOTED_SECONDS = 8               # after which it is noted again that a page waits
LATEST_SHOWN = 30               # pairings that are over, on the director's page
OWN_SHOWN = 20                  # and on a player's
LONGEST_HOLD_SECONDS = 5.0      # for which the answer to a page that waits is held back
MOST_HELD = 3                   # answers held back for one player: a page on each of their devices
OPENING_LOOK_SECONDS = 0.1      # between two looks which tables another process has opened
ReadStore = Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]]


class KnownArena(Struct):
    """What this process knows of an arena.

    read_at, checked_at  when it was read, and its tables, by the event loop's clock
    waiting   whose pages have asked since the last look, by number: since when, in milliseconds of the epoch
    outcomes  of games that have ended at tables of this process since then, by the code of the table
    latest    the latest pairings that are over;  latest_mark  what changes when there are others
    opened    codes of tables that are there
    looked_at, look  when it was read last which are, and the reading
    views     what all readers of a language see, and of which state it was made
    own       the latest pairings of a player that are over, by number, and what changes when there are others
    held      answers that are held back now, by number of the player: each one's event is set when the tournament was
              read or changed, or their table was opened
    """

    tournament: Tournament
    read_at: float = 0.0
    checked_at: float = float("-inf")
    stored: Mapping[str, StoredPairing] = {}
    waiting: dict[int, int] = field(default_factory=dict)
    outcomes: dict[str, list[TableOutcome]] = field(default_factory=dict)
    latest: list[TablePairing] = []
    latest_mark: object = None
    opened: set[str] = field(default_factory=set)
    views: dict[str, tuple[tuple[object, object], dict[str, Any]]] = field(default_factory=dict)
    own: dict[int, tuple[object, list[TablePairing]]] = field(default_factory=dict)
    held: dict[int, set[asyncio.Event]] = field(default_factory=dict)
    looked_at: float = float("-inf")
    look: asyncio.Future[None] | None = None

    def announce_change(self, numbers: Iterable[int]) -> None:
        """Wake the answers held back for these players."""
        for number in numbers:
            for changed in self.held.get(number, ()):
                changed.set()


class ArenaMemory:
    """The arenas that this process knows, by code."""

    def __init__(self, read_store: ReadStore) -> None:
        self._read_store = read_store
        self._loop = asyncio.get_running_loop()
        self.known: dict[str, KnownArena] = {}
        self.happened = asyncio.Event()         # something that the keeper should look at soon

    def note_game_over(self, table: Table) -> None:
        """A game has ended at a table of this process, and its outcome is stored."""
        if (known := self.known.get(table.settings.tournament)) is not None:
            known.outcomes[table.code] = list(table.outcomes)
            self.happened.set()

    def note_waiting(self, code: str, number: int) -> None:
        """The page of a player waits for an opponent."""
        known = self.known.get(code)
        if known is not None and number not in known.waiting \
                and needs_waiting_note(known.tournament, number, int(time.time())):
            known.waiting[number] = int(time.time() * 1000)
            self.happened.set()

    def note_tournament(self, code: str, tournament: Tournament) -> None:
        """A tournament was read or changed by this process just now; others than arenas are passed by."""
        if not tournament.is_arena:
            return
        known = self.known.setdefault(code, KnownArena(tournament))
        if tournament.state != known.tournament.state:
            self.happened.set()
        known.tournament, known.read_at = tournament, self._loop.time()
        known.announce_change(known.held)

    def note_opened(self, code: str, codes: Collection[str]) -> None:
        """Tables of a tournament were opened by this process; others than arenas are passed by."""
        if (known := self.known.get(code)) is not None:
            known.opened.update(codes)
            for pairing in known.tournament.open_pairings():
                if pairing.code in codes:
                    known.announce_change(pairing.players)

    async def read_arena(self, code: str) -> KnownArena | None:
        """Read an arena; None for what is none, or no longer."""
        tournament = await self._read_store(partial(read_tournament, code=code))
        if tournament is None or not tournament.is_arena:
            self.known.pop(code, None)
            return None
        self.note_tournament(code, tournament)
        return self.known[code]

    async def find_arena(self, code: str) -> KnownArena | None:
        """Return an arena as it was a second ago or later; None where this process knows no arena of this code."""
        known = self.known.get(code)
        if known is not None and self._loop.time() - known.read_at > FRESH_SECONDS:
            return await self.read_arena(code)
        return known

    async def read_latest(self, code: str, known: KnownArena) -> list[TablePairing]:
        """Return the latest pairings that are over, read again once there are others."""
        running = sum(len(one.pairings) for one in known.tournament.rounds)
        mark = (known.tournament.made, running, len(known.tournament.log))
        if known.latest_mark != mark:
            known.latest = await self._read_store(partial(read_arena_pairings, code=code, most=LATEST_SHOWN))
            known.latest_mark = mark
        return known.latest

    async def find_opened_table(self, known: KnownArena, number: int) -> str:
        """Return the code of the table of a player's running pairing.

        "" for none, before it has been opened, and once its game has ended, though that is not counted yet.
        """
        pairing = known.tournament.pairing_of(known.tournament.player(number))
        if pairing is None or known.tournament.is_done(pairing) or pairing.code in known.outcomes:
            return ""
        if pairing.code not in known.opened:
            await self._look_for_opened(known)
        return pairing.code if pairing.code in known.opened else ""

    async def _look_for_opened(self, known: KnownArena) -> None:
        """Read which tables are there by now; whoever asks meanwhile or soon afterwards shares the reading."""
        if known.look is None or known.look.done() and self._loop.time() >= known.looked_at + OPENING_LOOK_SECONDS:
            known.looked_at = self._loop.time()
            known.look = asyncio.ensure_future(self._read_opened(known))
        await asyncio.shield(known.look)

    async def _read_opened(self, known: KnownArena) -> None:
        expected = {one.code for one in known.tournament.open_pairings()} - known.opened
        known.opened.update(await self._read_store(partial(list_opened_tables, codes=expected)))

    async def hold_for_table(self, code: str, known: KnownArena, number: int, seconds: float) -> None:
        """Return when the table of a player whose page waits is open, after so many seconds at the latest.

        At once where nobody is paired, or the player is not, and for whoever has MOST_HELD answers held back.
        """
        held = known.held.setdefault(number, set())
        if len(held) >= MOST_HELD:
            return
        held.add(changed := asyncio.Event())
        try:
            until = self._loop.time() + min(seconds, LONGEST_HOLD_SECONDS)
            await self._wait_for_table(code, known, number, changed, until)
        finally:
            held.remove(changed)
            if not held:
                del known.held[number]

    async def _wait_for_table(self, code: str, known: KnownArena, number: int, changed: asyncio.Event,
                              until: float) -> None:
        while self._loop.time() < until:
            changed.clear()
            tournament = known.tournament
            player = tournament.player(number)
            if tournament.state != "running" or time.time() >= tournament.ends_at or player.paused \
                    or not player.is_active or await self.find_opened_table(known, number):
                return
            self.note_waiting(code, number)     # again, where a game whose end was not counted yet stood against it
            is_paired = tournament.pairing_of(player) is not None
            look_at = min(until, self._loop.time() + OPENING_LOOK_SECONDS) if is_paired else until
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(look_at):
                    await changed.wait()

    async def read_player_pairings(self, code: str, known: KnownArena, number: int) -> list[TablePairing]:
        """Return the latest pairings of a player that are over, read again once there are others."""
        if number not in known.tournament.scores:           # none is over yet
            return []
        mark = (known.tournament.scores[number], len(known.tournament.log))
        found = known.own.get(number)
        if found is None or found[0] != mark:
            pairings = await self._read_store(
                partial(read_arena_pairings, code=code, player=number, most=OWN_SHOWN))
            found = known.own[number] = mark, pairings
        return found[1]


def needs_waiting_note(tournament: Tournament, number: int, now: int) -> bool:
    """Tell whether it needs to be noted that a player's page waits."""
    player = tournament.player(number)
    return not player.paused and (not player.ready or now - player.seen > NOTED_SECONDS)
