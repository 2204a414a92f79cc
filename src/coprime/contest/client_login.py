"""Accept the clients of a contest, read their logins and seat them (UE-27, UE-28).

All connections are polled together, so a client that sends nothing delays nobody.  Until the contest begins, the seat
of a client that disconnects becomes free again.
"""

import selectors
import socket
import time
from collections.abc import Callable, Sequence
from functools import partial

from ..core.messages import join_with_commas
from ..core.os_errors import describe_os_error
from .codec import INT, PROTOCOL, TABLE, decode_name, decode_table
from .seats import PATIENCE, ClientSeat
from .sentences import say

LOGIN_SECONDS = 10.0        # for a caller to send its login
POLL_SECONDS = 0.2                  # seconds between two looks whether the others have begun


def gather_clients(listener: socket.socket, client_count: int, move_seconds: float, log: Callable[[str], None],
           taken_names: Sequence[str] = (), on_arrival: Callable[[int, ClientSeat], None] = lambda seat, client: None,
           on_departure: Callable[[int], None] = lambda seat: None,
           has_begun: Callable[[], bool] | None = None) -> dict[int, ClientSeat]:
    """Accept clients until all seats are taken, and return them by seat; closes `listener` at the end.

    taken_names      names already used at the contest; a client with one of them gets a number behind its name
    on_arrival       called with the seat and its client when a seat is taken
    on_departure     called with the seat when its client disconnects before the begin
    has_begun        None: stop as soon as all seats are taken.  Otherwise accept clients until it returns True; a seat
                     whose client has left by then is missing in the result

    Raises OSError when `listener` fails before the contest has begun.
    """
    lobby = ClientLobby(listener, client_count, move_seconds, log, taken_names, on_arrival, on_departure)
    with listener, lobby.selector:
        while not (has_begun() if has_begun else lobby.is_complete):
            try:
                lobby.poll_connections(POLL_SECONDS if has_begun else PATIENCE)
            except OSError:                 # somebody else has shut the door
                if not (has_begun and has_begun()):
                    raise
        for caller in lobby.pending_logins.copy():
            lobby.turn_away(caller, say("full"))
    return lobby.seated


def unique_name(name: str, taken_names: Sequence[str]) -> str:
    """Return the name, with a number behind it if it is taken: `Ann`, `Ann 2`, `Ann 3`."""
    found, n = name, 1
    while found in taken_names:
        n += 1
        found = f"{name} {n}"
    return found


class PendingLogin:
    """A connection whose login has not arrived completely."""

    def __init__(self, connection: socket.socket, host: str) -> None:
        self.connection, self.host, self.received = connection, host, b""
        self.login_deadline = time.monotonic() + LOGIN_SECONDS


class ClientLobby:
    """The clients that have connected before the contest begins, polled with one selector."""

    def __init__(self, listener: socket.socket, client_count: int, move_seconds: float, log: Callable[[str], None],
                 taken_names: Sequence[str], on_arrival: Callable[[int, ClientSeat], None],
                 on_departure: Callable[[int], None]) -> None:
        self.listener, self.client_count, self.move_seconds = listener, client_count, move_seconds
        self.log, self.taken_names, self.on_arrival, self.on_departure = log, taken_names, on_arrival, on_departure
        self.seated: dict[int, ClientSeat] = {}
        self.pending_logins: list[PendingLogin] = []
        self.selector = selectors.DefaultSelector()
        self.selector.register(listener, selectors.EVENT_READ, self.accept_connection)
        self.opened_monotonic, self.patience = time.monotonic(), PATIENCE
        listener.setblocking(False)

    @property
    def is_complete(self) -> bool:
        """Return whether all seats are taken."""
        return len(self.seated) == self.client_count

    def poll_connections(self, seconds: float) -> None:
        """Serve connections that become readable within `seconds`, then close overdue logins.

        Logs from time to time how many clients are still missing.
        """
        now = time.monotonic()
        first = min([now + seconds, self.opened_monotonic + self.patience,
                     *(caller.login_deadline for caller in self.pending_logins)])
        for key, _ in self.selector.select(max(0.0, first - now)):
            key.data()
        now = time.monotonic()
        for caller in [caller for caller in self.pending_logins if now >= caller.login_deadline]:
            self.turn_away(caller, say("silent", seconds=LOGIN_SECONDS))
        if now >= self.opened_monotonic + self.patience and not self.is_complete:
            self.log(say("waiting_for_clients", n=self.client_count - len(self.seated),
                         seconds=round(now - self.opened_monotonic),
                         here=join_with_commas(client.name for client in self.seated.values()) or say("nobody")))
            self.patience *= 2

    # The door.

    def accept_connection(self) -> None:
        """Accept a new connection and wait for its login."""
        try:
            line, address = self.listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        line.setblocking(False)
        caller = PendingLogin(line, address[0])
        self.pending_logins.append(caller)
        self.selector.register(line, selectors.EVENT_READ, partial(self.receive_login, caller))

    def turn_away(self, caller: PendingLogin, why: str) -> None:
        """Log why a connection is refused, and close it."""
        self.log(say("turned_away", address=caller.host, why=why))
        self.pending_logins.remove(caller)
        self.selector.unregister(caller.connection)
        caller.connection.close()

    def receive_login(self, caller: PendingLogin) -> None:
        """Receive a part of a login; handle the login once all 480 bytes are there."""
        try:
            piece = caller.connection.recv(TABLE.size - len(caller.received))
            caller.received += piece
            if not piece:
                self.turn_away(caller, say("closed"))
            elif len(caller.received) == TABLE.size:
                self.handle_login(caller, decode_table(caller.received))
        except OSError as why:
            self.turn_away(caller, describe_os_error(why))

    def handle_login(self, caller: PendingLogin, table: list[int]) -> None:
        """Check a complete login and give the client the lowest free seat (UE-28).  Raises OSError."""
        if table[0] != PROTOCOL:
            self.turn_away(caller, say("version", given=table[0], wanted=PROTOCOL))
        elif self.is_complete:
            self.turn_away(caller, say("full"))
        else:
            seat = min(set(range(self.client_count)) - set(self.seated))
            caller.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            caller.connection.sendall(INT.pack(seat))
            self.seat_client(seat, caller, decode_name(table).strip() or say("nameless", seat=seat))

    # The seats.

    def seat_client(self, seat: int, caller: PendingLogin, name: str) -> None:
        """Make a logged-in connection the client of a seat, under a name that nobody else has."""
        own = unique_name(name, [*self.taken_names, *(client.name for client in self.seated.values())])
        client = self.seated[seat] = ClientSeat(caller.connection, own, self.move_seconds)
        self.pending_logins.remove(caller)
        self.selector.modify(caller.connection, selectors.EVENT_READ, partial(self.handle_early_data, seat))
        self.on_arrival(seat, client)
        self.log(say("arrived", name=own, seat=seat, left=self.client_count - len(self.seated)))

    def handle_early_data(self, seat: int) -> None:
        """Free the seat of a client that has disconnected.

        Data sent too early stays unread until the client's turn.

        Either way the connection is no longer polled here.
        """
        client = self.seated[seat]
        self.selector.unregister(client.connection)
        if client.has_gone():
            del self.seated[seat]
            client.close()
            self.on_departure(seat)
            self.log(say("left_early", name=client.name, seat=seat, left=self.client_count - len(self.seated)))
