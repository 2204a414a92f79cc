"""`coprime warm`: what is compiled, and what it says is missing."""

import io
import subprocess
import sys

import pytest
from rich.console import Console
from typer.testing import CliRunner

import coprime
from coprime.arena import batch_step_warmup, compiled_code
from coprime.arena.match_progress import MatchProgress
from coprime.cli import app, warm_command
from coprime.core import kernel
from coprime.core.language_selection import use_language

GAME = coprime.game("prime_solitaire")


@pytest.fixture
def commands(monkeypatch):
    """The commands that would have compiled; none fails."""
    begun = []

    def run(words, **_):
        begun.append(words[2:])
        return subprocess.CompletedProcess(words, 0, "", "")
    monkeypatch.setattr(warm_command.subprocess, "run", run)
    monkeypatch.setattr(warm_command, "find_missing", lambda: {"rules": [], "search": [], "batch": [GAME]})
    return begun


def test_a_game_is_compiled_for_rules_searches_reviews_and_batches(commands):
    done = CliRunner().invoke(app, ["warm", "prime_solitaire"])
    jit, series = "coprime.table.jit_warmup", ["coprime.arena.bot_function_warmup", "prime_solitaire"]
    assert done.exit_code == 0 and commands == [
        [jit, "prime_solitaire"], series, [jit, "--strong", "prime_solitaire"], [jit, "--master", "prime_solitaire"],
        [jit, "--review", "prime_solitaire"], ["coprime.arena.batch_step_warmup", "prime_solitaire"]]
    assert "Prime Solitaire: " in done.output
    assert "Still to be compiled when they are first stepped, the batches of Prime Solitaire." in done.output
    commands.clear()
    done = CliRunner().invoke(app, ["warm", "prime_solitaire", "--no-search", "--no-review", "--no-batch"])
    assert done.exit_code == 0 and commands == [[jit, "prime_solitaire"], series]


def test_a_game_that_cannot_be_compiled_is_told(monkeypatch):
    monkeypatch.setattr(warm_command.subprocess, "run",
                        lambda words, **_: subprocess.CompletedProcess(words, 1, "", "no compiler\n"))
    done = CliRunner().invoke(app, ["warm", "prime_solitaire"])
    assert done.exit_code == 2 and "Prime Solitaire cannot be compiled:\nno compiler" in done.output


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
def test_the_module_compiles_the_steps_of_a_batch():
    """In a process of its own, with the cache that all tests share."""
    done = subprocess.run([sys.executable, "-m", "coprime.arena.batch_step_warmup", "prime_solitaire"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert batch_step_warmup.is_ready(GAME)


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
