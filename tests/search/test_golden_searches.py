"""Searches choose, count and learn in positions of golden games what they did when their digests were written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from coprime.core import kernel
from coprime.core.registry import find_game

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import golden_searches

DIGESTS = json.loads(golden_searches.DIGESTS_FILE.read_text(encoding="utf-8"))
OWN_GAMES = golden_searches.own_games()


@pytest.fixture(scope="module")
def digests_of():
    """A function from the name of a game to its digests, which come from another process where this one compiles."""
    if kernel.PURE:
        return lambda name: golden_searches.digest_searches(find_game(name))
    done = subprocess.run([sys.executable, golden_searches.__file__], capture_output=True, text=True,
                          env={**os.environ, "COPRIME_PURE": "1"}, timeout=1200)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout).get


def test_every_game_has_digests():
    assert sorted(DIGESTS) == OWN_GAMES


@pytest.mark.parametrize("name", OWN_GAMES)
def test_searches_choose_count_and_learn_what_they_did(name, digests_of):
    found = digests_of(name)
    changed = sorted(one for one in DIGESTS[name].keys() | found.keys() if DIGESTS[name].get(one) != found.get(one))
    assert not changed, f"If that is wanted: COPRIME_PURE=1 python tools/golden_searches.py {name} --write"


def test_compiled_code_is_refused(monkeypatch):
    monkeypatch.setattr(kernel, "PURE", False)
    monkeypatch.setattr(sys, "argv", ["golden_searches.py"])
    with pytest.raises(SystemExit, match="COPRIME_PURE=1"):
        golden_searches.main()


def test_numbers_are_told_as_far_as_they_are_the_same_everywhere():
    said = {"a": (0.1 + 0.2, 7, None, True), "b": [np.int64(5), np.float32(0.25), np.array([[1 / 3], [2.0]])]}
    told = {"a": ["0.3", 7, None, True], "b": [5, "0.25", [["0.333333"], ["2"]]]}
    assert golden_searches.round_numbers(said) == told
