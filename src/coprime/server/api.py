"""The HTTP part of docs/protocol.md."""

import secrets
import time
from functools import partial
from typing import Annotated, Any

import sqlalchemy as sa
from litestar import Request, Response, delete, get, post
from litestar.params import QueryParameter
from msgspec import Struct

from ..core.seats import WATCHER
from ..core.shelf import game as find
from ..table import names, past
from ..table import people as at_table
from ..table.table import Settings, Table
from . import opening, people, schema, shelf
from .door import Door, door_of
from .house import ASIDE, OPEN, code_of
from .invite import picture
from .replays import laid_out
from .sentences import Wrong, say

Asked = Request[Any, Any, Any]
CARRY = 600             # seconds that a link to another device lasts
RECENT = 20             # tables that are listed


class Me(Struct):
    name: str
    notice: str = ""


class NewName(Struct):
    name: Any


class Code(Struct):
    code: str


class Token(Struct):
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


class WhatIf(Struct):
    step: int
    seat: int = 0


# People.

@get("/api/me", )
async def me(request: Asked) -> Response[Me]:
    """Who I am; at a first visit somebody new, with an animal's name."""
    door = door_of(request)
    given = request.cookies.get(people.COOKIE)
    try:
        key, name = await door.person(request)
        door.house.noted(partial(people.touch, key=key))
        return _introduced(door, key, Me(name))
    except Wrong as wrong:
        if wrong.status != 401:                 # the store cannot be read: that makes nobody a new person
            raise
        door.costs(request)
        key, name = people.new_key(), people.new_name()
        await door.house.written(partial(people.add, key=key, name=name))
        return _introduced(door, key, Me(name, say("notice.new") if given else ""))


def _introduced(door: Door, key: str, answer: Me) -> Response[Me]:
    response = Response(answer, headers={"cache-control": "no-store"})
    response.set_cookie(**people.cookie(door.cookies.sign(key), door.address.secure))
    return response


@post("/api/me", status_code=200)
async def rename(request: Asked, data: NewName) -> Me:
    """Take another name, at all tables too."""
    door = door_of(request)
    door.costs(request)
    key, _ = await door.person(request)
    name = names.clean(data.name)
    await door.house.written(partial(people.rename, key=key, name=name))
    await door.house.renamed(key, name)
    return Me(name)


@delete("/api/me", status_code=204)
async def forget(request: Asked) -> Response[None]:
    """Everything about me is forgotten."""
    door = door_of(request)
    door.costs(request)
    key, _ = await door.person(request)
    await door.house.forget(key)
    response: Response[None] = Response(None, status_code=204)
    response.set_cookie(**people.cookie("", door.address.secure))
    return response


# Games.

@get("/api/games", sync_to_thread=True)
def games() -> dict[str, Any]:
    """The shelf."""
    return {"games": shelf.shelf()}


@get(["/api/rules/{book:str}", "/api/rules/{book:str}/{page:str}"], sync_to_thread=True)
def rules(book: str, page: str = "") -> dict[str, Any]:
    """A page of the rules of a game or a deck by section and number."""
    return shelf.rules(book, page)


# Tables.

@post("/api/tables")
async def open_table(request: Asked, data: NewTable) -> Code:
    """A new table."""
    door = door_of(request)
    key, name = await door.person(request)
    address = await _may_open(door, request)
    prepared = opening.prepare(data, key, name)
    return Code(await door.house.open(find(data.game), prepared.settings, address, prepared.table))


async def _may_open(door: Door, request: Asked) -> str:
    address = door.client(request)
    door.tables.take(address)
    t = schema.tables.c
    query = sa.select(sa.func.count()).where(t.address == address, t.phase.in_(OPEN),
                                             sa.func.abs(t.touched - int(time.time())) < door.limits.asleep)
    if await door.house.asked(lambda c: c.execute(query).scalar()) >= door.limits.open:
        raise Wrong(429, "wrong.tables", wait=60, most=door.limits.open)
    return address


@get("/api/tables")
async def my_tables(request: Asked) -> dict[str, Any]:
    """My recent tables, to return to."""
    door = door_of(request)
    key, _ = await door.person(request)
    t, g = schema.tables.c, schema.guests.c
    query = sa.select(t.code, t.game, t.phase, t.touched, t.kept, g.who).join_from(
        schema.guests, schema.tables, t.code == g.code).where(
            g.person == key, g.role == "guest", t.phase.in_((*OPEN, ASIDE))).order_by(t.touched.desc()).limit(RECENT)
    rows = await door.house.asked(lambda c: c.execute(query).all())
    return {"tables": [opening.listed(row, door.house.rooms.get(row.code)) for row in rows]}


@post("/api/join", status_code=200)
async def join(request: Asked, data: Code) -> dict[str, Any]:
    """Look for a table by its code."""
    door = door_of(request)
    key, _ = await door.person(request)
    room = await door.room(door.client(request), data.code, key)
    table = room.table
    guest = table.lobby.guest(key)
    return {"code": table.code, "game": table.game.name, "title": table.game.title, "phase": table.phase,
            "locked": table.lobby.locked, "yours": table.lobby.seats_of(guest.who) if guest else []}


async def _mine(door: Door, request: Asked, code: str) -> tuple[Table, str]:
    """A table that the asker has been let in to, and their key.  Raises Wrong."""
    key, _ = await door.person(request)
    table = (await door.room(door.client(request), code, key)).table
    guest = table.lobby.guest(key)
    if guest is None or guest.role != "guest":
        door.missed(door.client(request))
        raise Wrong(404, "wrong.code", code=code_of(code))
    return table, key


@get("/api/tables/{code:str}/qr")
async def qr(request: Asked, code: str) -> dict[str, Any]:
    """The invitation as a QR code."""
    door = door_of(request)
    table, _ = await _mine(door, request, code)
    return picture(table.outside.invite(table.code)["url"])


async def _record(door: Door, table: Table, key: str, match: int | None) -> str:
    """The text of a match's record.  Raises Wrong while it may not be seen."""
    shown = table.matches if table.phase == "over" or table.settings.practice else \
        table.matches - (table.history is not None)
    if shown < 1:
        raise Wrong(409, "wrong.record")
    wanted = shown if match is None else match + 1
    if not 1 <= wanted <= table.matches:
        raise Wrong(404, "wrong.match", match=match)
    if wanted > shown:
        raise Wrong(409, "wrong.record")
    rows = await door.house.in_thread(door.store.rows, table.code, wanted)
    return await door.replays.of_journal(table.game.name, rows, key)


@get("/api/tables/{code:str}/record", media_type="application/json")
async def record(request: Asked, code: str, match: int | None = None) -> Response[bytes]:
    """A match as text, after its end; in practice at any time."""
    door = door_of(request)
    door.costs(request)
    table, key = await _mine(door, request, code)
    return _file(await _record(door, table, key, match), f"{table.game.name}-{table.code}")


def _file(text: str, name: str) -> Response[bytes]:
    """A record to be saved under that name."""
    return Response(text.encode(), media_type="application/json", headers={
        "content-disposition": f'attachment; filename="{name}.json"', "cache-control": "no-store"})


@post("/api/tables/{code:str}/replay")
async def keep_replay(request: Asked, code: str, match: int | None = None) -> Response[bytes]:
    """Keep a match as a replay."""
    door = door_of(request)
    door.costs(request)
    table, key = await _mine(door, request, code)
    return _json(await door.replays.add(await _record(door, table, key, match), key), 201)


def _json(told: bytes, status: int = 200) -> Response[bytes]:
    """JSON that has been encoded already."""
    return Response(told, media_type="application/json", status_code=status, headers={"cache-control": "no-store"})


@post("/api/tables/{code:str}/carry", status_code=200)
async def carry(request: Asked, code: str) -> dict[str, Any]:
    """A one-time link that carries my seats to another device."""
    door = door_of(request)
    door.costs(request)
    table, key = await _mine(door, request, code)
    token = secrets.token_urlsafe(16)
    door.sweep()
    door.carries[token] = (table.code, key, time.monotonic() + CARRY)
    url = f"{door.address.base}/carry/{token}"
    return {"url": url, "token": token, "seconds": CARRY, "qr": picture(url)}


@post("/api/carry", status_code=200)
async def carried(request: Asked, data: Token) -> Code:
    """Take over the seats of a link."""
    door = door_of(request)
    door.costs(request)
    key, name = await door.person(request)
    code, giver, until = door.carries.pop(data.token, ("", "", 0.0))
    room = await door.house.room(code) if code and until > time.monotonic() else None
    if room is None:                                    # no token can be guessed, so nobody is counted
        raise Wrong(404, "wrong.token")
    room.put(partial(at_table.carried, room.table, giver, key, name))
    await door.house.written(lambda connection: None)
    if door.house.rooms.get(code) is not room:          # it could not be kept
        raise Wrong(503, "wrong.store", wait=2)
    return Code(code)


# Replays: whoever has the address of one may look at it.

@post("/api/replays", request_max_body_size=4_200_000)
async def upload(request: Asked) -> Response[bytes]:
    """Keep an uploaded record as a replay."""
    door = door_of(request)
    door.costs(request)
    key, _ = await door.person(request)
    body = await request.body()
    if len(body) > door.limits.replay:
        raise Wrong(413, "wrong.size", most=door.limits.replay)
    return _json(await door.replays.upload(opening.decoded(body), key), 201)


@get("/api/replays/{id:str}")
async def replay(request: Asked, id: str, seat: str = "watcher",
                 first: Annotated[int | None, QueryParameter(name="from")] = None,
                 last: Annotated[int | None, QueryParameter(name="to")] = None) -> Response[bytes]:
    """A replay, with some of its steps as one seat saw them."""
    door = door_of(request)
    door.costs(request)
    asker = door.asker(request)
    if first is None and last is None:
        return _json(await door.replays.told(id, asker))
    watcher = WATCHER if seat == "watcher" else int(seat) if seat.isdecimal() and len(seat) < 3 else -1
    begin = first if first is not None else last or 0
    end = last if last is not None else begin
    return _json(await door.replays.look(id, asker, watcher, begin, end))


@get("/api/replays/{id:str}/record", media_type="application/json")
async def replay_record(request: Asked, id: str) -> Response[bytes]:
    """A replay as text again, to be kept."""
    door = door_of(request)
    door.costs(request)
    return _file(await door.replays.text(id), f"coprime-{id}")


@get("/api/replays/{id:str}/qr")
async def replay_qr(request: Asked, id: str) -> dict[str, Any]:
    """The replay's address as a QR code."""
    door = door_of(request)
    door.costs(request)
    await door.replays.there(id)
    return picture(f"{door.address.base}/replay/{id}")


@post("/api/replays/{id:str}/whatif")
async def whatif(request: Asked, id: str, data: WhatIf) -> Code:
    """A practice table that goes on from a step of a replay."""
    door = door_of(request)
    key, name = await door.person(request)
    address = await _may_open(door, request)
    called = opening.called(door.house.randbits, name, data.seat)
    upto = await door.replays.upto(id, key, data.step, data.seat, called)
    game = find(upto.game)
    history, eyes = await door.house.in_thread(laid_out, upto, door.house.rules(game))
    settings = Settings(upto.seats, dict(history.match.options), practice=True)

    def prepare(table: Table, now: float) -> None:
        opening.seat_alone(table, key, called, data.seat)
        past.gone_on(table, history, upto.labels, eyes, now)
    return Code(await door.house.open(game, settings, address, prepare))


HANDLERS = [me, rename, forget, games, rules, open_table, my_tables, join, qr, record, keep_replay, carry, carried,
            upload, replay, replay_record, replay_qr, whatif]
