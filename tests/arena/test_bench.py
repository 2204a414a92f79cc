"""The bench measures and shows; its figures are not judged here, because other work runs beside the tests."""

import json
import time
from types import SimpleNamespace

import pytest
from rich.cells import cell_len
from rich.console import Console

from coprime.arena import bench, bench_report, library_benchmarks, search_benchmark
from coprime.core.language_selection import LANGUAGE, available_languages, use_language
from coprime.core.match import Match
from coprime.core.registry import all_games
from coprime.search.search_engine import SearchEngine


def test_speeds_are_measured():
    search = SearchEngine(all_games()["prime_daifugo"], use_saved=False)
    row = bench.measure_compiled_play(search, 0.1, "advanced")
    assert row["steps_per_second"] > 10_000
    assert row["steps_per_game"] > 10
    assert bench.measure_fused_steps(search, 0.1) > 1_000


def test_a_batch_is_timed(tmp_path):
    assert bench.measure_batch_steps(all_games()["prime_daifugo"], 0.05, 2, time.perf_counter) > 1_000
    assert bench.measure_batches(SimpleNamespace(folder=tmp_path), 0.05) == {}, "a game that has no encoding"


def test_a_hint_is_timed():
    assert 0 < bench.hint_seconds(all_games()["prime_daifugo"], 0.05) < 60


def test_import_is_timed_in_a_process_of_its_own():
    assert 0 < bench.import_seconds() < 5


@pytest.mark.parametrize("language", available_languages())
def test_a_result_is_plain_and_shown(capsys, language):
    row = {"steps_per_second": 3e6, "games_per_second": 1_774_312.6, "steps_per_game": 300.0,
           "fused_steps_per_second": 6e5, "batch_steps_per_second": 2.5e6, "batch_steps_per_second_of_two_threads": 4e6,
           "cold_start_seconds": 20.0, "cached_start_seconds": 0.5, "memory_mb": 180.0, "hint_seconds": 0.012,
           "iterations_per_second": 283_454.8, "playouts_per_second": 442_088.9,
           "presets": {"advanced": {"steps_per_second": 2e6, "games_per_second": 9e3, "steps_per_game": 222.0}}}
    result = {"machine": bench.describe_machine(), "import_seconds": 0.03, "games": {"prime_daifugo": row},
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
    assert "…" not in shown
    assert "pip install coprime[bench]" in shown


def test_a_peer_is_timed():
    row = library_benchmarks.measure_speed(lambda: 5, 0.01)
    assert row["steps_per_game"] == 5


@pytest.mark.compiled
def test_a_thought_is_timed_where_a_hand_of_bots_is_half_over():
    game = all_games()["prime_daifugo"]
    view, seat, listed = search_benchmark.find_middle_position(game, bench.begin_preset(game, ""))
    assert len(listed) > 1 and view.turn == seat and not game.rules.is_between_hands(view)
    again = Match(game, 2)
    again.state = view.copy()
    assert again.sound_actions(seat) == listed, "what the seat may do follows from its view"
    row = search_benchmark.measure_search(game, bench.begin_preset(game, ""), 0.05)
    assert row["iterations_per_second"] > 1_000 and row["playouts_per_second"] > 1_000


def test_the_search_of_open_spiel_is_timed():
    rows = search_benchmark.measure_open_spiel_search(0.05)
    assert [row["game"] for row in rows] == list(search_benchmark.OPEN_SPIEL)
    assert all(row["iterations_per_second"] > 1 for row in rows)
