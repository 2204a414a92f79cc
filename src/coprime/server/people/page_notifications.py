"""Reach the pages that a person has open at tables, in every process."""

import contextlib
from collections.abc import Callable, Mapping
from functools import partial

import sqlalchemy as sa

from ...table.table import Table
from ..app.request_context import AppState
from ..sentences import RequestError
from ..store import schema
from ..store.table_queries import OPEN_PHASES
from ..table_dispatch import VERBS, run_at_table


async def send_to_pages(state: AppState, key: str, kind: str) -> None:
    """Tell a person's pages at tables that they may ask again for something of that kind."""
    await run_where_present(state, key, "news", kind=kind)


async def run_where_present(state: AppState, key: str, verb: str, **given: str) -> None:
    """Run a command at all tables where a person has a page open; those of other processes are asked to."""
    for actor in list(state.manager.actors.values()):
        if any(connection.key == key for connection in actor.table.connections):
            actor.enqueue_input(partial(_run_at_actor, actor.table, VERBS[verb], {"key": key, **given}))
    for code in await state.manager.read_store(partial(_list_tables_elsewhere, key=key, me=state.manager.process_id)):
        with contextlib.suppress(RequestError):         # a page that connects again learns it then
            await run_at_table(state, code, verb, key=key, **given)


def _run_at_actor(table: Table, command: Callable[..., None], given: Mapping[str, str], now: float) -> None:
    command(table, now=now, **given)


def _list_tables_elsewhere(connection: sa.Connection, key: str, me: str) -> list[str]:
    """The open tables of a person that other processes hold."""
    t, g = schema.tables.c, schema.guests.c
    query = sa.select(t.code).join_from(schema.guests, schema.tables, t.code == g.code).where(
        g.person == key, t.phase.in_(OPEN_PHASES), t.owner.not_in(("", me)))
    return list(connection.execute(query).scalars())
