"""What a table needs from its surroundings: storage, threads, random numbers. Tests bring their own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from ..core.game import Game, Rules

TableType = TypeVar("TableType", contravariant=True)          # who asks: a table, of which nothing need be known here


OwnBot = Callable[[Game, Any, int, int], tuple[int | None, int]]
"""(game, view, seat, seed) -> (action, after so many milliseconds); None waits.  Raises BadInput."""


class JournalRow(NamedTuple):
    """One line of a table's journal.

    seat     "0", "1", ..., "chance", "clock"; or "start" (action: the match's settings), "undo" (action: the step,
             and with the others' consent whose move was taken back)
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
    def is_full(self) -> bool:
        """Tell whether earlier messages still wait to be sent, so that no further scene should be."""

    def send(self, data: bytes) -> None:
        """Send an encoded message."""

    def close(self, code: int, sentence: str) -> None:
        """Close the connection with a code, after a sentence that says why."""


class RatedMatch(NamedTuple):
    """The result of a rated match: its number at the table, the keys of two people by seat, halves for the first."""

    match: int
    first: str
    second: str
    score: int


@dataclass
class ChangeSet:
    """The changes of one input: stored all or none, and sent only when they are durable.

    companions  the keys of the people who have played a match together that is over now, from beginning to end
    rated       the result of a rated match that is over now
    """

    journal_rows: list[JournalRow] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    settings: dict[str, Any] | None = None
    companions: list[str] = field(default_factory=list)
    rated: RatedMatch | None = None
    replies: list[tuple[ClientLink, bytes]] = field(default_factory=list)

    @property
    def needs_commit(self) -> bool:
        """Tell whether there is anything to store."""
        return bool(self.journal_rows or self.chat or self.settings is not None)


class TableHost(Protocol[TableType]):
    """What a table asks of whoever runs it."""

    grace_seconds: float            # seconds until a bot plays for who is gone
    rest_seconds: float             # seconds until a rest goes on by itself
    operator_bots: Mapping[str, OwnBot]  # bots that the server's owner has brought, by name

    @property
    def lists_tables(self) -> bool:
        """Tell whether tables may be shown on the server's home page."""

    def randbits(self, k: int) -> int:
        """Return an integer of k random bits."""

    def wall_seconds(self) -> int:
        """Return the seconds since the epoch."""

    def open_seconds(self) -> float:
        """Return the seconds that the server has been open in all, which tables over days count."""

    def commit_changes(self, table: TableType, changes: ChangeSet) -> None:
        """Make changes durable in the order given, then call `pipeline.on_committed` with them."""

    def schedule_updates(self, table: TableType) -> None:
        """Arrange that `broadcast.send_updates` is called for the table soon."""

    def run_job(self, table: TableType, job: Callable[[], Any], on_done: Callable[[Any, float], None],
                person: str = "") -> None:
        """Run a job in a thread; `on_done(its result or exception, now)` is then an input to the table.

        `person` is the key of who asks, "" for a bot's move. Raises Refused when they have asked for too many.
        """

    def current_rules(self, game: Game) -> Rules:
        """Return the compiled rules if they are ready, else the pure-Python ones."""

    def find_search(self, game: Game, level: str) -> Callable[..., Any] | None:
        """Return a searching level's `choose` if it is ready, else None."""

    def invitation_json(self, code: str) -> dict[str, Any]:
        """Return the invitation to a table, as messages have it: its address and who can reach it."""
