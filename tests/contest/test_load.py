"""The contest's load tool, at a server elsewhere."""

import socket
import sys
import threading
from pathlib import Path

import pytest

import coprime
from coprime.contest import server

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import uecda_load

GAMES = 4


@pytest.mark.parametrize("nodelay", [True, False])
def test_a_contest_elsewhere_is_played_to_its_end(nodelay):
    door, held = server.open_listener("127.0.0.1", 0), []
    host, port = door.getsockname()
    hosting = threading.Thread(
        target=lambda: held.append(server.host_contest(coprime.game("daifugo"), door, GAMES, seed=5)), daemon=True)
    hosting.start()
    seen = uecda_load.play_clients(uecda_load.parse_address(f"{host}:{port}"), nodelay)
    hosting.join(10)
    rows = held[0]["players"]
    assert seen["games"] == GAMES
    assert seen["refused"] == sum(row["refused"] for row in rows)
    gifts = 2 * (GAMES - 1)
    assert seen["moves_a_game"] * GAMES == sum(row["moves"] for row in rows) - gifts


def test_a_server_that_goes_is_no_end_of_a_contest():
    door = server.open_listener("127.0.0.1", 0)

    def leave():
        line, _ = door.accept()
        line.recv(uecda_load.TABLE, socket.MSG_WAITALL)
        line.sendall(bytes(4))
        line.close()

    threading.Thread(target=leave, daemon=True).start()
    client = uecda_load.TrivialClient(door.getsockname(), "one", True)
    with pytest.raises(EOFError):
        client.feed()
    client.line.close()
    door.close()
