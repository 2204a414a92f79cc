"""Measure how many games a second a contest of five trivial clients plays over loopback.

    python tools/uecda_load.py                 1,000 games
    python tools/uecda_load.py --games 200 --json
    python tools/uecda_load.py --at 127.0.0.1:42485 --no-nodelay

The contest runs in this process, its five clients in another; with `--at` only the clients run, at a server that waits
for five, and the time is from the last login to the end.  A client leads its lowest card and beats a single card with
its lowest higher one, else it passes.  It is written from the description alone and shares no code with the server.
"""

import argparse
import json
import multiprocessing
import os
import select
import socket
import struct
import sys
import time

import coprime
from coprime.contest import server
from coprime.contest.compile_warmup import warm_up_contest

TABLE = 480                     # bytes
PASS = bytes(TABLE)
ONE_CARD, NO_CARD = b"\1", b"\0"
# The cells of rows 0 to 3 from each column on, lowest first.
CELLS_FROM_COLUMN = [[15 * row + column for column in range(first, 14) for row in range(4)] for first in range(16)]
TO_GIVE, MY_TURN, EMPTY = 15 * 5 + 1, 15 * 5 + 2, 15 * 5 + 4
REFUSED = 8
SAYS = ("{games_a_second:.1f} games a second at a load of {load:.1f}, {games} of {moves_a_game:.0f} moves each, "
        "{refused} refused; a game takes {clients_ms_a_game:.2f} ms of the processor in the clients")
OURS = " and {server_ms_a_game:.2f} ms in the server"


class TrivialClient:
    """One trivial client, fed with bytes as they arrive; `reader` handles the next complete message."""

    def __init__(self, address, name, nodelay):
        self.line = socket.create_connection(address)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, nodelay)
        login = [20070, *[0] * 14, *name.encode(), *[0] * (105 - len(name))]
        self.line.sendall(struct.pack(">120i", *login))
        self.line.recv(4)
        self.data, self.lying = b"", PASS
        self.games = self.moves = self.refused = 0
        self.reader = self.handle_deal, TABLE

    def feed(self):
        """Process received bytes; return False when the contest is over."""
        came, at = self.line.recv(65_536), 0
        if not came:
            raise EOFError("the server has gone")
        self.data += came
        while self.reader and len(self.data) - at >= self.reader[1]:
            read, size = self.reader
            at += size
            self.reader = read(self.data[at - size:at])
        self.data = self.data[at:]
        return self.reader is not None

    def handle_deal(self, table):
        cells, self.lying = table[3::4], PASS
        if cells[TO_GIVE]:
            self.send_table([cell for cell in CELLS_FROM_COLUMN[1] if cells[cell] == 1][:cells[TO_GIVE]])
        return self.handle_state, TABLE

    def handle_state(self, table):
        if not table[4 * MY_TURN + 3]:
            return self.handle_move, TABLE + 4
        self.played = self.choose_cells(table[3::4])
        self.send_table(self.played)
        self.moves += 1
        return self.handle_answer, 4

    def handle_answer(self, number):
        self.refused += bool(self.played) and number[-1] == REFUSED
        return self.handle_move, TABLE + 4

    def handle_move(self, data):
        self.lying = data[:TABLE]
        if data[-1] == 0:
            return self.handle_state, TABLE
        self.games += 1
        return (self.handle_deal, TABLE) if data[-1] == 1 else None

    def choose_cells(self, cells):
        """Return a list with the cell of its lowest card that may be played; empty for a pass."""
        first = 1
        if not cells[EMPTY]:
            lying = self.lying[3:300:4]
            if lying.count(NO_CARD) != 74 or ONE_CARD not in lying:
                return []                           # more than one, or a joker
            first = lying.index(ONE_CARD) % 15 + 1
        return next(([cell] for cell in CELLS_FROM_COLUMN[first] if cells[cell] == 1), [])

    def send_table(self, cells):
        table = bytearray(PASS)
        for cell in cells:
            table[4 * cell + 3] = 1
        self.line.sendall(table)


def play_clients(address, nodelay):
    """Run five clients in one process, each read when data has arrived; return the measurements."""
    sitting = [TrivialClient(address, f"trivial {n}", nodelay) for n in range(1, 6)]
    clients = {client.line.fileno(): client for client in sitting}
    waiting = select.epoll()
    for file in clients:
        waiting.register(file, select.EPOLLIN)
    spent, begun = time.process_time(), time.perf_counter()
    while clients:
        for file, _ in waiting.poll():
            if not clients[file].feed():
                waiting.unregister(file)
                clients.pop(file).line.close()
    seconds, games = time.perf_counter() - begun, sitting[0].games
    return {"games": games, "seconds": seconds, "games_a_second": games / seconds, "load": os.getloadavg()[0],
            "moves_a_game": sum(client.moves for client in sitting) / games,
            "refused": sum(client.refused for client in sitting),
            "clients_ms_a_game": 1000 * (time.process_time() - spent) / games}


def put_results(told, *given):
    told.put(play_clients(*given))


def run_with_own_server(games, seed, nodelay):
    """Run a contest at a server in this process; return the measurements."""
    game = coprime.game("daifugo")
    warm_up_contest(game)
    door = server.open_listener("127.0.0.1", 0)
    apart = multiprocessing.get_context("spawn")
    told = apart.SimpleQueue()
    clients = apart.Process(target=put_results, args=(told, door.getsockname(), nodelay))
    clients.start()
    begun = time.process_time()
    result = server.host_contest(game, door, games, seed=seed)
    spent = time.process_time() - begun
    result = told.get() | result | {"server_ms_a_game": 1000 * spent / games}
    clients.join()
    return result


def parse_address(text):
    host, _, port = text.rpartition(":")
    return host, int(port)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000, help="at a server elsewhere that server's number counts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", type=parse_address, metavar="HOST:PORT", help="a server that waits for five clients")
    parser.add_argument("--nodelay", action=argparse.BooleanOptionalAction, default=True,
                        help="TCP_NODELAY at the clients (on)")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    result = play_clients(given.at, given.nodelay) if given.at else run_with_own_server(given.games, given.seed,
                                                                                        given.nodelay)
    says = SAYS if given.at else SAYS + OURS
    print(json.dumps(result, indent=2) if given.json else says.format(**result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
