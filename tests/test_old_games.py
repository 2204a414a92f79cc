"""Games that the code of 581f1e1a made, before names of the engine changed: they play as they are."""

import shutil
from pathlib import Path

import pytest
from brought import installed, python

MADE = Path(__file__).with_name("data") / "games_581f1e1a"
NAMES = ("old_dice", "old_heap")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("old") / "games"
    shutil.copytree(MADE, folder)
    return installed(folder, **{name: f"{name}={name}.game:GAME" for name in NAMES})


@pytest.mark.parametrize("name", NAMES)
def test_it_keeps_everything_that_a_game_is_held_to(place, name):
    """Compiled and not, golden games and hints included."""
    done = python("-m", "coprime.testing", name, at=[place])
    assert done.returncode == 0 and "keeps everything" in done.stdout, done.stdout + done.stderr


def test_it_is_played_in_the_terminal_with_hints(place):
    done = python("-m", "coprime", "play", "old_heap", at=[place], given="hint\nhint\nhint\nhint\nquit\n")
    assert done.returncode == 0 and "mistake" not in done.stdout + done.stderr, done.stdout + done.stderr
