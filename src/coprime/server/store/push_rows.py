"""Read and write the browsers that get notices by web push, and the notices that are to be sent.

A notice is written in the transaction of the move that makes it somebody's turn, one for each of their browsers.  Its
row stays until the turn is over, so that nobody is told twice; `at` is 0 once nothing more is to be done.
"""

import secrets
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..cluster.leases import database_clock, is_held_by_others
from ..request_error import RequestError
from . import schema

DELAY_MS = 20_000               # from the beginning of a turn to its notice
DONE = 0                        # value of `at`


class Subscription(NamedTuple):
    """A browser that gets notices: its address at the push service, and its keys (base64url)."""

    endpoint: str
    p256dh: str
    auth: str


class DueNotice(NamedTuple):
    """A notice that is to be sent, and to whom.

    turn, ends, tries  as in the table `push_notices`;  age_ms  since it was queued
    """

    code: str
    subscription: str
    turn: int
    ends: int
    tries: int
    age_ms: int
    game: str
    person: str
    language: str
    target: Subscription


def digest_endpoint(endpoint: str) -> str:
    """Return the name of a browser among those of a person: it does not lead back to the address."""
    return sha256(endpoint.encode()).hexdigest()


# Browsers.

def add_subscription(connection: sa.Connection, person: str, subscription: Subscription, language: str, now: int,
                     most: tuple[int, int]) -> str:
    """Send a person's notices to a browser, too, and no longer those of somebody else who used it before.

    most  browsers of a person, of which the oldest goes, and of all people

    Returns the id of the row.  Raises RequestError where there are as many of all people as may be.
    """
    s = schema.push_subscriptions
    digest = digest_endpoint(subscription.endpoint)
    connection.execute(sa.delete(s).where(s.c.digest == digest))
    own = connection.execute(sa.select(s.c.id, s.c.made).where(s.c.person == person).order_by(s.c.made)).all()
    if len(own) >= most[0]:
        connection.execute(sa.delete(s).where(s.c.id.in_([row.id for row in own[:len(own) - most[0] + 1]])))
    elif int(connection.execute(sa.select(sa.func.count()).select_from(s)).scalar() or 0) >= most[1]:
        raise RequestError(409, "push.full")
    id, made = secrets.token_urlsafe(12), max([now, *(row.made + 1 for row in own)])      # their order is kept
    connection.execute(sa.insert(s).values(id=id, person=person, digest=digest, **subscription._asdict(),
                                           language=language, made=made))
    return id


def renew_subscription(connection: sa.Connection, person: str, digest: str, target: Subscription) -> list[str]:
    """Let a browser of a person have another address and other keys; its notices stay.

    Returns the digests of the person's browsers, none where this one was none of theirs.
    """
    s = schema.push_subscriptions
    mine = sa.and_(s.c.person == person, s.c.digest == digest)
    if connection.execute(sa.select(s.c.id).where(mine).with_for_update()).first() is None:
        return []
    renewed = digest_endpoint(target.endpoint)
    if renewed != digest:
        connection.execute(sa.delete(s).where(s.c.digest == renewed))
    connection.execute(sa.update(s).where(mine).values(digest=renewed, **target._asdict()))
    return list_digests(connection, person)


def list_digests(connection: sa.Connection, person: str) -> list[str]:
    """Return the digests of a person's browsers, the oldest first."""
    s = schema.push_subscriptions.c
    return list(connection.execute(sa.select(s.digest).where(s.person == person).order_by(s.made)).scalars())


def delete_subscription(connection: sa.Connection, person: str, digest: str) -> None:
    """Send notices to a browser of a person no more; nothing where it gets none."""
    s = schema.push_subscriptions
    connection.execute(sa.delete(s).where(s.c.person == person, s.c.digest == digest))


def delete_lost_subscription(connection: sa.Connection, id: str) -> None:
    """Delete a browser of which its push service says that it is gone."""
    connection.execute(sa.delete(schema.push_subscriptions).where(schema.push_subscriptions.c.id == id))


def delete_subscriptions_of(connection: sa.Connection, person: str) -> None:
    """Delete all browsers of a person.  Rows of notices name nobody and go with their turns."""
    connection.execute(sa.delete(schema.push_subscriptions).where(schema.push_subscriptions.c.person == person))


def forget_subscriptions_of_strangers(connection: sa.Connection) -> None:
    """Delete the browsers of people who are forgotten, and notices that lead nowhere."""
    s, n, t = schema.push_subscriptions, schema.push_notices, schema.tables.c
    connection.execute(sa.delete(s).where(s.c.person.not_in(sa.select(schema.people.c.key))))
    lost = sa.or_(n.c.subscription.not_in(sa.select(s.c.id)),
                  n.c.code.not_in(sa.select(t.code).where(t.phase != "closed")))
    connection.execute(sa.delete(n).where(lost))


# Notices.

def queue_notices(connection: sa.Connection, code: str, turn: int, asked: Mapping[str, int]) -> None:
    """Queue notices for those whose turn at a table has begun, and delete those of turns that are over.

    turn   a number that rises whenever a turn begins there
    asked  the people whose turn it is, each with the end of their time
    """
    n, s = schema.push_notices, schema.push_subscriptions.c
    stored = {row.subscription: row for row in connection.execute(sa.select(n).where(n.c.code == code))}
    browsers = connection.execute(sa.select(s.id, s.person).where(s.person.in_(asked))).all() if asked else ()
    for row in browsers:
        ends, before = asked[row.person], stored.pop(row.id, None)
        if before is None or ends != before.ends and turn != before.turn:
            now = int(connection.execute(sa.select(database_clock(connection))).scalar() or 0)
            _write_notice(connection, before is None, code=code, subscription=row.id, turn=turn, ends=ends,
                          since=now, at=now + DELAY_MS, tries=0)
        elif ends != before.ends:                   # the clock has stood still: the same turn
            connection.execute(_update(code, row.id).values(ends=ends))
    if stored:
        connection.execute(sa.delete(n).where(n.c.code == code, n.c.subscription.in_(list(stored))))


def note_known_turn(connection: sa.Connection, subscription: str, code: str, turn: int, ends: int) -> None:
    """Note that a turn need not be told to a new browser: it waited before."""
    _write_notice(connection, True, code=code, subscription=subscription, turn=turn, ends=ends, since=0, at=DONE,
                  tries=0)


def _write_notice(connection: sa.Connection, is_new: bool, **values: Any) -> None:
    if is_new:
        connection.execute(sa.insert(schema.push_notices).values(**values))
    else:
        connection.execute(_update(values["code"], values["subscription"]).values(**values))


def _update(code: str, subscription: str) -> sa.Update:
    n = schema.push_notices
    return sa.update(n).where(n.c.code == code, n.c.subscription == subscription)


def read_due_notices(connection: sa.Connection, most: int, me: str, is_leader: bool) -> list[DueNotice]:
    """Return notices that are to be sent now by this process, the longest overdue first.

    me, is_leader  our id, "" where there is no other process: ours are those of tables that we hold; the leader
                  sends those of tables that nobody holds
    """
    n, s, t = schema.push_notices.c, schema.push_subscriptions.c, schema.tables.c
    now = database_clock(connection)
    query = sa.select(
        n.code, n.subscription, n.turn, n.ends, n.tries, (now - n.since).label("age"), t.game, s.person, s.language,
        s.endpoint, s.p256dh, s.auth).join_from(
        schema.push_notices, schema.push_subscriptions, s.id == n.subscription).join(
        schema.tables, t.code == n.code).where(n.at > DONE, n.at <= now, t.phase == "playing")
    if me and is_leader:
        query = query.where(~is_held_by_others(connection, me))
    elif me:
        query = query.where(t.owner == me)
    rows = connection.execute(query.order_by(n.at, n.code, n.subscription).limit(most))
    return [DueNotice._make((*row[:9], Subscription._make(row[9:]))) for row in rows]


def claim_notices(connection: sa.Connection, notices: Collection[DueNotice], pauses: Collection[int],
                  ) -> list[DueNotice]:
    """Count one try of each notice and say when the next one would be.  Returns those that are ours to send.

    pauses  ms after each try;  after the last one nothing more is done

    A notice whose turn is over, or which another process has claimed, is left out.
    """
    return [notice for notice in notices if _reschedule(connection, notice, list(pauses)[notice.tries], 1)]


def postpone_notices(connection: sa.Connection, notices: Collection[DueNotice], ms: int) -> None:
    """Look at notices again later, without a try."""
    for notice in notices:
        _reschedule(connection, notice, ms, 0)


def _reschedule(connection: sa.Connection, notice: DueNotice, ms: int, tries: int) -> bool:
    n = schema.push_notices.c
    at = database_clock(connection) + ms if ms else DONE
    done = connection.execute(_update(notice.code, notice.subscription).where(
        n.turn == notice.turn, n.tries == notice.tries, n.at > DONE).values(at=at, tries=notice.tries + tries))
    return bool(done.rowcount)


def end_notice(connection: sa.Connection, notice: DueNotice) -> None:
    """Do nothing more about a claimed notice, unless another turn has begun meanwhile."""
    _reschedule(connection, notice._replace(tries=notice.tries + 1), 0, 0)


def delay_notice(connection: sa.Connection, notice: DueNotice, ms: int) -> None:
    """Try a claimed notice again after a time that the push service has asked for."""
    _reschedule(connection, notice._replace(tries=notice.tries + 1), ms, 0)
