"""Club ratings: results of rated events and tables, and the ratings that follow from them.

Results are kept after their event or table, and ratings are a function of them alone.  What writes results only notes
that a game's ratings have changed: they are computed when somebody asks for them, so that no move waits for that.
"""

import secrets
import time
from collections import defaultdict
from typing import Any, NamedTuple

import sqlalchemy as sa

from ...table.ports import RatedMatch
from ...tournaments.glicko2 import PlayerRating, update_rating
from ...tournaments.tournament import Tournament
from . import schema
from .acquaintance_rows import is_pupil, pupil_clause

MOST_LISTED = 200               # people of a game that are listed
CLOCK = time.time               # seconds since the epoch


class PersonRating(NamedTuple):
    """A person's rating in one game.  `person` is their key, never sent;  `results` are counted pairings."""

    person: str
    name: str
    game: str
    rating: float
    deviation: float
    results: int


def write_results(connection: sa.Connection, code: str, tournament: Tournament) -> None:
    """Write the results of a rated tournament that is over, in place of earlier ones.

    tournament  of an arena with all its pairings

    Counted is a pairing of two people who played it themselves; nobody of a class is rated.
    """
    r = schema.rated_results
    connection.execute(sa.delete(r).where(r.c.code == code))
    rows: list[dict[str, Any]] = []
    for one in tournament.rounds:
        for pairing in one.pairings:
            if len(pairing.players) < 2 or pairing.forfeited or pairing.substituted or pairing.closed:
                continue
            first, second = (tournament.player(number) for number in pairing.players)
            points = pairing.points_of(first.number)
            if (first.key and second.key and points + pairing.points_of(second.number) == 1
                    and not is_pupil(connection, first.key) and not is_pupil(connection, second.key)):
                rows.append({"code": code, "number": len(rows), "game": tournament.game, "at": pairing.at or one.at,
                             "first": first.key, "second": second.key, "score": round(2 * points)})
    if rows:
        connection.execute(sa.insert(r), rows)
    note_changed_ratings(connection, tournament.game)


def write_match(connection: sa.Connection, code: str, match: RatedMatch, now: int) -> None:
    """Write the result of a match at a rated table, once. Nobody of a class is rated."""
    r, p, t = schema.rated_results, schema.people.c, schema.tables.c
    game = connection.execute(sa.select(t.game).where(t.code == code)).scalar() or ""
    known = set(connection.execute(sa.select(p.key).where(
        p.key.in_((match.first, match.second)), sa.not_(pupil_clause(p.key)))).scalars())
    if len(known) < 2:
        return
    connection.execute(sa.delete(r).where(r.c.code == code, r.c.number == match.match))
    connection.execute(sa.insert(r).values(code=code, number=match.match, game=game, at=now, first=match.first,
                                           second=match.second, score=match.score))
    note_changed_ratings(connection, game)


def delete_results(connection: sa.Connection, code: str, game: str) -> None:
    """Delete the results of an event."""
    connection.execute(sa.delete(schema.rated_results).where(schema.rated_results.c.code == code))
    note_changed_ratings(connection, game)


def note_changed_ratings(connection: sa.Connection, game: str) -> None:
    """Note that the ratings of a game are to be computed again."""
    c = schema.changed_ratings
    connection.execute(sa.delete(c).where(c.c.game == game))
    connection.execute(sa.insert(c).values(game=game, mark=secrets.token_urlsafe(16)))


def read_changed_games(connection: sa.Connection) -> dict[str, str]:
    """Return the games whose ratings are to be computed again, each with its mark."""
    c = schema.changed_ratings.c
    return {row.game: row.mark for row in connection.execute(sa.select(c.game, c.mark).order_by(c.game))}


def rate_game(connection: sa.Connection, game: str) -> int:
    """Rate everybody in a game from all its results, in one transaction. Returns how many people are rated."""
    rows = compute_ratings(connection, game)
    write_ratings(connection, game, rows, read_changed_games(connection).get(game, ""))
    return len(rows)


def write_ratings(connection: sa.Connection, game: str, rows: list[dict[str, Any]], mark: str) -> None:
    """Write the ratings of a game in place of earlier ones.

    rows, mark  as `compute_ratings` and `read_changed_games` have returned them; where results have changed since, the
                game is computed again by whoever asks next
    """
    t, c, p = schema.ratings, schema.changed_ratings, schema.people.c
    known = set(connection.execute(sa.select(p.key)).scalars()) if rows else set()
    connection.execute(sa.delete(t).where(t.c.game == game))
    if kept := [row for row in rows if row["person"] in known]:         # somebody may have been forgotten meanwhile
        connection.execute(sa.insert(t), kept)
    connection.execute(sa.delete(c).where(c.c.game == game, c.c.mark == mark))


def compute_ratings(connection: sa.Connection, game: str) -> list[dict[str, Any]]:
    """Return the ratings of everybody in a game, as rows, from all its results; nothing is written.

    A rating period is a calendar month (UTC), so that a month has about as many results as Glicko-2 wants.
    """
    r = schema.rated_results.c
    query = sa.select(r.first, r.second, r.score, r.at).where(r.game == game).order_by(r.at, r.code, r.number)
    months: dict[int, list[tuple[str, str, float]]] = defaultdict(list)
    for row in connection.execute(query):
        months[_month(row.at)].append((row.first, row.second, row.score / 2))
    ratings: dict[str, PlayerRating] = {}
    counts: dict[str, int] = defaultdict(int)
    for month in range(min(months, default=1), max([*months, _month(int(CLOCK()))]) + 1):
        results: dict[str, list[tuple[PlayerRating, float]]] = defaultdict(list)
        for first, second, score in months.get(month, ()):
            results[first].append((ratings.get(second, PlayerRating()), score))
            results[second].append((ratings.get(first, PlayerRating()), 1 - score))
        for person in {*ratings, *results}:
            counts[person] += len(results[person])
        ratings = {person: update_rating(ratings.get(person, PlayerRating()), results[person])
                   for person in {*ratings, *results}} if months else {}
    return [{"person": person, "game": game, "rating": one.rating, "deviation": one.deviation,
             "volatility": one.volatility, "results": counts[person]} for person, one in sorted(ratings.items())]


def _month(at: int) -> int:
    """The number of the month of a time."""
    moment = time.gmtime(at)
    return 12 * moment.tm_year + moment.tm_mon


def rate_all(connection: sa.Connection) -> dict[str, int]:
    """Rate every game that has results or ratings. Returns how many people are rated, by game."""
    games = {row.game for table in (schema.rated_results, schema.ratings)
             for row in connection.execute(sa.select(table.c.game).distinct())}
    return {game: rate_game(connection, game) for game in sorted(games)}


def read_ratings(connection: sa.Connection, game: str | None = None, all_people: bool = False) -> list[PersonRating]:
    """Return the ratings of one game or of all, the highest of each game first: not of pupils, nor of whoever hides."""
    t, p, h = schema.ratings.c, schema.people.c, schema.hidden_ratings.c
    query = sa.select(p.key, p.name, t.game, t.rating, t.deviation, t.results).where(p.key == t.person)
    if not all_people:
        query = query.where(p.key.not_in(sa.select(h.person)), sa.not_(pupil_clause(p.key)))
    if game is not None:
        query = query.where(t.game == game)
    return [PersonRating(*row) for row in connection.execute(query.order_by(t.game, t.rating.desc(), p.key))]


def is_hidden(connection: sa.Connection, person: str) -> bool:
    """Tell whether a person hides their ratings."""
    h = schema.hidden_ratings.c
    return connection.execute(sa.select(h.person).where(h.person == person)).scalar() is not None


def set_hidden(connection: sa.Connection, person: str, on: bool) -> None:
    """Hide the ratings of a person from everybody, or show them again."""
    h = schema.hidden_ratings
    connection.execute(sa.delete(h).where(h.c.person == person))
    if on:
        connection.execute(sa.insert(h).values(person=person))


def forget_in_ratings(connection: sa.Connection, person: str) -> None:
    """Delete the results, ratings and choice of a person."""
    r, t, h = schema.rated_results, schema.ratings, schema.hidden_ratings
    of = sa.or_(r.c.first == person, r.c.second == person)
    games = list(connection.execute(sa.select(r.c.game).where(of).distinct()).scalars())
    connection.execute(sa.delete(r).where(of))
    connection.execute(sa.delete(t).where(t.c.person == person))
    connection.execute(sa.delete(h).where(h.c.person == person))
    for game in games:
        note_changed_ratings(connection, game)


def forget_ratings_of_strangers(connection: sa.Connection) -> None:
    """Delete what is kept of people who are forgotten."""
    known = set(connection.execute(sa.select(schema.people.c.key)).scalars())
    r, h = schema.rated_results.c, schema.hidden_ratings.c
    people = {person for column in (r.first, r.second, schema.ratings.c.person, h.person)
              for person in connection.execute(sa.select(column).distinct()).scalars()}
    for person in sorted(people - known):
        forget_in_ratings(connection, person)
