"""Arenas that run: this process counts their games, pairs who is free, opens tables, and ends them in time.

Every process does this for all arenas. Each change is one transaction on the tournament's row, which asks again what it
rests on, so that nothing is done twice; what a killed process has left undone, another one finds at its next look.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Collection, Iterable, Mapping
from functools import partial

import sqlalchemy as sa

from ...table.pairing_outcome import TableOutcome
from ...tournaments import arena, rounds
from ...tournaments.tournament import Tournament
from ...tournaments.tournament_types import TablePairing
from ..app.request_context import AppState
from ..request_error import RequestError
from ..store import tournament_rows
from ..store.tournament_rows import read_pairings
from ..table_dispatch import end_tables
from .arena_memory import KnownArena, needs_waiting_note
from .lookup import change_tournament
from .pairing_tables import OPENING_SECONDS, open_tables

log = logging.getLogger(__name__)
LOOK_SECONDS = 0.5              # between two looks at the arenas, when nothing happens in this process
GATHER_SECONDS = 0.2            # after something happens: those who become free together are paired together
CHECK_SECONDS = 3.0             # between two looks at what the tables of an arena have stored
FORGOTTEN_SECONDS = 60          # after which an arena that does not run is no longer remembered


class ArenaKeeper:
    """Keeps all arenas of a server, beside the other processes that do the same."""

    def __init__(self, state: AppState) -> None:
        self.state, self.memory = state, state.arenas
        self._others: set[str] = set()          # running tournaments of other forms
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()

    async def run(self) -> None:
        """Keep all arenas until cancelled."""
        async with asyncio.TaskGroup() as opening:
            while True:
                try:
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self.memory.happened.wait()
                except TimeoutError:
                    pass
                else:
                    await asyncio.sleep(GATHER_SECONDS)
                self.memory.happened.clear()
                await _try_to(self._look_at_all(opening))

    async def _look_at_all(self, opening: asyncio.TaskGroup) -> None:
        keeper = self.state.manager.lease_keeper
        if keeper is not None and (keeper.has_lapsed or keeper.is_draining):
            return
        running = await self.state.manager.read_store(tournament_rows.list_running)
        self._others.intersection_update(running)
        for code in running:
            if code in self._others:
                continue
            known = await self.memory.read_arena(code)
            if known is None:
                self._others.add(code)
            else:
                await _try_to(self._tend(code, known, opening))
        for code in set(self.memory.known) - set(running):
            if self._loop.time() - self.memory.known[code].read_at > FORGOTTEN_SECONDS:
                del self.memory.known[code]

    async def _tend(self, code: str, known: KnownArena, opening: asyncio.TaskGroup) -> None:
        """Count, pair and end, as far as there is something to do.

        opening  in which tables are opened, while others become free and are paired
        """
        if self._loop.time() - known.checked_at > CHECK_SECONDS:
            await self._check_tables(code, known)
        now = int(time.time())
        waiting, known.waiting = known.waiting, {}
        outcomes, known.outcomes = known.outcomes, {}
        waiting = {number: since for number, since in waiting.items()
                   if needs_waiting_note(known.tournament, number, now)}
        absent = self._find_absent(known, now)
        ended: list[TablePairing] = []
        if waiting or outcomes or absent:
            _, ended = await change_tournament(
                self.state, code, partial(_advance, waiting=waiting, outcomes=outcomes, absent=absent, now=now))
        await self._pair(code, known, opening)
        if arena.is_time_to_end(known.tournament, now):
            ended += await end_arena(self.state, code, only_if_due=True)
        await end_tables(self.state, [one.code for one in ended], "tournament")

    async def _check_tables(self, code: str, known: KnownArena) -> None:
        """Read what the tables of running pairings have stored, and open those that a crash has prevented."""
        pairings = known.tournament.open_pairings()
        codes = {one.code for one in pairings}
        known.stored = await self.state.manager.read_store(partial(read_pairings, codes=codes)) if codes else {}
        known.checked_at, known.opened = self._loop.time(), set(known.stored)
        for one, found in known.stored.items():
            if found.outcomes:
                known.outcomes.setdefault(one, found.outcomes)
        missing = {one.code for one in pairings if one.code not in known.stored
                   and time.time() - one.at > OPENING_SECONDS}
        if missing:
            await open_tables(self.state, code, known.tournament, missing)

    def _find_absent(self, known: KnownArena, now: int) -> dict[str, list[int]]:
        """Return who has not come to their table in time, by its code.

        A process that has not run for as long itself does not judge: nobody could come meanwhile.
        """
        if self._loop.time() - self._began < arena.ARRIVAL_SECONDS:
            return {}
        found: dict[str, list[int]] = {}
        for pairing in known.tournament.open_pairings():
            stored = known.stored.get(pairing.code)
            if stored is not None and stored.phase == "lobby" and now - pairing.at > arena.ARRIVAL_SECONDS:
                found[pairing.code] = [number for number in pairing.players if number not in stored.arrived
                                       and not known.tournament.player(number).bot]
        return {table: missing for table, missing in found.items() if missing}

    async def _pair(self, code: str, known: KnownArena, opening: asyncio.TaskGroup) -> None:
        """Pair who is free, and begin to open their tables."""
        manager = self.state.manager
        pairs = await manager.run_in_thread(arena.plan_pairs, known.tournament, int(time.time() * 1000))
        if not pairs:
            return
        codes = await manager.new_codes(len(pairs))
        tournament, made = await change_tournament(
            self.state, code, partial(_begin, pairs=pairs, codes=codes, now=int(time.time())))
        if made:
            opening.create_task(_try_to(open_tables(self.state, code, tournament, {one.code for one in made})))


async def _try_to(job: Awaitable[None]) -> None:
    """Do something, or log why it was not possible: it is tried again at the next look."""
    try:
        await job
    except RequestError as wrong:
        log.warning("arenas: %s", wrong)
    except Exception:
        log.exception("arenas")


async def end_arena(state: AppState, code: str, only_if_due: bool = False) -> list[TablePairing]:
    """End an arena, after the games that its tables have stored are counted. Returns pairings that were running.

    only_if_due  nothing happens before its time and its grace are over

    Raises BadInput.
    """
    def job(connection: sa.Connection) -> tuple[Tournament, list[TablePairing]] | None:
        return tournament_rows.change_tournament_row(
            connection, code, partial(_end, connection, now=int(time.time()), only_if_due=only_if_due))
    found = await state.manager.change_durably(job)
    if found is None:
        raise RequestError(404, "wrong.tournament", code=code)
    state.arenas.note_tournament(code, found[0])
    return found[1]


def _advance(tournament: Tournament, waiting: Mapping[int, int], outcomes: Mapping[str, Iterable[TableOutcome]],
             absent: Mapping[str, Collection[int]], now: int) -> list[TablePairing]:
    """Note what has happened. Returns pairings that have ended because somebody did not come."""
    if tournament.over:
        return []
    for table, found in outcomes.items():
        rounds.count_games(tournament, table, found)
    ended = arena.forfeit_absent(tournament, absent)
    arena.mark_ready(tournament, waiting, now)
    return ended


def _begin(tournament: Tournament, pairs: Iterable[tuple[int, int]], codes: Iterable[str],
           now: int) -> list[TablePairing]:
    return arena.begin_pairs(tournament, pairs, codes, now)


def _end(connection: sa.Connection, tournament: Tournament, now: int, only_if_due: bool) -> list[TablePairing]:
    if not tournament.over:
        for table, found in read_pairings(connection, {one.code for one in tournament.open_pairings()}).items():
            rounds.count_games(tournament, table, found.outcomes)
    if only_if_due and not arena.is_time_to_end(tournament, now):
        return []
    return tournament.end(now)
