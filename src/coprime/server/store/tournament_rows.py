"""Read, change, forget and count stored tournaments, and read what their tables have stored."""

import json
import time
from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa

from ...table.pairing_outcome import TableOutcome
from ...tournaments.arena import archive_finished_pairings, correct_finished
from ...tournaments.tournament import KEPT_DAYS, Tournament
from ...tournaments.tournament_types import TablePairing
from . import rating_rows, schema

T = TypeVar("T")
MOST_LISTED = 20                # tournaments of a person


class StoredPairing(NamedTuple):
    """What a table of a tournament has stored.

    phase, match  of the table, and the number of its last match
    arrived  who has come before the first game;  bots  for whom bots play, by the tournament's numbers
    """

    phase: str
    match: int
    arrived: list[int]
    bots: list[int]
    outcomes: list[TableOutcome]


def read_tournament(connection: sa.Connection, code: str, change: bool = False) -> Tournament | None:
    """Return the tournament of a code, or None; with `change` its row is locked for an update."""
    query = sa.select(schema.tournaments.c.kept).where(schema.tournaments.c.code == code)
    stored = connection.execute(query.with_for_update() if change else query).scalar()
    return None if stored is None else msgspec.json.decode(stored, type=Tournament)


def insert_tournament(connection: sa.Connection, code: str, tournament: Tournament) -> None:
    """Insert a new tournament."""
    connection.execute(sa.insert(schema.tournaments).values(
        code=code, director=tournament.director, **_columns(tournament)))


def change_tournament_row(connection: sa.Connection, code: str, change: Callable[[Tournament], T],
                          ) -> tuple[Tournament, T] | None:
    """Apply a change to a tournament's locked row. Returns it and the result; None where there is none.

    Nothing is written where nothing has changed. Of an arena, pairings that are over then have rows of their own.
    """
    tournament = read_tournament(connection, code, change=True)
    if tournament is None:
        return None
    before = msgspec.json.encode(tournament)
    result = change(tournament)
    if msgspec.json.encode(tournament) != before:
        t = schema.tournaments
        if finished := archive_finished_pairings(tournament):
            connection.execute(sa.insert(schema.arena_pairings), [_pairing_columns(code, one) for one in finished])
        connection.execute(sa.update(t).where(t.c.code == code).values(**_columns(tournament)))
        if tournament.rated and tournament.over:
            rating_rows.write_results(connection, code, read_whole_tournament(connection, code) or tournament)
    return tournament, result


def _pairing_columns(code: str, pairing: TablePairing) -> dict[str, Any]:
    first, second = pairing.players
    return {"tournament": code, "number": pairing.table, "code": pairing.code, "first": first, "second": second,
            "kept": msgspec.json.encode(pairing).decode()}


def read_arena_pairings(connection: sa.Connection, code: str, player: int = 0, most: int | None = None,
                        ) -> list[TablePairing]:
    """Return pairings of an arena that are over, the latest first: of a player or of all, at most so many."""
    a = schema.arena_pairings.c
    query = sa.select(a.kept).where(a.tournament == code).order_by(a.number.desc()).limit(most)
    if player:
        query = query.where(sa.or_(a.first == player, a.second == player))
    return [msgspec.json.decode(one, type=TablePairing) for one in connection.execute(query).scalars()]


def read_whole_tournament(connection: sa.Connection, code: str) -> Tournament | None:
    """Return a tournament as `read_tournament` does; an arena with all its pairings, in their order."""
    tournament = read_tournament(connection, code)
    if tournament is not None and tournament.is_arena and tournament.rounds:
        pairings = [*read_arena_pairings(connection, code), *tournament.rounds[0].pairings]
        tournament.rounds[0].pairings = sorted(pairings, key=lambda one: one.table)
    return tournament


def correct_arena_pairing(connection: sa.Connection, code: str, number: int, score: list[float], reason: str,
                          now: int) -> tuple[Tournament, TablePairing] | None:
    """Set the result of an arena's pairing that is over. Returns both; None where there is none. Raises BadInput."""
    a = schema.arena_pairings
    where = sa.and_(a.c.tournament == code, a.c.number == number)

    def change(tournament: Tournament) -> TablePairing | None:
        stored = connection.execute(sa.select(a.c.kept).where(where)).scalar()
        if stored is None:
            return None
        pairing = msgspec.json.decode(stored, type=TablePairing)
        correct_finished(tournament, pairing, score, reason, now)
        connection.execute(sa.update(a).where(where).values(kept=msgspec.json.encode(pairing).decode()))
        return pairing
    found = change_tournament_row(connection, code, change)
    return None if found is None or found[1] is None else (found[0], found[1])


def _columns(tournament: Tournament) -> dict[str, Any]:
    return {"phase": tournament.state, "touched": int(time.time()), "kept": msgspec.json.encode(tournament).decode()}


def has_running_tournaments(connection: sa.Connection) -> bool:
    """Tell whether a tournament is running, whose rounds may have a clock."""
    t = schema.tournaments.c
    return connection.execute(sa.select(t.code).where(t.phase == "running").limit(1)).first() is not None


def count_open(connection: sa.Connection, director: str) -> tuple[int, int]:
    """Return how many tournaments are open on the server, and how many of these a person directs."""
    t = schema.tournaments.c
    directors = list(connection.execute(sa.select(t.director).where(t.phase != "over")).scalars())
    return len(directors), directors.count(director)


def list_running(connection: sa.Connection) -> list[str]:
    """Return the codes of tournaments that have begun and not ended."""
    t = schema.tournaments.c
    return list(connection.execute(sa.select(t.code).where(t.phase == "running").order_by(t.code)).scalars())


def _is_of(key: str) -> sa.ColumnElement[bool]:
    """Whether a person directs a tournament, plays in it or waits to be let in."""
    t = schema.tournaments.c
    # A key stands in the JSON of every tournament whose player or waiting person it is, and nowhere else.
    return sa.or_(t.director == key, t.kept.contains(f'"key":"{key}"', autoescape=True))


def list_of_person(connection: sa.Connection, key: str) -> list[tuple[str, int, Tournament]]:
    """Return code, time of the last change and tournament of those that a person directs or plays in, newest first."""
    t = schema.tournaments.c
    query = sa.select(t.code, t.touched, t.kept).where(_is_of(key)).order_by(t.touched.desc())
    return [(row.code, row.touched, msgspec.json.decode(row.kept, type=Tournament))
            for row in connection.execute(query.limit(MOST_LISTED))]


def is_member(connection: sa.Connection, code: str, key: str) -> bool:
    """Tell whether a person directs a tournament, or plays in it."""
    tournament = read_tournament(connection, code)
    return tournament is not None and (tournament.director == key or tournament.find_player(key) is not None)


def read_pairings(connection: sa.Connection, codes: Collection[str]) -> dict[str, StoredPairing]:
    """Return what tables have stored, by code; a table that has not been opened yet is missing."""
    t = schema.tables.c
    rows = connection.execute(sa.select(t.code, t.phase, t.kept).where(t.code.in_(codes))) if codes else ()
    found = {}
    for row in rows:
        stored = json.loads(row.kept)
        found[row.code] = StoredPairing(row.phase, stored.get("matches", 0), stored.get("arrived", []),
                                        [chair["entrant"] for chair in stored.get("chairs", ())
                                         if chair["kind"] == "bot"],
                                        msgspec.convert(stored.get("outcomes", []), list[TableOutcome]))
    return found


def list_opened_tables(connection: sa.Connection, codes: Collection[str]) -> list[str]:
    """Return those of the codes whose tables are there."""
    t = schema.tables.c
    return list(connection.execute(sa.select(t.code).where(t.code.in_(codes))).scalars()) if codes else []


def table_codes(tournament: Tournament) -> list[str]:
    """Return the codes of all tables of a tournament."""
    return [one.code for found in tournament.rounds for one in found.pairings if one.code]


def list_directed_tables(connection: sa.Connection, director: str) -> list[str]:
    """Return the codes of the tables of all tournaments that a person directs."""
    t = schema.tournaments.c
    codes = list(connection.execute(sa.select(t.code).where(t.director == director)).scalars())
    found = [read_whole_tournament(connection, code) for code in codes]
    return [code for one in found if one is not None for code in table_codes(one)]


def forget_tournament(connection: sa.Connection, code: str) -> None:
    """Delete a tournament with its tables and all that was played there."""
    tournament = read_whole_tournament(connection, code)
    if tournament is None:
        return
    codes = table_codes(tournament)
    for part in (schema.events, schema.journal_heads, schema.chat, schema.guests, schema.tables):
        connection.execute(sa.delete(part).where(part.c.code.in_(codes)))
    connection.execute(sa.delete(schema.arena_pairings).where(schema.arena_pairings.c.tournament == code))
    connection.execute(sa.delete(schema.tournaments).where(schema.tournaments.c.code == code))


def forget_in_tournaments(connection: sa.Connection, key: str, nobody: str) -> None:
    """Delete the tournaments that a person directs; in others they are called `nobody` and have withdrawn."""
    t = schema.tournaments.c
    for code, director in connection.execute(sa.select(t.code, t.director).where(_is_of(key)).order_by(t.code)).all():
        if director == key:
            forget_tournament(connection, code)
        else:
            change_tournament_row(connection, code, lambda one: one.forget_person(key, nobody))


def forget_old_tournaments(connection: sa.Connection, before: Callable[[float], int]) -> None:
    """Delete tournaments that nothing has changed in for so many days; `before` as in `erasure.forget_expired`."""
    t = schema.tournaments.c
    query = sa.select(t.code).where(t.touched < before(KEPT_DAYS * 86_400))
    for code in list(connection.execute(query).scalars()):
        forget_tournament(connection, code)
