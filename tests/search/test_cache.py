"""Compiled search is found again by the next process, without Numba."""

import json
from hashlib import blake2b

import numpy as np
import pytest

from coprime.arena import start_benchmark
from coprime.core import kernel
from coprime.core.registry import all_games
from coprime.search import action_races, exact_endings, machine_code_files, paired_playouts, search_bot, search_engine

GAMES = sorted(all_games())
START = """
import sys
from coprime.arena.coldstart_probe import think_once
think_once(sys.argv[1])
assert "numba" not in sys.modules, "Numba was imported"
"""


@pytest.mark.parametrize("name", GAMES)
def test_a_second_process_needs_no_numba(name):
    game = all_games()[name]
    search_bot.warm(game)
    assert search_bot.ready(game)
    start_benchmark.run_python("-c", START, name)


@pytest.mark.compiled
@pytest.mark.parametrize(("part", "loader"),
                         [(exact_endings, exact_endings.EndingSolver),
                          (paired_playouts, paired_playouts.PairedPlayouts), (action_races, action_races.RaceSearch)],
                         ids=["endings", "pairs", "races"])
def test_what_is_kept_is_not_compiled_again(monkeypatch, part, loader):
    game = all_games()["daifugo"]
    part.warm(game)
    monkeypatch.setattr(part, "_compile_source", None)            # whoever calls that gets a TypeError
    assert part.ready(game) and loader(game)
    with pytest.raises(TypeError):
        loader(game, use_saved=False)


@pytest.mark.parametrize(("part", "names"), [
    (paired_playouts, ["fitted_policy"]), (action_races, ["fitted_policy", "world_resampling", "forced_win"])],
    ids=["pairs", "races"])
def test_what_is_kept_is_of_these_sources(part, names):
    """Whoever changes how good players choose gets other machine code, not what was kept before."""
    game = all_games()["daifugo"]
    for name in names:
        assert kernel.digest_source(game.folder / f"{name}.py") in part.source_digest(game)


def test_a_search_that_another_process_has_made_meanwhile_is_not_made_again(monkeypatch):
    answers = iter([False, True])                           # before and after the wait
    monkeypatch.setattr(search_bot, "ready", lambda game: next(answers))
    monkeypatch.setattr(search_bot, "compile_and_save", None)
    search_bot.warm(all_games()["prime_climb"])
    assert list(answers) == []


# Three, because each is compiled anew, in half a minute or so: one with hidden hands, one with a clock, one alone.
@pytest.mark.parametrize("name", ["prime_daifugo", "secret_number", "prime_solitaire"])
def test_kept_code_thinks_like_compiled_code(name, some):
    game = all_games()[name]
    search_bot.warm(game)
    kept, compiled = search_engine.SearchEngine(game), search_engine.SearchEngine(game, use_saved=False)
    assert kept.is_saved
    assert not compiled.is_saved
    for view, seat in some(game, 3, seed=21):
        first, second = (search_bot.search_position(one, view, seat, 5, 0.0, 200) for one in (kept, compiled))
        assert first == second


@pytest.mark.parametrize("listed", [
    None, "", "{", "{}", "[]", "0", '["think"]', '{"think": {}}', '{"think": []}',
    '{"think": {"symbol": "think", "digest": "0", "needs": []}}', '{"report": {}}'])
def test_damaged_code_is_not_used(tmp_path, listed):
    """Nothing listed, half a list, an empty one, one of something else, of an object that is another or missing."""
    folder = machine_code_files.machine_folder(tmp_path)
    folder.mkdir(parents=True)
    (folder / "think.o").write_bytes(b"nonsense")
    if listed is not None:
        (folder / machine_code_files.INDEX_FILE).write_text(listed)
    assert machine_code_files.load_functions(tmp_path) is None


def test_a_symbol_that_nobody_has_is_seen_before_linking(tmp_path):
    folder = machine_code_files.machine_folder(tmp_path)
    folder.mkdir(parents=True)
    code = b"anything"
    (folder / "think.o").write_bytes(code)
    (folder / machine_code_files.INDEX_FILE).write_text(
        json.dumps({"think": {"symbol": "think", "digest": blake2b(code).hexdigest(), "needs": ["nobody_has_this"]}}))
    assert machine_code_files.load_functions(tmp_path) is None


def test_arguments_are_taken_apart_as_compiled_code_expects_them():
    array = np.zeros((2, 3))
    parts = [part.value for part in machine_code_files._ctypes_arguments((1, 2.5, (array,)))]
    assert parts == [1, 2.5, 0, 0, 6, 8, array.ctypes.data, 2, 3, 24, 8]


def test_the_place_names_the_sources():
    """Another version of what is compiled in is kept elsewhere."""
    game, other = (all_games()[name] for name in ("prime_daifugo", "prime_climb"))
    assert search_engine.machine_code_folder(game) != search_engine.machine_code_folder(other)
    assert kernel.digest_source(search_engine.HERE / "playout.py") in search_engine.source_digest(game)
