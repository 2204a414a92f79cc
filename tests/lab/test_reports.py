"""Reports for designers: the figures are those of other ways of counting, and the page says them."""

import re
from collections import Counter
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coprime
from coprime.arena.match import play_one
from coprime.arena.players import make_player
from coprime.arena.workers import ProcessExecutor
from coprime.cli import app
from coprime.core.bits import bag_size, count_kind
from coprime.core.match import Match
from coprime.core.options import Option
from coprime.core.seats import CHANCE
from coprime.lab.design_report import SettingStats, build_design_report, list_option_settings, select_option_values
from coprime.lab.match_stats import MatchSetting, StatsJob, replay_events
from coprime.lab.report_page import design_page

DOCS = Path(__file__).resolve().parents[2] / "docs"
GAMES = sorted(coprime.all_games())
DAIFUGO = coprime.game("prime_daifugo")


def told(name, number, seats=2, bot="novice", **options):
    """The statistics of one match of equal bots, and the same match played by itself."""
    game = coprime.game(name)
    chosen = game.check_options(seats, options)
    job = StatsJob(game, [MatchSetting("", seats, chosen)], bot, 5)
    job.begin()
    return job.do(number), play_one(game, [make_player(game, bot)] * seats, f"5 {number}", chosen)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_is_what_happened(name):
    seats = coprime.game(name).seats[0]
    found, played = told(name, 3, seats)
    match = played.match
    acted = [match.game.words.label(event.action) for event in match.events if event.seat < CHANCE]
    assert found.actions == played.actions == len(acted) == found.kinds.total()
    assert found.returns == played.returns and found.first_actor == played.first_actor
    named = Counter(label.split()[0] for label in acted if label.split()[0].isalpha())
    for verb, times in named.items():
        assert sum(n for kind, n in found.kinds.items() if kind.split(",")[0] == verb) == times
    assert [(step.seat, step.action) for step in replay_events(match)] == match.events


def test_a_play_that_is_not_prime_is_counted_as_one():
    found, played = told("prime_daifugo", 1)
    state, wrong = Match(DAIFUGO, 2, played.match.options), 0
    for seat, action in played.match.events:
        label = DAIFUGO.words.label(action)
        if seat < 2 and label.startswith("play"):
            number = int("".join(card.partition("=")[2] or card for card in label.split()[1:]))
            wrong += any(number % n == 0 for n in range(2, int(number ** 0.5) + 1)) or number == 1
        state.act(seat, action)
    assert found.kinds["play, not prime"] == wrong > 0


def test_seats_that_have_not_acted_when_their_round_ends():
    """Factor Rummy's casual bot goes out at the first chance."""
    idle = rounds = 0
    for number in range(6):
        found, played = told("factor_rummy", number, 4, "casual", target_score=50, level=1)
        match, acted, seen = Match(played.match.game, 4, played.match.options), set(), []
        for seat, action in played.match.events:
            match.act(seat, action)
            if seat < 4:
                acted.add(seat)
            if acted and (match.over or match.rules.is_between_hands(match.state)):
                seen.append(4 - len(acted))
                acted = set()
        assert (found.rounds, found.idle) == (len(seen), sum(seen))
        rounds, idle = rounds + found.rounds, idle + found.idle
    assert rounds > 6 and idle > 0


def test_cards_that_come_to_seats():
    found, played = told("prime_daifugo", 2, games_to_win=1)
    match = Match(DAIFUGO, 2, played.match.options)
    match.act(*played.match.events[0])
    names = DAIFUGO.load_module("labels").NAMES
    for seat in range(2):
        dealt = {name for one, name in found.cards if one == seat}
        assert dealt == {names[kind] for kind in range(len(names)) if count_kind(int(match.state.hand[seat]), kind)}
        assert bag_size(int(match.state.hand[seat])) == 10 >= len(dealt) > 0
    climbed = [told("prime_climb", number)[0].cards for number in range(4)]
    assert all(cards for cards in climbed) and {"0", "1"} >= {str(seat) for cards in climbed for seat, _ in cards}


def test_the_figures_are_those_of_a_series():
    """`coprime simulate` plays the same matches by another way, and counts them by another one."""
    report = build_design_report(DAIFUGO, 12, seed=9, bot="novice")
    for answer in report.by_seat_count:
        seats = answer.setting.seats
        series = coprime.simulate("prime_daifugo", ["novice"] * seats, 12, 9, seats)
        assert answer.matches == series.games == 12
        assert answer.length.mean == series.actions.mean and answer.first_actor_wins.mean == series.began.mean
        assert [seat.mean for seat in answer.seats] == [seat.mean for seat in series.won_by_seat]
    first = report.by_seat_count[0]
    often, ever = first.kinds["discard"]
    assert often.samples == ever.samples == 12 and 0 < ever.mean <= 1
    assert sum(often.mean for often, _ in first.kinds.values()) == pytest.approx(first.length.mean)


def test_what_happens_late_has_not_happened_before():
    job = StatsJob(DAIFUGO, [MatchSetting("", 2, DAIFUGO.check_options(2, {}))], "novice", 1)
    job.begin()
    first = job.do(0)
    without = replace(first, kinds=Counter(play=3))
    answer = SettingStats(MatchSetting("", 2, {}), 4)
    for one in (without, without, replace(first, kinds=Counter(play=1, revolution=1)), without):
        answer.add(one)
    assert answer.kinds["revolution"][0].mean == answer.kinds["revolution"][1].mean == 0.25
    assert answer.kinds["play"][0].mean == 2.5 and answer.kinds["revolution"][0].samples == 4


def test_several_processes_give_the_same_page():
    one, two = (design_page(build_design_report(DAIFUGO, 8, bot="random", executor=hands))
                for hands in (None, ProcessExecutor(2)))
    assert one == two and "Not played: cards_skip=on: SKIP cards are played with three players only" in one


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_tried_or_it_is_said_why_not(name):
    game, absent = coprime.game(name), {}
    seats = max(game.seats[0], min(2, game.seats[1]))
    usual = MatchSetting("", seats, game.check_options(seats, {}))
    tried = list(list_option_settings(game, usual, absent))
    names = {one.title.partition("=")[0] for one in tried} | {title.partition("=")[0] for title in absent}
    assert names >= {option.name for option in game.options if not option.screen}
    for one in tried:
        assert game.check_options(one.seats, one.options) == one.options != usual.options
    assert len({one.title for one in tried}) == len(tried) and all(absent.values())


def test_values_that_are_tried():
    assert select_option_values(Option("a", ("off", "on"), "off", ""), "off") == ["on"]
    assert select_option_values(Option("a", range(1, 6), 3, ""), 3) == [1, 2, 4, 5]
    assert select_option_values(Option("a", range(1, 1001), 30, ""), 30) == [15, 60]
    assert select_option_values(Option("a", (0, *range(6, 101)), 0, ""), 0) == [6]
    assert select_option_values(Option("a", range(20, 101, 20), 20, ""), 20) == [40, 60, 80, 100]
    assert select_option_values(Option("a", range(10, 101, 10), 30, ""), 30) == [10, 60]
    assert select_option_values(Option("a", range(20, 101), 30, ""),
                         30) == select_option_values(Option("a", (*range(20, 101),), 30, ""), 30)
    assert select_option_values(Option("a", range(20, 101), 90, ""), 90) == [45, 100]
    # As many as nobody could walk through.
    assert select_option_values(Option("a", range(10**15), 0, ""), 0) == [1]
    assert select_option_values(Option("a", range(10**15), 10**14, ""), 10**14) == [5 * 10**13, 2 * 10**14]
    assert select_option_values(Option("a", (31, 37), (), "", many=True), ()) == [(31,), (37,), (31, 37)]


def test_the_command_writes_a_page_that_needs_nothing_but_itself(tmp_path):
    file = tmp_path / "page.html"
    words = ["report", "prime_solitaire", "--matches", "8", "--bots", "novice", "--out", str(file), "--jobs", "1"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0 and str(file) in done.output.replace("\n", "")
    page = file.read_text(encoding="utf-8")
    assert not re.search(r"<script|<link|<img|https?:|url\(|@import|\bon\w+=", page)
    assert "What matches of bots say about Prime Solitaire" in page and "Novice bots in every seat, 8 matches" in page
    assert "coprime report prime_solitaire --matches 8 --bots novice --seed 1" in page
    assert ">won, 95 %<" in page and "by seat" not in page
    assert page.count('class=bold') == len(re.findall(r"<tr class=bold", page))


@pytest.mark.parametrize(("words", "says"), [
    (["chess"], "There is no game"),
    (["prime_daifugo", "--bots", "nobody"], "There is no bot 'nobody'"),
    (["prime_daifugo", "--out", "nowhere/page.html"], "nowhere/page.html cannot be written: there is no such folder"),
])
def test_what_cannot_be_is_told_before_a_match(words, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["report", *words])
    assert done.exit_code == 2 and says in done.output.replace("\n", " ") and not list(tmp_path.iterdir())


def test_ctrl_c_keeps_what_was_played():
    def interrupt(done, of):
        if done == 30:
            raise KeyboardInterrupt
    report = build_design_report(DAIFUGO, 12, bot="random", progress=interrupt)
    assert report.stopped and [one.matches for one in report.by_seat_count] == [12, 12] and not report.options
    page = design_page(report)
    assert "It was broken off" in page and "Options" not in page


@pytest.mark.parametrize("name", GAMES)
def test_the_docs_have_the_report_of_each_game_as_it_is_now(name):
    """Made again, if this fails, by the command at the end of the page."""
    game, page = coprime.game(name), (DOCS / f"reports/{name}.html").read_text(encoding="utf-8")
    assert f"## {game.title}\n[The page](reports/{name}.html)." in (DOCS / "reports.md").read_text(encoding="utf-8")
    seats = game.default_seat_count(2)
    tried = list_option_settings(game, MatchSetting("", seats, game.check_options(seats, {})), absent := {})
    assert all(f">{one.title}</th>" in page for one in tried)
    assert all(escape(f"Not played: {what}: {why}") in page for what, why in absent.items())
    assert re.search(rf"coprime report {name} --matches \d+ --bots casual --seed 1<", page)
