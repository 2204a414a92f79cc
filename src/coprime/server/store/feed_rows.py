"""Read and write the addresses of private feeds.

An address ends in a token that follows from the server's secret, the person and a random number.  So it can be shown
again, while the database holds only its digest.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa

from . import schema

NUMBER_BITS = 62
MOST_TOKEN = 100        # characters that are looked at


class StoredFeed(NamedTuple):
    """The feed of a person: the random number of its address, and when that was made (seconds since the epoch)."""

    person: str
    number: int
    made: int


def make_token(secret: bytes, person: str, number: int) -> str:
    """Return the secret part of an address, 43 characters."""
    return urlsafe_b64encode(hmac.digest(secret, f"coprime feed {number} {person}".encode(), "sha256")).decode()[:43]


def digest_token(token: str) -> str:
    """Return what is stored of a token."""
    return sha256(token[:MOST_TOKEN].encode()).hexdigest()


def read_feed(connection: sa.Connection, person: str) -> StoredFeed | None:
    """Return the feed of a person, or None."""
    f = schema.feeds.c
    found = connection.execute(sa.select(f.person, f.number, f.made).where(f.person == person)).first()
    return StoredFeed(*found) if found else None


def find_feed(connection: sa.Connection, token: str) -> StoredFeed | None:
    """Return the feed of a token, or None."""
    f = schema.feeds.c
    found = connection.execute(sa.select(f.person, f.number, f.made).where(f.digest == digest_token(token))).first()
    return StoredFeed(*found) if found else None


def renew_feed(connection: sa.Connection, secret: bytes, person: str, now: int) -> str:
    """Give a person a new address, in place of an earlier one. Returns its token."""
    f = schema.feeds
    number = secrets.randbits(NUMBER_BITS)
    token = make_token(secret, person, number)
    connection.execute(sa.delete(f).where(f.c.person == person))
    connection.execute(sa.insert(f).values(person=person, number=number, digest=digest_token(token), made=now))
    return token


def delete_feed(connection: sa.Connection, person: str) -> None:
    """Delete the feed of a person."""
    connection.execute(sa.delete(schema.feeds).where(schema.feeds.c.person == person))


def forget_lost_feeds(connection: sa.Connection) -> None:
    """Delete the feeds of people who are no longer known."""
    f, p = schema.feeds, schema.people.c
    connection.execute(sa.delete(f).where(~sa.exists().where(p.key == f.c.person)))
