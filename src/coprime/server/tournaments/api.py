"""HTTP endpoints of tournaments: open one, enter it, pair its rounds, correct it, end it."""

import time
from functools import partial
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response

from ...classroom.sentences import rude_words
from ...core.options import to_json_value
from ...core.registry import find_game as find
from ...table import catalogue, player_names
from ...table.settings import choose_options
from ...tournaments import rounds, teams
from ...tournaments.arena import begin_arena
from ...tournaments.round_clock import change_round_minutes, round_seconds_left, start_clock
from ...tournaments.sentences import say as tournament_say
from ...tournaments.tournament import FORMATS, MOST_BOTS_AT_ONCE, Tournament, parse_names
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..join_codes import CLASS_LETTERS
from ..request_error import RequestError
from ..store import rating_rows, tournament_rows
from ..table_dispatch import end_tables
from .arena_api import correct_finished_pairing, find_known_arena, set_player_paused, show_arena
from .arena_keeper import end_arena
from .bodies import (
    AdmitBody,
    BotsBody,
    CorrectionBody,
    EntryAnswer,
    EntryBody,
    NamesBody,
    NewTournament,
    PairingBody,
    PlayerName,
    ReaderQuery,
    SubstituteBody,
    TournamentCode,
    TournamentSettings,
)
from .lookup import change_tournament, find_directed, find_tournament, read_tournament, require_tournaments
from .pairing_tables import open_tables, refresh_tournament, seat_bot
from .poll_memory import LookedTournament
from .polls import find_polled, make_version
from .view import serialize_tournament

LONGEST_NAME = 60               # characters of a tournament's name
MOST_PER_PERSON = 5             # open tournaments that one person directs
SEEN_INTERVAL = 45              # seconds after which it is noted again that a player's page is here
USUAL_MINUTES = 60              # of an arena
PLANNING_TRIES = 3              # how often a round is planned anew, where something has changed meanwhile


async def open_tournament(state: AppState, request: Request, data: NewTournament) -> TournamentCode:
    """Open a tournament; the asking person directs it."""
    require_tournaments(state)
    key, _ = await state.require_person(request)
    state.new_table_limiter.charge(state.client_address(request))
    name, game = _clean_name(data.name), find(data.game)
    if data.format not in FORMATS:
        raise RequestError.from_sentence(400, tournament_say("no.format"))
    if not game.seats[0] <= 2 <= game.seats[1]:
        raise RequestError.from_sentence(400, tournament_say("no.seats", title=game.localized_title))
    preset = data.preset or (None if data.options else next(iter(game.presets), None))
    options = choose_options(game, 2, data.options, preset, {})
    tournament = Tournament(name, key, game.name, {name: to_json_value(value) for name, value in options.items()},
                            None if data.options else preset, data.format, rated=data.rated)
    tournament.change_length(data.rounds, data.wins)
    if tournament.is_league or data.boards or data.double:
        teams.change_boards(tournament, data.boards or teams.USUAL_BOARDS, data.double)
    if tournament.is_arena or data.minutes:
        tournament.change_minutes(data.minutes or USUAL_MINUTES)
    if data.round_minutes:
        change_round_minutes(tournament, data.round_minutes, int(time.time()))
    code = await state.manager.new_code(CLASS_LETTERS)
    await state.manager.change_durably(partial(_insert_if_room, code=code, tournament=tournament,
                                               most=state.limits.tournaments))
    return TournamentCode(code)


def _insert_if_room(connection: sa.Connection, code: str, tournament: Tournament, most: int) -> None:
    """Raises RequestError where the server, or the person, has as many open tournaments as they may."""
    in_all, mine = tournament_rows.count_open(connection, tournament.director)
    if in_all >= most:
        raise RequestError.from_sentence(409, tournament_say("no.open", most=most))
    if mine >= MOST_PER_PERSON:
        raise RequestError.from_sentence(409, tournament_say("no.yours", most=MOST_PER_PERSON))
    tournament_rows.insert_tournament(connection, code, tournament)


def _clean_name(name: str) -> str:
    title = player_names.clean_title(name, LONGEST_NAME)
    if title is None:
        raise RequestError.from_sentence(400, tournament_say("no.title", longest=LONGEST_NAME))
    return title


async def list_my_tournaments(state: AppState, request: Request) -> dict[str, Any]:
    """List the tournaments that the asking person directs or plays in, the newest first."""
    require_tournaments(state)
    key, _ = await state.require_person(request)
    found = await state.manager.read_store(partial(tournament_rows.list_of_person, key=key))
    return {"tournaments": [{"code": code, "name": one.name, "state": one.state, "director": one.director == key,
                             "game": one.game, "title": find(one.game).localized_title, "touched": touched}
                            for code, touched, one in found]}


async def get_tournament(state: AppState, request: Request, code: str, query: ReaderQuery) -> dict[str, Any]:
    """Return a tournament as its director, a player, or anybody else with its code may see it.

    A page that knows a version of it is told no more than what is another one, by a look that is up to a second old.
    """
    if (found := await find_known_arena(state, request, code)) is not None:
        return await show_arena(state, *found, waits=query.waits, hold=query.hold)
    if query.known and (polled := find_polled(state, request, code)) is not None:
        code, key, looked = polled
        return await _answer_poll(state, code, key, looked, query.known)
    code, key, tournament = await find_tournament(state, request, code)
    if tournament.is_arena:
        state.arenas.note_tournament(code, tournament)
        return await show_arena(state, code, key, state.arenas.known[code], query.waits, query.hold)
    return await _answer_poll(state, code, key, await _look_at(state, code, tournament), query.known)


async def _look_at(state: AppState, code: str, tournament: Tournament) -> LookedTournament:
    tournament, stored = await refresh_tournament(state, code, tournament)
    return state.tournament_polls.note_looked(code, tournament, stored)


async def _answer_poll(state: AppState, code: str, key: str, looked: LookedTournament, known: str) -> dict[str, Any]:
    """Answer a page that knows a version of a tournament, "" for none."""
    now, player = int(time.time()), looked.tournament.find_player(key)
    if player is not None and now - player.seen > SEEN_INTERVAL:
        tournament, _ = await change_tournament(state, code, partial(_note_seen, key=key, now=now))
        looked = state.tournament_polls.note_looked(code, tournament, looked.stored)
    version = make_version(state, looked, key)
    if known == str(version):
        return {"version": known, "round_left": round_seconds_left(looked.tournament, state.manager.open_seconds())}
    return serialize_tournament(state, code, looked.tournament, key, looked.stored,
                                knows_past=known.endswith(f".{version.past}")) | {"version": str(version)}


def _note_seen(tournament: Tournament, key: str, now: int) -> None:
    if (player := tournament.find_player(key)) is not None:
        player.seen = now


async def answer_change(state: AppState, code: str, key: str, tournament: Tournament) -> dict[str, Any]:
    """The tournament after a change."""
    if tournament.is_arena:
        return await show_arena(state, code, key, state.arenas.known[code])
    tournament, stored = await refresh_tournament(state, code, tournament)
    return serialize_tournament(state, code, tournament, key, stored)


async def enter_tournament(state: AppState, request: Request, code: str, data: EntryBody) -> EntryAnswer:
    """Enter a tournament under a name; with approval one waits for the director."""
    state.charge_rate_limit(request)
    code, key, before = await find_tournament(state, request, code)
    name = player_names.clean_name(data.name)
    if before.find_by_name(name) is None and set(rude_words()) & {player_names.fold_for_word_filter(name)}:
        raise RequestError.from_sentence(400, tournament_say("no.name"))
    now = int(time.time())
    tournament, player = await change_tournament(state, code, lambda one: one.enter(key, name, now))
    return EntryAnswer(player.name, tournament.find_player(key) is None)


async def change_settings(state: AppState, request: Request, code: str, data: TournamentSettings) -> dict[str, Any]:
    """Change the name, who may enter, or the length (director only)."""
    state.charge_rate_limit(request)
    code, key, _ = await find_directed(state, request, code)

    def change(tournament: Tournament) -> None:
        if tournament.over:
            raise RequestError.from_sentence(409, tournament_say("no.over"))
        tournament.change_length(data.rounds, data.wins)
        teams.change_boards(tournament, data.boards, data.double)
        if data.minutes is not None:
            tournament.change_minutes(data.minutes)
        if data.round_minutes is not None:
            change_round_minutes(tournament, data.round_minutes, int(time.time()))
        if data.name is not None:
            tournament.name = _clean_name(data.name)
        tournament.entry = tournament.entry if data.entry is None else data.entry
        tournament.approval = tournament.approval if data.approval is None else data.approval
    tournament, _ = await change_tournament(state, code, change)
    return await answer_change(state, code, key, tournament)


async def add_players(state: AppState, request: Request, code: str, data: NamesBody) -> dict[str, Any]:
    """Add names to the list, which people take by entering; in a team league with their teams (director only)."""
    state.charge_rate_limit(request)
    code, key, before = await find_directed(state, request, code)
    if before.is_league:
        lines = [line for line in data.names if line.strip()][:before.most_players + 1]
        tournament, _ = await change_tournament(state, code, lambda one: teams.add_lines(one, lines))
        return await answer_change(state, code, key, tournament)
    names = parse_names(data.names, before.most_players)
    tournament, _ = await change_tournament(state, code, lambda one: one.add_names(names))
    return await answer_change(state, code, key, tournament)


async def admit_players(state: AppState, request: Request, code: str, data: AdmitBody) -> dict[str, Any]:
    """Let waiting people in, or send them away (director only)."""
    state.charge_rate_limit(request)
    code, key, _ = await find_directed(state, request, code)
    now = int(time.time())
    tournament, _ = await change_tournament(state, code, lambda one: one.admit(data.names, data.yes, now))
    return await answer_change(state, code, key, tournament)


async def add_bots(state: AppState, request: Request, code: str, data: BotsBody) -> dict[str, Any]:
    """Let bots fill in (director only)."""
    state.charge_rate_limit(request)
    code, key, before = await find_directed(state, request, code)
    if data.level not in [one["level"] for one in catalogue.describe_levels(find(before.game))]:
        raise RequestError.from_sentence(400, tournament_say("no.level", level=data.level[:40]))
    if not 1 <= data.count <= MOST_BOTS_AT_ONCE:
        raise RequestError.from_sentence(400, tournament_say("no.bots", fewest=1, most=MOST_BOTS_AT_ONCE))
    now = int(time.time())

    def change(tournament: Tournament) -> None:
        for team in teams.choose_bot_teams(tournament, data.team, data.count):
            taken = [one.name for one in (*tournament.players, *tournament.waiting)]
            name = player_names.make_distinct(player_names.pick_animal(state.manager.randbits, taken), taken)
            teams.put_in_team(tournament, tournament.add_bot(name, data.level, now), team)
    tournament, _ = await change_tournament(state, code, change)
    return await answer_change(state, code, key, tournament)


async def withdraw_player(state: AppState, request: Request, code: str, data: PlayerName) -> dict[str, Any]:
    """Withdraw a player: the director anybody, a player themselves. A running pairing is lost by it."""
    state.charge_rate_limit(request)
    code, key, before = await find_tournament(state, request, code)
    player = before.find_player(key)
    if before.director != key and (player is None or player is not before.require_player(data.name)):
        raise RequestError.from_sentence(403, tournament_say("no.own"))
    now = int(time.time())
    if before.is_arena and before.director != key and player is not None:
        return await set_player_paused(state, code, key, True)
    tournament, pairing = await change_tournament(state, code, lambda one: one.withdraw(data.name, now))
    if pairing is not None and pairing.code:
        await end_tables(state, [pairing.code], "tournament")
    return await answer_change(state, code, key, tournament)


async def readmit_player(state: AppState, request: Request, code: str, data: PlayerName) -> dict[str, Any]:
    """Let somebody who has withdrawn play again from the next round (director only)."""
    state.charge_rate_limit(request)
    code, key, _ = await find_directed(state, request, code)
    now = int(time.time())
    tournament, _ = await change_tournament(state, code, lambda one: one.readmit(data.name, now))
    return await answer_change(state, code, key, tournament)


async def pair_round(state: AppState, request: Request, code: str, data: PairingBody) -> dict[str, Any]:
    """Pair the next round and open its tables; the earlier one must be complete. An arena begins (director only)."""
    state.new_table_limiter.charge(state.client_address(request))
    code, key, tournament = await find_directed(state, request, code)
    if tournament.is_arena:
        now = int(time.time())
        tournament, _ = await change_tournament(state, code, lambda one: begin_arena(one, now))
        return await answer_change(state, code, key, tournament)
    tournament, _ = await refresh_tournament(state, code, tournament)
    tournament = await _begin_round(state, code, tournament, data.empty)
    await open_tables(state, code, tournament, {one.code for one in tournament.open_pairings()})
    return await answer_change(state, code, key, tournament)


async def _begin_round(state: AppState, code: str, tournament: Tournament, empty: bool) -> Tournament:
    """Plan a round in a thread and begin it; plan anew where something has changed. Raises RequestError."""
    for tries in range(PLANNING_TRIES):
        if why := tournament.why_no_round():
            raise RequestError.from_sentence(409, why)
        plan = await state.manager.run_in_thread(rounds.plan_round, tournament, empty)
        codes = [await state.manager.new_code() for _ in range(plan.table_count)]
        now = int(time.time())
        try:
            return (await change_tournament(state, code, partial(
                _begin, plan=plan, codes=codes, now=now, open_seconds=state.manager.open_seconds())))[0]
        except rounds.PlanOutdated as changed:
            if tries == PLANNING_TRIES - 1:
                raise RequestError.from_sentence(409, str(changed)) from None
        tournament = await read_tournament(state, code) or tournament
    raise AssertionError


def _begin(tournament: Tournament, plan: rounds.RoundPlan, codes: list[str], now: int, open_seconds: float) -> None:
    if why := tournament.why_no_round():
        raise RequestError.from_sentence(409, why)
    rounds.begin_round(tournament, plan, codes, now)
    start_clock(tournament, open_seconds)


async def substitute_player(state: AppState, request: Request, code: str, data: SubstituteBody) -> dict[str, Any]:
    """Let a bot sit down for a player who has not come, until the pairing is over (director only)."""
    state.charge_rate_limit(request)
    code, key, _ = await find_directed(state, request, code)
    now = int(time.time())
    tournament, (pairing, player) = await change_tournament(
        state, code, lambda one: one.substitute_bot(data.table, data.name, now))
    await seat_bot(state, pairing.code, player.number)
    return await answer_change(state, code, key, tournament)


async def correct_result(state: AppState, request: Request, code: str, data: CorrectionBody) -> dict[str, Any]:
    """Correct a result, or set that of a pairing that still plays, with a line in the log (director only)."""
    state.charge_rate_limit(request)
    code, key, before = await find_directed(state, request, code)
    now = int(time.time())
    if before.is_arena and await correct_finished_pairing(state, code, data.table, data.score, data.reason, now):
        return await answer_change(state, code, key, before)
    unfinished = {one.code for one in before.open_pairings()}
    tournament, pairing = await change_tournament(
        state, code, lambda one: one.correct(data.round, data.table, data.score, data.reason, now))
    if not before.is_arena and pairing.code in unfinished:
        await end_tables(state, [pairing.code], "tournament")
    return await answer_change(state, code, key, tournament)


async def end_tournament(state: AppState, request: Request, code: str) -> dict[str, Any]:
    """End the tournament; games that run are not counted (director only)."""
    state.charge_rate_limit(request)
    code, key, tournament = await find_directed(state, request, code)
    now = int(time.time())
    if tournament.is_arena:
        unfinished = await end_arena(state, code)
    else:
        await refresh_tournament(state, code, tournament)
        tournament, unfinished = await change_tournament(state, code, lambda one: one.end(now))
    await end_tables(state, [one.code for one in unfinished if one.code], "tournament")
    return await answer_change(state, code, key, tournament)


async def delete_tournament(state: AppState, request: Request, code: str) -> Response:
    """Delete the tournament, its tables, and all that was played there (director only)."""
    state.charge_rate_limit(request)
    code, _, tournament = await find_directed(state, request, code)
    whole = await state.manager.read_store(partial(tournament_rows.read_whole_tournament, code=code)) or tournament
    await end_tables(state, tournament_rows.table_codes(whole), "closed")
    await state.manager.write_durably(partial(tournament_rows.forget_tournament, code=code))
    state.arenas.known.pop(code, None)
    if tournament.rated:
        await state.manager.write_durably(partial(rating_rows.delete_results, code=code, game=tournament.game))
    return Response(status_code=204)


ENDPOINTS = [
    Endpoint("POST", "/api/tournaments", open_tournament, 201),
    Endpoint("GET", "/api/tournaments", list_my_tournaments),
    Endpoint("GET", "/api/tournaments/{code}", get_tournament),
    Endpoint("DELETE", "/api/tournaments/{code}", delete_tournament, 204),
    Endpoint("POST", "/api/tournaments/{code}/settings", change_settings),
    Endpoint("POST", "/api/tournaments/{code}/enter", enter_tournament),
    Endpoint("POST", "/api/tournaments/{code}/players", add_players),
    Endpoint("POST", "/api/tournaments/{code}/admit", admit_players),
    Endpoint("POST", "/api/tournaments/{code}/bots", add_bots),
    Endpoint("POST", "/api/tournaments/{code}/withdraw", withdraw_player),
    Endpoint("POST", "/api/tournaments/{code}/return", readmit_player),
    Endpoint("POST", "/api/tournaments/{code}/round", pair_round),
    Endpoint("POST", "/api/tournaments/{code}/substitute", substitute_player),
    Endpoint("POST", "/api/tournaments/{code}/result", correct_result),
    Endpoint("POST", "/api/tournaments/{code}/end", end_tournament),
]
