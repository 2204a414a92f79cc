"""What compiles for the slower tests: every game once, and nothing where all of it is there."""

import importlib.util
from pathlib import Path

import pytest

from coprime.core.shelf import games

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def compiling(monkeypatch, tmp_path):
    """tools/compile_searches.py, which only notes what it would compile."""
    spec = importlib.util.spec_from_file_location("compile_searches", ROOT / "tools/compile_searches.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.asked, module.result = [], 0
    monkeypatch.setattr(module, "PLAIN", False)
    monkeypatch.setattr(module.os, "sched_getaffinity", lambda pid: {0}, raising=False)     # one after the other
    monkeypatch.setattr(module, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(module, "compile_in_child", lambda name: module.asked.append(name) or module.result)
    return module


def test_every_game_is_compiled_once_those_that_take_longest_first(compiling):
    assert compiling.main([]) == 0
    assert sorted(compiling.asked) == sorted(games()) and compiling.asked[:4] == [*compiling.ORDER]
    assert compiling.main([]) == 0 and len(compiling.asked) == len(games()), "all of it is there"


def test_what_could_not_be_compiled_is_tried_again(compiling):
    compiling.result = 1
    assert compiling.main([]) == 1 and compiling.main([]) == 1
    assert len(compiling.asked) == 2 * len(games())


def test_changed_sources_are_compiled_anew(compiling, monkeypatch, tmp_path):
    (tmp_path / "rules.py").write_text("FIRST = 1\n")
    monkeypatch.setattr(compiling, "PACKAGE", tmp_path)
    before = compiling.stamp()
    assert compiling.stamp() == before
    (tmp_path / "rules.py").write_text("FIRST = 2\n")
    assert compiling.stamp() != before


def test_where_nothing_is_compiled_nothing_is_done(compiling, monkeypatch):
    monkeypatch.setattr(compiling, "PLAIN", True)
    assert compiling.main([]) == 0 and compiling.asked == []
