"""The HTTP endpoints of docs/protocol.md for people, games, tables and replays."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ...core.registry import find_game as find
from ...core.seats import WATCHER
from ...table import match_lifecycle, player_names
from ...table import person_commands as at_table
from ...table.hidden_people import hide_people
from ...table.journal_replay import match_game_name
from ...table.ports import JournalRow
from ...table.settings import Settings
from ...table.table import Table
from ..classes import stored_classes
from ..cluster.leases import HeldElsewhere
from ..join_codes import parse_code
from ..people.mute_updates import apply_mutes
from ..replays.store import history_from_match
from ..request_error import RequestError
from ..sentences import say
from ..store import people, schema
from ..store.correspondence_rows import count_tables_of
from ..store.erasure import list_class_tables
from ..store.mute_rows import copy_mutes, read_muted_guests, read_muted_keys
from ..store.table_queries import LIVE_PHASES
from ..store.tournament_rows import list_directed_tables
from ..table_dispatch import end_tables
from ..table_manager import UNREADABLE
from ..tournaments.lookup import change_tournament, read_tournament
from . import api_types as bodies
from . import game_pages, new_table
from .http_endpoint import Endpoint, receive_body
from .person_response import make_person_response
from .public_url import make_qr_code
from .record_downloads import send_records
from .request_context import AppState
from .responses import NO_STORE, JsonResponse, download_headers
from .table_game_lookup import find_game_by_table_code

CARRY_SECONDS = 600             # seconds that a link to another device lasts
MOST_LISTED = 20             # tables that are listed


# People.

async def get_me(state: AppState, request: Request, query: bodies.VisitQuery) -> JsonResponse[bodies.VisitorBody]:
    """Return the asking person, and the game of one of their tables; create one with an animal's name at a first
    visit."""
    given = request.cookies.get(people.COOKIE_NAME)
    try:
        key, name = await state.require_person(request)
        state.manager.write_unawaited(partial(people.touch_person, key=key))
        game = await find_game_by_table_code(state, query.table, key)
        return make_person_response(state, key, bodies.VisitorBody(name, game=game))
    except RequestError as wrong:
        if wrong.status != 401:                 # the store cannot be read: that makes nobody a new person
            raise
        state.charge_rate_limit(request)
        key, name = people.make_person_key(), people.make_person_name()
        await state.manager.write_durably(partial(people.add_person, key=key, name=name))
        return make_person_response(state, key, bodies.VisitorBody(name, say("notice.new") if given else ""))


async def replace_person(state: AppState, request: Request) -> JsonResponse[bodies.PersonBody]:
    """Create a new person for this device. The old one keeps everything, for another device."""
    state.charge_rate_limit(request)
    await state.require_person(request)
    key, name = people.make_person_key(), people.make_person_name()
    await state.manager.write_durably(partial(people.add_person, key=key, name=name))
    return make_person_response(state, key, bodies.PersonBody(name))


async def rename_me(state: AppState, request: Request, data: bodies.NewName) -> bodies.PersonBody:
    """Rename the asking person, at all their tables too."""
    state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    name = player_names.clean_name(data.name)
    await state.manager.write_durably(partial(people.rename_person, key=key, name=name))
    await state.manager.rename_person(key, name)
    return bodies.PersonBody(name)


async def forget_me(state: AppState, request: Request) -> Response:
    """Forget everything about the asking person."""
    state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    for list_codes in (partial(list_class_tables, teacher=key), partial(list_directed_tables, director=key)):
        await end_tables(state, await state.manager.read_store(list_codes), "closed")
    await state.manager.forget_person(key)
    response = Response(status_code=204)
    response.set_cookie(**people.cookie_fields("", state.public_url.is_secure))
    return response


# Games.

async def list_games(state: AppState, request: Request) -> dict[str, Any]:
    """List the games, and tell what this server offers: open seats, tournaments, tables over days, web push."""
    return {"games": await state.manager.run_in_thread(game_pages.describe_games),
            "open_tables": state.open_tables is not None, "tournaments": state.limits.tournaments > 0,
            "days": state.limits.days > 0, "push": state.web_push is not None}


async def get_rules(state: AppState, request: Request, book: str, page: str = "") -> dict[str, Any]:
    """Return a page of the rules of a game or a deck, by section and number."""
    found: dict[str, Any] = await state.manager.run_in_thread(game_pages.describe_rules, book, page)
    return found


# Tables.

async def open_table(state: AppState, request: Request, data: bodies.NewTable) -> bodies.TableCode:
    """Open a table."""
    return await open_prepared_table(state, request, data)


async def open_prepared_table(state: AppState, request: Request, data: bodies.NewTable,
                              listed: bool = False) -> bodies.TableCode:
    """Open a table for the asking person, which the home page may show at once.  Raises BadInput."""
    key, name = await state.require_person(request)
    if data.hours:
        await require_room_over_days(state, key)
    if data.rated and not state.limits.tournaments:
        raise RequestError(404, "ratings.off")
    address = await _charge_new_table(state, request)
    prepared = new_table.prepare_table(data, key, name)
    prepared.settings.listed = state.manager.wall_seconds() if listed else 0
    code = await state.manager.open_table(find(data.game), prepared.settings, address, prepared.set_up)
    return bodies.TableCode(code)


async def require_room_over_days(state: AppState, key: str) -> None:
    """Raise RequestError for somebody who sits at as many tables over days as may be, or where there are none."""
    most = state.limits.days
    if not most:
        raise RequestError(404, "days.off")
    if await state.manager.read_store(partial(count_tables_of, person=key)) >= most:
        raise RequestError(429, "days.most", wait=3600, most=most)


async def _charge_new_table(state: AppState, request: Request) -> str:
    address = state.client_address(request)
    state.new_table_limiter.charge(address)
    query = count_recent_tables(address, int(time.time()), state.limits.asleep)
    if await state.manager.read_store(lambda c: c.execute(query).scalar()) >= state.limits.open:
        raise RequestError(429, "wrong.tables", wait=60, most=state.limits.open)
    return address


def count_recent_tables(address: str, now: int, seconds: float) -> sa.Select[Any]:
    """Return the query that counts the open tables of an address used within `seconds` of `now`.

    Times after `now` count, too: a clock may have been set back. The query uses the index of times, since a large
    database holds tens of thousands of other tables.
    """
    t = schema.tables.c
    return sa.select(sa.func.count()).where(t.address == address, t.phase.in_(LIVE_PHASES),
                                            t.touched > now - seconds, t.touched < now + seconds)


async def list_my_tables(state: AppState, request: Request) -> dict[str, Any]:
    """List the recent tables of the asking person."""
    key, _ = await state.require_person(request)
    t, g = schema.tables.c, schema.guests.c
    query = sa.select(t.code, t.game, t.phase, t.touched, t.kept, g.who).join_from(
        schema.guests, schema.tables, t.code == g.code).where(
            g.person == key, g.role == "guest",
            t.phase.in_((*LIVE_PHASES, UNREADABLE))).order_by(t.touched.desc()).limit(MOST_LISTED)
    rows, muted = await state.manager.read_store(lambda c: (
        found := c.execute(query).all(), read_muted_guests(c, key, [row.code for row in found])))
    return {"tables": [new_table.table_list_entry(row, state.manager.table_actors.get(row.code), muted)
                       for row in rows]}


async def join_by_code(state: AppState, request: Request, data: bodies.TableCode) -> dict[str, Any]:
    """Find a table, a class or a tournament by its code."""
    key, _ = await state.require_person(request)
    code = parse_code(data.code)
    known = await state.is_member(code, key) or await state.is_guest(code, key)
    async with state.limit_guesses(state.client_address(request), exempt=known):
        if (classroom := await stored_classes.read_class(state, code)) is not None:
            return {"code": code, "game": "", "title": classroom.name, "phase": "class", "locked": False, "yours": []}
        if (tournament := await read_tournament(state, code)) is not None:
            return {"code": code, "game": tournament.game, "title": tournament.name, "phase": "tournament",
                    "locked": False, "yours": []}
        table = (await state.find_table(code, key)).table
    guest = table.lobby.find_guest(key)
    return {"code": table.code, "game": table.game.name, "title": table.game.localized_title, "phase": table.phase,
            "locked": table.lobby.locked, "yours": table.lobby.seats_of(guest.who) if guest else []}


async def require_admitted_table(state: AppState, request: Request, code: str) -> tuple[Table, str]:
    """A table that the asker has been let in to, and their key.  Raises RequestError."""
    key, _ = await state.require_person(request)
    code = parse_code(code)
    async with state.limit_guesses(state.client_address(request), exempt=await state.is_guest(code, key)):
        table = (await state.find_table(code, key)).table
        if not await state.is_guest(code, key):
            raise RequestError(404, "wrong.code", code=code)
    return table, key


async def get_invitation_qr(state: AppState, request: Request, code: str) -> dict[str, Any]:
    """Return the invitation to a table as a QR code."""
    table, _ = await require_admitted_table(state, request, code)
    return make_qr_code(table.table_host.invitation_json(table.code)["url"])


async def _record_text(state: AppState, table: Table, key: str, match: int | None) -> str:
    """The text of a match's record.  Raises RequestError while it may not be seen."""
    last_visible = _last_visible_match(table)
    if last_visible < 1:
        raise RequestError(409, "wrong.record")
    wanted = last_visible if match is None else match + 1
    if not 1 <= wanted <= table.match_count:
        raise RequestError(404, "wrong.match", match=match)
    if wanted > last_visible:
        raise RequestError(409, "wrong.record")
    rows = await state.manager.run_in_thread(state.store.load_match_rows, table.code, wanted)
    return await state.replays.record_from_journal(match_game_name(rows, table.first_game), rows, key)


def _last_visible_match(table: Table) -> int:
    """The number of the last match whose record may be seen, from 1; 0 for none."""
    if table.phase == "over" or table.settings.practice:
        return table.match_count
    return table.match_count - (table.history is not None)


async def get_record(state: AppState, request: Request, code: str, query: bodies.MatchQuery) -> Response:
    """Download the record of a match: after its end, in practice at any time."""
    state.charge_rate_limit(request)
    table, key = await require_admitted_table(state, request, code)
    return _download_response(await _record_text(state, table, key, query.match), f"{table.game.name}-{table.code}")


async def get_records(state: AppState, request: Request, code: str) -> Response:
    """Download the records of all matches of a table that may be seen, as one file."""
    state.charge_rate_limit(request)
    table, key = await require_admitted_table(state, request, code)
    last = _last_visible_match(table)

    async def matches() -> AsyncIterator[tuple[str, list[JournalRow]]]:
        for number in range(1, last + 1):
            rows = await state.manager.run_in_thread(state.store.load_match_rows, table.code, number)
            yield match_game_name(rows, table.first_game), rows
    return await send_records(state, request, key, f"coprime-{table.code}", matches())


def _download_response(text: str, name: str) -> Response:
    """A record to be saved under that name."""
    return JsonResponse(text.encode(), headers=download_headers(f"{name}.json"))


async def keep_replay(state: AppState, request: Request, code: str, query: bodies.MatchQuery) -> Response:
    """Store a match as a replay."""
    state.charge_rate_limit(request)
    table, key = await require_admitted_table(state, request, code)
    replay = await state.replays.store_record(await _record_text(state, table, key, query.match), key)
    if table.settings.classroom:
        await stored_classes.note_replay(state, table.settings.classroom, replay)
    return JsonResponse(replay, 201, NO_STORE)


async def get_ending(state: AppState, request: Request, code: str, query: bodies.SeatQuery) -> Response:
    """Return the story of the end of a match; to a seat also its own best moment."""
    state.charge_rate_limit(request)
    table, key = await require_admitted_table(state, request, code)
    guest, seat = table.lobby.find_guest(key), WATCHER if query.seat is None else query.seat
    if seat != WATCHER and (guest is None or seat not in table.lobby.seats_of(guest.who)):
        raise RequestError(403, "wrong.noseat")
    if table.phase != "over":
        raise RequestError(409, "wrong.ended")
    muted = await state.manager.read_store(partial(read_muted_keys, person=key))
    with hide_people(table.guests_among(muted)):
        account = table.holders.account_for(table.lobby, None if seat == WATCHER else table.person_of_watcher(seat))
    rows = await state.manager.run_in_thread(state.store.load_match_rows, table.code, table.match_count)
    game = match_game_name(rows, table.first_game)
    return JsonResponse(await state.replays.describe_ending(game, rows, seat, account, key), headers=NO_STORE)


async def create_carry_link(state: AppState, request: Request, code: str) -> dict[str, Any]:
    """Create a one-time link that transfers the seats of the asking person to another device."""
    state.charge_rate_limit(request)
    table, key = await require_admitted_table(state, request, code)
    holder = state.manager.lease_keeper
    token = secrets.token_urlsafe(16) + (f".{holder.me.id}" if holder else "")
    state.prune_state()
    state.carry_links[token] = (table.code, key, time.monotonic() + CARRY_SECONDS)
    url = f"{state.public_url.base}/carry/{token}"
    return {"url": url, "token": token, "seconds": CARRY_SECONDS, "qr": make_qr_code(url)}


async def accept_carry_link(state: AppState, request: Request, data: bodies.CarryToken) -> bodies.TableCode:
    """Take over the seats of a link."""
    state.charge_rate_limit(request)
    key, name = await state.require_person(request)
    holder, (_, _, where) = state.manager.lease_keeper, data.token.rpartition(".")
    if holder and where in holder.living_peers and where != holder.me.id:
        raise HeldElsewhere("", where, holder.living_peers[where].address)
    code, giver, until = state.carry_links.pop(data.token, ("", "", 0.0))
    table_actor = await state.manager.get_table_actor(code) if code and until > time.monotonic() else None
    if table_actor is None:                                    # no token can be guessed, so nobody is counted
        raise RequestError(404, "wrong.token")
    table_actor.enqueue_input(partial(at_table.transfer_seats_to_key, table_actor.table, giver, key, name))
    await state.manager.write_durably(lambda connection: None)
    if state.manager.table_actors.get(code) is not table_actor:          # it could not be kept
        raise RequestError(503, "wrong.store", wait=2)
    for one in await state.manager.change_durably(partial(copy_mutes, giver=giver, taker=key)):
        await apply_mutes(state, one)
    if tournament := table_actor.table.settings.tournament:
        await change_tournament(state, tournament, lambda one: one.replace_key(giver, key))
    return bodies.TableCode(code)


# Replays: whoever has the address of one may look at it.

async def upload_replay(state: AppState, request: Request) -> Response:
    """Store an uploaded record as a replay."""
    state.charge_rate_limit(request)
    key, _ = await state.require_person(request)
    address = state.client_address(request)
    with state.upload_limiter.hold_slot(key, address), SpooledTemporaryFile(max_size=state.limits.body) as file:
        await receive_body(request, state.limits.replay, state.limits.body_seconds, file.write)

        def text() -> str:
            file.seek(0)
            return new_table.decode_upload(file.read())
        return JsonResponse(await state.replays.store_upload(partial(asyncio.to_thread, text), key), 201, NO_STORE)


async def get_replay(state: AppState, request: Request, id: str, query: bodies.StepsQuery) -> Response:
    """Return a replay, with some of its steps as one seat saw them."""
    state.charge_rate_limit(request)
    asker, seat, first, last = state.identify_asker(request), query.seat, query.first, query.last
    if first is None and last is None:
        return JsonResponse(await state.replays.load_replay(id, asker), headers=NO_STORE)
    watcher = WATCHER if seat == "watcher" else int(seat) if seat.isdecimal() and len(seat) < 3 else -1
    begin = first if first is not None else last or 0
    end = last if last is not None else begin
    return JsonResponse(await state.replays.load_steps(id, asker, watcher, begin, end), headers=NO_STORE)


async def get_replay_record(state: AppState, request: Request, id: str) -> Response:
    """Download the record of a replay."""
    state.charge_rate_limit(request)
    return _download_response(await state.replays.read_record(id), f"coprime-{id}")


async def get_replay_notation(state: AppState, request: Request, id: str) -> Response:
    """Download a replay in the notation of the game's players."""
    state.charge_rate_limit(request)
    text = await state.replays.write_notation(id, state.identify_asker(request))
    return PlainTextResponse(text, headers=download_headers(f"coprime-{id}.txt"))


async def get_replay_qr(state: AppState, request: Request, id: str) -> dict[str, Any]:
    """Return the address of a replay as a QR code."""
    state.charge_rate_limit(request)
    await state.replays.require_replay(id)
    return make_qr_code(f"{state.public_url.base}/replay/{id}")


async def open_what_if(state: AppState, request: Request, id: str, data: bodies.WhatIf) -> bodies.TableCode:
    """Open a practice table that continues a replay from one of its steps."""
    key, name = await state.require_person(request)
    address = await _charge_new_table(state, request)
    seat_names = new_table.make_table_names(state.manager.randbits, name, data.seat)
    upto = await state.replays.load_match_up_to(id, key, data.step, data.seat, seat_names)
    game = find(upto.game)
    history, watcher_logs = await state.manager.run_in_thread(history_from_match, upto,
                                                              state.manager.current_rules(game))
    settings = Settings(upto.seats, dict(history.match.options), practice=True)

    def prepare(table: Table, now: float) -> None:
        new_table.seat_alone(table, key, seat_names, data.seat)
        match_lifecycle.resume_match(table, history, upto.labels, watcher_logs, now)
    return bodies.TableCode(await state.manager.open_table(game, settings, address, prepare))


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
    Endpoint("GET", "/api/tables/{code}/records", get_records),
    Endpoint("POST", "/api/tables/{code}/replay", keep_replay, 201),
    Endpoint("GET", "/api/tables/{code}/ending", get_ending),
    Endpoint("POST", "/api/tables/{code}/carry", create_carry_link),
    Endpoint("POST", "/api/carry", accept_carry_link),
    Endpoint("POST", "/api/replays", upload_replay, 201),
    Endpoint("GET", "/api/replays/{id}", get_replay),
    Endpoint("GET", "/api/replays/{id}/record", get_replay_record),
    Endpoint("GET", "/api/replays/{id}/notation", get_replay_notation),
    Endpoint("GET", "/api/replays/{id}/qr", get_replay_qr),
    Endpoint("POST", "/api/replays/{id}/whatif", open_what_if, 201),
]
