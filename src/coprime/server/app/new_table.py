"""Prepare a new table from a request, and describe a table in a list."""

import json
from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

from ...core.errors import BadRecord
from ...core.registry import all_games, known_games
from ...core.registry import find_game as find
from ...table import bot_chairs, catalogue, match_lifecycle, player_names
from ...table.correspondence import check_move_hours, require_correspondence
from ...table.rated_table import SEATS, require_ratable
from ...table.sentences import refusal
from ...table.sentences import say as table_say
from ...table.settings import Settings, check_deal, choose_options
from ...table.table import Table
from ..sentences import say
from ..table_actor import TableActor


@dataclass
class PreparedTable:
    """The settings of a new table, and the function that sets it up."""

    settings: Settings
    set_up: Callable[[Table, float], None]


def prepare_table(wanted: Any, key: str, name: str) -> PreparedTable:
    """A new table as a `NewTable` asks for it.  Raises BadInput."""
    game = find(wanted.game)
    most = game.seats[1]
    people = _clean_names(wanted.names, most)
    seats = wanted.seats if wanted.seats is not None else max(
        game.default_seat_count(), len(people), min(3 if wanted.now else 2, most))
    if people and len(people) > seats:
        raise refusal("hotseat", fewest=1, most=seats, count=len(people))
    if wanted.rated and wanted.seats is None:
        seats = SEATS
    hours = check_move_hours(game, wanted.hours)
    preset = wanted.preset if wanted.preset is not None or wanted.options else next(iter(game.presets), None)
    settings = Settings(
        seats, choose_options(game, seats, wanted.options, preset, {}), preset=None if wanted.options else preset,
        practice=(wanted.now or most == 1 if wanted.practice is None else wanted.practice) and not people and not hours,
        class_=wanted.class_, deal=check_deal(game, wanted.deal), rated=wanted.rated, hints=not wanted.rated,
        talk=not wanted.class_, take_back=not wanted.class_ and not wanted.rated,
        factor=0 if wanted.class_ or wanted.calm or hours else 1, hotseat=bool(people), move_hours=hours)
    if hours:
        require_correspondence(settings)
    if wanted.rated:
        require_ratable(settings, bool(wanted.bots) or wanted.now)

    def set_up(table: Table, now: float) -> None:
        guest = table.lobby.add_guest(key, name)
        weak = [{"level": catalogue.rule_of_thumb_levels(game)[0]}] * seats if wanted.calm else None
        bot_chairs.set_up_chairs(table, wanted.bots or weak, seats)
        for seat, seat_name in enumerate(people or [name]):
            table.lobby.seat_person(guest, seat, seat_name)
        bot_chairs.rename_similar_bots(table)
        guest.gone_since = now
        if wanted.now:
            match_lifecycle.begin_match(table, now)
    return PreparedTable(settings, set_up)


def _clean_names(names_given: list[str] | None, most: int) -> list[str]:
    """The names of people at one device.  Raises BadInput."""
    if names_given is None:
        return []
    if not 1 <= len(names_given) <= most:
        raise refusal("hotseat", fewest=1, most=most, count=len(names_given))
    people: list[str] = []
    for one in names_given:
        people.append(player_names.make_distinct(player_names.clean_name(one), people))
    return people


def make_table_names(randbits: Callable[[int], int], name: str, seat: int) -> list[str]:
    """The names at a table of one person and bots, for as many seats as any game has."""
    found = [name]
    for _ in range(max(game.seats[1] for game in all_games().values()) - 1):
        found.append(player_names.pick_animal(randbits, found))
    if 0 <= seat < len(found):
        found[0], found[seat] = found[seat], found[0]
    return found


def seat_alone(table: Table, key: str, seat_names: list[str], seat: int) -> None:
    """Seat one person, with bots in all other seats; `seat_names` are the names by seat."""
    guest = table.lobby.add_guest(key, seat_names[seat])
    bot_chairs.set_up_chairs(table, None, table.settings.seats)
    for chair in table.lobby.chairs:
        chair.name = seat_names[chair.seat]
    table.lobby.seat_person(guest, seat)


def table_list_entry(row: Any, table_actor: TableActor | None, muted: Container[tuple[str, int]]) -> dict[str, Any]:
    """A table in the list of somebody's tables.

    muted  the guests whom they have muted, by table and number there
    """
    game = known_games().get(row.game)
    stored = json.loads(row.kept)
    chairs, settings = stored.get("chairs", []), stored.get("settings", {})
    muted = () if settings.get("classroom") or settings.get("class_") else muted
    yours = [chair["seat"] for chair in chairs if row.who in (chair["who"], *chair.get("members", ()))]
    if table_actor:
        asked = {seat for seat in yours if table_actor.table.acting_seats() >> seat & 1}
    else:                                               # known of tables over days alone
        asked = {seat for seat, _ in stored.get("move_clock", {}).get("due_at", [])}.intersection(yours)
    names = [table_say("names.muted", n=chair["seat"] + 1) if (row.code, chair["who"]) in muted else chair["name"]
             for chair in chairs]
    return {"code": row.code, "game": row.game, "title": game.localized_title if game else row.game,
            "phase": table_actor.table.phase if table_actor else row.phase, "seats": names,
            "yours": yours, "turn": bool(asked), "touched": row.touched}


def decode_upload(body: bytes) -> str:
    """An uploaded file as text.  Raises BadRecord with the line of the damage."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = body[:wrong.start].count(b"\n") + 1
        raise BadRecord(say("wrong.utf8", line=line)) from None
