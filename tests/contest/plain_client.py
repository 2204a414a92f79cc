"""A client of the contest, written from the protocol's description alone."""

import contextlib
import socket
import struct
import time

GO_ON, OVER, LAST = 0, 1, 2
PASS = [0] * 120
EXCHANGE, GIVE, MINE, MOVER, EMPTY, TURNED, LOCKED = 75, 76, 77, 78, 79, 81, 82
CARDS = slice(0, 75)
COUNTS, RANKS_AND_SEATS = slice(90, 95), slice(95, 105)


class Leaves(Exception):
    """The client goes."""


class Client:
    """Plays its lowest single card where one may fit, and checks all that it is told.

    leaves   a step at which it closes its line: "login", "seated", "gift", "state", "half", "answer", "told"
    pieces   its tables go out in so many parts;  rubbish  it sends what is no meld, every time
    slow     how long its first move takes;  silent  it never moves
    """

    def __init__(self, port, name, leaves="", pieces=1, rubbish=False, silent=False, slow=0, protocol=20070):
        self.name, self.leaves, self.pieces, self.rubbish, self.silent = name, leaves, pieces, rubbish, silent
        self.slow = slow
        self.protocol, self.games, self.answers, self.ranks, self.number = protocol, 0, [], [], None
        self.places, self.refused = [], 0
        self.line = socket.create_connection(("127.0.0.1", port), timeout=20)

    def run(self):
        with self.line, contextlib.suppress(Leaves):
            self.at("login")
            self.send([self.protocol, *[0] * 14, *self.name.encode(), *[0] * (105 - len(self.name))])
            self.number = self.read(1)[0]
            self.at("seated")
            while self.game() != LAST:
                pass

    def at(self, step):
        if self.leaves == step:
            raise Leaves

    def read(self, n):
        data = b""
        while len(data) < 4 * n:
            piece = self.line.recv(4 * n - len(data))
            if not piece:
                raise EOFError
            data += piece
        return list(struct.unpack(f">{n}i", data))

    def send(self, cells):
        data = struct.pack(">120i", *cells)
        if self.leaves == "half" and self.number is not None:
            self.line.sendall(data[:200])
            raise Leaves
        step = -(-len(data) // self.pieces)
        for start in range(0, len(data), step):
            self.line.sendall(data[start:start + step])

    def game(self):
        deal = self.read(120)
        assert deal[EXCHANGE] == 1 and deal[MOVER] == 6 and sum(deal[90:95]) == 53
        hand, joker = {i for i in range(60) if deal[i] == 1}, deal[61] == 2
        self.ranks.append(deal[95:100])
        if deal[GIVE] > 0:
            self.at("gift")
            given = sorted(hand, key=lambda cell: cell % 15)[:deal[GIVE]]
            self.send([int(i in given) for i in range(120)])
            hand -= set(given)
        flag, lying, first = GO_ON, PASS[CARDS], True
        while flag == GO_ON:
            state = self.read(120)
            mine = {i for i in range(60) if state[i] == 1}
            assert first or mine == hand, "a hand changes only by playing"
            assert (state[61] == 2) == joker or first
            assert state[80] == 0 and state[EXCHANGE] == 0 and state[MINE] == (state[MOVER] == self.number)
            assert state[90 + self.number] == len(mine) + (state[61] == 2)
            hand, joker, first = mine, state[61] == 2, False
            played = self.move(state, lying) if state[MINE] else None
            told, flag = self.read(120), self.read(1)[0]
            self.at("told")
            assert flag in (GO_ON, OVER, LAST)
            self.look(state, told, lying, played)
            if played:
                hand -= {i for i in range(60) if played[i]}
            lying = told[CARDS]
        self.games += 1
        self.places.append(len(hand) + joker)
        return flag

    def look(self, state, told, lying, played):
        """What lies there after a move, and rows 5 and 6 beside it, as contest servers send them."""
        cards = told[CARDS]
        passed = cards == lying or not any(cards)
        if state[MINE]:
            assert cards == (played[CARDS] if played else PASS[CARDS] if state[EMPTY] else lying)
            assert passed == (played is None)
        n = 0 if passed else sum(map(bool, cards))
        assert told[EXCHANGE] == told[GIVE] == told[MINE] == told[80] == 0
        assert told[MOVER] == state[MOVER] and told[EMPTY] == (passed and state[EMPTY])
        assert told[COUNTS] == [c - n * (seat == state[MOVER]) for seat, c in enumerate(state[COUNTS])]
        assert told[RANKS_AND_SEATS] == state[RANKS_AND_SEATS], "those of the game in play"
        assert told[105:] == [0] * 15

    def move(self, state, lying):
        self.at("state")
        if self.silent:
            while self.line.recv(4096):
                pass
            raise EOFError
        time.sleep(self.slow)
        self.slow = 0
        play = [7] * 120 if self.rubbish else choice(state, lying)
        self.send(play)
        self.answers.append(self.read(1)[0])
        self.at("answer")
        if any(play):
            self.refused += self.answers[-1] == 8
            return play if self.answers[-1] == 9 else None
        assert self.answers[-1] == (9 if state[EMPTY] else 8), "contest servers refuse a pass while cards lie"
        return None


def choice(state, lying):
    """The lowest single card that is higher, of the suit of what lies there: it may be locked."""
    cells, beaten = PASS.copy(), -1
    suits = range(4)
    if not state[EMPTY]:
        there = [i for i in range(75) if lying[i]]
        if len(there) != 1 or lying[there[0]] == 2:
            return cells
        beaten = there[0] % 15
        suits = [there[0] // 15] if state[LOCKED] else suits
    held = [i for i in range(60) if state[i] == 1 and i // 15 in suits]
    fits = [i for i in held if state[EMPTY] or (i % 15 < beaten if state[TURNED] else i % 15 > beaten)]
    if fits:
        cells[min(fits, key=lambda i: i % 15)] = 1
    return cells


def quietly(run):
    with contextlib.suppress(EOFError, OSError):
        run()
