"""What a table needs from around it: a place to keep things, threads to think in, chance.  Tests give it their own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from ..core.game import Game, Rules

Asking = TypeVar("Asking", contravariant=True)          # who asks: a table, of which nothing need be known here


OwnBot = Callable[[Game, Any, int, int], tuple[int | None, int]]
"""(game, view, seat, seed) -> (action, after so many milliseconds); None waits.  Raises BadInput."""


class Row(NamedTuple):
    """One line of a table's journal.

    seat     "0", "1", ..., "chance", "clock"; or "start" (action: the match's settings), "undo" (action: the step)
    message  the id of the message that caused it, with its sender's number; "" for none
    """

    n: int
    match: int
    seat: str
    action: str
    message: str


class ChatLine(NamedTuple):
    """A line of chat.  `at` is in seconds since the epoch."""

    who: int
    name: str
    text: str
    at: int


class ClientLink(Protocol):
    """One connection to a browser."""

    @property
    def full(self) -> bool:
        """It has not taken what it was sent before, so it gets no further scene until it has."""

    def send(self, data: bytes) -> None: ...

    def shut(self, code: int, sentence: str) -> None:
        """Say why, and close."""


@dataclass
class ChangeSet:
    """What one input did: kept all or none, and told to anybody only when it is kept."""

    rows: list[Row] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    settings: dict[str, Any] | None = None
    replies: list[tuple[ClientLink, bytes]] = field(default_factory=list)

    @property
    def needs_commit(self) -> bool:
        """Is there anything to keep?"""
        return bool(self.rows or self.chat or self.settings is not None)


class TableHost(Protocol[Asking]):
    """Everything that a table asks for."""

    grace: float            # seconds until a bot plays for who is gone
    rest: float             # seconds until a rest goes on by itself
    own: Mapping[str, OwnBot]  # bots that the house's owner has brought, by name

    def randbits(self, k: int) -> int: ...

    def wall(self) -> int:
        """Seconds since the epoch."""

    def keep(self, table: Asking, unit: ChangeSet) -> None:
        """Make a unit durable, then call `pipeline.on_committed(table, unit)`; units in the order given."""

    def show(self, table: Asking) -> None:
        """Call `show.send_updates(table, now)` soon."""

    def work(self, table: Asking, job: Callable[[], Any], then: Callable[[Any, float], None],
             person: str = "") -> None:
        """Run a job where it holds up nobody; `then(its result or exception, now)` is an input to the table.

        `person` is the key of who asks for it, "" for a bot's move.  Raises Refused when they have asked for too many.
        """

    def rules(self, game: Game) -> Rules:
        """The compiled rules when they are there without waiting, else the plain ones."""

    def search(self, game: Game, level: str) -> Callable[..., Any] | None:
        """A searching level's `choose`, when it is there without waiting."""

    def invite(self, code: str) -> dict[str, Any]:
        """The address to invite with, as messages have it."""
