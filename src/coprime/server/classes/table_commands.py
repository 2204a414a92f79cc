"""What a class has done at its tables, wherever they are: at this process, asleep in the store, or at another one.

A verb may be carried out twice, where a process was asked and ended before it had answered: it does no more then.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping

from ...table import people
from ...table.table import Table
from ..app.state import AppState
from ..cluster.leases import HeldElsewhere
from ..cluster.peers import AGAIN, PATIENCE
from ..sentences import RequestError
from ..table_manager import TableManager

NOWHERE = -1


def _end(table: Table, reason: str, now: float) -> None:
    table.close_table(reason)


VERBS: Mapping[str, Callable[..., None]] = {
    "carried": people.carry_to_device, "end": _end, "let_go": people.release_person, "offered": people.offer_seat,
    "placed": people.promise_seat,
}


async def run_local(house: TableManager, code: str, verb: str, given: dict[str, str]) -> int:
    """Have something done at a table that is open here: the seat of `given["key"]` afterwards, NOWHERE for none.

    Nothing is done where it is closed.  Raises HeldElsewhere, and RequestError.
    """
    room = await house.get_table_actor(code)
    if room is None or room.table.closed:
        return NOWHERE
    room.put(lambda now: VERBS[verb](room.table, now=now, **given))
    seat = people.seat_or_promise_of(room.table, given.get("key", ""))
    await house.write_durably(lambda connection: None)
    return seat


async def run_at_table(door: AppState, code: str, verb: str, **given: str) -> int:
    """The same at a table wherever it is.  Raises RequestError."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return await run_local(door.house, code, verb, given)
        except HeldElsewhere as there:
            told = None if door.peers is None else await door.peers.did(there, verb, given)
        if told is not None:
            return told
        if time.monotonic() > until:
            raise RequestError(503, "wrong.far", wait=2)
        await asyncio.sleep(AGAIN)


async def end_tables(door: AppState, codes: Iterable[str], reason: str) -> None:
    """These tables end.  Raises RequestError when one cannot be reached."""
    await run_at_all(door, codes, "end", reason=reason)


async def run_at_all(door: AppState, codes: Iterable[str], verb: str, **given: str) -> None:
    """Run a verb at several tables.  One that cannot be read has ended already.

    Raises RequestError when one cannot be reached.
    """
    each = [run_at_table(door, code, verb, **given) for code in codes]
    for wrong in await asyncio.gather(*each, return_exceptions=True):
        if isinstance(wrong, BaseException) and not (isinstance(wrong, RequestError) and wrong.status == 409):
            raise wrong
