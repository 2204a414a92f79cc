"""The HTTP part of docs/protocol.md."""

import asyncio
import secrets
import time
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from starlette.requests import Request
from starlette.responses import Response

from ...core.registry import find_game as find
from ...core.seats import WATCHER
from ...table import names, play
from ...table import people as at_table
from ...table.settings import Settings
from ...table.table import Table
from ..classes import lookup
from ..classes.table_commands import end_tables
from ..cluster.leases import HeldElsewhere
from ..codes import parse_code
from ..replays.store import history_from_match
from ..sentences import RequestError, say
from ..store import people, schema
from ..store.erasure import class_tables
from ..store.table_rows import OPEN
from ..table_manager import ASIDE
from . import game_pages, new_table
from .endpoint import Endpoint, receive_body
from .public_url import qr_code
from .responses import JsonResponse
from .state import AppState

CARRY = 600             # seconds that a link to another device lasts
RECENT = 20             # tables that are listed
FRESH = {"cache-control": "no-store"}


class Me(Struct):
    name: str
    notice: str = ""


class NewName(Struct):
    name: Any


class TableCode(Struct):
    code: str


class CarryToken(Struct):
    token: str


class NewTable(Struct, rename={"class_": "class"}):
    """See docs/protocol.md; only `game` is needed."""

    game: str
    seats: int | None = None
    options: dict[str, Any] = {}
    preset: str | None = None
    bots: list[Any] | None = None
    now: bool = False
    practice: bool | None = None
    names: list[str] | None = None
    class_: bool = False
    calm: bool = False
    deal: int = 0


class WhatIf(Struct):
    step: int
    seat: int = 0


class MatchQuery(Struct):
    """A match of a table from 0; the latest finished one by default."""

    match: int | None = None


class SeatQuery(Struct):
    """One of my seats; none for a spectator."""

    seat: int | None = None


class StepsQuery(Struct):
    """Which steps of a replay, and as whom: a seat's number, or `watcher`."""

    seat: str = "watcher"
    first: int | None = field(default=None, name="from")
    last: int | None = field(default=None, name="to")


# People.

async def get_me(door: AppState, request: Request) -> JsonResponse[Me]:
    """Who I am; at a first visit somebody new, with an animal's name."""
    given = request.cookies.get(people.COOKIE)
    try:
        key, name = await door.require_person(request)
        door.house.write_unawaited(partial(people.touch_person, key=key))
        return _introduced(door, key, Me(name))
    except RequestError as wrong:
        if wrong.status != 401:                 # the store cannot be read: that makes nobody a new person
            raise
        door.charge_rate_limit(request)
        key, name = people.new_key(), people.new_name()
        await door.house.write_durably(partial(people.add_person, key=key, name=name))
        return _introduced(door, key, Me(name, say("notice.new") if given else ""))


async def replace_person(door: AppState, request: Request) -> JsonResponse[Me]:
    """Somebody else is at this device: a new person.  Whoever was here keeps everything, for another device."""
    door.charge_rate_limit(request)
    await door.require_person(request)
    key, name = people.new_key(), people.new_name()
    await door.house.write_durably(partial(people.add_person, key=key, name=name))
    return _introduced(door, key, Me(name))


def _introduced(door: AppState, key: str, answer: Me) -> JsonResponse[Me]:
    response: JsonResponse[Me] = JsonResponse(answer, headers=FRESH)
    response.set_cookie(**people.cookie_fields(door.cookies.sign(key), door.address.secure))
    return response


async def rename_me(door: AppState, request: Request, data: NewName) -> Me:
    """Take another name, at all tables too."""
    door.charge_rate_limit(request)
    key, _ = await door.require_person(request)
    name = names.clean_name(data.name)
    await door.house.write_durably(partial(people.rename_person, key=key, name=name))
    await door.house.rename_person(key, name)
    return Me(name)


async def forget_me(door: AppState, request: Request) -> Response:
    """Everything about me is forgotten."""
    door.charge_rate_limit(request)
    key, _ = await door.require_person(request)
    await end_tables(door, await door.house.read_store(partial(class_tables, teacher=key)), "closed")
    await door.house.forget_person(key)
    response = Response(status_code=204)
    response.set_cookie(**people.cookie_fields("", door.address.secure))
    return response


# Games.

async def list_games(door: AppState, request: Request) -> dict[str, Any]:
    """The shelf."""
    return {"games": await door.house.in_thread(game_pages.describe_games)}


async def get_rules(door: AppState, request: Request, book: str, page: str = "") -> dict[str, Any]:
    """A page of the rules of a game or a deck by section and number."""
    found: dict[str, Any] = await door.house.in_thread(game_pages.describe_rules, book, page)
    return found


# Tables.

async def open_table(door: AppState, request: Request, data: NewTable) -> TableCode:
    """A new table."""
    key, name = await door.require_person(request)
    address = await _may_open(door, request)
    prepared = new_table.prepare_table(data, key, name)
    return TableCode(await door.house.open_table(find(data.game), prepared.settings, address, prepared.table))


async def _may_open(door: AppState, request: Request) -> str:
    address = door.client_address(request)
    door.tables.take(address)
    query = count_recent_tables(address, int(time.time()), door.limits.asleep)
    if await door.house.read_store(lambda c: c.execute(query).scalar()) >= door.limits.open:
        raise RequestError(429, "wrong.tables", wait=60, most=door.limits.open)
    return address


def count_recent_tables(address: str, now: int, seconds: float) -> sa.Select[Any]:
    """How many open tables of an address were used within so many seconds of now; later, where a clock was set back.

    Found by the index of times: the database of a large house holds tens of thousands of others.
    """
    t = schema.tables.c
    return sa.select(sa.func.count()).where(t.address == address, t.phase.in_(OPEN),
                                            t.touched > now - seconds, t.touched < now + seconds)


async def list_my_tables(door: AppState, request: Request) -> dict[str, Any]:
    """My recent tables, to return to."""
    key, _ = await door.require_person(request)
    t, g = schema.tables.c, schema.guests.c
    query = sa.select(t.code, t.game, t.phase, t.touched, t.kept, g.who).join_from(
        schema.guests, schema.tables, t.code == g.code).where(
            g.person == key, g.role == "guest", t.phase.in_((*OPEN, ASIDE))).order_by(t.touched.desc()).limit(RECENT)
    rows = await door.house.read_store(lambda c: c.execute(query).all())
    return {"tables": [new_table.list_entry(row, door.house.rooms.get(row.code)) for row in rows]}


async def join_by_code(door: AppState, request: Request, data: TableCode) -> dict[str, Any]:
    """Look for a table, or a class, by its code."""
    key, _ = await door.require_person(request)
    code = parse_code(data.code)
    known = await door.is_member(code, key) or await door.is_guest(code, key)
    async with door.limit_guesses(door.client_address(request), exempt=known):
        if (classroom := await lookup.read_class(door, code)) is not None:
            return {"code": code, "game": "", "title": classroom.name, "phase": "class", "locked": False, "yours": []}
        table = (await door.find_table(code, key)).table
    guest = table.lobby.guest(key)
    return {"code": table.code, "game": table.game.name, "title": table.game.localized_title, "phase": table.phase,
            "locked": table.lobby.locked, "yours": table.lobby.seats_of(guest.who) if guest else []}


async def _mine(door: AppState, request: Request, code: str) -> tuple[Table, str]:
    """A table that the asker has been let in to, and their key.  Raises RequestError."""
    key, _ = await door.require_person(request)
    code = parse_code(code)
    async with door.limit_guesses(door.client_address(request), exempt=await door.is_guest(code, key)):
        table = (await door.find_table(code, key)).table
        if not await door.is_guest(code, key):
            raise RequestError(404, "wrong.code", code=code)
    return table, key


async def get_invitation_qr(door: AppState, request: Request, code: str) -> dict[str, Any]:
    """The invitation as a QR code."""
    table, _ = await _mine(door, request, code)
    return qr_code(table.outside.invite(table.code)["url"])


async def _record(door: AppState, table: Table, key: str, match: int | None) -> str:
    """The text of a match's record.  Raises RequestError while it may not be seen."""
    shown = table.matches if table.phase == "over" or table.settings.practice else \
        table.matches - (table.history is not None)
    if shown < 1:
        raise RequestError(409, "wrong.record")
    wanted = shown if match is None else match + 1
    if not 1 <= wanted <= table.matches:
        raise RequestError(404, "wrong.match", match=match)
    if wanted > shown:
        raise RequestError(409, "wrong.record")
    rows = await door.house.in_thread(door.store.rows, table.code, wanted)
    return await door.replays.of_journal(table.game.name, rows, key)


async def get_record(door: AppState, request: Request, code: str, query: MatchQuery) -> Response:
    """A match as text, after its end; in practice at any time."""
    door.charge_rate_limit(request)
    table, key = await _mine(door, request, code)
    return _file(await _record(door, table, key, query.match), f"{table.game.name}-{table.code}")


def _file(text: str, name: str) -> Response:
    """A record to be saved under that name."""
    return JsonResponse(text.encode(), headers=FRESH | {"content-disposition": f'attachment; filename="{name}.json"'})


async def keep_replay(door: AppState, request: Request, code: str, query: MatchQuery) -> Response:
    """Keep a match as a replay."""
    door.charge_rate_limit(request)
    table, key = await _mine(door, request, code)
    return JsonResponse(await door.replays.keep(await _record(door, table, key, query.match), key), 201, FRESH)


async def get_ending(door: AppState, request: Request, code: str, query: SeatQuery) -> Response:
    """What the end of a match tells whoever sits there; to a seat also its own best moment."""
    door.charge_rate_limit(request)
    table, key = await _mine(door, request, code)
    guest, seat = table.lobby.guest(key), WATCHER if query.seat is None else query.seat
    if seat != WATCHER and (guest is None or seat not in table.lobby.seats_of(guest.who)):
        raise RequestError(403, "wrong.noseat")
    if table.phase != "over":
        raise RequestError(409, "wrong.ended")
    account = table.holders.account(table.lobby, None if seat == WATCHER else table.person_addressed(seat))
    rows = await door.house.in_thread(door.store.rows, table.code, table.matches)
    return JsonResponse(await door.replays.ended(table.game.name, rows, seat, account, key), headers=FRESH)


async def create_carry_link(door: AppState, request: Request, code: str) -> dict[str, Any]:
    """A one-time link that carries my seats to another device."""
    door.charge_rate_limit(request)
    table, key = await _mine(door, request, code)
    holder = door.house.holder
    token = secrets.token_urlsafe(16) + (f".{holder.me.id}" if holder else "")
    door.sweep()
    door.carries[token] = (table.code, key, time.monotonic() + CARRY)
    url = f"{door.address.base}/carry/{token}"
    return {"url": url, "token": token, "seconds": CARRY, "qr": qr_code(url)}


async def accept_carry_link(door: AppState, request: Request, data: CarryToken) -> TableCode:
    """Take over the seats of a link."""
    door.charge_rate_limit(request)
    key, name = await door.require_person(request)
    holder, (_, _, where) = door.house.holder, data.token.rpartition(".")
    if holder and where in holder.living and where != holder.me.id:
        raise HeldElsewhere("", where, holder.living[where].address)
    code, giver, until = door.carries.pop(data.token, ("", "", 0.0))
    room = await door.house.get_table_actor(code) if code and until > time.monotonic() else None
    if room is None:                                    # no token can be guessed, so nobody is counted
        raise RequestError(404, "wrong.token")
    room.put(partial(at_table.carry_to_device, room.table, giver, key, name))
    await door.house.write_durably(lambda connection: None)
    if door.house.rooms.get(code) is not room:          # it could not be kept
        raise RequestError(503, "wrong.store", wait=2)
    return TableCode(code)


# Replays: whoever has the address of one may look at it.

async def upload_replay(door: AppState, request: Request) -> Response:
    """Keep an uploaded record as a replay."""
    door.charge_rate_limit(request)
    key, _ = await door.require_person(request)
    with door.uploads.hold(key, door.client_address(request)), SpooledTemporaryFile(max_size=door.limits.body) as file:
        await receive_body(request, door.limits.replay, door.limits.body_seconds, file.write)

        def text() -> str:
            file.seek(0)
            return new_table.decode_upload(file.read())
        return JsonResponse(await door.replays.upload(partial(asyncio.to_thread, text), key), 201, FRESH)


async def get_replay(door: AppState, request: Request, id: str, query: StepsQuery) -> Response:
    """A replay, with some of its steps as one seat saw them."""
    door.charge_rate_limit(request)
    asker, seat, first, last = door.identify_asker(request), query.seat, query.first, query.last
    if first is None and last is None:
        return JsonResponse(await door.replays.told(id, asker), headers=FRESH)
    watcher = WATCHER if seat == "watcher" else int(seat) if seat.isdecimal() and len(seat) < 3 else -1
    begin = first if first is not None else last or 0
    end = last if last is not None else begin
    return JsonResponse(await door.replays.look(id, asker, watcher, begin, end), headers=FRESH)


async def replay_record(door: AppState, request: Request, id: str) -> Response:
    """A replay as text again, to be kept."""
    door.charge_rate_limit(request)
    return _file(await door.replays.text(id), f"coprime-{id}")


async def replay_qr(door: AppState, request: Request, id: str) -> dict[str, Any]:
    """The replay's address as a QR code."""
    door.charge_rate_limit(request)
    await door.replays.there(id)
    return qr_code(f"{door.address.base}/replay/{id}")


async def open_what_if(door: AppState, request: Request, id: str, data: WhatIf) -> TableCode:
    """A practice table that goes on from a step of a replay."""
    key, name = await door.require_person(request)
    address = await _may_open(door, request)
    called = new_table.names_at_table(door.house.randbits, name, data.seat)
    upto = await door.replays.upto(id, key, data.step, data.seat, called)
    game = find(upto.game)
    history, eyes = await door.house.in_thread(history_from_match, upto, door.house.rules(game))
    settings = Settings(upto.seats, dict(history.match.options), practice=True)

    def prepare(table: Table, now: float) -> None:
        new_table.seat_alone(table, key, called, data.seat)
        play.take_up_match(table, history, upto.labels, eyes, now)
    return TableCode(await door.house.open_table(game, settings, address, prepare))


ENDPOINTS = [
    Endpoint("GET", "/api/me", get_me),
    Endpoint("POST", "/api/me", rename_me),
    Endpoint("DELETE", "/api/me", forget_me, 204),
    Endpoint("POST", "/api/me/other", replace_person),
    Endpoint("GET", "/api/games", list_games, public=True),
    Endpoint("GET", "/api/rules/{book}", get_rules, public=True),
    Endpoint("GET", "/api/rules/{book}/{page}", get_rules, public=True),
    Endpoint("POST", "/api/tables", open_table, 201),
    Endpoint("GET", "/api/tables", list_my_tables),
    Endpoint("POST", "/api/join", join_by_code),
    Endpoint("GET", "/api/tables/{code}/qr", get_invitation_qr),
    Endpoint("GET", "/api/tables/{code}/record", get_record),
    Endpoint("POST", "/api/tables/{code}/replay", keep_replay, 201),
    Endpoint("GET", "/api/tables/{code}/ending", get_ending),
    Endpoint("POST", "/api/tables/{code}/carry", create_carry_link),
    Endpoint("POST", "/api/carry", accept_carry_link),
    Endpoint("POST", "/api/replays", upload_replay, 201),
    Endpoint("GET", "/api/replays/{id}", get_replay),
    Endpoint("GET", "/api/replays/{id}/record", replay_record),
    Endpoint("GET", "/api/replays/{id}/qr", replay_qr),
    Endpoint("POST", "/api/replays/{id}/whatif", open_what_if, 201),
]
