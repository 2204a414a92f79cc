"""Tell the tables in memory whom a person has muted, when that has changed."""

import contextlib
from functools import partial

import sqlalchemy as sa

from ...table import person_inputs
from ..app.request_context import AppState
from ..sentences import RequestError
from ..store import mute_rows, schema
from ..store.table_queries import OPEN_PHASES
from ..table_commands import run_at_table


async def apply_mutes(state: AppState, key: str) -> None:
    """Let the tables at which a person is now know whom they have muted, in every process."""
    manager = state.manager
    muted = ",".join(sorted(await manager.read_store(partial(mute_rows.read_muted_keys, person=key))))
    for actor in list(manager.actors.values()):
        if any(connection.key == key for connection in actor.table.connections):
            actor.enqueue_input(partial(person_inputs.set_muted, actor.table, key, muted))
    for code in await manager.read_store(partial(_list_tables_elsewhere, key=key, me=manager.process_id)):
        with contextlib.suppress(RequestError):         # a page that connects again reads them from the store
            await run_at_table(state, code, "muted", key=key, muted=muted)


def _list_tables_elsewhere(connection: sa.Connection, key: str, me: str) -> list[str]:
    """The open tables of a person that other processes hold."""
    t, g = schema.tables.c, schema.guests.c
    query = sa.select(t.code).join_from(schema.guests, schema.tables, t.code == g.code).where(
        g.person == key, t.phase.in_(OPEN_PHASES), t.owner.not_in(("", me)))
    return list(connection.execute(query).scalars())
