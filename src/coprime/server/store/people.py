"""Identify people: a name and a key in a signed cookie, no account."""

import secrets
import time
from typing import Any

import sqlalchemy as sa
from itsdangerous import BadData, TimestampSigner

from ...table import player_names
from . import schema

COOKIE_NAME = "coprime"
COOKIE_SECONDS = 400 * 86_400          # seconds that a cookie lasts; renewed at every visit of the first page


class CookieSigner:
    """Signs the key of a person, and verifies it.

    The time of the signature is ignored: the browser limits the age of a cookie, and the store forgets absent people.
    """

    def __init__(self, secret: bytes) -> None:
        self._signer = TimestampSigner(secret, salt="coprime person")

    def sign_key(self, key: str) -> str:
        """Return a signed key."""
        return self._signer.sign(key).decode()

    def read_key(self, value: str | None) -> str | None:
        """Return the key of a signed value; None when it is missing or forged."""
        if not value or len(value) > 200:
            return None
        try:
            return self._signer.unsign(value).decode()
        except (BadData, UnicodeDecodeError):
            return None


def make_person_key() -> str:
    """Return a random key for a person."""
    return secrets.token_hex(16)


def make_person_name() -> str:
    """Return a name for a first visit, such as "Finch 12"."""
    return player_names.make_visitor_name(secrets.randbits)


def read_person_name(connection: sa.Connection, key: str) -> str | None:
    """Return the name of a person by their key, or None."""
    p = schema.people.c
    found: str | None = connection.execute(sa.select(p.name).where(p.key == key)).scalar()
    return found


def is_guest(connection: sa.Connection, code: str, key: str) -> bool:
    """Tell whether a person has been let in to a table."""
    g = schema.guests.c
    found = connection.execute(sa.select(g.role).where(g.code == code, g.person == key)).scalar()
    return bool(found == "guest")


def add_person(connection: sa.Connection, key: str, name: str) -> None:
    """Insert a person."""
    now = int(time.time())
    connection.execute(sa.insert(schema.people).values(key=key, name=name, created=now, seen=now))


def rename_person(connection: sa.Connection, key: str, name: str) -> None:
    """Update the name of a person."""
    p = schema.people
    connection.execute(sa.update(p).where(p.c.key == key).values(name=name, seen=int(time.time())))


def touch_person(connection: sa.Connection, key: str) -> None:
    """Note that a person was here."""
    p = schema.people
    connection.execute(sa.update(p).where(p.c.key == key).values(seen=int(time.time())))


def cookie_fields(value: str, secure: bool) -> dict[str, Any]:
    """Return the arguments of `Response.set_cookie`; an empty value deletes the cookie."""
    return {"key": COOKIE_NAME, "value": value, "max_age": COOKIE_SECONDS if value else 0, "path": "/",
            "httponly": True,
            "samesite": "lax", "secure": secure}
