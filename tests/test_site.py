"""The documentation site is built from the pages without a warning, and its reference tells of everything public."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import coprime

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs", "-d", f"{folder}/read", ".",
               f"{folder}/made"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    assert done.returncode == 0, done.stderr
    return folder / "made"


def test_the_reference_tells_of_everything_public(site):
    page = (site / "docs/api.html").read_text()
    assert all(f'id="coprime.{name}"' in page for name in ("batch", "game", "review", "all_games", "simulate"))
    for name in ("game.Game.hint_steps", "match.Match.sound_actions", "options.Option", "record.replay_record",
                 "errors.BadInput"):
        assert f'id="coprime.core.{name}"' in page
    assert page.count('_modules/coprime/core/match.html') >= 10, "each has its source"
    assert set(coprime.__all__) == {"Game", "Match", "batch", "game", "review", "all_games", "simulate"}


def test_pages_and_rules_are_in_it(site):
    for page in ("README", "CONTRIBUTING", "docs/protocol", "src/coprime/decks/primepak/rules"):
        assert (site / f"{page}.html").is_file(), page
    for name in coprime.all_games():
        assert (site / f"src/coprime/games/{name}/rules.html").is_file()
    assert ">CL-4 " in (site / "src/coprime/games/prime_climb/rules.html").read_text()
