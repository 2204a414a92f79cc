"""Run a command at a table from outside it: in this process, in another one, or after waking the table.

A command may run twice, if a process ended before it answered; running it again changes nothing.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping

from ..table import open_seats, person_commands
from ..table.table import Table
from .app.request_context import AppState
from .cluster.leases import HeldElsewhere
from .cluster.peer_forwarding import REACH_SECONDS, RETRY_SECONDS
from .request_error import RequestError
from .table_manager import TableManager

NO_SEAT = -1


def _let_time_pass(table: Table, now: float) -> None:
    """Do nothing: what is due has been done before."""


def _end_table(table: Table, reason: str, now: float) -> None:
    table.close_table(reason)


TABLE_COMMANDS: Mapping[str, Callable[..., None]] = {
    "carried": person_commands.transfer_seats_to_key, "end": _end_table, "muted": person_commands.set_muted,
    "news": person_commands.notify_person_pages, "let_go": person_commands.release_seats,
    "let_time_pass": _let_time_pass,
    "offered": person_commands.assign_seat_if_free, "open_seat": open_seats.take_open_seat,
    "placed": person_commands.assign_seat, "renamed": person_commands.rename_person,
    "substituted": person_commands.substitute_bot,
}


async def run_local(manager: TableManager, code: str, command: str, given: dict[str, str]) -> int:
    """Run a command at a table in this process. Returns the seat of `given["key"]` afterwards, or NO_SEAT.

    A closed table is left alone. Raises HeldElsewhere, and RequestError.
    """
    table_actor = await manager.get_table_actor(code)
    if table_actor is None or table_actor.table.is_closed:
        return NO_SEAT
    table_actor.enqueue_input(lambda now: TABLE_COMMANDS[command](table_actor.table, now=now, **given))
    seat = person_commands.seat_or_promise_of(table_actor.table, given.get("key", ""))
    await manager.write_durably(lambda connection: None)
    return seat


async def run_at_table(state: AppState, code: str, command: str, **given: str) -> int:
    """Run a command at a table wherever it is held. Returns as `run_local`. Raises RequestError."""
    until = time.monotonic() + REACH_SECONDS
    while True:
        try:
            return await run_local(state.manager, code, command, given)
        except HeldElsewhere as there:
            seat = None if state.peers is None else await state.peers.forward_table_command(there, command, given)
        if seat is not None:
            return seat
        if time.monotonic() > until:
            raise RequestError(503, "wrong.far", wait=2)
        await asyncio.sleep(RETRY_SECONDS)


async def end_tables(state: AppState, codes: Iterable[str], reason: str) -> None:
    """End tables wherever they are held. Raises RequestError when one cannot be reached."""
    await run_at_all(state, codes, "end", reason=reason)


async def run_at_all(state: AppState, codes: Iterable[str], command: str, **given: str) -> None:
    """Run a command at several tables; those that cannot be read count as ended.

    Raises RequestError when one cannot be reached.
    """
    each = [run_at_table(state, code, command, **given) for code in codes]
    for wrong in await asyncio.gather(*each, return_exceptions=True):
        if isinstance(wrong, BaseException) and not (isinstance(wrong, RequestError) and wrong.status == 409):
            raise wrong
