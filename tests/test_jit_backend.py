"""Rules and searches compiled by Numba's own compiler, as with a Numba whose private members are not known."""

import importlib.metadata
import shutil
from pathlib import Path

import pytest
from installed_game import installed, python

from coprime.core import jit_backend

OLD_GAMES = Path(__file__).with_name("data") / "games_581f1e1a"


@pytest.mark.parametrize("version, asked, linker", [("0.68.1", "", True), ("0.68.1", "numba", False),
                                                    ("0.69.0", "", False), ("0.67.2", "", False)])
def test_the_linker_is_used_with_the_numba_that_it_was_written_for(version, asked, linker, monkeypatch):
    monkeypatch.setattr(importlib.metadata, "version", lambda name: version)
    monkeypatch.setenv("COPRIME_COMPILER", asked)
    assert jit_backend.uses_linker.__wrapped__() == linker


@pytest.fixture
def place(tmp_path):
    shutil.copytree(OLD_GAMES, tmp_path / "games")
    return installed(tmp_path / "games", old_heap="old_heap=old_heap.game:GAME")


@pytest.mark.compiled
def test_a_game_keeps_everything_with_numbas_own_compiler(place, tmp_path):
    """The laws compare compiled and pure-Python rules, action by action."""
    done = python("-m", "coprime.testing", "old_heap", at=[place], COPRIME_COMPILER="numba",
                  COPRIME_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 0 and "laws compiled … kept" in done.stdout, done.stdout + done.stderr
    assert list((tmp_path / "cache").rglob("*.nbc")), "compiled code is kept for the next process"


@pytest.mark.compiled
@pytest.mark.long                           # each compiles a whole game
@pytest.mark.parametrize("name", ["prime_solitaire", "secret_number"])
def test_a_game_of_coprimes_keeps_everything_too(name, tmp_path):
    done = python("-m", "coprime.testing", name, COPRIME_COMPILER="numba", COPRIME_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 0 and "keeps everything" in done.stdout, done.stdout + done.stderr


@pytest.mark.compiled
def test_a_search_plays_the_same(place, tmp_path):
    """No machine code is kept without Coprime's compiler; the strong bot chooses as it does uncompiled.

    With Coprime's own compiler it does so as well (tests/search/test_search.py).
    """
    code = ("import coprime\nfrom coprime.search import search_bot\ngame = coprime.game('old_heap')\n"
            "match = coprime.Match(game, seats=2)\nmatch.settle(lambda bits: 5)\n"
            "print(search_bot.choose(game, match.view(0), 0, 7, iterations=200))")
    said = [python("-c", code, at=[place], COPRIME_COMPILER="numba", COPRIME_CACHE=str(tmp_path / "cache"), **more)
            for more in ({"COPRIME_PURE": "1"}, {})]
    assert said[0].stdout == said[1].stdout != "", said[0].stderr + said[1].stderr
