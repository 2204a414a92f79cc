"""Who is who: a chosen name in a signed cookie, no account."""

import secrets
import time
from typing import Any

import sqlalchemy as sa
from itsdangerous import BadData, TimestampSigner

from ...table import names
from . import schema

COOKIE = "coprime"
AGE = 400 * 86_400          # seconds that a cookie lasts; renewed at every visit of the first page


class Cookies:
    """Signs and reads the key of a person.

    When it was signed does not matter: clocks are set, the browser counts how old a cookie may grow, and who does not
    come back is forgotten by the store.
    """

    def __init__(self, secret: bytes) -> None:
        self._signer = TimestampSigner(secret, salt="coprime person")

    def sign(self, key: str) -> str:
        return self._signer.sign(key).decode()

    def read(self, value: str | None) -> str | None:
        """The key, or None when the cookie is missing or forged."""
        if not value or len(value) > 200:
            return None
        try:
            return self._signer.unsign(value).decode()
        except (BadData, UnicodeDecodeError):
            return None


def new_key() -> str:
    return secrets.token_hex(16)


def new_name() -> str:
    return names.visitor_name(secrets.randbits)


def name_of(connection: sa.Connection, key: str) -> str | None:
    p = schema.people.c
    found: str | None = connection.execute(sa.select(p.name).where(p.key == key)).scalar()
    return found


def is_guest(connection: sa.Connection, code: str, key: str) -> bool:
    """Has a person been let in to a table?"""
    g = schema.guests.c
    found = connection.execute(sa.select(g.role).where(g.code == code, g.person == key)).scalar()
    return bool(found == "guest")


def add_person(connection: sa.Connection, key: str, name: str) -> None:
    now = int(time.time())
    connection.execute(sa.insert(schema.people).values(key=key, name=name, created=now, seen=now))


def rename_person(connection: sa.Connection, key: str, name: str) -> None:
    p = schema.people
    connection.execute(sa.update(p).where(p.c.key == key).values(name=name, seen=int(time.time())))


def touch_person(connection: sa.Connection, key: str) -> None:
    p = schema.people
    connection.execute(sa.update(p).where(p.c.key == key).values(seen=int(time.time())))


def cookie_fields(value: str, secure: bool) -> dict[str, Any]:
    """The cookie's fields for the answer; an empty value takes it away."""
    return {"key": COOKIE, "value": value, "max_age": AGE if value else 0, "path": "/", "httponly": True,
            "samesite": "lax", "secure": secure}
