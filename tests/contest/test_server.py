"""Contests over real sockets, with a client written from the protocol's description alone."""

import json
import socket
import struct
import threading
import time

import pytest
from plain_client import PASS, Client, quietly
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.contest import client_login, seats, server
from coprime.contest.contest_match import MAX_LOGGED_REFUSALS
from coprime.contest.seats import MAX_LATE_MOVES
from coprime.core.errors import BadInput
from coprime.core.record import load_record, replay_record

GAME = coprime.game("daifugo")


def contest(*clients, games=4, bots=(), late=(), **more):
    """Hold a contest; each client is the keywords of one.  Returns the result, the clients, and what was logged."""
    door, log = server.open_listener("127.0.0.1", 0), []
    port, sitting, threads = door.getsockname()[1], [], []

    def sit():
        for number, given in enumerate(clients):
            seated = threading.Event()
            one = Client(port, f"client{number}", **given)
            sitting.append(one)
            threads.append(threading.Thread(target=lambda one=one: quietly(one.run), daemon=True))
            threads[-1].start()
            arrived = [line for line in log if "sits down" in line]
            while threads[-1].is_alive() and one.number is None and len(arrived) < 5:
                seated.wait(0.002)

    waiter = threading.Thread(target=sit, daemon=True)
    waiter.start()
    result = server.host_contest(GAME, door, games, bots, seed=5, log=log.append, **more)
    for thread in [waiter, *threads]:
        thread.join(10)
    return result, sitting, log


def by_seat(result):
    return sorted(result["players"], key=lambda one: one["seat"])


def test_UE_27_five_clients_in_order_of_arrival():
    result, clients, log = contest(*[{}] * 5, games=6)
    assert [client.number for client in clients] == [0, 1, 2, 3, 4]
    assert [one["name"] for one in by_seat(result)] == [f"client{n}" for n in range(5)]
    assert [client.games for client in clients] == [6] * 5
    assert not any(client.refused for client in clients), "every play was right"
    assert not any(one["refused"] for one in result["players"]), "a pass is no fault"
    assert sum(one["points"] for one in result["players"]) == 6 * 15
    assert [sum(places) for places in zip(*(one["places"] for one in result["players"]), strict=True)] == [6] * 5
    assert len(log) == 5
    assert all(one["mean_ms"] > 0 for one in result["players"])


def test_a_sixth_client_finds_the_door_closed():
    door = server.open_listener("127.0.0.1", 0)
    port = door.getsockname()[1]
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(6)]
    for line in lines:
        line.sendall(struct.pack(">120i", 20070, *PASS[1:]))
    clients = server.gather_clients(door, 5, 0, lambda line: None)
    assert len(clients) == 5
    with pytest.raises(OSError):
        assert lines[5].recv(4) == b""
        raise OSError
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port))
    for line in [*lines, *(client.connection for client in clients.values())]:
        line.close()


def test_another_protocol_is_turned_away_and_the_next_one_has_the_seat():
    result, clients, log = contest({}, {"protocol": 20060}, {"leaves": "login"}, {}, {}, {}, {})
    assert any("20060" in line and "20070" in line for line in log)
    assert sum("turned away" in line for line in log) == 2
    assert [client.number for client in clients] == [0, None, None, 1, 2, 3, 4]
    assert all(one["places"] for one in result["players"])


def login(name="", protocol=20070):
    return struct.pack(">120i", protocol, *[0] * 14, *name.encode(), *[0] * (105 - len(name)))


class Arriving:
    """A door at which callers come one by one: `call` one, `wait` for the log to say something of it."""

    def __init__(self, wanted, **more):
        self.door, self.log, self.lines = server.open_listener("127.0.0.1", 0), [], []
        self.address = self.door.getsockname()
        self.thread = threading.Thread(target=self.gather, args=(wanted,), kwargs=more, daemon=True)
        self.thread.start()

    def gather(self, wanted, **more):
        self.clients = server.gather_clients(self.door, wanted, 0, self.log.append, **more)

    def call(self, says=b"", wait=""):
        self.lines.append(socket.create_connection(self.address, timeout=10))
        self.lines[-1].sendall(says)
        self.wait(wait)
        return self.lines[-1]

    def wait(self, text):
        end = time.monotonic() + 60
        while text and not any(text in line for line in self.log):
            assert time.monotonic() < end, (text, self.log)
            time.sleep(0.002)

    def names(self):
        """Of the seats in the end."""
        self.thread.join(10)
        for line in [*self.lines, *(client.connection for client in self.clients.values())]:
            line.close()
        return {seat: client.name for seat, client in sorted(self.clients.items())}


def test_who_says_nothing_keeps_nobody_waiting():
    """A caller has ten seconds to say who it is; meanwhile the others sit down."""
    hall = Arriving(2)
    begun = time.monotonic()
    hall.call()
    hall.call(login("half")[:300])
    hall.call(login("Ann"), "Ann sits down on seat 0")
    hall.call(login("Bob"), "Bob sits down on seat 1")
    assert hall.names() == {0: "Ann", 1: "Bob"} and time.monotonic() - begun < client_login.LOGIN_SECONDS / 2
    assert sum("every seat is taken" in line for line in hall.log) == 2


def test_who_says_nothing_for_long_is_turned_away(monkeypatch):
    monkeypatch.setattr(client_login, "LOGIN_SECONDS", 0.1)
    hall = Arriving(1)
    hall.call(b"", "nothing")
    hall.call(login())
    assert hall.names() == {0: "player 0"}


def test_the_seat_of_a_client_that_leaves_before_the_start_is_free_again():
    hall = Arriving(3)
    hall.call(login("Ann"), "Ann sits down on seat 0")
    hall.call(login("Bob"), "Bob sits down on seat 1").close()
    hall.wait("Bob has left seat 1 before the start")
    cyd = hall.call(login("Cyd"), "Cyd sits down on seat 1")
    assert cyd.recv(4) == struct.pack(">i", 1)
    hall.call(login("Bob"), "Bob sits down on seat 2")
    assert hall.names() == {0: "Ann", 1: "Cyd", 2: "Bob"}


def test_a_client_that_speaks_before_its_turn_keeps_its_seat():
    hall = Arriving(2)
    hall.call(login("Ann"), "Ann").sendall(b"early")
    hall.call(login("Bob"))
    assert hall.names() == {0: "Ann", 1: "Bob"} and hall.clients[0].connection.fileno() < 0


def test_two_of_one_name_are_told_apart():
    hall = Arriving(4)
    for name, known in (("Ann", "Ann"), ("Ann", "Ann 2"), ("Ann", "Ann 3"), ("Ann 2", "Ann 2 2")):
        hall.call(login(name), f"{known} sits down")
    assert list(hall.names().values()) == ["Ann", "Ann 2", "Ann 3", "Ann 2 2"]


def test_a_bot_and_a_client_of_one_name_are_told_apart():
    door = server.open_listener("127.0.0.1", 0)
    client = Client(door.getsockname()[1], "novice 1")
    threading.Thread(target=lambda: quietly(client.run), daemon=True).start()
    result = server.host_contest(GAME, door, 1, ("novice",) * 4, seed=1)
    assert [one["name"] for one in by_seat(result)] == ["novice 1 2", "novice 1", "novice 2", "novice 3", "novice 4"]


def test_the_log_says_for_whom_it_has_been_waiting(monkeypatch):
    monkeypatch.setattr(client_login, "PATIENCE", 0.6)
    hall = Arriving(2)
    hall.call(login("Ann"), "Waiting for 1 more client, for 1 second by now; here: Ann.")
    hall.call(login("Bob"))
    hall.names()
    monkeypatch.setattr(seats, "PATIENCE", 0.3)
    _, _, log = contest({"slow": 1.3}, {}, {}, {}, {}, games=1)
    told = [line for line in log if "waiting" in line]
    assert len(told) >= 2 and all(line.startswith("Game 1: waiting for client0 on seat 0, for ") for line in told)


def test_UE_30_a_game_message_by_message():
    """The client itself asserts the order of messages, what they hold, and that a pass changes nothing."""
    _, clients, _ = contest(*[{}] * 5, games=5)
    assert clients[0].ranks[0] == [0] * 5, "nobody has a rank in the first game"
    assert all(sorted(ranks) == [0, 1, 2, 3, 4] for ranks in clients[0].ranks[1:])


def test_UE_31_the_next_deal_tells_the_places():
    result, clients, _ = contest(*[{}] * 5, games=2)
    ranks = clients[0].ranks[1]
    assert [clients[seat].places[0] == 0 for seat in range(5)] == [ranks[seat] < 4 for seat in range(5)]
    assert all(one["places"][ranks[one["seat"]]] >= 1 for one in result["players"])


def test_a_client_that_leaves_before_the_start_plays_no_part():
    result, clients, log = contest({}, {"leaves": "seated"}, {}, {"leaves": "seated"}, {}, {}, {}, games=2)
    assert [client.games for client in clients] == [2, 0, 2, 0, 2, 2, 2]
    assert sum("before the start" in line for line in log) == 2
    assert not any(one["left_in_game"] for one in result["players"])


@pytest.mark.parametrize("step", ["gift", "state", "half", "answer", "told"])
@pytest.mark.parametrize("then", ["pass", "casual"])
def test_a_client_may_leave_at_any_point(step, then):
    result, clients, log = contest(*[{"leaves": step}] * 2, {}, {}, {}, games=4, on_leave=then)
    assert [client.games for client in clients[2:]] == [4] * 3
    assert sum(one["points"] for one in result["players"]) == 4 * 15
    left = [one for one in by_seat(result) if one["left_in_game"]]
    assert len(left) == 2 or step == "gift"
    assert len([line for line in log if "has left" in line]) == len(left)


def test_a_client_that_stalls_has_left():
    result, _, log = contest({"silent": True}, {}, {}, {}, {}, games=2, move_seconds=1)
    assert [bool(one["left_in_game"]) for one in by_seat(result)] == [True, False, False, False, False]
    assert sum("has left" in line for line in log) == 1 and sum("time run out" in line
                                                                for line in log) == MAX_LATE_MOVES - 1


def test_who_is_slow_passes_and_goes_on():
    # On a crowded machine the others need more than an instant.
    result, clients, log = contest({"slow": 1.5}, {}, {}, {}, {}, games=3, move_seconds=1)
    late = sum("time run out" in line for line in log)
    assert 1 <= by_seat(result)[0]["refused"] == late < MAX_LATE_MOVES
    assert [client.games for client in clients] == [3] * 5


def test_UE_16_rubbish_counts_as_a_pass():
    result, clients, log = contest({"rubbish": True}, {}, {}, {}, {}, games=3)
    assert clients[0].answers and set(clients[0].answers) == {8}
    assert by_seat(result)[0]["refused"] == len(clients[0].answers) > MAX_LOGGED_REFUSALS
    assert sum("UE-16" in line for line in log) == MAX_LOGGED_REFUSALS and sum("only counted" in line
                                                                               for line in log) == 1
    assert [client.games for client in clients] == [3] * 5


def test_tables_in_pieces():
    _, clients, _ = contest({"pieces": 7}, {"pieces": 48}, {}, {}, {}, games=2, move_seconds=5)
    assert [client.games for client in clients] == [2] * 5


def test_bots_fill_the_last_seats():
    result, clients, _ = contest({}, {}, games=3, bots=("novice", "casual", "random"))
    assert [one["kind"] for one in by_seat(result)] == ["client"] * 2 + ["bot"] * 3
    assert [client.games for client in clients] == [3, 3]


def test_a_contest_is_recorded(tmp_path):
    path = tmp_path / "contest.json"
    result, _, _ = contest(games=3, bots=("casual",) * 5, record=path)
    match = replay_record(load_record(path.read_text()))
    assert match.over and [int(n) for n in match.state.points[:5]] == [one["points"] for one in by_seat(result)]


@pytest.mark.parametrize(("given", "why"), [
    (("--games", "0"), "games"), (("--port", "70000"), "65535"), (("--seat", "bot:genius"), "genius"),
    (("--seat", "casual"), "bot:LEVEL"), (("--on-leave", "cry"), "pass or a bot"), (("--move-seconds", "-1"), "bound"),
    (("--move-seconds", "nan"), "bound"),
    (("--record", "no/such/folder/x.json"), "written"), (["--seat", "bot:casual"] * 6, "5 seats")])
def test_what_no_contest_can_be_held_with(given, why):
    result = CliRunner().invoke(app, ["uecda", "serve", *given], env={"COLUMNS": "200"})
    assert result.exit_code == 2 and why in result.output and "Traceback" not in result.output


def test_a_port_in_use():
    with server.open_listener("127.0.0.1", 0) as door, pytest.raises(BadInput, match="cannot be listened on"):
        server.open_listener("127.0.0.1", door.getsockname()[1])


def test_the_command_prints_a_table_or_json():
    five = ["--seat", "bot:novice"] * 5
    result = CliRunner().invoke(app, ["uecda", "serve", "--port", "0", "--games", "2", "--seed", "1", "--json", *five])
    assert result.exit_code == 0 and json.loads(result.stdout)["games"] == 2
    result = CliRunner().invoke(app, ["uecda", "serve", "--port", "0", "--games", "1", *five], env={"COLUMNS": "200"})
    assert result.exit_code == 0 and "novice 1" in result.output
