"""How a table is set up, and how one is listed."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...core.errors import BadRecord
from ...core.registry import all_games
from ...core.registry import find_game as find
from ...table import catalogue, chairs, names, play
from ...table.sentences import refusal
from ...table.settings import Settings, check_deal, choose_options
from ...table.table import Table
from ..sentences import say
from ..table_actor import TableActor


@dataclass
class PreparedTable:
    """A new table's settings, and what is to be done with it first."""

    settings: Settings
    table: Callable[[Table, float], None]


def prepare_table(asked: Any, key: str, name: str) -> PreparedTable:
    """A new table as a `NewTable` asks for it.  Raises BadInput."""
    game = find(asked.game)
    most = game.seats[1]
    people = _people(asked.names, most)
    seats = asked.seats if asked.seats is not None else max(
        game.usual_seats(), len(people), min(3 if asked.now else 2, most))
    if people and len(people) > seats:
        raise refusal("hotseat", fewest=1, most=seats, count=len(people))
    preset = asked.preset if asked.preset is not None or asked.options else next(iter(game.presets), None)
    settings = Settings(
        seats, choose_options(game, seats, asked.options, preset, {}), preset=None if asked.options else preset,
        practice=(asked.now or most == 1 if asked.practice is None else asked.practice) and not people,
        class_=asked.class_, deal=check_deal(game, asked.deal),
        talk=not asked.class_, factor=0 if asked.class_ or asked.calm else 1, hotseat=bool(people))

    def set_up(table: Table, now: float) -> None:
        guest = table.lobby.enter(key, name)
        weak = [{"level": catalogue.rule_of_thumb_levels(game)[0]}] * seats if asked.calm else None
        chairs.set_up_chairs(table, asked.bots or weak, seats)
        for seat, called in enumerate(people or [name]):
            table.lobby.sit(guest, seat, called)
        chairs.rename_similar_bots(table)
        guest.gone = now
        if asked.now:
            play.begin_match(table, now)
    return PreparedTable(settings, set_up)


def _people(given: list[str] | None, most: int) -> list[str]:
    """The names of people at one device.  Raises BadInput."""
    if given is None:
        return []
    if not 1 <= len(given) <= most:
        raise refusal("hotseat", fewest=1, most=most, count=len(given))
    people: list[str] = []
    for one in given:
        people.append(names.make_distinct(names.clean_name(one), people))
    return people


def names_at_table(randbits: Callable[[int], int], name: str, seat: int) -> list[str]:
    """The names at a table of one person and bots, for as many seats as any game has."""
    found = [name]
    for _ in range(max(game.seats[1] for game in all_games().values()) - 1):
        found.append(names.pick_animal(randbits, found))
    if 0 <= seat < len(found):
        found[0], found[seat] = found[seat], found[0]
    return found


def seat_alone(table: Table, key: str, called: list[str], seat: int) -> None:
    """One person in a seat, bots in the others."""
    guest = table.lobby.enter(key, called[seat])
    chairs.set_up_chairs(table, None, table.settings.seats)
    for chair in table.lobby.chairs:
        chair.name = called[chair.seat]
    table.lobby.sit(guest, seat)


def list_entry(row: Any, room: TableActor | None) -> dict[str, Any]:
    """A table in the list of somebody's tables."""
    game = all_games().get(row.game)
    chairs = json.loads(row.kept).get("chairs", [])
    yours = [chair["seat"] for chair in chairs if row.who in (chair["who"], *chair.get("members", ()))]
    acting = room.table.acting_seats() if room else 0
    return {"code": row.code, "game": row.game, "title": game.localized_title if game else row.game,
            "phase": room.table.phase if room else row.phase, "seats": [chair["name"] for chair in chairs],
            "yours": yours, "turn": any(acting >> seat & 1 for seat in yours), "touched": row.touched}


def decode_upload(body: bytes) -> str:
    """An uploaded file as text.  Raises BadRecord with the line of the damage."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = body[:wrong.start].count(b"\n") + 1
        raise BadRecord(say("wrong.utf8", line=line)) from None
