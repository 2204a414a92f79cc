"""Tournaments of a server that is killed at any moment: nothing is lost, nothing doubled, by an outside ledger."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from server_process import GENEROUS, Person, ServerProcess
from test_tournaments import FAST
from websockets.exceptions import WebSocketException

BROKEN = (ConnectionError, OSError, TimeoutError, WebSocketException, httpx.HTTPError)
LIMITS = {**GENEROUS, "tournaments": 5}
QUICK = {"game": "prime_daifugo", "options": {"games_to_win": 1}}


def insist(step, *given, patience=120, **fields):
    """Do something until it is answered: a server that is gone comes back."""
    until = time.monotonic() + patience
    while True:
        try:
            return step(*given, **fields)
        except BROKEN:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def ask(person, path, **body):
    """The answer of a POST, whatever it says; a server that hides behind a 503 is asked again."""
    def post():
        answer = person.http.post(path, json=body)
        if answer.status_code >= 500:
            raise ConnectionError(answer.text)
        return answer
    return insist(post)


class Ledger:
    """What was acknowledged to people, noted outside the server.

    scores  won games by table and name, as everybody at the table was told;  corrected  of those that were set right
    """

    def __init__(self):
        self.scores, self.paired, self.corrected, self.withdrawn = {}, {}, {}, set()

    def hear(self, code, table):
        """A page is told of a table: scores never go back, and a game that was told stays."""
        names, won = [one["name"] for one in table["seats"]], table["tournament"]["score"]
        told = dict(zip(names, won, strict=True))
        before = self.scores.setdefault(code, told)
        assert all(told[name] >= before[name] for name in told), "a game that was told was lost"
        self.scores[code] = told

    def points(self, wins):
        """The points of everybody, by their own arithmetic."""
        found = {}
        for pairings in self.paired.values():
            for code, players in pairings:
                if len(players) == 1:
                    found[players[0]] = found.get(players[0], 0) + 1
                    continue
                score = self.corrected.get(code) or [self.scores[code][name] for name in players]
                gone = [name for name in players if (code, name) in self.withdrawn]
                for i, name in enumerate(players):
                    own, other = score[i], score[1 - i]
                    worth = 1 if own > other else 0.5 if own == other else 0
                    worth = worth if not gone else float(name not in gone)
                    found[name] = found.get(name, 0) + worth
        return found


class Killer(threading.Thread):
    """Kills the server again and again, and starts it again."""

    def __init__(self, server, rng, kills):
        super().__init__(daemon=True)
        self.server, self.rng, self.left, self.kills, self.done = server, rng, kills, 0, threading.Event()

    def run(self):
        while self.left and not self.done.wait(self.rng.uniform(0.2, 1.2)):
            self.server.kill()
            time.sleep(self.rng.uniform(0, 0.2))
            self.server.start()
            self.left -= 1
            self.kills += 1


@contextmanager
def killed(server, rng, kills):
    killer = Killer(server, rng, kills)
    killer.start()
    yield killer
    killer.done.set()
    killer.join(60)


def play_pairing(ledger, people, director, path, code, players):
    """The players come, the first game begins, then they go and bots act for them; the director looks on to the end."""
    def come():
        director.get(path)                  # as pages do: tables that a crash has prevented are opened
        with ExitStack() as stack:          # a page that outlives a try would keep its player's bot from acting
            pages = []
            for name in players:
                pages.append(people[name].page(code))
                stack.callback(pages[-1].close)
            if pages[0].told["phase"] == "lobby":
                pages[0].wait("table", match=lambda m: m["table"]["phase"] != "lobby")

    def look_on():
        page = director.page(code, watch=True)
        while True:
            ledger.hear(code, page.told)
            if not page.told["tournament"]["more"]:
                return page.close()
            page.wait("table", timeout=60)
    insist(come)
    insist(look_on)


def run_round(ledger, director, people, path, number):
    """Pair a round, as often as it takes to be answered, and play it, all tables at once."""
    answer = ask(director, f"{path}/round")
    # Sent again after a crash it may have been carried out before: then the round is there, and not finished.
    assert answer.status_code == 200 or answer.status_code == 409 and "not finished" in answer.json()["sentence"]
    round = insist(director.get, path)["round"]
    assert round["number"] == number, "a round was paired twice, or lost"
    ledger.paired[number] = [(one["code"], one["players"]) for one in round["pairings"]]
    with ThreadPoolExecutor(8) as pool:
        playing = [pool.submit(play_pairing, ledger, people, director, path, code, players)
                   for code, players in ledger.paired[number] if len(players) == 2]
        for one in playing:
            one.result()


def complete(director, path):
    told = insist(director.get, path)
    return all(one["state"] in ("done", "bye") for one in told["round"]["pairings"])


@pytest.mark.parametrize("seed, store", [
    (1, "sqlite"), pytest.param(2, "sqlite", marks=pytest.mark.long), (3, "postgresql")])
def test_a_swiss_that_is_killed_again_and_again(tmp_path, seed, store, request):
    rng = random.Random(seed)
    database = request.getfixturevalue("postgres").url if store == "postgresql" else None
    server = ServerProcess(tmp_path, limits=LIMITS, database=database, **FAST).start()
    director, ledger = Person(server, "Dora"), Ledger()
    code = director.post("/api/tournaments", name="Club", wins=2, rounds=3, **QUICK)["code"]
    path, names = f"/api/tournaments/{code}", [f"Player {letter}" for letter in "ABCDEFG"]
    people = {name: Person(server) for name in names}
    for name, person in people.items():
        person.post(f"{path}/enter", name=name)
    with killed(server, rng, kills=8) as killer:
        for number in (1, 2, 3):
            run_round(ledger, director, people, path, number)
            assert insist(complete, director, path), "a pairing that was over is not"
            if number == 1:                             # a result is set right, sent twice
                table, players = next((one[0], one[1]) for one in ledger.paired[1] if len(one[1]) == 2)
                row = [one[0] for one in ledger.paired[1]].index(table) + 1
                ledger.corrected[table] = [1.5, 2]
                for _ in range(2):
                    answer = ask(director, f"{path}/result", round=1, table=row, score=[1.5, 2], reason="misread")
                    assert answer.status_code == 200
    told = insist(director.get, path)
    assert killer.kills > 0 and told["rounds"] == 3
    assert {one["name"]: one["points"] for one in told["standings"]} == ledger.points(wins=2)
    for round in (*told["past"], told["round"]):
        for pairing, (table, players) in zip(round["pairings"], ledger.paired[round["number"]], strict=True):
            assert pairing["players"] == players
            if len(players) == 2:
                assert pairing["score"] == (ledger.corrected.get(table)
                                            or [ledger.scores[table][name] for name in players])
    met = [frozenset(players) for pairings in ledger.paired.values() for _, players in pairings if len(players) == 2]
    assert len(set(met)) == len(met) == 9
    server.kill()
