"""The command line: what it prints, and a sentence with exit code 2 for bad use."""

import json
import os
import subprocess
import sys

import pytest

import coprime

HOUSE = [sys.executable, "-m", "coprime"]


def run(*words, typed=""):
    return subprocess.run([*HOUSE, *words], input=typed, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120"})


def test_judge():
    assert run("judge", "8171", "8173", "1").stdout.splitlines() == [
        "8171: prime", "8173 = 11 × 743", "1: neither prime nor composite"]
    assert json.loads(run("judge", "511", "--json").stdout) == [{"number": 511, "prime": False, "factors": [7, 73]}]


def test_games_lists_options():
    listed = json.loads(run("games", "--json").stdout)
    assert {row["name"] for row in listed} == set(coprime.shelf())
    assert "games_to_win: 1 to 5" in run("games").stdout


BAD = [
    (["play", "chess"], "There is no game 'chess'"),
    (["play", "prime_daifugo", "--seats", "9"], "is played by 2 to 3, not by 9"),
    (["play", "prime_daifugo", "-o", "assist"], "write name=value"),
    (["play", "prime_daifugo", "-o", "colour=red"], "has no option 'colour'"),
    (["play", "prime_daifugo", "-o", "assist=lots"], "allowed is none, clues, show_primes or table"),
    (["play", "prime_daifugo", "-o", "cards_skip=on"], "PD-2"),
    (["play", "prime_daifugo", "--bots", "genius"], "no bot 'genius'"),
    (["judge", "12x"], "'12x' cannot be judged"),
    (["judge", "99999999999999"], "cannot be judged"),
    (["replay", "no-such-file"], "cannot be read: No such file"),
    (["simulate", "prime_daifugo", "--bots", "casual,novice,casual", "--seats", "2"], "3 bots cannot fill 2 seats"),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_use_gets_a_sentence_and_exit_code_two(words, says):
    done = run(*words)
    assert done.returncode == 2 and says in done.stderr and "Traceback" not in done.stderr and not done.stdout


def test_a_terminal_game_is_played_saved_and_replayed(tmp_path):
    file = tmp_path / "game.json"
    typed = "hint\n?\nplay 4 4\nrubbish\n" + "draw\npass\n" * 400
    done = run("play", "prime_daifugo", "-o", "games_to_win=1", "--seed", "3", "--save", str(file), typed=typed)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert "1/" in done.stdout and "is not an action" in done.stdout and "wins the match" in done.stdout
    again = run("replay", str(file))
    assert again.returncode == 0 and "The record is sound." in again.stdout
    assert json.loads(run("replay", str(file), "--json").stdout)["over"] is True
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:3], lines[3].replace('"', "'"), *lines[4:]]))
    broken = run("replay", str(file))
    assert broken.returncode == 2 and "Line 4" in broken.stderr


@pytest.mark.parametrize("name", list(coprime.shelf()))
def test_every_game_can_be_left_in_the_terminal(name):
    done = run("play", name, "--seed", "1", typed="hint\n\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "You leave the table" in done.stdout


def test_a_replay_that_is_not_text(tmp_path):
    file = tmp_path / "picture.json"
    file.write_bytes(b"\xff\xfe\x00")
    done = run("replay", str(file))
    assert done.returncode == 2 and "not text in UTF-8" in done.stderr


def test_simulate():
    done = run("simulate", "prime_daifugo", "--games", "6", "--seed", "1", "--bots", "casual,novice", "--json")
    result = json.loads(done.stdout)
    assert done.returncode == 0 and len(result["standings"]) == 2
    again = json.loads(run("simulate", "prime_daifugo", "--games", "6", "--seed", "1", "--bots", "casual,novice",
                           "--json").stdout)
    assert again["standings"] == result["standings"]
