"""`coprime warm`: what is compiled, and what it says is missing."""

import io

import pytest
from rich.console import Console
from typer.testing import CliRunner

import coprime
from coprime.arena import batch_step_warmup, compiled_code
from coprime.arena.match_progress import MatchProgress
from coprime.cli import app, warm_command
from coprime.core import kernel
from coprime.core.language_selection import use_language
from coprime.search.levels import get_level
from coprime.table.compiler_process import CompilerProcess

GAME = coprime.game("prime_solitaire")


@pytest.fixture
def begun(monkeypatch):
    """What would have been compiled: games and their parts.  None fails."""
    begun = []

    def run(name, parts, progress):
        begun.append([name, *parts])
        return 1.0, ""
    monkeypatch.setattr(warm_command, "compile_in_subprocess", run)
    monkeypatch.setattr(warm_command, "find_missing", lambda: {"rules": [], "search": [], "batch": [GAME]})
    return begun


def test_a_game_is_compiled_for_rules_searches_reviews_and_batches(begun):
    done = CliRunner().invoke(app, ["warm", "prime_solitaire"])
    assert done.exit_code == 0
    assert begun == [["prime_solitaire", "rules", "series", "strong", "master", "review", "batch"]]
    assert "Prime Solitaire: 1.0 s" in done.output
    assert "Still to be compiled when they are first stepped, the batches of Prime Solitaire." in done.output
    begun.clear()
    done = CliRunner().invoke(app, ["warm", "prime_solitaire", "--no-search", "--no-review", "--no-batch"])
    assert done.exit_code == 0 and begun == [["prime_solitaire", "rules", "series"]]


def test_a_game_that_cannot_be_compiled_is_told(monkeypatch):
    monkeypatch.setattr(CompilerProcess, "MODULE", "coprime.table.no_module")
    done = CliRunner().invoke(app, ["warm", "prime_solitaire"])
    assert done.exit_code == 2 and "Prime Solitaire cannot be compiled:" in done.output
    assert "No module named coprime.table.no_module" in done.output


def test_nothing_is_missing_in_silence(monkeypatch):
    monkeypatch.setattr(warm_command, "find_missing", lambda: {"rules": [], "search": [], "review": [], "batch": []})
    assert list(warm_command.missing_lines()) == []
    monkeypatch.setattr(warm_command, "find_missing", lambda: {"rules": [GAME, GAME], "search": [GAME]})
    with use_language("ja"):
        assert len(list(warm_command.missing_lines())) == 2


@pytest.mark.compiled
def test_an_empty_cache_lacks_everything_and_a_compiled_batch_is_found(monkeypatch, tmp_path):
    def missing():
        return {part: GAME in games for part, games in warm_command.find_missing().items()}
    monkeypatch.setattr(compiled_code, "cache_root", lambda: tmp_path)
    assert missing()["rules"] and missing()["batch"]
    for module in ("batch", "seat_batch"):
        source, key = getattr(batch_step_warmup, module).__dict__[
            {"batch": "step_source", "seat_batch": "seat_step_source"}[module]](GAME)
        assert missing()["batch"]
        folder = tmp_path / kernel.code_folder_name(source, key)
        folder.mkdir()
        (folder / "step.nbi").write_bytes(b"")
    assert not missing()["batch"] and missing()["rules"]


@pytest.mark.compiled
def test_a_process_compiles_parts_and_tells_of_each():
    """With the cache that all tests share."""
    told = []
    seconds, why = warm_command.compile_in_subprocess(GAME.name, ["rules", "strong", "batch"], lambda: told.append(1))
    assert (why, len(told)) == ("", 3) and seconds > 0
    assert batch_step_warmup.is_ready(GAME) and get_level(GAME, "strong").ready()


@pytest.mark.parametrize("is_compiled", [True, False])
def test_a_bar_says_that_something_is_compiled_until_the_first_match_is_played(is_compiled):
    with MatchProgress(Console(file=io.StringIO()), GAME, 10, is_compiled=is_compiled) as progress:
        assert ("compiling (once)" in progress.description) is not is_compiled
        progress.update(1)
        assert progress.description == "Prime Solitaire"


def test_a_cold_game_is_told_from_a_compiled_one(monkeypatch, tmp_path):
    monkeypatch.setattr(compiled_code, "PURE", False)
    monkeypatch.setattr(compiled_code, "cache_root", lambda: tmp_path)
    assert not compiled_code.has_compiled_rules(GAME)
    folder = tmp_path / kernel.code_folder_name(GAME.folder / "rules.py") / "x"
    folder.mkdir(parents=True)
    (folder / "begin.nbi").write_bytes(b"")
    assert compiled_code.has_compiled_rules(GAME)
