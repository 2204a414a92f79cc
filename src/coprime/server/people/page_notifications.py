"""Reach the pages that a person has open at tables, in every process."""

import contextlib
from collections.abc import Callable, Mapping
from functools import partial

import sqlalchemy as sa

from ...table.table import Table
from ..app.request_context import AppState
from ..request_error import RequestError
from ..store import schema
from ..store.table_queries import LIVE_PHASES
from ..table_dispatch import TABLE_COMMANDS, run_at_table


async def notify_changed(state: AppState, key: str, kind: str) -> None:
    """Tell a person's pages at tables that data of this kind has changed, so that they load it again."""
    await run_at_tables_of(state, key, "news", kind=kind)


async def run_at_tables_of(state: AppState, key: str, command: str, **given: str) -> None:
    """Run a command at the tables of this process where a person has a page open.

    In other processes it is run at every table that is not closed and whose guest the person is, page or not.
    """
    for table_actor in list(state.manager.table_actors.values()):
        if any(connection.key == key for connection in table_actor.table.connections):
            run = partial(_run_command, table_actor.table, TABLE_COMMANDS[command], {"key": key, **given})
            table_actor.enqueue_input(run)
    for code in await state.manager.read_store(partial(_list_tables_elsewhere, key=key, me=state.manager.process_id)):
        with contextlib.suppress(RequestError):         # a page that connects again learns it then
            await run_at_table(state, code, command, key=key, **given)


def _run_command(table: Table, command: Callable[..., None], given: Mapping[str, str], now: float) -> None:
    command(table, now=now, **given)


def _list_tables_elsewhere(connection: sa.Connection, key: str, me: str) -> list[str]:
    """List the codes of the tables that are not closed, have a person as a guest, and are held by other processes."""
    t, g = schema.tables.c, schema.guests.c
    query = sa.select(t.code).join_from(schema.guests, schema.tables, t.code == g.code).where(
        g.person == key, t.phase.in_(LIVE_PHASES), t.owner.not_in(("", me)))
    return list(connection.execute(query).scalars())
