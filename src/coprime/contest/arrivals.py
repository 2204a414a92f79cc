"""Clients come, log in and take the seats of a contest, until it is complete (UE-27, UE-28).

All callers are heard at once, so one that says nothing keeps nobody waiting; and until the contest begins a seat whose
client has gone is free again.
"""

import selectors
import socket
import time
from collections.abc import Callable, Sequence
from functools import partial

from ..core.messages import join_with_commas
from ..core.os_errors import describe_os_error
from .codec import INT, PROTOCOL, TABLE, decode, name_in
from .seats import PATIENCE, Client
from .sentences import say

LOGIN_SECONDS = 10.0        # for a caller to send its login
LOOK = 0.2                  # seconds between two looks whether the others have begun


def gather(door: socket.socket, wanted: int, move_seconds: float, log: Callable[[str], None],
           taken: Sequence[str] = (), arrived: Callable[[int, Client], None] = lambda seat, client: None,
           left: Callable[[int], None] = lambda seat: None,
           begun: Callable[[], bool] | None = None) -> dict[int, Client]:
    """The first clients that log in as they should, by seat; the door closes behind the last.

    taken           names that others at the contest have
    arrived, left   told whenever a seat is taken, or free again
    begun           where more than clients is waited for: whether the contest has begun; whoever has left by then is
                    missing in the result
    """
    hall = Hall(door, wanted, move_seconds, log, taken, arrived, left)
    with door, hall.lines:
        while not (begun() if begun else hall.complete):
            try:
                hall.look(LOOK if begun else PATIENCE)
            except OSError:                 # somebody else has shut the door
                if not (begun and begun()):
                    raise
        for caller in hall.callers.copy():
            hall.turn_away(caller, say("full"))
    return hall.seated


def told_apart(name: str, taken: Sequence[str]) -> str:
    """A name that nobody else has: `Ann`, `Ann 2`, `Ann 3`."""
    found, n = name, 1
    while found in taken:
        n += 1
        found = f"{name} {n}"
    return found


class Caller:
    """A line whose login has not come yet."""

    def __init__(self, line: socket.socket, host: str) -> None:
        self.line, self.host, self.came = line, host, b""
        self.until = time.monotonic() + LOGIN_SECONDS


class Hall:
    """Where clients wait for one another."""

    def __init__(self, door: socket.socket, wanted: int, move_seconds: float, log: Callable[[str], None],
                 taken: Sequence[str], arrived: Callable[[int, Client], None], left: Callable[[int], None]) -> None:
        self.door, self.wanted, self.move_seconds = door, wanted, move_seconds
        self.log, self.taken, self.arrived, self.left = log, taken, arrived, left
        self.seated: dict[int, Client] = {}
        self.callers: list[Caller] = []
        self.lines = selectors.DefaultSelector()
        self.lines.register(door, selectors.EVENT_READ, self.answer)
        self.opened, self.patience = time.monotonic(), PATIENCE
        door.setblocking(False)

    @property
    def complete(self) -> bool:
        return len(self.seated) == self.wanted

    def look(self, seconds: float) -> None:
        """Whoever says something within so many seconds, and who has said nothing for too long."""
        now = time.monotonic()
        first = min([now + seconds, self.opened + self.patience, *(caller.until for caller in self.callers)])
        for key, _ in self.lines.select(max(0.0, first - now)):
            key.data()
        now = time.monotonic()
        for caller in [caller for caller in self.callers if now >= caller.until]:
            self.turn_away(caller, say("silent", seconds=LOGIN_SECONDS))
        if now >= self.opened + self.patience and not self.complete:
            self.log(say("waiting_for_clients", n=self.wanted - len(self.seated), seconds=round(now - self.opened),
                         here=join_with_commas(client.name for client in self.seated.values()) or say("nobody")))
            self.patience *= 2

    # The door.

    def answer(self) -> None:
        try:
            line, address = self.door.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        line.setblocking(False)
        caller = Caller(line, address[0])
        self.callers.append(caller)
        self.lines.register(line, selectors.EVENT_READ, partial(self.hear, caller))

    def turn_away(self, caller: Caller, why: str) -> None:
        self.log(say("turned_away", address=caller.host, why=why))
        self.callers.remove(caller)
        self.lines.unregister(caller.line)
        caller.line.close()

    def hear(self, caller: Caller) -> None:
        """More of a login."""
        try:
            piece = caller.line.recv(TABLE.size - len(caller.came))
            caller.came += piece
            if not piece:
                self.turn_away(caller, say("closed"))
            elif len(caller.came) == TABLE.size:
                self.login(caller, decode(caller.came))
        except OSError as why:
            self.turn_away(caller, describe_os_error(why))

    def login(self, caller: Caller, table: list[int]) -> None:
        """UE-28.  Raises OSError."""
        if table[0] != PROTOCOL:
            self.turn_away(caller, say("version", given=table[0], wanted=PROTOCOL))
        elif self.complete:
            self.turn_away(caller, say("full"))
        else:
            seat = min(set(range(self.wanted)) - set(self.seated))
            caller.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            caller.line.sendall(INT.pack(seat))
            self.sit_down(seat, caller, name_in(table).strip() or say("nameless", seat=seat))

    # The seats.

    def sit_down(self, seat: int, caller: Caller, name: str) -> None:
        own = told_apart(name, [*self.taken, *(client.name for client in self.seated.values())])
        client = self.seated[seat] = Client(caller.line, own, self.move_seconds)
        self.callers.remove(caller)
        self.lines.modify(caller.line, selectors.EVENT_READ, partial(self.stir, seat))
        self.arrived(seat, client)
        self.log(say("arrived", name=own, seat=seat, left=self.wanted - len(self.seated)))

    def stir(self, seat: int) -> None:
        """A client says something before its turn, which is left for later; or it has gone, and its seat is free."""
        client = self.seated[seat]
        self.lines.unregister(client.line)
        if client.has_gone():
            del self.seated[seat]
            client.close()
            self.left(seat)
            self.log(say("left_early", name=client.name, seat=seat, left=self.wanted - len(self.seated)))
