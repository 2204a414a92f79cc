"""A contest at which people take seats: the house is open, the contest's table stands in it, and programs log in."""

import asyncio
import contextlib
import secrets
import socket
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.record import GameRecorder
from ..server.run import serve
from ..server.table_actor import TableActor
from ..server.table_manager import TableManager
from ..table import bots, chairs
from ..table.settings import Settings, choose_options
from ..table.table import Table
from .arrivals import gather
from .cells import PLAYERS
from .seats import Client, Program, Seat
from .sentences import say
from .server import Result, hold, spoken, substitutes
from .tabled import Feed, Person, Tabled

LOOK = 0.2              # seconds between two looks whether the contest and its table are still there
LINGER = 10.0           # seconds without anybody at the table, after the end, until the house closes
PATIENCE = 5.0          # seconds that a contest has to come to an end when it is stopped


class ContestSettings(NamedTuple):
    """What contest is to be held, as `server.host_contest` has it.  People sit between clients and bots."""

    games: int
    people: int
    bots: list[str]
    move_seconds: float = 0
    on_leave: str = "pass"
    record: Path | None = None

    @property
    def clients(self) -> int:
        return PLAYERS - self.people - len(self.bots)

    @property
    def called(self) -> list[str]:
        """The bots' names."""
        return [say("bot", level=level, n=n) for n, level in enumerate(self.bots, 1)]


class HostedContest:
    """One contest, its table and its thread.  `log` is told lines, `done` the result as soon as there is one."""

    def __init__(self, game: Game, door: socket.socket, wanted: ContestSettings, log: Callable[[str], None],
                 done: Callable[[Result], None]) -> None:
        self.game, self.door, self.wanted, self.log, self.done = game, door, wanted, log, done
        self.clients: dict[int, Client] = {}
        self.fault: Exception | None = None
        self.feed = Feed(lambda seat, action: self.put(partial(bots.send_program_action, self.table, seat, action)))
        self.loop: asyncio.AbstractEventLoop
        self.room: TableActor

    def hold(self, **house: Any) -> None:
        """Open the house, and hold the contest in it.  Raises BadInput; `house` goes to the server's `serve`."""
        with self.door:
            serve(inside=self.inside, **house)
        if self.fault:
            raise self.fault

    @property
    def table(self) -> Table:
        return self.room.table

    def put(self, job: Callable[[float], None]) -> None:
        """Something for the table, from the contest's thread."""
        self.loop.call_soon_threadsafe(self.room.put, job)

    async def inside(self, house: TableManager) -> None:
        """From the table's opening until everybody has gone."""
        code = await house.open_table(self.game, self.settings(), "", self.set_up)
        self.loop, self.room = house.loop, house.rooms[code]
        self.table.follower = self.feed.follow
        self.log(say("table", url=house.invite(code)["url"], code=code, n=self.wanted.people))
        thread = threading.Thread(target=self.play, name="contest", daemon=True)
        thread.start()
        try:
            while thread.is_alive() and house.rooms.get(code) is self.room and not self.table.closed:
                await asyncio.sleep(LOOK)
        finally:
            self.stop()
            thread.join(PATIENCE)
        empty = 0.0
        while not self.fault and (self.table.visits or empty < LINGER):
            await asyncio.sleep(LOOK)
            empty = 0 if self.table.visits else empty + LOOK

    # The table.

    def settings(self) -> Settings:
        options = choose_options(self.game, PLAYERS, {"match_length": self.wanted.games}, "uecda", {})
        return Settings(PLAYERS, options, preset="uecda")

    def set_up(self, table: Table, now: float) -> None:
        chairs.set_up_chairs(table, None, PLAYERS)
        first_bot = PLAYERS - len(self.wanted.bots)
        for chair in table.lobby.chairs:
            if self.wanted.clients <= chair.seat < first_bot:
                chair.kind = "open"
            else:
                chair.kind, chair.name = "program", ""
        for seat, name in enumerate(self.wanted.called, first_bot):
            table.lobby.chairs[seat].name = name

    def name(self, seat: int, name: str, now: float) -> None:
        """A client has come to the table; without a name it has gone."""
        self.table.lobby.chairs[seat].name = name
        self.table.mark_changed()

    # The contest's thread.

    def play(self) -> None:
        try:
            self.done(self.contest())
        except Exception as wrong:
            self.fault = BadInput(say("ended")) if self.feed.stopped else wrong

    def arrived(self, seat: int, client: Client) -> None:
        self.clients[seat] = client
        self.put(partial(self.name, seat, client.name))

    def left(self, seat: int) -> None:
        del self.clients[seat]
        self.put(partial(self.name, seat, ""))

    def contest(self) -> Result:
        wanted, feed, randbits = self.wanted, self.feed, secrets.randbits
        substitute = substitutes(self.game, wanted.on_leave, randbits)
        clients = gather(self.door, wanted.clients, wanted.move_seconds, self.log, wanted.called, self.arrived,
                         self.left, feed.has_begun)
        names = feed.begun()
        seats: list[Seat] = [clients.get(seat) or substitute(names[seat]) for seat in range(wanted.clients)]
        seats += [Person(names[len(seats) + n], feed) for n in range(wanted.people)]
        seats += [Program(self.game, level, names[len(seats) + n], randbits) for n, level in enumerate(wanted.bots)]
        match = Match(self.game, PLAYERS, self.table.settings.options)
        recorder = GameRecorder(match, names) if wanted.record else None
        contest = Tabled(match, seats, feed, recorder, spoken(self.log), substitute)
        return hold(contest, wanted.record)

    def stop(self) -> None:
        """Whoever waits for a client, for people or for the table waits no longer."""
        self.feed.stop()
        for line in (self.door, *(client.line for client in self.clients.copy().values())):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
