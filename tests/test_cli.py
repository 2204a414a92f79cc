"""The command line: what it prints, and a sentence with exit code 2 for bad use."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coprime
from coprime.cli import app

COPRIME = [sys.executable, "-m", "coprime"]


def run(*words, typed="", **environ):
    return subprocess.run([*COPRIME, *words], input=typed, capture_output=True, text=True, timeout=300,
                          errors="replace", env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120", **environ})


@pytest.mark.parametrize("encoding", ["ascii", "shift_jis", *(pytest.param(one, marks=pytest.mark.long)
                                                              for one in ("cp437", "latin-1"))])
def test_a_terminal_without_a_sign_prints_another(encoding):
    judged = run("judge", "8173", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert judged.returncode == 0 and judged.stdout.startswith("8173 = 11 ") and not judged.stderr
    played = run("play", "prime_daifugo", "--seed", "1", typed="hint\nquit\n", PYTHONIOENCODING=encoding)
    assert played.returncode == 0 and not played.stderr and "mistake" not in played.stdout


@pytest.fixture
def here(monkeypatch):
    """The command in this process: another one takes more than a second to start."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")

    def invoked(*words, typed=""):
        done = CliRunner().invoke(app, words, input=typed)
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done
    return invoked


def test_judge(here):
    assert here("judge", "8171", "8173", "1").stdout.splitlines() == [
        "8171: prime", "8173 = 11 × 743", "1: neither prime nor composite"]
    assert json.loads(here("judge", "511", "--json").stdout) == [
        {"number": 511, "prime": False, "proven": True, "factors": [7, 73], "unfactored": 1}]


def test_judge_says_what_is_not_proven_and_not_found(here):
    assert "not proven" in here("judge", str(10**100 + 267)).stdout
    product = (10**50 + 151) * (10**51 + 121)
    assert here("judge", str(product)).stdout == f"{product}: composite; no factor is found yet\n"
    assert here("judge", str(3 * product)).stdout.startswith(f"{3 * product} = 3 × {product}; the last is composite")


@pytest.mark.parametrize("typed", ["7" * 10_000, "-7", "7.0", "1e3", "", "x"])
def test_judge_refuses_what_is_no_number_of_a_thousand_digits(here, typed):
    refused = here("judge", "7", "--", typed)
    assert refused.exit_code == 2 and "at most 1000 digits" in " ".join(refused.stderr.split()), refused.stderr


@pytest.mark.parametrize("each_file", [False, True])
def test_commands_of_an_installation_below_links(tmp_path, each_file):
    """A linked virtual environment, and uv's way to install: every command ended with "serve" being there twice."""
    package = Path(coprime.__file__).parent
    if each_file:
        ignored = shutil.ignore_patterns("static*", "tests", "web", "__pycache__")
        shutil.copytree(package, tmp_path / "coprime", copy_function=os.symlink, ignore=ignored)
    else:
        (tmp_path / "coprime").symlink_to(package)
    for words, told in ((["judge", "8173"], "8173 = 11 × 743\n"), (["games"], "Prime Daifugo Lv. 0")):
        done = subprocess.run([*COPRIME, *words], capture_output=True, text=True, timeout=300, cwd=tmp_path,
                              env={**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(tmp_path)})
        assert done.returncode == 0 and told in done.stdout, done.stderr


def test_games_lists_options(here):
    listed = json.loads(here("games", "--json").stdout)
    assert {row["name"] for row in listed} == set(coprime.all_games())
    daifugo = next(row for row in listed if row["name"] == "prime_daifugo")
    assert daifugo["options"]["games_to_win"] == {"values": {"from": 1, "to": 10_000}, "many": False, "rule": "PD-22",
                                                  "default": {"2": 2, "3": 2}, "words": "1 to 10000"}
    assert daifugo["options"]["cards_0"]["values"] == ["off", "on"] and "book" in daifugo["presets"]
    assert "games_to_win: 1 to 10000" in here("games").stdout


def test_h_is_help_everywhere(here):
    for words in ([], ["play"], ["puzzles", "make"], ["simulate"]):
        done = here(*words, "-h")
        assert done.exit_code == 0 and "Usage" in done.stdout
    assert "--install-completion" in run("-h").stdout


BAD = [
    (["play", "chess"], "There is no game 'chess'"),
    (["play", "prime_daifugo", "--seats", "9"], "is played by 2 to 3, not by 9"),
    (["play", "prime_daifugo", "-o", "assist"], "write name=value"),
    (["play", "prime_daifugo", "-o", "colour=red"], "has no option 'colour'"),
    (["play", "prime_daifugo", "-o", "assist=lots"], "allowed is none, clues, show_primes or table"),
    (["play", "prime_daifugo", "-o", "cards_skip=on"], "PD-2"),
    (["play", "prime_daifugo", "--bots", "genius"], "no bot 'genius'"),
    (["judge", "12x"], "'12x' cannot be judged"),
    (["judge", "9,999"], "cannot be judged"),
    (["replay", "no-such-file"], "cannot be read: No such file"),
    (["simulate", "prime_daifugo", "--bots", "casual,novice,casual", "--seats", "2"], "3 bots cannot fill 2 seats"),
    (["simulate", "prime_daifugo", "--preset", "hard"], "no preset 'hard'; the presets are: book"),
    (["simulate", "prime_daifugo", "--rows", "rows.txt"], "ends in none of the forms"),
    (["simulate", "prime_daifugo", "--resume"], "name it with --rows"),
    (["simulate", "prime_daifugo", "--sprt", "0", "0.05"], "needs two bots or more"),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_use_gets_a_sentence_and_exit_code_two(words, says, here):
    done = here(*words)
    assert done.exit_code == 2 and says in done.stderr and "Traceback" not in done.stderr and not done.stdout


def test_bad_use_is_told_by_a_process_too():
    words, says = BAD[0]
    done = run(*words)
    assert done.returncode == 2 and says in done.stderr and "Traceback" not in done.stderr and not done.stdout


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_options_by_which_a_hand_may_never_end_are_warned_of(here, command):
    words = [command, "daifugo", "--seats", "4", "--bots", "nobody", "-o", "pass_on_lead=on"]
    assert "never ends" in here(*words).stderr
    assert "never ends" not in here(*words, "-o", "stalemate_n=8").stderr


def test_a_terminal_game_is_played_saved_and_replayed(here, tmp_path):
    file = tmp_path / "game.json"
    typed = "hint\n?\nplay 4 4\nrubbish\n" + "draw\npass\n" * 400
    done = run("play", "prime_daifugo", "-o", "games_to_win=1", "--seed", "3", "--save", str(file), typed=typed)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert "1/" in done.stdout and "is not an action" in done.stdout and "wins the match" in done.stdout
    again = here("replay", str(file))
    assert again.exit_code == 0 and "The record is sound." in again.stdout
    assert "Player draws a card." in again.stdout and "You" not in again.stdout
    assert here("replay", "-", typed=file.read_text()).stdout == again.stdout
    assert json.loads(here("replay", str(file), "--json").stdout)["over"] is True
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:3], lines[3].replace('"', "'"), *lines[4:]]))
    broken = here("replay", str(file))
    assert broken.exit_code == 2 and "Line 4" in broken.stderr


def test_a_file_of_several_records_is_replayed_and_reviewed(here, tmp_path):
    golden = coprime.game("sosu_daifugo").folder / "tests" / "golden"
    first, second = (file.read_text().partition("\n")[2] for file in sorted(golden.glob("*.txt"))[:2])
    file = tmp_path / "event.txt"
    file.write_text(first + second)
    told = here("replay", str(file)).stdout
    assert "Record 1 of 2" in told and "Record 2 of 2" in told and told.count("The record is sound.") == 2
    assert [one["game"] for one in json.loads(here("replay", str(file), "--json").stdout)] == ["sosu_daifugo"] * 2
    notated = [here("replay", "--notation", "-", typed=text).stdout for text in (first, second)]
    assert here("replay", str(file), "--notation").stdout == "\n".join(notated)
    lines = second.splitlines()
    file.write_text(first + "\n".join([*lines[:2], lines[2].replace('"', "'"), *lines[3:]]))
    broken, line = here("replay", str(file)), first.count("\n") + 1
    assert broken.exit_code == 2 and f"Record 2, which begins in line {line} of the file: Line 3: " in broken.stderr
    assert "The record is sound." in broken.stdout, "the first was told"
    assert "holds 2 records. Choose one with --record, 1 to 2." in here("review", str(file)).stderr
    assert "no record 3" in here("review", str(file), "--record", "3").stderr


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_every_game_can_be_left_in_the_terminal(name, here):
    done = here("play", name, "--seed", "1", typed="hint\n\nquit\n")
    assert done.exit_code == 0, done.stderr
    assert "You leave the table" in done.stdout


def test_a_replay_that_is_not_text(here, tmp_path):
    file = tmp_path / "picture.json"
    file.write_bytes(b"\xff\xfe\x00")
    done = here("replay", str(file))
    assert done.exit_code == 2 and "not text in UTF-8" in done.stderr


def test_simulate(here):
    words = ["simulate", "prime_daifugo", "--games", "6", "--seed", "1", "--bots", "casual,novice", "--json"]
    done, again = here(*words), here(*words)
    result = json.loads(done.stdout)
    assert done.exit_code == again.exit_code == 0 and len(result["standings"]) == 2
    assert json.loads(again.stdout)["standings"] == result["standings"]


def test_simulate_tells_options_seats_and_who_begins(here):
    done = here("simulate", "prime_daifugo", "--games", "6", "--bots", "casual,novice", "--preset", "family",
                "--seed", "2")
    assert done.exit_code == 0
    assert "Prime Daifugo Lv. 0, 2 seats, 6 games of 3 deals, seed 2" in done.stdout
    assert "Options: cards_5_9=" in done.stdout and "Won by seat: 0: " in done.stdout
    assert "Who acts first wins " in done.stdout


def test_ctrl_c_keeps_a_series_and_the_same_command_goes_on(tmp_path):
    file = tmp_path / "series.jsonl"
    words = ["simulate", "prime_daifugo", "--games", "100000", "--bots", "casual,novice", "--jobs", "2",
             "--rows", str(file)]
    running = started(*words, start_new_session=True)
    try:
        wait_until(lambda: file.exists() and file.read_text().count("\n") > 20)
        os.killpg(running.pid, signal.SIGINT)              # as a terminal does: to all of its processes
        told, wrong = running.communicate(timeout=300)
        assert running.returncode == 0 and "Broken off" in told and "Traceback" not in wrong
        wait_until(lambda: alone(running.pid))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    before = file.read_text()
    games = before.count("\n") - 1
    again = run(*words[:3], str(games + 4), *words[4:], "--resume")
    assert f"{games + 4} games of" in again.stdout and file.read_text().startswith(before)


def started(*words, **how):
    """The command as in the foreground of a terminal: whoever runs in the background may be told to ignore Ctrl-C."""
    return subprocess.Popen([*COPRIME, *words], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                            **how)


def wait_until(true, seconds=300):                         # a crowded machine needs many times as long
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def alone(group):
    """No process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_ctrl_c_leaves_a_terminal_game_with_its_record(here, tmp_path):
    file = tmp_path / "game.json"
    running = started("play", "prime_daifugo", "--seed", "3", "--save", str(file))
    running.stdin.write("draw\n")
    running.stdin.flush()
    told = ""
    while "You draw" not in told:
        told += running.stdout.readline()
    time.sleep(0.5)                                         # by then it waits for what is typed next
    running.send_signal(signal.SIGINT)
    told, wrong = running.communicate(timeout=30)
    assert running.returncode == 0 and "Traceback" not in wrong and "The record is in" in told
    again = here("replay", str(file))
    assert "You draw" in again.stdout or "draws" in again.stdout
