"""How many games a second a contest of five trivial clients reaches over loopback.

    python tools/uecda_load.py                 1,000 games
    python tools/uecda_load.py --games 200 --json

The contest runs in this process, its five clients in another.  A client leads its lowest card and beats a single card
with its lowest higher one, else it passes.  It is written from the description alone and knows nothing of the server.
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
from coprime.contest.rehearsal import rehearse

TABLE = 480                     # bytes
PASS = bytes(TABLE)
ONE_CARD, NO_CARD = b"\1", b"\0"
# The cells of rows 0 to 3 from each column on, lowest first.
FROM = [[15 * row + column for column in range(first, 14) for row in range(4)] for first in range(16)]
TO_GIVE, MY_TURN, EMPTY = 15 * 5 + 1, 15 * 5 + 2, 15 * 5 + 4
SAYS = ("{games_a_second:.0f} games a second at a load of {load:.1f}; of the processor a game takes "
        "{server_ms_a_game:.2f} ms in the server and {clients_ms_a_game:.2f} ms in the clients")


class Client:
    """One trivial client, fed with bytes as they come; `reader` is what it waits for next."""

    def __init__(self, port, name):
        self.line = socket.create_connection(("127.0.0.1", port))
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        login = [20070, *[0] * 14, *name.encode(), *[0] * (105 - len(name))]
        self.line.sendall(struct.pack(">120i", *login))
        self.line.recv(4)
        self.data, self.games, self.lying = b"", 0, PASS
        self.reader = self.deal, TABLE

    def feed(self):
        """Take what has come; False when the contest is over."""
        self.data += self.line.recv(65_536)
        at = 0
        while self.reader and len(self.data) - at >= self.reader[1]:
            read, size = self.reader
            at += size
            self.reader = read(self.data[at - size:at])
        self.data = self.data[at:]
        return self.reader is not None

    def deal(self, table):
        cells, self.lying = table[3::4], PASS
        if cells[TO_GIVE]:
            self.send([cell for cell in FROM[1] if cells[cell] == 1][:cells[TO_GIVE]])
        return self.state, TABLE

    def state(self, table):
        if not table[4 * MY_TURN + 3]:
            return self.told, TABLE + 4
        self.send(self.choice(table[3::4]))
        return self.answer, 4

    def answer(self, number):
        return self.told, TABLE + 4

    def told(self, data):
        self.lying = data[:TABLE]
        if data[-1] == 0:
            return self.state, TABLE
        self.games += 1
        return (self.deal, TABLE) if data[-1] == 1 else None

    def choice(self, cells):
        """The cell of its lowest card that may do, in a list; an empty one for a pass."""
        first = 1
        if not cells[EMPTY]:
            lying = self.lying[3:300:4]
            if lying.count(NO_CARD) != 74 or ONE_CARD not in lying:
                return []                           # more than one, or a joker
            first = lying.index(ONE_CARD) % 15 + 1
        return next(([cell] for cell in FROM[first] if cells[cell] == 1), [])

    def send(self, cells):
        table = bytearray(PASS)
        for cell in cells:
            table[4 * cell + 3] = 1
        self.line.sendall(table)


def play(port, spent):
    """Five clients in one process, each read when something has come for it; puts the processor seconds they took."""
    clients = {client.line.fileno(): client for client in (Client(port, f"trivial {n}") for n in range(1, 6))}
    waiting = select.epoll()
    for file in clients:
        waiting.register(file, select.EPOLLIN)
    begun = time.process_time()
    while clients:
        for file, _ in waiting.poll():
            if not clients[file].feed():
                waiting.unregister(file)
                clients.pop(file).line.close()
    spent.put(time.process_time() - begun)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    game = coprime.game("daifugo")
    rehearse(game)
    door = server.listen("127.0.0.1", 0)
    apart = multiprocessing.get_context("spawn")
    spent = apart.SimpleQueue()
    clients = apart.Process(target=play, args=(door.getsockname()[1], spent))
    clients.start()
    begun = time.process_time()
    result = server.host_contest(game, door, given.games, seed=given.seed)
    result |= {"load": os.getloadavg()[0], "server_ms_a_game": 1000 * (time.process_time() - begun) / given.games,
               "clients_ms_a_game": 1000 * spent.get() / given.games}
    clients.join()
    print(json.dumps(result, indent=2) if given.json else SAYS.format(**result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
