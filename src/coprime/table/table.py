"""A table: the one owner of a true state.

Here is what a table is, what can be asked of it, and how what happens to it is noted; nothing here makes anything
happen.  It knows no sockets, threads or clocks: whoever runs it passes `now` (monotonic seconds) and a `TableHost`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..arena.players import default_level
from ..core import sealed
from ..core.errors import BadInput
from ..core.game import Game
from ..core.language import use_language
from ..core.match import Match
from ..core.seats import CHANCE, WATCHER
from ..search import levels
from . import wire
from .clock import Clock
from .connection import Connection
from .history import History
from .holders import Holders
from .idempotency import SeenMessageIds
from .lobby import Chair, Lobby
from .pending_bot_jobs import BotState, HintLadder
from .ports import ChangeSet, ChatLine, ClientLink, Row, TableHost
from .sentences import refusal, say
from .settings import Settings
from .watcher_log import WatcherLog


@dataclass
class DirtyFlags:
    """What has changed since it was last told or kept, and how it was then.

    table, scene  to be told, to everybody;  moved  to be told to who may know of it;  settings  to be kept
    kept          all but the journal, as it was last handed over to be kept
    ids           which messages have been carried out
    away, searches  whose seats bots played, by chair, and which searching levels were there
    """

    table: bool = False
    scene: bool = False
    moved: bool = False
    settings: bool = False
    kept: bytes = b""
    ids: SeenMessageIds = field(default_factory=SeenMessageIds)
    away: list[bool] = field(default_factory=list)
    searches: set[str] = field(default_factory=set)


class Table:
    """One table of one game.

    secret    what the chance of the next match will follow from, known to nobody before that match is over
    matches   how many have begun;  n  the number of the last thing that happened;  history  None in the lobby
    holders   who played the seats of the match, and since when
    visits    the connections;  eyes  what watchers have seen, by language;  ladders  the hints, by seat
    unit      what the input that is being carried out has done;  flying  how many units are being kept
    waiting   at which number the table waits for its teacher, and since when
    rested    since when the match rests;  alone  since when nobody has been here, None before anybody was
    touched   when somebody last said something, moved  when the match last went on (seconds since the epoch)
    refused   in a class, what was refused to whom
    follower  told whenever something has been kept
    """

    def __init__(self, code: str, game: Game, settings: Settings, outside: "TableHost[Table]") -> None:
        self.code, self.game, self.settings, self.outside = code, game, settings, outside
        self.lobby = Lobby()
        self.clock = Clock()
        self.bots = BotState()
        self.history: History | None = None
        self.holders = Holders()
        self.draw_secret()
        self.matches = 0
        self.n = 0
        self.chat: list[ChatLine] = []
        self.visits: list[Connection] = []
        self.eyes: dict[tuple[int, str], WatcherLog] = {}
        self.ladders: dict[int, HintLadder] = {}
        self._searching = levels.names(game)
        self.marks = DirtyFlags(searches=self.ready_searches())
        self.closed = False
        self.waiting: tuple[int, float] | None = None
        self.rested: float | None = None
        self.alone: float | None = None
        self.touched = self.moved = outside.wall()
        self.refused: list[dict[str, Any]] = []
        self.unit = ChangeSet()
        self.pending_commits = 0
        self.follower: Callable[[Table], None] | None = None
        self._known = (-1, 0, False)

    # The match.

    @property
    def match(self) -> Match:
        """Raises Refused in the lobby."""
        if self.history is None:
            raise refusal("notstarted")
        return self.history.match

    @property
    def phase(self) -> str:
        """One of "lobby", "playing", "rest" (between hands or rounds), "over", "closed"."""
        if self.closed:
            return "closed"
        if self.history is None:
            return "lobby"
        _, acting, rests = self._status()
        return "over" if acting == 0 else "rest" if rests else "playing"

    @property
    def is_record_open(self) -> bool:
        """May the record be had now?"""
        return self.history is not None and (self.settings.practice or self.phase == "over")

    @property
    def may_add_numbers(self) -> bool:
        """Is a match still to begin that people may add a number to?"""
        return self.phase in ("lobby", "over")

    def draw_secret(self) -> None:
        """A fresh secret for the next match."""
        self.secret = sealed.new_secret(self.outside.randbits)

    @property
    def is_running(self) -> bool:
        """Does time pass, and do bots act?"""
        return self.is_awake and not self.settings.paused and self.phase == "playing"

    def acting_seats(self) -> int:
        """The set of seats that may act now."""
        return self._status()[1] if self.history else 0

    def is_resting(self) -> bool:
        """Between hands or rounds: CHANCE waits for somebody to go on."""
        return self._status()[2] if self.history else False

    def _status(self) -> tuple[int, int, bool]:
        """At which number the rules were asked last, who may act, and whether it rests."""
        if self._known[0] != self.n and self.history:
            match = self.match
            acting = int(match.rules.to_act(match.state))
            rests = acting == 1 << CHANCE and self.history.step > 0 and bool(match.rules.is_between_hands(match.state))
            self._known = (self.n, acting, rests)
        return self._known

    def deadline(self) -> int:
        """Milliseconds of game time after which something happens by itself."""
        return int(self.match.rules.deadline(self.match.state))

    # The people and the chairs.

    @property
    def is_awake(self) -> bool:
        """Somebody looks at it, or programs play.  Without anybody a table stands still."""
        return any(visit.who is not None for visit in self.visits) or bool(self.lobby.programs)

    def waits_for_person(self) -> bool:
        """Does a rest wait for a person?"""
        return any(chair.kind == "person" and self.lobby.is_anybody_present(chair) for chair in self.lobby.chairs)

    def rest_ends(self) -> float:
        """When a rest that has begun goes on by itself."""
        return (self.rested or 0.0) + (self.outside.rest if self.waits_for_person() else 0)

    def is_away(self, chair: Chair, now: float) -> bool:
        """Does a bot play for the people of this chair?  A teacher has many tables: to be connected is not enough."""
        if chair.kind == "person" and chair.who == self.teacher:
            return not self.is_attended
        return self.is_gone(chair, now)

    def is_gone(self, chair: Chair, now: float) -> bool:
        """Have the people of this chair no connection, and will not be waited for?"""
        return self.lobby.is_away(chair, now, self.outside.grace)

    def bot_level(self, seat: int) -> str:
        """The level of the bot that plays a seat."""
        return self.lobby.chairs[seat].level or default_level(self.game)

    def ready_searches(self) -> set[str]:
        """The levels of bots that search and are there without waiting."""
        return {level for level in self._searching if self.outside.search(self.game, level) is not None}

    # The connections.

    def add_connection(self, link: ClientLink, key: str, name: str) -> Connection:
        """A connection opens.  Its first message is `hello`."""
        found = Connection(link, key, name)
        self.visits.append(found)
        return found

    def is_let_in(self, visit: Connection) -> bool:
        guest = self.lobby.guests.get(visit.who or 0)
        return guest is not None and guest.role == "guest"

    def audience_mask(self, visit: Connection) -> int:
        """The set of watchers that a page looks for."""
        return sum(1 << watcher for watcher in self.audience(visit))

    def audience(self, visit: Connection) -> list[int]:
        """With whose eyes a page looks: its person's seats, the one that a teacher watches, or a spectator's."""
        if not self.is_let_in(visit):
            return [WATCHER]
        if visit.who == self.teacher:
            return [WATCHER if visit.watches is None else visit.watches]
        return self.lobby.seats_of(visit.who or 0) or [WATCHER]

    def person_addressed(self, watcher: int) -> int | None:
        """The person that a watcher's log says "you" to, and with them their whole team; None for nobody."""
        return None if watcher == WATCHER else self.lobby.chairs[watcher].who

    @property
    def teacher(self) -> int | None:
        """Who teaches the class that plays here; None at every other table.  They hold no seat but `desk`."""
        host = self.lobby.host
        return host if self.settings.classroom and {*self.lobby.seats_of(host)} <= {self.desk} else None

    @property
    def desk(self) -> int | None:
        """The seat that is for the teacher of the class and for no pupil; None where the game has none."""
        return self.game.teacher(self.settings.options) if self.settings.classroom else None

    @property
    def is_attended(self) -> bool:
        """Does the teacher act in their seat just now?"""
        teacher = self.teacher
        return bool(self.lobby.seats_of(teacher or 0)) and any(
            visit.attends for visit in self.visits if visit.who == teacher)

    def visible_number(self, visit: Connection, n: int | None = None) -> int:
        """The number of what happened (the last thing, by default) as a page counts."""
        n = self.n if n is None else n
        return n if self.history is None else self.history.visible_number(self.audience_mask(visit), n)

    def visible_number_for(self, seat: int) -> int:
        """The number of the last thing that happened as a seat counts: the same while it sees the same position."""
        return self.n if self.history is None else self.history.visible_number(1 << seat)

    # What is noted.

    def mark_changed(self) -> None:
        """Something about the table is to be kept and told."""
        self.marks.table = self.marks.settings = True

    def append_journal_row(self, seat: str, action: str, message: str, n: int = 0) -> None:
        """A line of the journal, about what happened last or at number `n`."""
        self.unit.rows.append(Row(n or self.n, self.matches, seat, action, message))

    def reply(self, visit: Connection, message: dict[str, Any]) -> None:
        """Answer one connection, once what it may depend on is kept."""
        self.unit.replies.append((visit.link, wire.encoder.encode(message)))

    def refuse(self, visit: Connection, id: str, refused: BadInput) -> None:
        self.reply(visit, {"type": "refused", "id": id, "sentence": str(refused), "rule": getattr(refused, "rule", "")})

    def close_table(self, reason: str) -> None:
        """The table ends for everybody."""
        self.closed = True
        self.mark_changed()
        for visit in self.visits:
            self.close_connection(visit, 4410, f"ended.{reason}")

    def close_connection(self, visit: Connection, code: int, key: str) -> None:
        """Say why in the language of a connection, and close it."""
        with use_language(visit.language):
            visit.link.shut(code, say(key))
