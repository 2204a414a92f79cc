"""The tables of a tournament: open those of a round, and count the games that they have finished.

Everything here may be done again after a crash, by any process: a table has the code that its pairing has reserved, and
a game is counted by the number of its match.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from functools import partial

from ...core.registry import find_game as find
from ...table import bot_chairs, catalogue
from ...table.settings import Settings
from ...table.table import Table
from ...tournaments import rounds
from ...tournaments.team_rounds import order_seats
from ...tournaments.tournament import Tournament
from ...tournaments.tournament_types import TablePairing
from ..app.request_context import AppState
from ..cluster.leases import HeldElsewhere
from ..request_error import RequestError
from ..store.people import read_person_name
from ..store.tournament_rows import StoredPairing, read_pairings
from ..table_dispatch import run_at_table
from .lookup import change_tournament

log = logging.getLogger(__name__)
OPENING_SECONDS = 5             # in which whoever pairs a round has opened its tables
AT_ONCE = 16                    # tables that are opened side by side


async def open_tables(state: AppState, code: str, tournament: Tournament, codes: set[str]) -> None:
    """Open tables of the running round, as far as they are not there. Raises RequestError."""
    name = await state.manager.read_store(lambda connection: read_person_name(connection, tournament.director)) or ""
    free = asyncio.Semaphore(AT_ONCE)

    async def open_one(pairing: TablePairing) -> None:
        async with free:
            await _open_table(state, code, tournament, pairing, name)
    await asyncio.gather(*(open_one(one) for one in tournament.open_pairings() if one.code in codes))


async def _open_table(state: AppState, code: str, tournament: Tournament, pairing: TablePairing, director: str) -> None:
    game = find(tournament.game)
    settings = Settings(2, game.check_stored(2, tournament.options), preset=tournament.preset, tournament=code,
                        wins=0 if tournament.is_arena else tournament.wins, ends_at=tournament.ends_at,
                        must_decide=tournament.must_decide, hints=False, take_back=False)
    weakest = catalogue.rule_of_thumb_levels(game)[0]

    def prepare(table: Table, now: float) -> None:
        host = table.lobby.add_guest(tournament.director, director, now)
        host.gone_since = now
        bot_chairs.set_up_chairs(table, [{"level": weakest, "pace": "quick"}] * 2, 2)
        for chair, number in zip(table.lobby.chairs, order_seats(tournament, pairing), strict=True):
            player = tournament.player(number)
            chair.entrant = number
            if player.bot:
                chair.level, chair.name = player.bot, player.name
            elif number not in pairing.substituted:
                guest = table.lobby.add_guest(player.key, player.name, now)
                guest.gone_since = now
                table.lobby.seat_person(guest, chair.seat, player.name)
    await state.manager.open_table(game, settings, "", prepare, pairing.code)
    state.arenas.note_opened(code, [pairing.code])


async def refresh_tournament(state: AppState, code: str, tournament: Tournament,
                             ) -> tuple[Tournament, Mapping[str, StoredPairing]]:
    """Count what tables have finished, and mend what a crash has left undone.

    Returns the tournament and what the tables of its open pairings have stored.
    """
    if tournament.is_arena:                     # the process keeps it all the time
        known = await state.arenas.find_arena(code)
        return tournament, {} if known is None else known.stored
    wanted = {one.code for one in tournament.open_pairings()}
    if not wanted or tournament.over:
        return tournament, {}
    stored = await state.manager.read_store(partial(read_pairings, codes=wanted))
    missing = wanted - set(stored)
    if missing and time.time() - tournament.rounds[-1].at > OPENING_SECONDS:
        await open_tables(state, code, tournament, missing)
        stored = await state.manager.read_store(partial(read_pairings, codes=wanted))
    await _mend_tables(state, tournament, stored)
    if any(_has_new_games(one, stored.get(one.code)) for one in tournament.open_pairings()):
        tournament, _ = await change_tournament(state, code, partial(_count_all, stored=stored))
    return tournament, stored


def _has_new_games(pairing: TablePairing, stored: StoredPairing | None) -> bool:
    known = {game.match for game in pairing.games}
    return stored is not None and any(one.match not in known for one in stored.outcomes)


def _count_all(tournament: Tournament, stored: Mapping[str, StoredPairing]) -> None:
    for code, one in stored.items():
        rounds.count_games(tournament, code, one.outcomes)


async def _mend_tables(state: AppState, tournament: Tournament, stored: Mapping[str, StoredPairing]) -> None:
    """Seat bots that were promised, and wake tables where bots alone play."""
    for pairing in tournament.open_pairings():
        found = stored.get(pairing.code)
        if found is None or found.phase == "closed":
            continue
        for number in set(pairing.substituted) - set(found.bots):
            await seat_bot(state, pairing.code, number)
        if set(found.bots) == set(pairing.players) and pairing.code not in state.manager.table_actors:
            with contextlib.suppress(HeldElsewhere, RequestError):
                await state.manager.get_table_actor(pairing.code)


async def seat_bot(state: AppState, table: str, number: int) -> None:
    """Let a bot play for a player at their table, wherever that is held. Raises RequestError."""
    await run_at_table(state, table, "substituted", entrant=str(number))


def count_at_once(state: AppState) -> None:
    """Have the games of this process's tables counted as soon as they have ended."""
    counting: set[asyncio.Task[None]] = set()       # the event loop itself keeps only weak references

    def begin_counting(table: Table) -> None:
        if table.settings.ends_at:              # of an arena
            return state.arenas.note_game_over(table)
        task = asyncio.ensure_future(_count_table(state, table))
        counting.add(task)
        task.add_done_callback(counting.discard)
        return None
    state.manager.on_game_over = begin_counting


async def _count_table(state: AppState, table: Table) -> None:
    outcomes = list(table.outcomes)
    try:
        await change_tournament(state, table.settings.tournament,
                                lambda one: rounds.count_games(one, table.code, outcomes))
    except Exception as wrong:              # whoever looks next counts it
        log.warning("a game of table %s is counted later: %s", table.code, wrong)
