"""Erase a person, a class, or expired data from the store."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from ...classroom.classroom import Classroom
from ...table.sentences import say as table_say
from . import (
    acquaintance_rows,
    correspondence_rows,
    feed_rows,
    mute_rows,
    open_table_rows,
    phrase_rows,
    push_rows,
    rating_rows,
    schema,
    tournament_rows,
    weekly_rows,
)
from .journal_chain import make_digest


def forget_person(connection: sa.Connection, key: str) -> None:
    """Erase a person: names become "Somebody"; chat, replays, and classes and tournaments of theirs are deleted."""
    g, c, t = schema.guests, schema.chat, schema.tables
    nobody = table_say("names.nobody")
    for code, who in connection.execute(sa.select(g.c.code, g.c.who).where(g.c.person == key).order_by(g.c.code)).all():
        connection.execute(sa.delete(c).where(c.c.code == code, c.c.who == who))
        connection.execute(sa.update(g).where(g.c.code == code, g.c.who == who).values(person="", name=nobody))
        stored = connection.execute(sa.select(t.c.kept).where(t.c.code == code).with_for_update()).scalar()
        connection.execute(sa.update(t).where(t.c.code == code).values(
            kept=_remove_from_snapshot(stored or "{}", who, nobody, _names_at_table(connection, code))))
        _replace_in_journal(connection, code, who, [None, nobody])
    connection.execute(sa.delete(schema.replays).where(schema.replays.c.person == key))
    connection.execute(sa.delete(schema.people).where(schema.people.c.key == key))
    weekly_rows.delete_results(connection, key)
    open_table_rows.delete_open_tables_of(connection, key)
    correspondence_rows.forget_in_correspondence(connection, key)
    feed_rows.delete_feed(connection, key)
    push_rows.delete_subscriptions_of(connection, key)
    mute_rows.forget_in_mutes(connection, key)
    phrase_rows.delete_recovery_phrase(connection, key)
    rating_rows.forget_in_ratings(connection, key)
    acquaintance_rows.forget_in_acquaintances(connection, key)
    _forget_in_classes(connection, key)
    tournament_rows.forget_in_tournaments(connection, key, nobody)


def _names_at_table(connection: sa.Connection, code: str) -> dict[int, str]:
    """What the people of a table are called, by their number there."""
    g = schema.guests.c
    return {row.who: row.name for row in connection.execute(sa.select(g.who, g.name).where(g.code == code))}


def _remove_from_snapshot(stored: str, who: int, nobody: str, names: Mapping[int, str]) -> str:
    """A table as it is kept without one person: their seat goes to the next of their team, or to a bot."""
    found: dict[str, Any] = json.loads(stored)
    for chair in found.get("chairs", []):
        team = [one for one in chair.get("members", ()) if one != who]
        if chair["who"] == who and team:
            chair["who"], *chair["members"] = team
            chair["name"] = names.get(chair["who"], nobody)
        elif who in chair.get("members", ()):
            chair["members"] = team
        elif chair["who"] == who:
            chair["name"], chair["who"], chair["kind"] = nobody, None, "bot"
    return json.dumps(found)


def rename_in_journal(connection: sa.Connection, code: str, who: int, name: str) -> None:
    """Call a person of a table otherwise in all that they have played there."""
    g = schema.guests
    connection.execute(sa.update(g).where(g.c.code == code, g.c.who == who).values(name=name))
    _replace_in_journal(connection, code, who, [who, name])


def _replace_in_journal(connection: sa.Connection, code: str, who: int, player: list[Any]) -> None:
    e = schema.events
    starts = connection.execute(sa.select(e).where(e.c.code == code, e.c.seat == "start")).all()
    for row in starts:
        head: Mapping[str, Any] = json.loads(row.action)
        players = [player if one[0] == who else one for one in head["players"]]
        action = json.dumps({**head, "players": players})
        before = sa.select(e.c.link).where(e.c.code == code, e.c.n < row.n).order_by(e.c.n.desc()).limit(1)
        content = (code, row.n, row.match, row.seat, action, row.message)
        digest = make_digest(connection.execute(before).scalar() or "", row.link, content)
        connection.execute(sa.update(e).where(e.c.code == code, e.c.n == row.n).values(action=action, digest=digest))


def _forget_in_classes(connection: sa.Connection, key: str) -> None:
    """The classes that somebody teaches go, and in others nobody is called as they were."""
    c = schema.classes
    for row in connection.execute(sa.select(c.c.code, c.c.teacher, c.c.kept)).all():
        if row.teacher == key:
            forget_class(connection, row.code)
            continue
        classroom = msgspec.json.decode(row.kept, type=Classroom)
        pupil, waiting = classroom.find_pupil(key), classroom.find_waiting_pupil(key)
        if waiting is not None:
            classroom.waiting.remove(waiting)
        if pupil is not None:
            classroom.remove_pupil(pupil)
            listed = classroom.find_listed(pupil.name)
            classroom.listed = [one for one in classroom.listed if one != listed]
            for one in (table for round in classroom.rounds for table in round.tables):
                one.seats.pop(pupil.name, None)
        if pupil is not None or waiting is not None:
            stored = msgspec.json.encode(classroom).decode()
            connection.execute(sa.update(c).where(c.c.code == row.code).values(kept=stored))


def list_class_tables(connection: sa.Connection, teacher: str) -> list[str]:
    """Return the codes of the tables of all classes that a person teaches."""
    c = schema.classes.c
    stored = connection.execute(sa.select(c.kept).where(c.teacher == teacher)).scalars()
    found = [msgspec.json.decode(one, type=Classroom) for one in stored]
    return [table.code for classroom in found for round in classroom.rounds for table in round.tables]


def forget_class(connection: sa.Connection, code: str) -> None:
    """Delete a class with its tables, all that was played there, and replays of that."""
    c = schema.classes
    stored = connection.execute(sa.select(c.c.kept).where(c.c.code == code)).scalar()
    if stored is None:
        return
    classroom = msgspec.json.decode(stored, type=Classroom)
    codes = [one.code for round in classroom.rounds for one in round.tables]
    connection.execute(sa.delete(schema.replays).where(schema.replays.c.id.in_(classroom.replays)))
    for part in (schema.events, schema.journal_heads, schema.chat, schema.guests, schema.tables):
        connection.execute(sa.delete(part).where(part.c.code.in_(codes)))
    connection.execute(sa.delete(c).where(c.c.code == code))


def forget_expired(connection: sa.Connection, before: Callable[[float], int], purge: float) -> None:
    """Delete closed tables, people and replays after `purge` seconds, and what has had its days.

    Classes, tournaments and weekly results have days of their own.
    `before(seconds)` returns the time stamp that is so many seconds old.
    """
    t, p, r, c = schema.tables, schema.people, schema.replays, schema.classes.c
    since = before(purge)
    old = sa.select(t.c.code).where(t.c.phase == "closed", t.c.touched < since)
    for part in (schema.events, schema.journal_heads, schema.chat, schema.guests, schema.correspondence_seats):
        connection.execute(sa.delete(part).where(part.c.code.in_(old)))
    connection.execute(sa.delete(t).where(t.c.phase == "closed", t.c.touched < since))
    connection.execute(sa.delete(r).where(r.c.created < since))
    connection.execute(sa.delete(p).where(p.c.seen < since))
    feed_rows.forget_lost_feeds(connection)
    push_rows.forget_subscriptions_of_strangers(connection)
    mute_rows.forget_mutes_of_strangers(connection)
    phrase_rows.forget_phrases_of_strangers(connection)
    rating_rows.forget_ratings_of_strangers(connection)
    acquaintance_rows.forget_acquaintances_of_strangers(connection, before(0))
    weekly_rows.forget_old_results(connection, before(weekly_rows.WEEKS_KEPT * 7 * 86_400))
    tournament_rows.forget_old_tournaments(connection, before)
    for row in connection.execute(sa.select(c.code, c.touched, c.kept)).all():
        days = msgspec.json.decode(row.kept, type=Classroom).days
        if row.touched < before(days * 86_400):
            forget_class(connection, row.code)
