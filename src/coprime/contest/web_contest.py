"""Hold a contest with people.

Start the web server, open the contest's table in it, and let programs log in.
"""

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
from ..table import bot_chairs, bots
from ..table.settings import Settings, choose_options
from ..table.table import Table
from .client_login import gather_clients
from .protocol_tables import PLAYERS
from .seats import BotSeat, ClientSeat, ContestSeat
from .sentences import say
from .server import ContestResult, make_sentence_log, make_substitute_factory, run_contest
from .table_contest import PersonSeat, TableContest, TableFeed

POLL_SECONDS = 0.2              # seconds between two looks whether the contest and its table are still there
LINGER_SECONDS = 10.0           # seconds without anybody at the table, after the end, until the server closes
STOP_SECONDS = 5.0          # seconds that a contest has to come to an end when it is stopped


class ContestSettings(NamedTuple):
    """The settings of a contest, as for `server.host_contest`.  People sit between clients and bots."""

    games: int
    people: int
    bots: list[str]
    move_seconds: float = 0
    on_leave: str = "pass"
    record: Path | None = None

    @property
    def client_count(self) -> int:
        """How many clients have to log in."""
        return PLAYERS - self.people - len(self.bots)

    @property
    def bot_names(self) -> list[str]:
        """The bots' names."""
        return [say("bot", level=level, n=n) for n, level in enumerate(self.bots, 1)]


class HostedContest:
    """One contest, its table and its thread.

    log        is called with each line of the log
    on_result  is called with the result as soon as the contest is over
    """

    def __init__(self, game: Game, listener: socket.socket, wanted: ContestSettings, log: Callable[[str], None],
                 on_result: Callable[[ContestResult], None]) -> None:
        self.game, self.listener, self.contest_settings = game, listener, wanted
        self.log, self.on_result = log, on_result
        self.clients: dict[int, ClientSeat] = {}
        self.error: Exception | None = None
        self.feed = TableFeed(lambda seat,
                              action: self.post_to_table(partial(bots.send_program_action, self.table, seat, action)))
        self.loop: asyncio.AbstractEventLoop
        self.table_actor: TableActor

    def run_with_server(self, **server_options: Any) -> None:
        """Run the web server and the contest beside it.  Raises BadInput.

        server_options  go to `server.run.serve`
        """
        with self.listener:
            serve(inside=self.run_beside_server, **server_options)
        if self.error:
            raise self.error

    @property
    def table(self) -> Table:
        """The contest's table."""
        return self.table_actor.table

    def post_to_table(self, job: Callable[[float], None]) -> None:
        """Hand a job for the table to the server's event loop; called from the contest's thread."""
        self.loop.call_soon_threadsafe(self.table_actor.enqueue_input, job)

    async def run_beside_server(self, manager: TableManager) -> None:
        """Open the table, run the contest in a thread, and return once everybody has left."""
        code = await manager.open_table(self.game, self.table_settings(), "", self.set_up_table)
        self.loop, self.table_actor = manager.loop, manager.table_actors[code]
        self.table.commit_listener = self.feed.pass_on_events
        self.log(say("table", url=manager.invitation_json(code)["url"], code=code, n=self.contest_settings.people))
        thread = threading.Thread(target=self.play, name="contest", daemon=True)
        thread.start()
        try:
            while thread.is_alive() and manager.table_actors.get(code) is self.table_actor and not self.table.is_closed:
                await asyncio.sleep(POLL_SECONDS)
        finally:
            self.stop_waiting()
            thread.join(STOP_SECONDS)
        empty = 0.0
        while not self.error and (self.table.connections or empty < LINGER_SECONDS):
            await asyncio.sleep(POLL_SECONDS)
            empty = 0 if self.table.connections else empty + POLL_SECONDS

    # The table.

    def table_settings(self) -> Settings:
        """Return the settings of the contest's table."""
        options = choose_options(self.game, PLAYERS, {"match_length": self.contest_settings.games}, "uecda", {})
        return Settings(PLAYERS, options, preset="uecda")

    def set_up_table(self, table: Table, now: float) -> None:
        """Set up the table's chairs: programs for clients and bots, open chairs for people."""
        bot_chairs.set_up_chairs(table, None, PLAYERS)
        first_bot = PLAYERS - len(self.contest_settings.bots)
        for chair in table.lobby.chairs:
            if self.contest_settings.client_count <= chair.seat < first_bot:
                chair.kind = "open"
            else:
                chair.kind, chair.name = "program", ""
        for seat, name in enumerate(self.contest_settings.bot_names, first_bot):
            table.lobby.chairs[seat].name = name

    def name_chair(self, seat: int, name: str, now: float) -> None:
        """Show a client's name at its chair; an empty name when it has left."""
        self.table.lobby.chairs[seat].name = name
        self.table.mark_changed()

    # The contest's thread.

    def play(self) -> None:
        """Run the contest and hand over its result; keep an exception in `error`."""
        try:
            self.on_result(self.play_contest())
        except Exception as wrong:
            self.error = BadInput(say("ended")) if self.feed.is_stopped else wrong

    def add_client(self, seat: int, client: ClientSeat) -> None:
        """Add a client that has logged in."""
        self.clients[seat] = client
        self.post_to_table(partial(self.name_chair, seat, client.name))

    def remove_client(self, seat: int) -> None:
        """Remove a client that has disconnected before the begin."""
        del self.clients[seat]
        self.post_to_table(partial(self.name_chair, seat, ""))

    def play_contest(self) -> ContestResult:
        """Wait for clients and people, play the contest, and return its result."""
        contest_settings, feed, randbits = self.contest_settings, self.feed, secrets.randbits
        substitute = make_substitute_factory(self.game, contest_settings.on_leave, randbits)
        clients = gather_clients(self.listener, contest_settings.client_count, contest_settings.move_seconds, self.log,
                                 contest_settings.bot_names, self.add_client,
                                 self.remove_client, feed.has_begun)
        names = feed.wait_for_begin()
        seats: list[ContestSeat] = [clients.get(seat) or substitute(names[seat])
                                    for seat in range(contest_settings.client_count)]
        seats += [PersonSeat(names[len(seats) + n], feed) for n in range(contest_settings.people)]
        seats += [BotSeat(self.game, level, names[len(seats) + n], randbits) for n,
                  level in enumerate(contest_settings.bots)]
        match = Match(self.game, PLAYERS, self.table.settings.options)
        recorder = GameRecorder(match, names) if contest_settings.record else None
        contest = TableContest(match, seats, feed, recorder, make_sentence_log(self.log), substitute)
        return run_contest(contest, contest_settings.record)

    def stop_waiting(self) -> None:
        """Wake the contest's thread wherever it waits: for clients, for people or for the table."""
        self.feed.stop_feed()
        for line in (self.listener, *(client.connection for client in self.clients.copy().values())):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
