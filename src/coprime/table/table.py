"""A table: the one owner of a true state.  Messages, time and bots' answers go in one by one; views come out.

It knows no sockets, threads or clocks: whoever runs it passes `now` (monotonic seconds) and an `Outside`.
"""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.faults import BadInput, Refused
from ..core.game import Game
from ..core.match import Match, draw_chance
from ..core.options import Value
from ..core.record import label, seat_name
from ..core.seats import CHANCE, CLOCK, WATCHER
from . import catalogue, hints, host, kept, names, play, seats, wire
from .answered import Answered
from .bots import Bots
from .clock import Clock
from .eyes import Eyes
from .history import History, Trial
from .lobby import Chair, Guest, Lobby
from .outside import Link, Outside, Row, Said, Unit
from .sentences import no, say
from .show import show
from .visit import Visit

log = logging.getLogger(__name__)
CHAT_KEPT = 100
MESSAGES = play.MESSAGES | hints.MESSAGES | seats.MESSAGES


@dataclass
class Settings:
    """What the host has chosen for a table."""

    seats: int
    options: dict[str, Value]
    preset: str | None = None
    practice: bool = False
    class_: bool = False
    talk: bool = True
    hints: bool = True
    hotseat: bool = False
    factor: int = 1
    paused: bool = False


@dataclass
class Marks:
    """What has changed since it was last told or kept."""

    table: bool = False         # to be told
    scene: bool = False         # to be told to everybody
    moved: bool = False         # to be told to who may know of it
    settings: bool = False      # to be kept
    ids: Answered = field(default_factory=Answered)


class Table:
    """One table of one game."""

    def __init__(self, code: str, game: Game, settings: Settings, outside: Outside) -> None:
        self.code, self.game, self.settings, self.outside = code, game, settings, outside
        self.lobby = Lobby()
        self.clock = Clock()
        self.bots = Bots(self)
        self.history: History | None = None
        self.matches = 0
        self.n = 0
        self.chat: list[Said] = []
        self.visits: list[Visit] = []
        self.eyes: dict[int, Eyes] = {}
        self.ladders: dict[int, hints.Ladder] = {}                  # by seat
        self.marks = Marks()
        self.closed = False
        self.rested: float | None = None
        self.alone: float | None = None         # since when nobody has been here; None before anybody was
        self.touched = outside.wall()
        self._unit = Unit()
        self.flying = 0
        self._known = (-1, 0, False)
        self._away: list[bool] = []
        self._strong = outside.strong(game) is not None
        self.follower: Callable[[Table], None] | None = None        # told whenever something has been kept

    # What it is.

    @property
    def match(self) -> Match:
        if self.history is None:
            raise no("notstarted")
        return self.history.match

    @property
    def phase(self) -> str:
        if self.closed:
            return "closed"
        if self.history is None:
            return "lobby"
        _, acting, rests = self._status()
        return "over" if acting == 0 else "rest" if rests else "playing"

    @property
    def open(self) -> bool:
        """May the record be had now?"""
        return self.history is not None and (self.settings.practice or self.phase == "over")

    def eyes_of(self, visit: Visit) -> int:
        """The set of watchers that a page looks for."""
        seats = self.lobby.seats_of(visit.who or 0) if self.let_in(visit) else []
        return sum(1 << watcher for watcher in seats or [WATCHER])

    def told(self, visit: Visit, n: int | None = None) -> int:
        """The number of what happened (the last thing, by default) as a page counts."""
        n = self.n if n is None else n
        return n if self.history is None else self.history.told(self.eyes_of(visit), n)

    def told_to(self, seat: int) -> int:
        """The number of the last thing that happened as a seat counts: the same while it sees the same position."""
        return self.n if self.history is None else self.history.told(1 << seat)

    def acting(self) -> int:
        """The set of seats that may act now."""
        return self._status()[1] if self.history else 0

    def resting(self) -> bool:
        """Between hands or rounds: CHANCE waits for somebody to go on."""
        return self._status()[2] if self.history else False

    def _status(self) -> tuple[int, int, bool]:
        """At which number the rules were asked last, who may act, and whether it rests."""
        if self._known[0] != self.n and self.history:
            match = self.match
            acting = int(match.rules.to_act(match.state))
            rests = acting == 1 << CHANCE and self.history.step > 0 and bool(match.rules.resting(match.state))
            self._known = (self.n, acting, rests)
        return self._known

    @property
    def awake(self) -> bool:
        """Somebody looks at it, or programs play.  Without anybody a table stands still."""
        return any(visit.who is not None for visit in self.visits) or bool(self.lobby.programs)

    @property
    def running(self) -> bool:
        return self.awake and not self.settings.paused and self.phase == "playing"

    def bots_to_act(self, now: float) -> set[int]:
        if not self.running:
            return set()
        acting = self.acting()
        return {chair.seat for chair in self.lobby.chairs
                if acting >> chair.seat & 1 and (chair.kind != "person" or self.away(chair, now))}

    def away(self, chair: Chair, now: float) -> bool:
        return self.lobby.away(chair, now, self.outside.grace)

    def level(self, seat: int) -> str:
        """The level of the bot that plays a seat."""
        return self.lobby.chairs[seat].level or catalogue.default_level(self.game)

    # Input.

    def visit(self, link: Link, key: str, name: str) -> Visit:
        """A connection opens.  Its first message is `hello`."""
        found = Visit(link, key, name)
        self.visits.append(found)
        return found

    def leave(self, visit: Visit, now: float) -> None:
        """A connection is gone."""
        self.tick(now)
        if visit in self.visits:
            self.visits.remove(visit)
            guest = self.lobby.guests.get(visit.who or 0)
            if guest:
                guest.here -= 1
                guest.gone = now
                self.marks.table = True
            if not self.awake:
                self.alone = now
        self.settle(now)

    def rouse(self, now: float) -> None:
        """Somebody comes.  The time that the table stood still, with the server perhaps, is no time of absence."""
        if self.awake:
            return
        for guest in self.lobby.guests.values():
            guest.gone = now if self.alone is None else guest.gone + now - self.alone

    def receive(self, visit: Visit, message: wire.Message, now: float) -> None:
        """A message from a browser."""
        if visit not in self.visits:
            return
        self.tick(now)
        self.touched = self.outside.wall()
        try:
            self._hear(visit, message, now)
        except BadInput as refused:
            self.refuse(visit, getattr(message, "id", ""), refused)
        except Exception:
            log.exception("%s at a table of %s", type(message).__name__, self.game.name)
            self.refuse(visit, getattr(message, "id", ""), no("fault"))
        self.settle(now)

    def _hear(self, visit: Visit, message: wire.Message, now: float) -> None:
        if isinstance(message, wire.Ping):
            return self.reply(visit, {"type": "pong"})
        if self.closed:
            raise no("closed")
        if isinstance(message, wire.Hello):
            return seats.hello(self, visit, message, now)
        guest = self.guest(visit)
        if isinstance(message, wire.Order):
            if guest.who != self.lobby.host:
                raise no("host")
            if not play.told_already(self, visit, guest, message.id):
                host.ORDERS[type(message)](self, guest, message, now)
                play.done(self, visit, guest, message.id)
            return None
        MESSAGES[type(message)](self, visit, guest, message, now)

    def guest(self, visit: Visit) -> Guest:
        """Who speaks.  Raises Refused for somebody who has not been let in."""
        guest = self.lobby.guests.get(visit.who or 0)
        if guest is None or guest.role != "guest":
            raise no("waiting")
        return guest

    def answer(self, then: Callable[[Any, float], None]) -> Callable[[Any, float], None]:
        """What a finished job calls: its result as an input to the table."""
        def arrive(result: Any, now: float) -> None:
            self.tick(now)
            then(result, now)
            self.settle(now)
        return arrive

    def send(self, seat: int, action: int, now: float) -> None:
        """A program's choice."""
        self.tick(now)
        self.bots.send(seat, action, now)
        self.settle(now)

    # Time.

    def due(self, now: float) -> float:
        """When `tick` has something to do next (monotonic seconds)."""
        if not self.awake or self.closed:
            return float("inf")
        times = [self.bots.due(), *self._gone(now)]
        if self.resting() and not self.settings.paused and self.rested is not None:
            times.append(self.rested + (self.outside.rest if self.patient() else 0))
        if self.running and self.acting() >> CLOCK & 1:
            times.append(now + self.clock.left(now, self.deadline()))
        return min(times)

    def _gone(self, now: float) -> list[float]:
        """When the grace of those who are gone ends."""
        ends = [guest.gone + self.outside.grace for guest in self.lobby.guests.values()
                if not guest.here and (guest.who == self.lobby.host or self.lobby.seats_of(guest.who))]
        return [end for end in ends if end > now]

    def deadline(self) -> int:
        return int(self.match.rules.deadline(self.match.state))

    def patient(self) -> bool:
        """Does a rest wait for a person?"""
        return any(chair.kind == "person" and self.lobby.present(chair.who) for chair in self.lobby.chairs)

    def tick(self, now: float) -> None:
        """Let happen what happens by itself."""
        for _ in range(1000):
            if not (self._window(now) or self._rest_over(now) or self._bot_acts(now)):
                break
        self._hand_over(now)
        away = [self.away(chair, now) for chair in self.lobby.chairs]
        self.marks.table |= away != self._away
        self._away = away

    def wake(self, now: float) -> None:
        """The time that `due` named has come."""
        self.tick(now)
        self.settle(now)

    def _window(self, now: float) -> bool:
        if not self.running or not self.acting() >> CLOCK & 1:
            return False
        deadline = self.deadline()
        if deadline <= 0 or self.clock.left(now, deadline) > 0:
            return False
        trial = Trial(self.match)
        trial.act(CLOCK, deadline)
        self.deal(trial)
        self.clock.count(now, deadline)
        self.commit(trial, "")
        return True

    def _rest_over(self, now: float) -> bool:
        if not self.resting():
            self.rested = None
            return False
        seats.honour(self, now)
        if self.rested is None:
            self.rested = now
        wait = self.outside.rest if self.patient() else 0
        if not self.awake or self.settings.paused or now < self.rested + wait:
            return False
        self.go(now, "")
        return True

    def _bot_acts(self, now: float) -> bool:
        chosen = self.bots.ready(now) if self.running else None
        if chosen is None:
            return False
        seat, action = chosen
        try:
            self.act(seat, [action], now, "")
        except Refused as refused:
            if not int(self.match.rules.refusal(self.match.state, seat, action)):
                return False                            # too late: it is asked again
            log.error("a bot of %s was refused: %s", self.game.name, refused)
            other = self.bots.any(seat)
            if other is None:
                return False
            self.act(seat, [other], now, "")
        return True

    def _hand_over(self, now: float) -> None:
        guest = self.lobby.guests.get(self.lobby.host)
        if guest and not guest.here and now >= guest.gone + self.outside.grace and self.awake:
            heir = self.lobby.heir()
            if heir is not None:
                self.lobby.host = heir
                self.changed()

    # What happens.

    def begin(self, now: float, message: str = "") -> None:
        """Start a match as the settings say."""
        chosen = self.game.check(self.settings.seats, self.settings.options)
        match = Match(self.game, self.settings.seats, chosen, self.outside.rules(self.game))
        self._begin(match, Trial(match), now, message)

    def _begin(self, match: Match, trial: Trial, now: float, message: str = "") -> None:
        self.matches += 1
        self.n += 1
        self.lay_out(History(match, self.n), message)
        self.deal(trial, forced=not trial.done)
        self.clock.reset(now)
        self.commit(trial, "")
        self.changed()

    def lay_out(self, history: History, message: str = "") -> None:
        """A match begins: the first row of its journal."""
        match, self.history = history.match, history
        self.eyes, self.ladders, self.rested = {}, {}, None
        self.bots = Bots(self)
        for chair in self.lobby.chairs:
            chair.hints = 0
        seats.dealt(self)
        options = {name: catalogue.plain(value) for name, value in match.options.items()}
        players = [[chair.who, chair.name] for chair in self.lobby.chairs]
        head = {"seats": match.seats, "options": options, "version": self.game.version, "players": players}
        self.row("start", json.dumps(head), message)

    def act(self, seat: int, actions: Sequence[int], now: float, message: str) -> None:
        """Carry out actions of one seat, all or none.  Raises Refused."""
        trial = Trial(self.match)
        ms = 0
        if self.acting() >> CLOCK & 1:
            ms = min(int(self.clock.passed(now)), self.deadline())
            if ms > 0:
                trial.act(CLOCK, ms)
        for action in actions[:-1]:
            play.openly(trial, seat, action)
        trial.act(seat, actions[-1])
        self.deal(trial)
        if ms:
            self.clock.count(now, ms)
        elif not self.acting() >> CLOCK & 1:
            self.clock.reset(now)
        self.commit(trial, message)

    def go(self, now: float, message: str) -> None:
        """Go on from a rest."""
        trial = Trial(self.match)
        self.deal(trial, forced=True)
        self.clock.reset(now)
        self.rested = None
        seats.dealt(self)
        self.marks.settings = True
        self.commit(trial, message)

    def deal(self, trial: Trial, forced: bool = False) -> None:
        """Let CHANCE act until it is somebody's turn or the match rests; when forced, at least once."""
        rules = trial.match.rules
        while trial.acting(CHANCE) and (forced or not rules.resting(trial.state)):
            trial.act(CHANCE, draw_chance(rules, trial.state, self.outside.randbits))
            forced = False

    def commit(self, trial: Trial, message: str) -> None:
        """Take over what was tried, and note it for keeping."""
        history, phase = self.history, self.phase
        assert history is not None
        events = history.keep(trial)
        self.n = history.n
        for event in events:
            self.row(seat_name(event.seat), label(self.game.words, event.seat, event.action),
                     message if event is events[-1] else "", event.n)
        if message:
            self.marks.ids[message] = self.n
        self.marks.moved = True
        if phase != self.phase:
            self.marks.table = self.marks.settings = True

    def cut(self, step: int, now: float, message: str) -> None:
        """Take back everything after a step."""
        history, phase = self.history, self.phase
        assert history is not None
        history.cut(step)
        self.n = history.n
        self.row("undo", str(step), message)
        if message:
            self.marks.ids[message] = self.n
        self.clock.reset(now)
        self.marks.moved = True
        self.marks.table |= phase != self.phase

    def row(self, seat: str, action: str, message: str, n: int = 0) -> None:
        self._unit.rows.append(Row(n or self.n, self.matches, seat, action, message))

    def changed(self) -> None:
        """Something about the table is to be kept and told."""
        self.marks.table = self.marks.settings = True

    def speak(self, said: Said) -> None:
        """A line of chat, kept and then told to all."""
        self.chat = [*self.chat[1 - CHAT_KEPT:], said]
        self._unit.chat.append(said)
        data = wire.encoder.encode({"type": "chat", **said._asdict()})
        self._unit.replies.extend((visit.link, data) for visit in self.visits if visit.live and self.let_in(visit))

    def let_in(self, visit: Visit) -> bool:
        guest = self.lobby.guests.get(visit.who or 0)
        return guest is not None and guest.role == "guest"

    def put_out(self, guest: Guest) -> None:
        """Close the connections of somebody who has been removed."""
        for visit in self.visits:
            if visit.who == guest.who:
                visit.link.shut(4403, say("no.removed"))

    def end(self, reason: str) -> None:
        """The table ends for everybody."""
        self.closed = True
        self.changed()
        for visit in self.visits:
            visit.link.shut(4410, say(f"ended.{reason}"))

    # Output.

    def reply(self, visit: Visit, message: dict[str, Any]) -> None:
        """Answer one connection, once what it may depend on is kept."""
        self._unit.replies.append((visit.link, wire.encoder.encode(message)))

    def refuse(self, visit: Visit, id: str, refused: BadInput) -> None:
        self.reply(visit, {"type": "refused", "id": id, "sentence": str(refused), "rule": getattr(refused, "rule", "")})

    def settle(self, now: float) -> None:
        """After every input: ask the bots, keep what happened, then answer."""
        if self.history is not None:
            self.match.rules = self.outside.rules(self.game)
        if not self._strong and self.outside.strong(self.game) is not None:
            self._strong = self.marks.table = True
        seats.honour(self, now)
        self.clock.run(now, self.running)
        if self.resting() and self.rested is None:
            self.rested = now
        self.bots.plan(now)
        unit, self._unit = self._unit, Unit()
        if self.marks.settings:
            unit.settings, self.marks.settings = kept.settings(self), False
        if unit.lasting or (self.flying and unit.replies):
            self.flying += 1
            self.outside.keep(self, unit)
        else:
            self._tell(unit)

    def kept(self, unit: Unit) -> None:
        """A unit is durable: now it may be told."""
        self.flying -= 1
        self._tell(unit)

    def _tell(self, unit: Unit) -> None:
        for link, data in unit.replies:
            link.send(data)
        if self.follower and not self.flying:
            self.follower(self)
        if not self.flying and (self.marks.scene or self.marks.moved or self.marks.table
                                or any(visit.fresh for visit in self.visits)):
            self.outside.show(self)

    def show(self, now: float) -> None:
        """Send what has changed.  Waits while something is not durable yet."""
        if not self.flying:
            show(self, now)

    # Names.

    def bot_name(self) -> str:
        """A name for a bot, unlike everybody's."""
        taken = [*self.lobby.names(), *(guest.name for guest in self.lobby.guests.values())]
        return names.pick(self.outside.randbits, taken)

    def dismiss(self) -> None:
        """Nobody speaks for the programs any more: bots play their seats."""
        for chair in self.lobby.programs:
            chair.kind, chair.name = "bot", chair.name or self.bot_name()

    def tell_apart(self) -> None:
        """Bots whose names are like a person's take others."""
        people = [guest.name for guest in self.lobby.guests.values()]
        people += [chair.name for chair in self.lobby.chairs if chair.kind == "person"]
        for chair in self.lobby.chairs:
            if chair.kind in ("bot", "open") and any(names.alike(chair.name, name) for name in people):
                chair.name = self.bot_name()
                self.marks.scene = True
                self.changed()
