"""Look at tables over days when the time of a move is over, although nobody is there.

One query every few seconds finds what is due; no table has a timer of its own.  Of several processes the first one
does this for all.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from ..app.request_context import AppState
from ..request_error import RequestError
from ..store import correspondence_rows as rows
from ..store.server_uptime import follow_open_seconds
from ..store.tournament_rows import has_running_tournaments
from ..table_dispatch import run_at_table

log = logging.getLogger(__name__)
TICK_SECONDS = 5.0          # seconds between two looks; a server that is killed forgets at most so many of its time
MOST_AT_ONCE = 50           # tables that one look wakes
UNREADABLE_STATUS = 409


async def run_deadlines(state: AppState) -> None:
    """Look again and again until cancelled."""
    served: Sequence[str] = ()
    is_behind = False
    while True:
        await asyncio.sleep(0 if is_behind else TICK_SECONDS)
        is_behind = False
        try:
            before, served = served, await process_due_tables(state)
            is_behind = len(served) == MOST_AT_ONCE and served != before
        except RequestError as wrong:
            log.warning("moves over days were not looked at: %s", wrong)
        except Exception:
            log.exception("looking at moves over days")


async def process_due_tables(state: AppState) -> Sequence[str]:
    """Let time pass at tables that are due, and store how long the server has been open.

    Returns the codes of these tables; if they are as many as may be, others are due as well.
    """
    manager, keeper = state.manager, state.manager.lease_keeper
    if keeper is not None and not keeper.is_leader:
        seconds = await manager.read_store(follow_open_seconds)
        if seconds is not None:
            manager.open_time.adopt(seconds)
        return ()
    due, is_needed = await manager.read_store(partial(_read_schedule, open_now=int(manager.open_seconds())))
    if is_needed or keeper is not None:
        await manager.write_durably(_save_open_time(state))
    await asyncio.gather(*(_let_time_pass(state, code) for code in due))                # their commits are shared
    return due


def _read_schedule(connection: sa.Connection, open_now: int) -> tuple[list[str], bool]:
    return (rows.read_due_tables(connection, open_now, MOST_AT_ONCE),
            rows.has_scheduled_tables(connection) or has_running_tournaments(connection))


def _save_open_time(state: AppState) -> "partial[None]":
    def save(state: AppState, connection: sa.Connection) -> None:
        state.manager.open_time.save(connection)
        rows.forget_old_changes(connection)
    return partial(save, state)


async def _let_time_pass(state: AppState, code: str) -> None:
    """Let time pass at a table, wherever it is; one that cannot be read is left alone from then on."""
    try:
        await run_at_table(state, code, "let_time_pass")
    except RequestError as wrong:
        log.warning("table %s was not looked at: %s", code, wrong, extra={"table": code})
        if wrong.status == UNREADABLE_STATUS:
            await state.manager.write_durably(partial(rows.unschedule_table, code=code))
