"""Leagues from a file to a page: checked before a game, the same with any number of processes, never played twice."""

import json
import re
import signal
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import pytest

from coprime.arena.workers import ProcessExecutor
from coprime.core.errors import BadInput
from coprime.lab import league as leagues
from coprime.lab.league import LeagueOutcome, play_league, swiss_rounds
from coprime.lab.league_config import load_league
from coprime.lab.league_report import league_json, league_page

PAGE = (Path(__file__).resolve().parents[2] / "docs/leagues.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"^```toml league.toml\n(.*?)^```", PAGE, re.M | re.S)[1]
SMALL = '''
games = 6
[[game]]
name = "prime_daifugo"
options = { games_to_win = 1 }
[[bot]]
name = "random"
[[bot]]
name = "novice"
[[bot]]
name = "policy"
title = "<b>Thumb</b> & Co"
'''


@pytest.fixture
def file(tmp_path):
    def written(text, name="league.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path
    return written


def test_the_example_of_the_page(file, tmp_path):
    found = load_league(file(EXAMPLE))
    assert (found.title, found.games, found.rounds) == ("Thumbs and thinkers", 40, 0)
    outcome = play_league(found, tmp_path / "out")
    assert [one.bot for one in outcome.ratings] == ["pimc:5", "novice", "random"] or outcome.ratings[0].bot == "pimc:5"
    assert len(outcome.pairings) == 6 and all(one.result.games == 40 for one in outcome.pairings)
    assert sum(one.rating for one in outcome.ratings) == pytest.approx(0, abs=1e-6)
    assert all(one.low <= one.rating <= one.high for one in outcome.ratings)
    keys = set(re.findall(r"^\| `(\w+)`", PAGE, re.M)) | set(re.findall(r"^\| `\[\[(\w+)\]\]`", PAGE, re.M))
    assert keys == {"title", "seed", "games", "format", "rounds", "game", "bot"}


def test_the_same_file_gives_the_same_matches(file, tmp_path):
    found = load_league(file(SMALL))
    one, two = (play_league(found, tmp_path / name, hands) for name,
                hands in (("one", None), ("two", ProcessExecutor(2))))
    assert league_json(one) == league_json(two)
    rows = [{path.name: path.read_text() for path in (tmp_path / name).glob("*.jsonl")} for name in ("one", "two")]
    assert rows[0] == rows[1] and len(rows[0]) == 3


def test_nothing_is_played_twice(file, tmp_path, monkeypatch):
    found = load_league(file(SMALL))
    first = play_league(found, tmp_path / "out")

    def never(*_, **__):
        raise AssertionError("played again")
    monkeypatch.setattr("coprime.arena.series.play_one", never)
    assert league_json(play_league(found, tmp_path / "out")) == league_json(first)
    with pytest.raises(BadInput, match="holds another league"):
        play_league(load_league(file(SMALL.replace("6", "8"))), tmp_path / "out")


def test_a_league_that_is_broken_off_goes_on(file, tmp_path):
    path = file(SMALL.replace("games = 6", "games = 4000"))
    # What a shell starts in the background ignores Ctrl-C; here it is to be heard.
    heard = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)            # noqa: E731
    process = subprocess.Popen([sys.executable, "-m", "coprime", "league", str(path), "--json", "--jobs", "1"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard)
    rows, end = tmp_path / "league", time.monotonic() + 60
    while not any(file.stat().st_size > 5000 for file in rows.glob("*.jsonl")) and time.monotonic() < end:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    told = json.loads(printed)
    assert told["stopped"] and 0 < sum(one["games"] for one in told["pairings"]) < 12_000
    assert "It was broken off" in (rows / "report.html").read_text(encoding="utf-8")
    before = {file.name: file.read_text() for file in rows.glob("*.jsonl")}
    assert before and all("\n" in text for text in before.values())


def test_a_bot_that_cannot_be_loaded_does_not_take_part(file, tmp_path):
    outcome = play_league(load_league(file(SMALL + '[[bot]]\nname = "nobody"\ntitle = "Nobody"\n')), tmp_path / "out")
    assert list(outcome.absent) == ["nobody"] and "There is no bot" in outcome.absent["nobody"]
    assert len(outcome.ratings) == 3 and "Nobody did not take part: There is no bot" in league_page(outcome)
    with pytest.raises(BadInput, match="needs two bots or more that can play. There is no bot 'nobody'"):
        play_league(load_league(file('[[game]]\nname="prime_daifugo"\n[[bot]]\nname="random"\n[[bot]]\nname="nobody"\n')),
                    tmp_path / "other")


def test_a_page_needs_nothing_but_itself_and_believes_nobody(file, tmp_path):
    page = league_page(play_league(load_league(file(SMALL)), tmp_path / "out"))
    assert "<b>Thumb" not in page and "&lt;b&gt;Thumb&lt;/b&gt; &amp; Co" in page
    assert not re.search(r"<script|<link|<img|https?:|url\(|@import|\bon\w+=", page)
    assert page.count("<h1>") == 1 and '<html lang="en">' in page and "viewport" in page


def paired(bots, rounds, strength):
    """The pairs of a Swiss league in which the stronger one always wins."""
    class Played:
        def __init__(self, pair):
            self.bots, self.share = pair, float(strength[pair[0]] > strength[pair[1]])

    class Asked:
        pass
    asked = Asked()
    asked.rounds = rounds
    outcome = LeagueOutcome(asked)
    for pairs in swiss_rounds(outcome, bots):
        outcome.pairings += map(Played, pairs)
        yield pairs


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
def test_a_swiss_league_pairs_everybody_once_a_round_and_nobody_twice(n):
    bots = list("abcdefgh"[:n])
    found = list(paired(bots, 3, {bot: i for i, bot in enumerate(bots)}))
    met = [frozenset(pair) for pairs in found for pair in pairs]
    assert len(met) == 3 * (n // 2)
    if n >= 6:
        assert len(set(met)) == len(met)
    for pairs in found:
        taken = [bot for pair in pairs for bot in pair]
        assert len(set(taken)) == len(taken) == n - n % 2
    if n % 2:
        assert len({bot for pairs in found for bot in set(bots) - {bot for pair in pairs for bot in pair}}) == 3


@pytest.mark.parametrize("order", ["abcdefgh", "hgfedcba", "badcfehg"])
def test_in_a_swiss_league_those_who_have_won_as_often_meet(order):
    """Of eight there are as many who have won and lost after one round, and pairs of equals after two."""
    bots, strength = list("abcdefgh"), {bot: order.index(bot) for bot in "abcdefgh"}
    won = dict.fromkeys(bots, 0)
    for pairs in paired(bots, 3, strength):
        assert all(won[first] == won[second] for first, second in pairs)
        for pair in pairs:
            won[max(pair, key=strength.get)] += 1
    assert sorted(won.values()) == [0, 1, 1, 1, 2, 2, 2, 3]


def test_a_swiss_league_is_played(file, tmp_path):
    outcome = play_league(load_league(file('format = "swiss"\nrounds = 2\n' + SMALL + '[[bot]]\nname = "casual"\n')),
                          tmp_path / "out")
    assert len(outcome.pairings) == 4
    assert {one.bots for one in outcome.pairings} <= set(combinations(["random", "novice", "policy", "casual"], 2))


def test_a_league_in_which_not_all_have_met_says_so(file, tmp_path):
    outcome = play_league(load_league(file('format = "swiss"\nrounds = 1\n' + SMALL + '[[bot]]\nname = "casual"\n')),
                          tmp_path / "out")
    assert outcome.ratings == [] and len(outcome.pairings) == 2
    page = league_page(outcome)
    assert "There are no ratings" in page and "4 bots met in one game: 12 matches" in page


def test_two_bots_share_a_table_of_four(file, tmp_path):
    text = ('games = 4\n[[game]]\nname = "daifugo"\noptions = { match_length = 1 }\n'
            '[[bot]]\nname = "random"\n[[bot]]\nname = "casual"\n')
    outcome = play_league(load_league(file(text)), tmp_path / "out")
    one = outcome.pairings[0]
    assert one.league_game.seats == 4 and one.result.seats == 4 and outcome.ratings[0].bot == "casual"
    rows = [json.loads(line) for line in next((tmp_path / "out").glob("*.jsonl")).read_text().splitlines()[1:]]
    assert all(row["bots"].count("random") == 2 and row["bots"][0] == row["bots"][2] for row in rows)


GAME = '[[game]]\nname = "prime_daifugo"\n'
BOTS = '[[bot]]\nname = "random"\n[[bot]]\nname = "novice"\n'


@pytest.mark.parametrize(("text", "why"), [
    ("games 3", "is not TOML: .*line 1"),
    (GAME, r"one or more \[\[bot\]\]"),
    (BOTS, r"one or more \[\[game\]\]"),
    ("gaems = 3\n" + GAME + BOTS, "The league cannot have 'gaems': is it “games”?"),
    ("x = 3\n" + GAME + BOTS, "cannot have 'x': it can have title, seed, games"),
    ("games = 'ten'\n" + GAME + BOTS, "The league: games is a whole number, and here it is 'ten'"),
    ("games = true\n" + GAME + BOTS, "games is a whole number, and here it is True"),
    ("games = 0\n" + GAME + BOTS, "games is a whole number from 1 to 1,000,000; here it is 0"),
    ("format = 'ladder'\n" + GAME + BOTS, "“round robin” or “swiss”; here it is 'ladder'"),
    ("format = 'swiss'\n" + GAME + BOTS, "a Swiss league needs it"),
    ("rounds = 3\n" + GAME + BOTS, "rounds goes with format"),
    (GAME + BOTS + "[[bot]]\nname = 'random'\n", "a name and a title of its own"),
    (GAME + BOTS + "[[bot]]\ntitle = 'x'\n", r"\[\[bot\]\] number 3 has no name"),
    ("[[game]]\nname = 'chess'\n" + BOTS, "chess"),
    (GAME + "preset = 'easy'\n" + BOTS, "Prime Daifugo Lv. 0 has no preset 'easy'; the presets are: book"),
    (GAME + "seats = 3\n" + BOTS, "their number is even; Prime Daifugo Lv. 0 is to have 3 seats"),
    (GAME + "seats = 8\n" + BOTS, "8"),
    ("[[game]]\nname = 'prime_solitaire'\n" + BOTS, "is to have 1 seat[.]"),
    (GAME + "options = { games_to_win = 99_999 }\n" + BOTS, "games_to_win|Games to win|99999"),
    ("game = 3\n" + BOTS, "game is written as a table"),
    ("game = [3]\n" + BOTS, r"one or more \[\[game\]\]"),
])
def test_what_is_wrong_with_a_file_is_said(file, text, why):
    with pytest.raises(BadInput, match=why):
        load_league(file(text))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadInput, match="cannot be read: No such file or directory"):
        load_league(tmp_path / "none.toml")


def test_a_folder_that_cannot_be_written(file, tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(BadInput, match="cannot be written to"):
        play_league(load_league(file(SMALL)), tmp_path / "taken")


def test_every_pairing_has_a_seed_and_a_file_of_its_own(file):
    found = load_league(file(SMALL + '[[game]]\nname = "prime_daifugo"\nseats = 2\n'))
    pairs = list(combinations(found.bots, 2))
    files = {leagues.pairing_file_name(contest, pair) for contest in found.league_games for pair in pairs}
    assert len(files) == 6 and len({leagues.pairing_seed(found, found.league_games[0], pair) for pair in pairs}) == 3
