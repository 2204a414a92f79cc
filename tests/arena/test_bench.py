"""The bench measures and shows; its figures are not judged here, because other work runs beside the tests."""

import json
import time
from itertools import count
from types import SimpleNamespace

import pytest
from rich.cells import cell_len
from rich.console import Console

from coprime.arena import bench, bench_report, game_benchmark, library_benchmarks, search_benchmark, start_benchmark
from coprime.arena.speed_rounds import measure_in_rounds, speed_of
from coprime.core.language_selection import LANGUAGE, available_languages, use_language
from coprime.core.match import Match
from coprime.core.registry import all_games
from coprime.search.search_engine import SearchEngine


def test_speeds_are_measured():
    search = SearchEngine(all_games()["prime_daifugo"], use_saved=False)
    row = game_benchmark.time_compiled_play(search, "advanced")(0.02)
    assert row["steps_per_second"] > 10_000
    assert row["steps_per_game"] > 10
    assert game_benchmark.time_fused_steps(search)(0.02)["fused_steps_per_second"] > 1_000


def test_a_batch_is_timed(tmp_path):
    speed = game_benchmark.time_batch(all_games()["prime_daifugo"], "steps", 2, time.perf_counter)
    assert speed(0.01)["steps"] > 1_000
    assert game_benchmark.time_batches(SimpleNamespace(folder=tmp_path)) == [], "a game that has no encoding"


def test_a_series_is_timed():
    for name in ("prime_daifugo", "prime_solitaire"):           # two seats, and one
        assert game_benchmark.time_series(all_games()[name])(0.01)["series_games_per_second"] > 0


def test_every_speed_of_a_game_has_its_row():
    row = {}
    speeds = list(game_benchmark.list_speeds(all_games()["prime_daifugo"], row))
    measure_in_rounds(speeds, 0.01)
    assert set(row["presets"]) | {row["preset"]} == set(all_games()["prime_daifugo"].presets)
    assert all(preset["steps_per_second"] > 0 for preset in row["presets"].values())
    assert {"steps_per_second", "fused_steps_per_second", "batch_steps_per_second", "playouts_per_second",
            "batch_steps_per_second_of_two_threads", "iterations_per_second", "series_games_per_second"} < set(row)


def test_a_preset_begins_with_as_few_seats_as_it_takes():
    assert game_benchmark.begin_preset(all_games()["prime_canasta"], "partners").seats == 4
    assert game_benchmark.begin_preset(all_games()["prime_canasta"], "").seats == 2
    assert game_benchmark.begin_preset(all_games()["prime_solitaire"], "").seats == 1


def test_all_speeds_are_measured_in_turn_and_medians_kept():
    order, rounds = [], []

    def speed(name, *figures):
        coming = iter(figures)

        def measure(seconds):
            order.append((name, seconds))
            return {"steps": next(coming)}
        return measure
    rows = [{"game": "a"}, {"game": "b"}]
    measure_in_rounds(zip(rows, [speed("a", 1, 9, 3, 2, 100), speed("b", 5, 5, 5, 5, 5)], strict=True), 2.0,
                      rounds.append)
    assert rows == [{"game": "a", "steps": 3}, {"game": "b", "steps": 5}]
    assert order == [("a", 0.4), ("b", 0.4)] * 5 and rounds == [0, 1, 2, 3, 4]


def test_a_speed_has_another_seed_each_time():
    seeds, clock = [], count()

    def do(seed):
        seeds.append(seed)
        return 10
    speed = speed_of("units", do, lambda: next(clock))          # a second passes between two looks at this clock
    assert seeds == [0]                                         # so that everything is compiled
    assert speed(2) == {"units": 10} and speed(0) == {"units": 10}
    assert seeds == [0, 1, 2, 3]


def test_hints_are_asked_for_and_timed(monkeypatch):
    game, asked = all_games()["prime_daifugo"], []
    monkeypatch.setattr(type(game), "hint_sentences", lambda self, view, seat, names: asked.append(seat) or [])
    assert 0 <= game_benchmark.hint_seconds(game, 0.001) < 60
    assert len(asked) > 20                                      # the first one is not timed


def test_a_run_measures_games_and_peers_in_rounds_and_says_so(monkeypatch):
    said, peer = [], {"package": "another", "game": "pig"}
    monkeypatch.setattr(start_benchmark, "measure_starts", lambda game: {"cold_start_seconds": 2.0})
    monkeypatch.setattr(start_benchmark, "import_seconds", lambda: 0.5)
    monkeypatch.setattr(game_benchmark, "hint_seconds", lambda game, seconds: 0.25)
    monkeypatch.setattr(library_benchmarks, "list_peers",
                        lambda: [(peer, lambda seconds: {"steps_per_second": 100 * seconds}),
                                 ({"package": "none", "missing": True}, None)])
    monkeypatch.setattr(search_benchmark, "list_open_spiel_searches", list)
    result = bench.measure_games(["prime_daifugo"], 0.02, progress=said.append)
    row = result["games"]["prime_daifugo"]
    assert row["cold_start_seconds"] == 2 and row["hint_seconds"] == 0.25 and row["series_games_per_second"] > 0
    assert result["peers"] == [peer | {"steps_per_second": pytest.approx(0.4)}, {"package": "none", "missing": True}]
    assert result["thinking_peers"] == [] and result["import_seconds"] == 0.5
    assert said[0].startswith("Prime Daifugo")
    assert said[1:] == [f"measuring speeds, round {n} of 5" for n in range(1, 6)]


def test_import_is_timed_in_a_process_of_its_own():
    assert 0 < start_benchmark.import_seconds() < 5


@pytest.mark.parametrize("language", available_languages())
def test_a_result_is_plain_and_shown(capsys, language):
    row = {"steps_per_second": 3e6, "games_per_second": 1_774_312.6, "steps_per_game": 300.0,
           "fused_steps_per_second": 6e5, "batch_steps_per_second": 2.5e6, "batch_steps_per_second_of_two_threads": 4e6,
           "cold_start_seconds": 20.0, "cached_start_seconds": 0.5, "memory_mb": 180.0, "hint_seconds": 0.012,
           "iterations_per_second": 283_454.8, "playouts_per_second": 442_088.9, "series_games_per_second": 1_222.34,
           "cold_batch_processor_seconds": 6.54,
           "presets": {"advanced": {"steps_per_second": 2e6, "games_per_second": 9e3, "steps_per_game": 222.0}}}
    result = {"machine": bench.describe_machine(), "import_seconds": 0.03, "rounds": 5, "games": {"prime_daifugo": row},
              "peers": [{"package": "rlcard", "missing": True},
                        {"package": "open_spiel", "game": "pig", "steps_per_second": 1e5, "games_per_second": 500.0}],
              "thinking_peers": [{"package": "open_spiel", "game": "hearts", "iterations_per_second": 59_946.6}]}
    assert json.loads(json.dumps(result)) == result
    with use_language(language):
        bench_report.print_report(result, Console(width=80))     # what a file or a pipe has
    shown = capsys.readouterr().out
    assert max(map(cell_len, shown.splitlines())) <= 80 and ("games/s" in shown) == (language == LANGUAGE)
    assert "3.00" in shown
    assert "2.00" in shown
    assert "2.50" in shown
    assert "1,774,313" in shown
    assert "12.0" in shown
    assert "283,455" in shown and "442,089" in shown and "59,947" in shown
    assert "1,222.3" in shown and "6.5" in shown
    assert "…" not in shown
    assert "pip install coprime[bench]" in shown


def test_a_peer_is_timed():
    assert library_benchmarks.time_games(lambda: 5)(0.01)["steps_per_game"] == 5
    named = [(row["package"], row.get("game"), bool(speed)) for row, speed in library_benchmarks.list_peers()]
    assert ("open_spiel", "pig, observed", True) in named
    assert all(speed or not game for _, game, speed in named), "what is missing has no game"


@pytest.mark.compiled
def test_a_thought_is_timed_where_a_hand_of_bots_is_half_over():
    game = all_games()["prime_daifugo"]
    view, seat, listed = search_benchmark.find_middle_position(game, game_benchmark.begin_preset(game, ""))
    assert len(listed) > 1 and view.turn == seat and not game.rules.is_between_hands(view)
    again = Match(game, 2)
    again.state = view.copy()
    assert again.sound_actions(seat) == listed, "what the seat may do follows from its view"
    iterations, playouts = search_benchmark.time_search(game, game_benchmark.begin_preset(game, ""))
    assert iterations(0.01)["iterations_per_second"] > 1_000 and playouts(0.01)["playouts_per_second"] > 1_000


def test_the_search_of_open_spiel_is_timed():
    listed = search_benchmark.list_open_spiel_searches()
    assert [row["game"] for row, _ in listed] == list(search_benchmark.OPEN_SPIEL)
    assert all(speed(0.01)["iterations_per_second"] > 1 for _, speed in listed)
