"""The server is killed with SIGKILL again and again while people play: nothing is lost and nothing doubled."""

import random
import threading
import time
from collections import Counter
from contextlib import contextmanager

import httpx
import pytest
import sqlalchemy as sa
from server_process import Person, ServerProcess
from websockets.exceptions import WebSocketException

BROKEN = (ConnectionError, OSError, WebSocketException, httpx.HTTPError)


class Players(threading.Thread):
    """Two people at a table with a bot, who never give up: what was not answered is sent again with the same id."""

    def __init__(self, server, number, stop):
        super().__init__(daemon=True)
        self.server, self.number, self.stop = server, number, stop
        self.people = [Person(server, f"Ada {number}"), Person(server, f"Bo {number}")]
        self.code = self.people[0].open(seats=3, bots=[None, None, {"pace": "quick"}])
        self.pages = []
        self.acked = {}             # id -> n
        self.sent = set()
        self.told = {}              # (seat, n) -> lines, as they were ever told
        self.wrong = None

    def run(self):
        try:
            self.connect()
            self.sure(lambda: self.pages[0].say("start"))
            while not self.stop.is_set():
                self.move()
            self.sure(lambda: [page.catch_up() for page in self.pages])
        except Exception as wrong:
            self.wrong = wrong
            raise
        finally:
            for page in self.pages:
                self.note(page)

    def sure(self, step):
        """Do something until the connection lasts for it."""
        while True:
            try:
                return step()
            except (*BROKEN, TimeoutError):
                self.connect()

    def connect(self):
        """Open the pages, for as long as it takes, from what each has seen."""
        for page in self.pages:
            self.note(page)
        seen = [max((m["n"] for m in page.got if "n" in m and m["type"] == "scene"), default=0) for page in self.pages]
        while True:
            try:
                self.pages = [person.page(self.code, n) for person, n in
                              zip(self.people, seen or [0, 0], strict=True)]
                return
            except (*BROKEN, TimeoutError):
                time.sleep(0.1)

    def note(self, page):
        for message in page.got:
            if message["type"] == "scene":
                for line in message["lines"]:
                    known = self.told.setdefault((message["seat"], line["n"]), line)
                    assert known == line, "what was told once was told otherwise later"

    def move(self):
        """One action of whoever's turn it is."""
        for page in self.pages:
            page.drain(0.01)
            if page.closed:
                return self.connect()
        scene = max((page.scene for page in self.pages if page.scene), key=lambda scene: scene["n"], default=None)
        if scene is None or scene["scene"]["over"]:
            return self.sure(lambda: self.pages[0].say("rematch") if scene else self.pages[0].drain(0.1))
        if scene["scene"]["rest"]:
            return self.sure(lambda: self.pages[0].say("go"))
        turn = scene["scene"]["turn"]
        if turn and turn[0] < 2:
            self.act(turn[0], random.choice(("draw", "pass")))
        else:
            self.pages[0].hear(0.3)

    def act(self, seat, label):
        id = f"{self.number}-{len(self.sent)}"
        self.sent.add(id)
        answer = self.sure(lambda: self.pages[seat].act(label, id=id))
        if answer["type"] == "done":
            assert self.acked.setdefault(id, answer["n"]) == answer["n"]


@contextmanager
def played(server, tables):
    """People at some tables who play on meanwhile, and for a moment after; whatever stops them is told."""
    stop = threading.Event()
    players = [Players(server, number, stop) for number in range(tables)]
    for player in players:
        player.start()
    yield players
    time.sleep(1.5)
    stop.set()
    for player in players:
        player.join(60)
    assert [player.wrong for player in players] == [None] * tables
    assert not any(player.is_alive() for player in players), "somebody waits for ever"


def killed_again_and_again(folder, tables, kills):
    server = ServerProcess(folder, rest=1).start()
    with played(server, tables) as players:
        for _ in range(kills):
            time.sleep(random.uniform(0.8, 1.6))
            server.kill()
            time.sleep(random.uniform(0, 0.3))
            server.start()
    server.kill()
    return players


def journals(url):
    """The lines of every table: {code: [(n, message)...]}."""
    engine = sa.create_engine(url)
    found = {}
    with engine.connect() as store:
        for code, n, message in store.execute(sa.text("SELECT code, n, message FROM events ORDER BY code, n")):
            found.setdefault(code, []).append((n, message))
    engine.dispose()
    return found


def counted(url, players):
    """Every answered action is in the journal once, at its number; every other one at most once."""
    found = journals(url)
    for player in players:
        rows = found[player.code]
        assert [n for n, _ in rows] == list(range(1, len(rows) + 1)), "a number is missing"
        ids = Counter(message.partition(":")[2] for _, message in rows if message)
        assert set(ids.values()) <= {1}, "an action was carried out twice"
        at = {message.partition(":")[2]: n for n, message in rows if message}
        assert {id: at.get(id) for id in player.acked} == player.acked, "an answered action is lost"
        assert max((n for _, n in player.told), default=0) <= len(rows), "something was told that was not kept"
    return sum(len(player.acked) for player in players)


def test_nothing_is_lost_and_nothing_doubled(tmp_path):
    players = killed_again_and_again(tmp_path, tables=3, kills=2)
    assert counted(f"sqlite:///{tmp_path}/coprime.db", players) > 10


@pytest.mark.long
def test_nothing_is_lost_and_nothing_doubled_in_many_crashes(tmp_path):
    players = killed_again_and_again(tmp_path, tables=10, kills=25)
    assert counted(f"sqlite:///{tmp_path}/coprime.db", players) > 200


def test_the_position_is_the_same_after_a_crash(fresh):
    server = fresh()
    a = Person(server, "Ada")
    code = a.open(seats=2, names=["Ann", "Bob"], now=True)
    page = a.page(code)
    for _ in range(6):
        page.catch_up()
        turn = page.scene["scene"]["turn"][0]
        page.act("pass", seat=turn)
    page.catch_up()
    before = {m["seat"]: m["scene"] for m in page.got if m["type"] == "scene"}
    server.kill()
    server.start()
    page = a.page(code)
    page.catch_up()
    assert {m["seat"]: m["scene"] for m in page.got if m["type"] == "scene"} == before
