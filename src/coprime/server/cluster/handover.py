"""Tables that leave this process: one by one when it ends, all at once when it has lost its lease."""

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from functools import partial

from ..sentences import RequestError, say
from ..table_actor import TableActor
from ..table_manager import TableManager
from . import leases

log = logging.getLogger(__name__)


async def hand_over(house: TableManager, room: TableActor, to: str = "") -> None:
    """Let go of a table, or give it to another process.

    What is on its way there is kept and answered first; what comes meanwhile is not answered, and is said again by the
    pages, which connect again.
    """
    room.stop()
    try:
        with contextlib.suppress(RequestError):            # it was lost already
            await house.write_durably(partial(leases.release_table, code=room.table.code, to=to), room.table.code,
                                      room.fence)
    finally:
        house.drop_table(room.table, "")                  # whatever happened: a table that hears nothing is nobody's


async def hand_over_all(house: TableManager) -> None:
    """Hand over all tables, one by one; no other one is begun here."""
    if house.holder is None:
        return
    house.holder.draining = True
    while house.rooms:
        await hand_over(house, next(iter(house.rooms.values())))


def drop_all_tables(house: TableManager) -> None:
    """The lease has ended and was not renewed: others may hold the tables by now."""
    if house.rooms:
        log.warning("the lease has ended, and with it the hold on %d tables", len(house.rooms))
    for room in list(house.rooms.values()):
        house.drop_table(room.table, say("wrong.lapsed"))


def held_fences(house: TableManager) -> dict[str, int]:
    """Of our claims, by table."""
    return {code: room.fence for code, room in house.rooms.items() if room.fence is not None}


def drop_lost_tables(house: TableManager, gone: Mapping[str, int]) -> None:
    """Others have claimed tables of ours, by these fences, while our lease had ended and we did not know.

    A write would find that out.  But whoever waits for somebody else writes nothing, and would see an old position for
    as long as they waited: the one for whom they wait may be at the other process.
    """
    for code, fence in gone.items():
        room = house.rooms.get(code)
        if room is not None and room.fence == fence:
            log.warning("table %s is held by another process by now", code, extra={"table": code})
            house.drop_table(room.table, "")


def balance_tables(house: TableManager) -> None:
    """Give a table to a process that has fewer, where this one has more than its share: one at a time."""
    to = house.holder.lighter_process() if house.holder and not house.holder.draining else None
    room = next((room for room in house.rooms.values() if not room.stopped), None)
    if to is not None and room is not None:
        asyncio.ensure_future(hand_over(house, room, to.id))
