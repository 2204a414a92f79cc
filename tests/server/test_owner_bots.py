"""Bots of the server's owner: at the tables by name, and whatever they do, the server goes on."""

import json
import os
import subprocess
import sys
import time

import pytest
from server_process import Person, ServerProcess

import coprime
from coprime.core.errors import BadInput
from coprime.core.match import Match
from coprime.server.bots import operator_bots
from coprime.server.bots.operator_bots import MOST_FAILURES, OperatorBot, start_operator_bots

DAIFUGO = coprime.game("prime_daifugo")
ORDERLY = "def choose(asked):\n    return min(asked.actions)\n"


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A busy machine needs long to load what a bot imports; tests of late answers set their own."""
    for name in ("START_SECONDS", "FIRST_ANSWER_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(operator_bots, name, 600.0)


@pytest.fixture
def bot(tmp_path):
    """Writes a file with a bot; gives its name."""
    def write(text, name="bot.py"):
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)
    return write


@pytest.fixture
def own(bot):
    made = []

    def one(text=ORDERLY):
        made.append(OperatorBot("Fern", bot(text)))
        return made[-1]
    yield one
    for each in made:
        each.close()


@pytest.fixture(scope="module")
def view():
    match = Match(DAIFUGO, 2)
    match.act(30, 4)
    assert match.to_act() == [0]
    return match.view(0)


def test_it_answers_what_the_function_answers(own, view):
    fern = own()
    action, after = fern(DAIFUGO, view, 0, 1)
    match = Match(DAIFUGO, 2)
    match.act(30, 4)
    assert action == min(match.sound_actions(0)) and after == 0
    assert fern(DAIFUGO, view, 0, 1) == (action, after)


def test_what_it_gets_is_the_view(own, view, tmp_path):
    """Nothing that the seat cannot see goes to the process."""
    match = Match(DAIFUGO, 2)
    match.act(30, 4)
    assert view.tobytes() != match.state.tobytes()
    seen = tmp_path / "seen"
    fern = own(f"def choose(asked):\n    open({str(seen)!r}, 'wb').write(asked.view.tobytes())\n    return 0\n")
    fern(DAIFUGO, view, 0, 1)
    assert seen.read_bytes() == view.tobytes()


def test_one_that_hangs_is_ended_and_asked_again_and_then_no_more(own, view, monkeypatch):
    monkeypatch.setattr(operator_bots, "FIRST_ANSWER_SECONDS", 1.0)
    fern = own("import time\ndef choose(asked):\n    time.sleep(1000)\n")
    before = set()
    for _ in range(MOST_FAILURES):
        with pytest.raises(BadInput, match="Fern has not answered in 1 second[.]"):
            fern(DAIFUGO, view, 0, 1)
        before.add(fern._process.pid)
    assert len(before) == MOST_FAILURES and not any(os.path.exists(f"/proc/{pid}") for pid in before)
    with pytest.raises(BadInput, match="has failed 3 times in a row and is asked no more"):
        fern(DAIFUGO, view, 0, 1)


def test_its_first_answer_in_a_game_may_take_longer(own, view, monkeypatch):
    """It may have to compile first; so may a process that is started again."""
    monkeypatch.setattr(operator_bots, "ANSWER_SECONDS", 0.1)
    fern = own("import time\ndef choose(asked):\n    time.sleep(0.5)\n    return min(asked.actions)\n")
    usual = fern(DAIFUGO, view, 0, 1)
    with pytest.raises(BadInput, match="has not answered"):
        fern(DAIFUGO, view, 0, 1)
    assert fern(DAIFUGO, view, 0, 1) == usual


def test_one_that_dies_is_started_again(own, view, monkeypatch):
    monkeypatch.setattr(operator_bots, "MOST_FAILURES", 2)
    fern = own("import os\ndef choose(asked):\n    if asked.seed == 7: os._exit(3)\n    return min(asked.actions)\n")
    usual = fern(DAIFUGO, view, 0, 1)
    for _ in range(2):
        with pytest.raises(BadInput, match="The process of the bot Fern has ended"):
            fern(DAIFUGO, view, 0, 7)
        assert fern(DAIFUGO, view, 0, 1) == usual, "one failure in a row only"


def test_any_name_that_simulate_takes(view):
    with start_operator_bots(["Deep=strong:20", "Old_1=novice"]) as found:
        assert list(found) == ["Deep", "Old_1"]
        for one in found.values():
            action, _ = one(DAIFUGO, view, 0, 1)
            assert not DAIFUGO.rules.refusal(view, 0, action)
    assert found["Deep"]._pipe is None, "closed with the server"


@pytest.mark.parametrize(("texts", "says"), [
    (["bot.py"], "“bot.py” is no bot: write NAME=BOT, such as Fern=bot.py"),
    (["=bot.py"], "is no bot: write NAME=BOT"),
    (["Fern="], "is no bot: write NAME=BOT"),
    (["<b>=bot.py"], "is no bot: write NAME=BOT"),
    (["Casual=random"], "There is a bot called Casual already"),
    (["Fern=random", "fern=random"], "There is a bot called fern already"),
    (["Fern=nowhere.py"], "There is no file nowhere.py for a bot"),
    (["Fern=nobody"], "There is no bot 'nobody'"),
])
def test_what_is_no_bot_is_told_before_the_server_is_open(texts, says):
    with pytest.raises(BadInput, match=says), start_operator_bots(texts):
        raise AssertionError("open")


def test_the_command_says_what_is_wrong(tmp_path):
    words = ["serve", "--bot", "Fern=nowhere.py", "--data", str(tmp_path / "data"), "--port", "0"]
    done = subprocess.run([sys.executable, "-m", "coprime", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "There is no file nowhere.py" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "data").exists()


def seated(person, level="Fern"):
    """At a table of Secret Number, where everybody chooses at once, with this bot."""
    code = person.open("secret_number", seats=2, bots=[None, {"level": level, "pace": "quick"}], now=True,
                       practice=False)
    return code, person.page(code)


def test_it_sits_at_a_table_which_can_be_read_when_the_server_is_opened_without_it(bot, tmp_path):
    told = tmp_path / "asked"
    name = bot(f"def choose(asked):\n    open({str(told)!r}, 'a').write(f'{{asked.seat}}\\n')\n"
               "    return min(asked.actions)\n")
    server = ServerProcess(tmp_path / "data", bots=[f"Fern={name}"], quick=0.02, rest=600).start()
    try:
        code, page = seated(Person(server))
        levels = page.catch_up().told["levels"]
        assert levels[-1] == {"level": "Fern", "title": "Fern", "knows": "brought by the owner of this server"}
        assert [one["level"] for one in levels[:-1]] == ["novice", "casual", "strong", "master"]
        end = time.monotonic() + 20
        while not told.exists() and time.monotonic() < end:
            time.sleep(0.05)
        assert set(told.read_text().split()) == {"1"}, "asked for its own seat only"
        page.close()
        server.stop()
        server.settings["bots"] = []
        server.start()
        asked = told.read_text()
        again = Person(server)
        assert "Fern" not in json.dumps(seated(again, "casual")[1].catch_up().told["levels"])
        refused = again.post("/api/tables", status=(400, 409, 422), game="secret_number", seats=2,
                             bots=[None, {"level": "Fern"}])
        assert "There is no bot Fern" in json.dumps(refused)
        assert again.page(code, watch=True).wait("scene", timeout=20)
        assert told.read_text() == asked
    finally:
        said = server.stop()
    assert "Traceback" not in said


def test_a_server_goes_on_with_a_bot_that_fails(bot, tmp_path):
    """What it does not answer is chosen by chance."""
    name = bot("import os\ndef choose(asked):\n    os._exit(3)\n")
    server = ServerProcess(tmp_path / "data", bots=[f"Fern={name}"], quick=0.02, rest=600).start()
    try:
        _, page = seated(Person(server))
        page.wait("scene", timeout=60, match=lambda told: any("has chosen" in line["text"] for line in told["lines"]))
    finally:
        said = server.stop()
    assert "The process of the bot Fern has ended" in said and "Traceback" not in said
