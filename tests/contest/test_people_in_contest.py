"""People at a contest of programs: the contest's own process, programs over its port, people over WebSocket."""

import signal
import struct
from collections import deque
from contextlib import ExitStack

import pytest
from contest_process import Contest
from plain_client import Client
from server_process import Person
from typer.testing import CliRunner

from coprime.cli import app
from coprime.contest import compile_warmup
from coprime.contest.contest_match import ContestMatch as Plain
from coprime.core.match import Match
from coprime.core.record import load_record, replay_record
from coprime.games.daifugo.game import GAME
from coprime.server.run import open_port
from coprime.server.store.data_folder import DataFolder


@pytest.fixture
def contest(tmp_path):
    """Contests of one's own: call it with settings."""
    with ExitStack() as opened:
        yield lambda **settings: opened.enter_context(Contest(tmp_path, **settings))


class Player:
    """A person at the contest's table, who plays the lowest card that fits."""

    def __init__(self, contest, name):
        self.person = Person(contest, name)
        self.page = self.person.page(contest.code)

    def play(self, until=lambda scene: scene["over"]):
        """Until the match is over, or as a scene tells; returns that scene."""
        moved_at = 0
        while True:
            message = self.page.scene or {"n": 0, "scene": {"turn": [], "you": 0, "over": None, "phase": ""}}
            scene = message["scene"]
            if until(scene):
                return scene
            # A scene from before one's last move may still be on its way: others choose at the same time.
            if scene["you"] in scene["turn"] and message["n"] >= moved_at:
                answer = self.page.act(choice(scene))
                assert answer["type"] == "done", answer
                moved_at = answer["n"]
            else:
                assert self.page.hear(60), "nothing happens at the table"


def choice(scene):
    hand = [card["id"] for card in scene["hand"]]
    if scene["phase"] == "exchange":
        return "give " + " ".join(hand[:scene["exchange"]["give"]])
    alone = scene["pit"] is None or scene["pit"]["count"] == 1
    fits = [card["id"] for card in scene["hand"] if card["fits"]] if alone else []
    return f"play {fits[0]}" if fits else "pass"


class Hearing(Client):
    """A program that remembers every byte it was told."""

    heard = b""

    def read(self, n):
        cells = super().read(n)
        self.heard += struct.pack(f">{n}i", *cells)
        return cells


class Written:
    """A seat that does what a record says, and keeps what it is told."""

    kind, name, sent_table = "client", "", ()

    def __init__(self, actions):
        self.actions, self.heard = deque(actions), b""

    def queue_data(self, data):
        self.heard += data

    def choose(self, match, seat, waiting):
        return self.actions.popleft()

    def has_incoming_data(self, seconds):
        return True

    def flush(self):
        pass

    def close(self):
        pass


def told_without_people(record):
    """What a contest of programs alone tells each of them, when it deals and plays as a record says."""
    words, by_seat = GAME.words, {}
    for seat, label, _, _ in record.events:
        by_seat.setdefault(seat, []).append(int(label) if seat == "chance" else words.parse(label))
    deals = deque(by_seat["chance"])
    seats = [Written(by_seat[str(seat)]) for seat in range(5)]
    match = Match(GAME, 5, record.options)
    Plain(match, seats, lambda bits: deals.popleft()).play_games()
    return [seat.heard for seat in seats]


def test_a_match_of_programs_bots_and_a_person(contest, tmp_path):
    """Each program is told, byte for byte, what it would be told if only programs played."""
    held = contest(games=3, bots=["casual"], record=str(tmp_path / "record.json"))
    ada = Player(held, "Ada")
    assert [seat["kind"] for seat in ada.page.told["seats"]] == ["program"] * 3 + ["person", "program"]
    assert "3 are still to come" in ada.page.say("start")["sentence"]
    programs = [held.sit(kind=Hearing) for _ in range(3)]
    assert ada.page.say("start")["type"] == "done"
    ada.play()
    ada.page.close()
    rows = held.result()
    assert [(row["name"], row["kind"]) for row in rows] == [
        ("client0", "client"), ("client1", "client"), ("client2", "client"), ("Ada", "person"), ("casual 1", "bot")]
    assert sum(row["points"] for row in rows) == 3 * 15 and all(row["left_in_game"] is None for row in rows)
    assert [client.games for client in programs] == [3] * 3 and rows[3]["refused"] == 0
    record = load_record((tmp_path / "record.json").read_text())
    assert [int(n) for n in replay_record(record).state.points[:5]] == [row["points"] for row in rows]
    assert record.players == [row["name"] for row in rows]
    told = told_without_people(record)
    for seat, client in enumerate(programs):
        assert client.heard == struct.pack(">i", seat) + told[seat]


def test_whoever_leaves_holds_up_nobody(contest):
    held = contest(games=2, people=2, grace=0.2, on_leave="casual")
    ada, bo = Player(held, "Ada"), Player(held, "Bo")
    held.sit(), held.sit(leaves="answer"), held.sit()
    assert ada.page.say("start")["type"] == "done"
    bo.page.close()
    ada.play(until=lambda scene: "seats" in scene and sum(seat["cards"] for seat in scene["seats"]) < 45)
    ada.page.close()
    rows = held.result()
    assert rows[1]["left_in_game"] == 1 and "client1 on seat 1 has left" in held.log
    assert sum(row["points"] for row in rows) == 2 * 15
    assert [row["kind"] for row in rows] == ["client"] * 3 + ["person"] * 2


def test_somebody_comes_back(contest):
    held = contest(games=1, grace=60)
    ada = Player(held, "Ada")
    for _ in range(4):
        held.sit()
    ada.page.say("start")
    ada.play(until=lambda scene: scene["turn"] == [4])
    ada.page.close()
    ada.page = ada.person.page(held.code)
    assert ada.page.told["seats"][4]["name"] == "Ada" and not ada.page.told["seats"][4]["away"]
    ada.play()
    ada.page.close()
    assert held.result()[4]["name"] == "Ada"


def test_closing_the_table_ends_the_contest(contest):
    held = contest(games=2)
    ada = Player(held, "Ada")
    for _ in range(3):
        held.sit()
    ada.page.send("close")
    assert held.process.wait(60) == 1 and "closed before the contest was over" in held.log
    assert (held.folder / "out").read_text() == ""


def test_ctrl_c_at_a_clients_move_ends_it(contest, tmp_path):
    held = contest(games=2, people=1, record=str(tmp_path / "record.json"))
    ada = Player(held, "Ada")
    for _ in range(4):
        held.sit(silent=True)
    ada.page.say("start")
    held.process.send_signal(signal.SIGINT)
    assert held.process.wait(60) != 0
    assert load_record((tmp_path / "record.json").read_text()).players[4] == "Ada"


def test_after_kill_9_the_table_is_in_the_server_with_bots(contest, fresh):
    held = contest(games=2, bots=["casual"])
    ada = Player(held, "Ada")
    for _ in range(3):
        held.sit(silent=True)
    ada.page.say("start")
    held.process.kill()
    held.process.wait()
    server = fresh(data=held.folder / "data", port=held.port, rest=0)
    ada.person.server = server
    ada.page = ada.person.page(held.code)
    assert [seat["kind"] for seat in ada.page.told["seats"]] == ["bot"] * 3 + ["person", "bot"]
    ada.play(until=lambda scene: scene["you"] in scene["turn"])


@pytest.mark.parametrize(("given", "why"), [
    (["--seat", "person"] * 5, "5 seats"), (["--seed", "1"], "--seed"), (["--seat", "people"], "person, or bot:LEVEL"),
    (["--web-port", "0", "--data", "used"], "Another Coprime"),
    (["--web-port", "used", "--data", "other"], "be opened")])
def test_what_no_contest_can_be_held_with(given, why, tmp_path, monkeypatch):
    monkeypatch.setattr(compile_warmup, "warm_up_contest", lambda game: None)
    monkeypatch.chdir(tmp_path)
    folder = DataFolder(tmp_path / "used")
    with open_port("127.0.0.1", 0) as taken:
        given = [str(taken.getsockname()[1]) if given[at - 1] == "--web-port" and one == "used" else one
                 for at, one in enumerate(given)]
        result = CliRunner().invoke(app, ["uecda", "serve", "--port", "0", "--seat", "bot:casual", "--seat", "person",
                                          *given], env={"COLUMNS": "200"})
    folder.close()
    assert result.exit_code == 2 and why in result.output and "Traceback" not in result.output
