"""A table: the only owner of the true state.

This module holds what a table is, what can be asked of it, and what it notes. Changing the match and the seats is up
to other modules. A table knows no sockets, threads or clocks: its caller passes `now` (monotonic seconds) and a
`TableHost`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..arena.players import default_level
from ..core import sealed
from ..core.errors import BadInput
from ..core.game import Game
from ..core.language_selection import use_language
from ..core.match import Match
from ..core.seats import CHANCE, WATCHER
from ..search import levels
from . import wire
from .connection import Connection
from .correspondence_clock import MoveClock
from .event_history import EventHistory
from .game_clock import GameClock
from .hidden_people import NOBODY, hide_people
from .idempotency import SeenMessageIds
from .lobby import Chair, Lobby
from .observer_log import WatcherLog
from .pairing_outcome import TableOutcome
from .pending_bot_jobs import BotState, HintLadder
from .ports import ChangeSet, ChatLine, ClientLink, JournalRow, TableHost
from .seat_tenure import SeatHolders
from .sentences import refusal, say
from .settings import Settings
from .table_notices import Announcements
from .take_back_request import TakeBackRequest
from .vacation import Vacation


@dataclass
class DirtyFlags:
    """What has changed since it was last sent or stored, and the last stored state.

    table, scene  to be sent to everybody;  position  to be sent to those who may know of it;  settings  to be stored
    saved_snapshot    the snapshot that was stored last, encoded
    seen_message_ids  the messages that have been carried out
    away_by_chair, ready_searches  whose seats bots played, by chair, and which searching levels were ready
    """

    table: bool = False
    scene: bool = False
    position: bool = False
    settings: bool = False
    saved_snapshot: bytes = b""
    seen_message_ids: SeenMessageIds = field(default_factory=SeenMessageIds)
    away_by_chair: list[bool] = field(default_factory=list)
    ready_searches: set[str] = field(default_factory=set)


class Table:
    """One table, and the game that is played at it now.

    first_game  that of the matches whose journal names none
    clock, move_clock  game time, and at a table over days the time of each move;  vacation  when that stands by consent
    announcements   what everybody is told for a while
    take_back       the open question for consent;  take_backs_refused  how many were not granted in this match, by seat
    rematch_wishes  who asks for another match, by their number at the table
    secret    the seed of the chance of the next match, known to nobody before that match is over
    match_count  how many have begun;  n  the number of the last event;  history  None in the lobby
    holders   who played the seats of the match, and since when
    connections, watcher_logs (by watcher, language and hidden names), hint_ladders (by seat)
    changes   what the current input has done;  pending_commits  how many sets of changes are being stored
    has_own_work  at a table over days: something happens there without anybody
    teacher_wait  the number at which the table waits for its teacher, and since when
    resting_since  when the rest began;  empty_since  since when nobody is here, None before anybody was
    last_input_at, last_event_at  the last message, and the last event of the match (seconds since the epoch)
    outcomes, arrived, is_pairing_over, over_since  in a tournament: the games that ended, who has come to the first,
              whether the pairing is decided, and since when the last game is over
    recent_refusals  in a class, what was refused to whom
    commit_listener  called after every commit
    """

    def __init__(self, code: str, game: Game, settings: Settings, table_host: "TableHost[Table]") -> None:
        self.code, self.settings, self.table_host = code, settings, table_host
        self.first_game = game.name
        self.lobby = Lobby()
        self.clock = GameClock()
        self.move_clock = MoveClock()
        self.vacation = Vacation()
        self.history: EventHistory | None
        self.holders = SeatHolders()
        self.rematch_wishes: set[int] = set()
        self.take_back: TakeBackRequest | None = None
        self.take_backs_refused: dict[int, int] = {}
        self.draw_secret()
        self.match_count = 0
        self.n = 0
        self.chat: list[ChatLine] = []
        self.announcements = Announcements()
        self.connections: list[Connection] = []
        self.watcher_logs: dict[tuple[int, str, frozenset[int]], WatcherLog]
        self.hint_ladders: dict[int, HintLadder]
        self.dirty = DirtyFlags()
        self.is_closed = False
        self.has_own_work = False
        self.teacher_wait: tuple[int, float] | None = None
        self.resting_since: float | None = None
        self.empty_since: float | None = None
        self.last_input_at = self.last_event_at = table_host.wall_seconds()
        self.recent_refusals: list[dict[str, Any]] = []
        self.outcomes: list[TableOutcome] = []
        self.arrived: list[int] = []
        self.is_pairing_over = False
        self.over_since: float | None = None
        self.changes = ChangeSet()
        self.pending_commits = 0
        self.commit_listener: Callable[[Table], None] | None = None
        self.set_game(game)

    def set_game(self, game: Game) -> None:
        """Set the game that is played next; a match of another one is no longer here."""
        self.game, self.history = game, None
        self.bots, self.watcher_logs, self.hint_ladders = BotState(), {}, {}
        self.rematch_wishes.clear()
        self._search_levels = levels.search_level_names(game)
        self.dirty.ready_searches = self.ready_searches()
        self._status_cache = (-1, 0, False)

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
        if self.is_closed:
            return "closed"
        if self.history is None:
            return "lobby"
        _, acting, rests = self._read_status()
        return "over" if acting == 0 else "rest" if rests else "playing"

    @property
    def is_record_open(self) -> bool:
        """Tell whether the record of the match may be downloaded now."""
        return self.history is not None and (self.settings.practice or self.phase == "over")

    @property
    def may_add_numbers(self) -> bool:
        """Tell whether people may still add numbers to the seed of the next match."""
        return self.phase in ("lobby", "over")

    def draw_secret(self) -> None:
        """A fresh secret for the next match."""
        self.secret = sealed.new_secret(self.table_host.randbits)

    @property
    def is_running(self) -> bool:
        """Does time pass, and do bots act?"""
        return (self.is_awake and not self.settings.paused and self.phase == "playing"
                and self.take_back is None)

    def acting_seats(self) -> int:
        """The set of seats that may act now."""
        return self._read_status()[1] if self.history else 0

    def is_resting(self) -> bool:
        """Between hands or rounds: CHANCE waits for somebody to go on."""
        return self._read_status()[2] if self.history else False

    def _read_status(self) -> tuple[int, int, bool]:
        """At which number the rules were asked last, who may act, and whether it rests."""
        if self._status_cache[0] != self.n and self.history:
            match = self.match
            acting = int(match.rules.to_act(match.state))
            rests = (acting == 1 << CHANCE and self.history.step_count > 0
                     and bool(match.rules.is_between_hands(match.state)))
            self._status_cache = (self.n, acting, rests)
        return self._status_cache

    def window_deadline_ms(self) -> int:
        """Return the milliseconds of game time after which CLOCK acts."""
        return int(self.match.rules.deadline(self.match.state))

    # The people and the chairs.

    @property
    def is_awake(self) -> bool:
        """Tell whether a person is connected, a program plays, a match over days goes on, or a pairing between bots.

        Otherwise nothing happens at the table.
        """
        return (any(connection.who is not None for connection in self.connections) or bool(self.lobby.program_chairs)
                or self.plays_unattended or self.plays_over_days)

    @property
    def is_correspondence(self) -> bool:
        """Tell whether this is a table over days."""
        return self.settings.move_hours > 0

    @property
    def plays_over_days(self) -> bool:
        """Tell whether a match over days is under way, whoever looks at it."""
        return (self.is_correspondence and self.phase in ("playing", "rest")
                and any(chair.kind == "person" for chair in self.lobby.chairs))

    @property
    def plays_unattended(self) -> bool:
        """Tell whether bots alone play for both players of a tournament's pairing that is not decided."""
        return (bool(self.settings.tournament) and not self.is_pairing_over and not self.is_closed
                and {chair.kind for chair in self.lobby.chairs} == {"bot"})

    def waits_for_person(self) -> bool:
        """Does a rest wait for a person?"""
        return any(chair.kind == "person" and self.lobby.is_anybody_present(chair) for chair in self.lobby.chairs)

    def rest_end_time(self) -> float:
        """Return when a rest that has begun ends by itself (monotonic seconds)."""
        return (self.resting_since or 0.0) + (self.table_host.rest_seconds if self.waits_for_person() else 0)

    def is_away(self, chair: Chair, now: float) -> bool:
        """Tell whether a bot plays for the people of this chair.

        A teacher counts as away unless they play their seat: they have many tables, and a connection to each.
        """
        if chair.kind == "person" and chair.who == self.teacher:
            return not self.does_teacher_play
        return self.is_gone(chair, now)

    def is_gone(self, chair: Chair, now: float) -> bool:
        """Have the people of this chair no connection, and will not be waited for?

        At a table over days only the time of a move counts.
        """
        if self.is_correspondence:
            return chair.kind == "person" and chair.seat in self.move_clock.late
        return self.lobby.is_away(chair, now, self.table_host.grace_seconds)

    def bot_level(self, seat: int) -> str:
        """The level of the bot that plays a seat."""
        return self.lobby.chairs[seat].level or default_level(self.game)

    def ready_searches(self) -> set[str]:
        """The levels of bots that search and are there without waiting."""
        return {level for level in self._search_levels if self.table_host.find_search(self.game, level) is not None}

    # The connections.

    def add_connection(self, link: ClientLink, key: str, name: str) -> Connection:
        """A connection opens.  Its first message is `hello`."""
        found = Connection(link, key, name)
        self.connections.append(found)
        return found

    def is_let_in(self, connection: Connection) -> bool:
        """Tell whether the person of a connection has been let in."""
        guest = self.lobby.guests.get(connection.who or 0)
        return guest is not None and guest.role == "guest"

    def hidden_from(self, connection: Connection) -> frozenset[int]:
        """Return the guests whose names are hidden from the person of a connection."""
        return self.guests_among(connection.muted)

    def guests_among(self, muted: frozenset[str]) -> frozenset[int]:
        """Return the guests with one of these keys, whose names are hidden here. A class has no muting."""
        if not muted or self.settings.classroom or self.settings.class_:
            return NOBODY
        return frozenset(guest.who for guest in self.lobby.guests.values() if guest.key in muted)

    @contextmanager
    def speak_to(self, connection: Connection) -> Iterator[None]:
        """Make sentences in a `with` block for one connection: in its language, without the names of muted people."""
        with use_language(connection.language), hide_people(self.hidden_from(connection)):
            yield

    def connections_hearing(self, sender: int) -> list[Connection]:
        """Return the connections that get what a guest says: those let in who have not muted them."""
        return [other for other in self.connections if other.is_welcomed and self.is_let_in(other)
                and sender not in self.hidden_from(other)]

    def audience_mask(self, connection: Connection) -> int:
        """Return the watchers whose views a page shows, as a set of bits."""
        return sum(1 << watcher for watcher in self.list_shown_watchers(connection))

    def list_shown_watchers(self, connection: Connection) -> list[int]:
        """Return the watchers whose views a page shows.

        They are its own seats, the seat that a teacher watches, or a spectator.
        """
        if not self.is_let_in(connection):
            return [WATCHER]
        if connection.who == self.teacher:
            return [WATCHER if connection.watched_seat is None else connection.watched_seat]
        return self.lobby.seats_of(connection.who or 0) or [WATCHER]

    def person_of_watcher(self, watcher: int) -> int | None:
        """Return the person whom a watcher's log addresses as "you", with their whole team; None for nobody."""
        return None if watcher == WATCHER else self.lobby.chairs[watcher].who

    @property
    def teacher(self) -> int | None:
        """The teacher of the class that plays here; None at other tables.

        The only seat that they may hold is the teacher's seat.
        """
        host = self.lobby.host
        return host if self.settings.classroom and {*self.lobby.seats_of(host)} <= {self.teacher_seat} else None

    @property
    def teacher_seat(self) -> int | None:
        """The seat that the rules reserve for the teacher of a class; None where the game has none."""
        return self.game.teacher(self.settings.options) if self.settings.classroom else None

    @property
    def does_teacher_play(self) -> bool:
        """Tell whether the teacher acts in their seat now."""
        teacher = self.teacher
        return bool(self.lobby.seats_of(teacher or 0)) and any(
            connection.plays_own_seat for connection in self.connections if connection.who == teacher)

    def visible_number(self, connection: Connection, n: int | None = None) -> int:
        """Return the number of an event (the last one by default) as a page counts it."""
        n = self.n if n is None else n
        return n if self.history is None else self.history.visible_number(self.audience_mask(connection), n)

    def visible_number_for(self, seat: int) -> int:
        """Return the number of the last event as a seat counts it.

        It stays equal while the seat sees the same position.
        """
        return self.n if self.history is None else self.history.visible_number(1 << seat)

    # What is noted.

    def mark_changed(self) -> None:
        """Note that the table must be stored and sent."""
        self.dirty.table = self.dirty.settings = True

    def append_journal_row(self, seat: str, action: str, message: str, n: int = 0) -> None:
        """Append a row to the journal, for event `n` or the last one."""
        self.changes.journal_rows.append(JournalRow(n or self.n, self.match_count, seat, action, message))

    def reply_to(self, connection: Connection, message: dict[str, Any]) -> None:
        """Send a reply to one connection as soon as what it depends on is durable."""
        self.changes.replies.append((connection.link, wire.encoder.encode(message)))

    def refuse_message(self, connection: Connection, id: str, refused: BadInput) -> None:
        """Reply to a message with the sentence that refuses it."""
        self.reply_to(connection,
                      {"type": "refused", "id": id, "sentence": str(refused), "rule": getattr(refused, "rule", "")})

    def close_table(self, reason: str) -> None:
        """Close the table for everybody."""
        self.is_closed = True
        self.mark_changed()
        for connection in self.connections:
            self.close_connection(connection, 4410, f"ended.{reason}")

    def close_connection(self, connection: Connection, code: int, key: str) -> None:
        """Close a connection with a sentence in its language."""
        with use_language(connection.language):
            connection.link.close(code, say(key))
