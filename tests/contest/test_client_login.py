"""The lobby of a contest, polled by hand: who gets which seat under which name, and what is logged."""

import socket
import time
from types import SimpleNamespace

import pytest

from coprime.contest import client_login
from coprime.contest.client_login import ClientLobby
from coprime.contest.codec import INT, encode_table, login_table

GENEROUS = 20


class Lobby(ClientLobby):
    """A lobby of two seats on this machine; its callers, what was logged, and who has come and gone."""

    def __init__(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.address, self.logged, self.happened, self.callers = listener.getsockname(), [], [], []
        super().__init__(listener, 2, 1.0, self.logged.append, ["Bot"],
                         lambda seat, client: self.happened.append((seat, client.name)),
                         lambda seat: self.happened.append((seat, None)))

    def call(self, data=b""):
        """A connection that has sent something."""
        caller = socket.create_connection(self.address, timeout=GENEROUS)
        caller.sendall(data)
        self.callers.append(caller)
        return caller

    def poll_until(self, happened):
        end = time.monotonic() + GENEROUS
        while not happened():
            assert time.monotonic() < end, self.logged
            self.poll_connections(0.05)

    def logs(self, count):
        """The last lines of the log, once there are so many."""
        self.poll_until(lambda: len(self.logged) >= count)
        return self.logged[count - 1:]

    def close(self):
        for one in (self.listener, self.selector, *self.callers,
                    *(one.connection for one in (*self.seated.values(), *self.pending_logins))):
            one.close()


@pytest.fixture
def lobby():
    one = Lobby()
    yield one
    one.close()


def login(name, **more):
    return encode_table(login_table(name, **more))


def at_time(monkeypatch, seconds):
    """Let it be that late for the lobby."""
    monkeypatch.setattr(client_login, "time", SimpleNamespace(monotonic=lambda: seconds))


def test_UE_28_each_gets_the_lowest_free_seat_and_a_name_of_its_own(lobby):
    first = lobby.call(login("Bot"))
    assert lobby.logs(1) == ["Bot 2 sits down on seat 0; 1 to come."] and not lobby.is_complete
    lobby.call(login(""))
    assert lobby.logs(2) == ["player 1 sits down on seat 1; 0 to come."] and lobby.is_complete
    assert INT.unpack(first.recv(INT.size)) == (0,)
    lobby.call(login("late"))
    assert "every seat is taken" in lobby.logs(3)[0]
    first.close()
    assert lobby.logs(4) == ["Bot 2 has left seat 0 before the start; 1 to come."] and not lobby.is_complete
    lobby.call(login("Bot"))
    assert lobby.logs(5) == ["Bot 2 sits down on seat 0; 0 to come."]
    assert lobby.happened == [(0, "Bot 2"), (1, "player 1"), (0, None), (0, "Bot 2")]


def test_what_comes_too_early_waits_and_frees_no_seat(lobby):
    early = lobby.call(login("one"))
    lobby.logs(1)
    early.sendall(b"too early")
    lobby.poll_until(lambda: lobby.seated[0].connection not in [
        key.fileobj for key in lobby.selector.get_map().values()])
    lobby.call(login("other"))
    lobby.logs(2)
    assert lobby.is_complete and lobby.seated[0].connection.recv(99) == b"too early"


def test_a_login_comes_in_pieces(lobby):
    caller, text = lobby.call(), login("one")
    for at in range(0, len(text), 100):
        assert not lobby.seated
        caller.sendall(text[at:at + 100])
        lobby.poll_connections(0.05)
    assert len(lobby.logs(1)) == 1 and lobby.seated[0].name == "one"


@pytest.mark.parametrize(("data", "closes", "why"), [
    (login("one", protocol=20069), False, "protocol 20069"), (login("one")[:-1], True, "the line was closed")])
def test_who_cannot_be_a_client_is_turned_away(lobby, data, closes, why):
    caller = lobby.call(data)
    if closes:
        caller.close()
    assert why in lobby.logs(1)[0] and "127.0.0.1" in lobby.logs(1)[0]
    assert not lobby.seated and not lobby.pending_logins


def test_who_says_nothing_is_turned_away_when_the_time_is_over(lobby, monkeypatch):
    lobby.call(b"half")
    lobby.poll_until(lambda: lobby.pending_logins)
    for early, there in ((1, True), (0, False)):
        at_time(monkeypatch, lobby.pending_logins[0].login_deadline - early)
        lobby.poll_connections(0)
        assert bool(lobby.pending_logins) == there == (not lobby.logged)
    assert lobby.logged[0] == "A client from 127.0.0.1 was turned away: it has said nothing for 10 seconds."


def test_how_long_clients_have_been_waited_for_is_told_ever_more_rarely(lobby, monkeypatch):
    lobby.call(login("one"))
    lobby.logs(1)
    said = []
    for passed in range(0, 200, 5):
        at_time(monkeypatch, lobby.opened_monotonic + passed)
        count = len(lobby.logged)
        lobby.poll_connections(0)
        said += [(passed, line) for line in lobby.logged[count:]]
    patience = client_login.PATIENCE
    assert said == [(n * patience, f"Waiting for 1 more client, for {n * patience:.0f} seconds by now; here: one.")
                    for n in (1, 2, 4, 8, 16)]
