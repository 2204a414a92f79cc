"""Compiled search is found again by the next process."""

import os
import subprocess
import sys

import pytest

from coprime.core import kernel
from coprime.core.shelf import games
from coprime.search import strong
from coprime.search.engine import HERE, digest, marker


def files(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb*")}


@pytest.mark.parametrize("name", sorted(games()))
def test_a_second_process_compiles_nothing(name):
    game = games()[name]
    strong.warm(game)
    assert strong.ready(game)
    folder = kernel.code_folder(HERE / "ismcts.py", digest(game))
    before = files(folder)
    assert before
    given = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    subprocess.run([sys.executable, "-m", "coprime.arena.start", name], env=given, check=True, capture_output=True)
    assert files(folder) == before


def test_the_marker_names_the_sources():
    """Another version of what is compiled in has another marker."""
    game, other = (games()[name] for name in ("prime_daifugo", "prime_climb"))
    assert marker(game) != marker(other)
    assert kernel.digest_of(HERE / "playout.py") in digest(game)
