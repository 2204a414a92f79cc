"""The bodies and query parameters of the endpoints in `api`: what is read from a request and what is answered."""

from typing import Any

from msgspec import Struct, field


class PersonBody(Struct):
    """The name of the asking person, and a notice for them."""
    name: str
    notice: str = ""


class VisitorBody(PersonBody):
    """The same for a page that is being opened, with the game of its table for who has been let in there, else ""."""
    game: str = ""


class VisitQuery(Struct):
    """The code of the table whose page is being opened; "" for another page."""
    table: str = ""


class NewName(Struct):
    """A name to be taken."""
    name: Any


class TableCode(Struct):
    """The code of a table."""
    code: str


class CarryToken(Struct):
    """The token of a link to another device."""
    token: str


class NewTable(Struct, rename={"class_": "class"}):
    """The request for a new table, see docs/protocol.md; only `game` is needed."""

    game: str
    seats: int | None = None
    options: dict[str, Any] = {}
    preset: str | None = None
    bots: list[Any] | None = None
    now: bool = False
    practice: bool | None = None
    names: list[str] | None = None
    class_: bool = False
    calm: bool = False
    deal: int = 0
    hours: int = 0
    rated: bool = False


class WhatIf(Struct):
    """Where a practice table continues a replay: after which step, and in which seat."""
    step: int
    seat: int = 0


class MatchQuery(Struct):
    """A match of a table from 0; the latest finished one by default."""

    match: int | None = None


class SeatQuery(Struct):
    """One of my seats; none for a spectator."""

    seat: int | None = None


class StepsQuery(Struct):
    """Which steps of a replay, and as whom: a seat's number, or `watcher`."""

    seat: str = "watcher"
    first: int | None = field(default=None, name="from")
    last: int | None = field(default=None, name="to")
