"""Series between bots: fair seats, every game its own, the same by one process or several."""

import os
import signal
import sys
from contextlib import closing
from pathlib import Path

import pytest

from coprime.arena import match, workers
from coprime.arena.commands import result_lines
from coprime.arena.match import play_one
from coprime.arena.players import make_player, player_names
from coprime.arena.row_writer import RowFile
from coprime.arena.series import SeriesPlan, SeriesWork, plan_series
from coprime.arena.simulate import play_series
from coprime.arena.sprt import Sprt, SprtCount
from coprime.core import record
from coprime.core.errors import BadInput
from coprime.core.registry import all_games

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import measure_sprt

QUICK = {"games_to_win": 1}
DAIFUGO = all_games()["prime_daifugo"]


def plan_of(*bots, seed=1):
    return SeriesPlan("prime_daifugo", bots, seed, {})


# Seatings

def test_every_seat_is_taken_equally_often():
    for deal in range(20):
        seatings = plan_of("a", "b", "c", "d").list_seatings(deal)
        assert len(seatings) == 4
        assert all(len({seating[seat] for seating in seatings}) == 4 for seat in range(4))


@pytest.mark.parametrize(("bots", "games"), [("a", 1), ("aa", 1), ("ab", 2), ("aaaa", 1), ("abb", 3), ("aaab", 4)])
def test_equal_bots_do_not_play_the_same_game_again(bots, games):
    for deal in range(20):
        seatings = plan_of(*bots).list_seatings(deal)
        assert len(seatings) == len(set(seatings)) == games


def test_who_sits_beside_whom_changes_with_the_deal():
    """Three can sit in two rounds; a fixed one would be an advantage to whoever follows the weakest."""
    after_a = {seating[(seating.index("a") + 1) % 3] for deal in range(20)
               for seating in plan_of("a", "b", "c").list_seatings(deal)}
    assert after_a == {"b", "c"}


def test_bots_can_sit_as_they_are_named():
    """Two pairs of partners stay pairs, and each has every deal from both sides."""
    pairs = SeriesPlan("prime_canasta", ("a", "b", "a", "b"), 1, {}, in_order=True)
    assert {tuple(pairs.list_seatings(deal)) for deal in range(20)} == {(("a", "b", "a", "b"), ("b", "a", "b", "a"))}
    drawn = SeriesPlan("prime_canasta", ("a", "b", "a", "b"), 1, {})
    assert any(("a", "a", "b", "b") in drawn.list_seatings(deal) for deal in range(20))


def test_rows_of_bots_in_order_are_not_gone_on_with_in_another(tmp_path):
    file, bots = tmp_path / "rows.jsonl", ["novice", "casual", "novice"]
    with closing(RowFile(file, plan_series(DAIFUGO, bots, 1, QUICK, None, in_order=True))) as rows:
        play_series(DAIFUGO, bots, 3, 1, QUICK, rows=rows, in_order=True)
    again = plan_series(DAIFUGO, bots, 1, QUICK, None, in_order=True)
    assert [row.bots for row in next(RowFile(file, again, resume=True).read_deals())][0] == tuple(bots)
    with pytest.raises(BadInput, match="in_order"):
        list(RowFile(file, plan_series(DAIFUGO, bots, 1, QUICK, None), resume=True).read_deals())


def test_a_series_is_as_many_whole_deals_as_hold_its_games():
    assert list(plan_of("a", "b").deal_numbers(0, 5)) == [0, 1, 2]
    assert list(plan_of("a", "b").deal_numbers(7, 4)) == [7, 8]
    assert list(plan_of("a", "a").deal_numbers(0, 5)) == [0, 1, 2, 3, 4]
    assert list(plan_of("a").deal_numbers(0, 0)) == []


def test_no_two_games_of_a_series_of_equal_bots_are_the_same():
    """Twelve games of two equal bots were six games, each counted twice."""
    result = play_series(DAIFUGO, ["casual"], 12, seed=1, options=QUICK, seats=2)
    assert (result.games, result.deals) == (12, 12)
    assert result.standings[0].rate.mean == 0.5                    # against itself, which says nothing
    first, second = result.won_by_seat
    assert first.mean + second.mean == pytest.approx(1) and first.low < first.mean < first.high


SHORT = {"daifugo": {"match_length": 1}}         # instead of five games


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_bot_plays_and_takes_every_seat_equally_often(name):
    game = all_games()[name]
    bots = [f"{bot}:20" if bot == "master" else bot for bot in player_names(game) if bot != "strong"]
    seats = min(max(2, game.seats[0]), game.seats[1])
    rounds = max(2, seats)
    for bot in bots:
        result = play_series(game, [bot, "random"][:seats], rounds, seed=4, options=SHORT.get(name), seats=seats)
        assert [one.bot for one in result.standings][0] == bot
        assert all(games == result.standings[0].by_seat[0][1] for _, games in result.standings[0].by_seat)
        assert seats == 1 or sum(one.wins for one in result.standings) == pytest.approx(result.games)


def test_the_same_seed_gives_the_same_series():
    first, second = (play_series(DAIFUGO, ["casual", "strong:20"], 4, seed=7, options=QUICK) for _ in range(2))
    assert first.as_dict() | {"seconds": 0} == second.as_dict() | {"seconds": 0}


def test_bots_left_over_are_the_last_one_and_counted_together():
    result = play_series(DAIFUGO, ["casual", "random"], 3, options=QUICK, seats=3)
    assert [(one.bot, one.games) for one in result.standings] == [("casual", 3), ("random", 6)]


def test_games_that_go_round_for_ever_are_broken_off_and_counted(tmp_path, monkeypatch):
    """Two bots in Factor Rummy that never lay anything down: the pack is turned over again and again."""
    bot = tmp_path / "round.py"
    bot.write_text("def choose(asked):\n    return sorted(asked.labels, key=lambda one: (one.split()[0] not in "
                   "('draw', 'discard'), one))[0]\n")
    monkeypatch.setattr(match, "MOST", 250)
    rummy, short = all_games()["factor_rummy"], {"level": 3, "target_score": 50}
    assert play_series(rummy, ["casual"], 2, options=short, seats=2).endless == 0
    result = play_series(rummy, [f"{bot}"], 2, options=short, seats=2)
    assert result.endless == result.games > 0 and result.longest == 500
    assert "broken off after 10,000 actions" in " ".join(result_lines(result, False))


def test_more_bots_than_seats_are_turned_away():
    with pytest.raises(BadInput, match="3 bots cannot fill 2 seats"):
        play_series(DAIFUGO, ["casual"] * 3, 1, seats=2)


def test_who_acts_first_is_told_where_one_acts_alone():
    climb, asked, began = all_games()["prime_climb"], [], set()
    novice = make_player(climb, "novice")
    for deal in range(8):
        asked.clear()
        played = play_one(climb, [lambda *given: asked.append(given[1]) or novice(*given)] * 2, str(deal), {})
        assert played.first_actor == asked[0]
        began.add(played.first_actor)
    assert began == {0, 1}
    assert play_series(climb, ["novice"], 8, seats=2).began.low < 0.5
    together = play_series(all_games()["secret_number"], ["novice"], 1, seats=3)
    assert together.began is None


# Several processes

@pytest.fixture
def hasty(monkeypatch):
    """Other processes are hired at once, for one deal at a time."""
    monkeypatch.setattr(workers, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(workers, "SLICE_SECONDS", 0.0)


def test_several_processes_play_the_same_series(hasty):
    one, two = (play_series(DAIFUGO, ["casual", "novice"], 40, seed=3, options=QUICK, executor=hands)
                for hands in (None, workers.ProcessExecutor(2)))
    assert one.as_dict() | {"seconds": 0} == two.as_dict() | {"seconds": 0}


def test_a_process_that_dies_loses_nothing(hasty):
    plan = plan_series(DAIFUGO, ["casual", "novice"], 3, QUICK, None)
    hands, told = workers.ProcessExecutor(2), []
    for deal in hands.map_numbers(SeriesWork(DAIFUGO, plan), plan.deal_numbers(0, 40), 1):
        told.append(deal)
        if len(told) in (3, 9):
            os.kill(hands.workers[0].process.pid, signal.SIGKILL)
    alone = list(workers.run_work(SeriesWork(DAIFUGO, plan), plan.deal_numbers(0, 40)))
    assert told == alone


def test_deals_that_end_every_process_are_given_up(hasty, monkeypatch):
    plan = plan_series(DAIFUGO, ["casual", "novice"], 3, QUICK, None)
    monkeypatch.setattr(workers, "serve_work", dies)
    with closing(workers.run_work(SeriesWork(DAIFUGO, plan), plan.deal_numbers(0, 4),
                                  workers.ProcessExecutor(2))) as coming:
        with pytest.raises(BadInput, match="3 processes have died over the deals . to ., the last with exit code 9"):
            list(coming)


def dies(work, line):
    line.recv()
    os._exit(9)


def test_processes_end_with_the_series(hasty):
    plan = plan_series(DAIFUGO, ["casual", "novice"], 3, QUICK, None)
    hands = workers.ProcessExecutor(2)
    coming = hands.map_numbers(SeriesWork(DAIFUGO, plan), plan.deal_numbers(0, 400), 1)
    next(coming)
    processes = [one.process for one in hands.workers]
    coming.close()
    assert len(processes) == 2 and not any(one.is_alive() for one in processes)


def test_ctrl_c_ends_a_series_with_what_has_been_counted():
    def interrupt(done):
        if done == 6:
            raise KeyboardInterrupt
    result = play_series(DAIFUGO, ["casual", "novice"], 100, options=QUICK, progress=interrupt)
    assert result.stopped and result.games == 6

    def at_once(*_):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        play_series(at_once_game(at_once), ["casual"], 2, options=QUICK)


def at_once_game(choose):
    """A game whose bots are interrupted before there is anything to count."""
    from dataclasses import replace
    from types import SimpleNamespace

    game = replace(DAIFUGO)
    game.__dict__["bots"] = SimpleNamespace(LEVELS=("casual",), choose=choose)
    return game


# Rows

def series(file, games, resume=False, **changed):
    given = {"bots": ["casual", "novice"], "seed": 5} | changed
    plan = plan_series(DAIFUGO, given["bots"], given["seed"], QUICK, None)
    with closing(RowFile(file, plan, resume)) as rows:
        return play_series(DAIFUGO, given["bots"], games, given["seed"], QUICK, rows=rows)


def test_a_series_that_was_broken_off_goes_on(tmp_path):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    result = series(whole, 12)
    series(parts, 6)
    text = parts.read_text()
    parts.write_text(text + whole.read_text()[len(text):][:150])     # a game of the next deal and a half
    again = series(parts, 12, resume=True)
    assert again.as_dict() | {"seconds": 0} == result.as_dict() | {"seconds": 0}
    assert parts.read_text() == whole.read_text()
    assert series(parts, 12, resume=True).games == 12                # nothing is left to be played


def test_rows_for_a_spreadsheet(tmp_path):
    result = series(tmp_path / "some.csv", 4)
    first, *rows = (tmp_path / "some.csv").read_text().splitlines()
    assert first == "deal,actions,began,bot_0,bot_1,return_0,return_1"
    assert len(rows) == result.games and {row.split(",")[3] for row in rows} == {"casual", "novice"}


def test_a_file_of_rows_that_cannot_be_used_is_left_alone(tmp_path):
    file = tmp_path / "some.jsonl"
    series(file, 2)
    text = file.read_text()
    for trouble, doing in {
        "is there already": lambda: series(file, 2),
        "its seed is 5, and here it is 6": lambda: series(file, 2, resume=True, seed=6),
        "its bots is": lambda: series(file, 2, resume=True, bots=["casual"]),
        "ends in none of the forms": lambda: series(tmp_path / "some.txt", 2),
        "Only rows in .jsonl": lambda: series(tmp_path / "some.csv", 2, resume=True),
        "cannot be written": lambda: series(tmp_path / "none" / "some.csv", 2),
    }.items():
        with pytest.raises(BadInput, match=trouble):
            doing()
    assert file.read_text() == text and [one.name for one in tmp_path.iterdir()] == [file.name]
    file.write_text("nonsense\n")
    with pytest.raises(BadInput, match="line 1 cannot be read"):
        series(file, 2, resume=True)


# A sequential test

def test_a_sequential_test_stops_where_it_is_decided():
    result = play_series(DAIFUGO, ["casual", "random"], 400, options=QUICK, sprt=Sprt(0.0, 0.1))
    assert result.sprt.shown == "high" and result.deals < 60
    even = play_series(DAIFUGO, ["novice", "casual"], 400, options=QUICK, sprt=Sprt(0.0, 0.2))
    assert even.sprt.shown == "low" and even.deals < 200


@pytest.mark.parametrize(("share", "shown"), [(0.0, "low"), (1.0, "high")])
def test_a_sequential_test_decides_where_all_deals_went_alike(share, shown):
    test, deals = SprtCount(Sprt(0.0, 0.05), 0.5), 0
    while test.result.shown is None:
        test.add_share(share)
        deals += 1
    assert test.result.shown == shown and deals < 60


@pytest.mark.parametrize("kind", measure_sprt.DEALS)
@pytest.mark.parametrize("bounds", measure_sprt.BOUNDS)
def test_a_sequential_test_is_wrong_as_seldom_as_it_says(kind, bounds, sample_size):
    """Nine cases; the stated error of 1 in 20 holds for deals of every kind, sparse decisive ones too."""
    import numpy as np

    luck, series = np.random.default_rng(20261127), sample_size(60, 1000)
    for true, wrong in zip(bounds, ("high", "low"), strict=True):
        chances = measure_sprt.DEALS[kind](0.5 + true)
        said = [measure_sprt.decide_series(Sprt(*bounds), luck, chances)[0] for _ in range(series)]
        assert None not in said
        noise = 3 * (0.05 * 0.95 / series) ** 0.5
        assert said.count(wrong) / series <= 0.05 + noise, (true, said.count(wrong))


@pytest.mark.parametrize("bounds", [(0.1, 0.0), (0.0, 0.0), (-2.0, 0.1), (float("nan"), 0.1)])
def test_bounds_that_make_no_test(bounds):
    with pytest.raises(BadInput, match="the smaller first"):
        Sprt(*bounds)


@pytest.mark.parametrize("name", ["prime_daifugo", "prime_climb"])
def test_strong_beats_casual(name, sample_size):
    """Three games in five is the goal; figures over a thousand games are in docs/figures.md."""
    game, bot = all_games()[name], f"strong:{sample_size(300, 1000)}"
    result = play_series(game, [bot, "casual"], sample_size(24, 60), seed=1,
                         options=QUICK if name == "prime_daifugo" else {})
    assert result.standings[0].rate.mean > 0.5


def test_memory_does_not_grow_with_the_games():
    import tracemalloc

    plan = plan_series(DAIFUGO, ["casual"], 3, QUICK, 2)
    from coprime.arena.series import GameRow
    from coprime.arena.tally import Tally

    tally = Tally(plan)
    tracemalloc.start()
    for deal in range(10_000):                      # eight bytes of each would be more than is allowed
        tally.add([GameRow(deal, plan.bots, [1.0, -1.0], 30, 0)])
        if deal == 1_000:
            early = tracemalloc.get_traced_memory()[0]
    late = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert late - early < 20_000


# Records

def test_every_game_is_saved_as_a_record(tmp_path):
    """Each replays, and tells who sat where."""
    folder = tmp_path / "games"
    result = play_series(DAIFUGO, ["novice", "strong:1"], 6, seed=4, options=QUICK, save=folder)
    files = sorted(folder.iterdir())
    assert len(files) == result.games == 6
    assert {file.name[:8] for file in files} == {f"{deal:06}-{n}" for deal in range(3) for n in range(2)}
    won = {"novice": 0.0, "strong:1": 0.0}
    for file in files:
        found = record.load_record(file.read_text(encoding="utf-8"))
        match = record.replay_record(found)
        assert match.over and f"-{'-'.join(found.players)}.json".replace(":", "_") in file.name
        won[found.players[match.returns().index(max(match.returns()))]] += 1
    assert won == {one.bot: one.rate.mean * one.games for one in result.standings}


def test_several_processes_save_the_same_records(tmp_path, hasty):
    for hands, name in (None, "one"), (workers.ProcessExecutor(2), "two"):
        play_series(DAIFUGO, ["novice", "random"], 24, seed=5, options=QUICK, executor=hands, save=tmp_path / name)
    one, two = ({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two and len(one) == 24


def test_a_folder_that_cannot_be_written_is_told_before_a_game(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("")
    wrong = {"file": "it is no folder", "full": "holds files already", "a/b": "No such file or directory"}
    for folder, why in wrong.items():
        with pytest.raises(BadInput, match=why):
            play_series(DAIFUGO, ["novice"], 2, seed=1, options=QUICK, save=tmp_path / folder)
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["mine.txt"]


def test_records_go_on_with_the_series(tmp_path):
    plan = plan_series(DAIFUGO, ["novice", "random"], 6, QUICK, None)
    for most, resume in (4, False), (10, True):
        with closing(RowFile(tmp_path / "rows.jsonl", plan, resume)) as rows:
            play_series(DAIFUGO, ["novice", "random"], most, 6, QUICK, rows=rows, save=tmp_path / "games")
    assert len(list((tmp_path / "games").iterdir())) == 10


@pytest.mark.parametrize("chosen", [{}, {"way_stations": (31, 37)}])
def test_a_series_with_a_set_among_its_options_goes_on(tmp_path, chosen):
    climb = all_games()["prime_climb"]
    plan = plan_series(climb, ["random", "novice"], 6, chosen, None)
    for most, resume in (2, False), (4, True):
        with closing(RowFile(tmp_path / "rows.jsonl", plan, resume)) as rows:
            result = play_series(climb, ["random", "novice"], most, 6, chosen, rows=rows)
    assert result.games == 4 and len(list(rows.read_deals())) == 2
