"""Move tables out of this process: one by one when it ends, all at once when its lease has expired."""

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from functools import partial

from ..request_error import RequestError
from ..sentences import say
from ..table_actor import TableActor
from ..table_manager import TableManager
from . import leases

log = logging.getLogger(__name__)


async def hand_over_table(manager: TableManager, table_actor: TableActor, to: str = "") -> None:
    """Release a table, or give it to another process.

    What is being written is finished and answered first. Later messages stay unanswered: the pages connect again and
    repeat them.
    """
    table_actor.stop()
    try:
        with contextlib.suppress(RequestError):            # it was lost already
            code = table_actor.table.code
            await manager.write_durably(partial(leases.release_table, code=code, to=to), code, table_actor.fence)
    finally:
        manager.drop_table(table_actor.table, "")           # whatever happened: a table that hears nothing is nobody's


async def hand_over_all(manager: TableManager) -> None:
    """Release all tables, one by one, and accept no new ones."""
    if manager.lease_keeper is None:
        return
    manager.lease_keeper.is_draining = True
    while manager.table_actors:
        await hand_over_table(manager, next(iter(manager.table_actors.values())))


def drop_all_tables(manager: TableManager) -> None:
    """Drop all tables from memory: the lease has expired, and others may hold them by now."""
    if manager.table_actors:
        log.warning("the lease has ended, and with it the hold on %d tables", len(manager.table_actors))
    for table_actor in list(manager.table_actors.values()):
        manager.drop_table(table_actor.table, say("wrong.lapsed"))


def collect_fences(manager: TableManager) -> dict[str, int]:
    """Return the fences of the tables that are awake here, by code."""
    return {code: one.fence for code, one in manager.table_actors.items() if one.fence is not None}


def drop_lost_tables(manager: TableManager, lost: Mapping[str, int]) -> None:
    """Drop the tables that others have claimed while our lease was expired without our noticing.

    A write would discover that, too. But somebody who waits for an opponent writes nothing, and would see an outdated
    position for as long as they wait, since the opponent may be connected to the other process.
    """
    for code, fence in lost.items():
        table_actor = manager.table_actors.get(code)
        if table_actor is not None and table_actor.fence == fence:
            log.warning("table %s is held by another process by now", code, extra={"table": code})
            manager.drop_table(table_actor.table, "")


def balance_tables(manager: TableManager) -> None:
    """Give one table to a less loaded process, if this one has more than its share."""
    keeper = manager.lease_keeper
    to = keeper.find_lighter_process() if keeper and not keeper.is_draining else None
    table_actor = next((one for one in manager.table_actors.values() if not one.is_stopped), None)
    if to is not None and table_actor is not None:
        asyncio.ensure_future(hand_over_table(manager, table_actor, to.id))
