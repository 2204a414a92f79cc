"""Games that the code of 581f1e1a made, before names of the engine changed: they play as they are.

`old_cards` defines by hand what was optional in the contract, under its names of then.
"""

import shutil
from pathlib import Path

import pytest
from installed_game import installed, python

MADE = Path(__file__).with_name("data") / "games_581f1e1a"
NAMES = ("old_cards", "old_dice", "old_heap")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("old") / "games"
    shutil.copytree(MADE, folder)
    return installed(folder, **{name: f"{name}={name}.game:GAME" for name in NAMES})


CHECKED = "import sys\nfrom coprime.testing.__main__ import main\nsys.exit(max(main([name]) for name in sys.argv[1:]))"


def test_they_keep_everything_that_a_game_is_held_to(place):
    """Compiled and not, golden games and hints included; in one process, which compiles once what they share."""
    done = python("-c", CHECKED, *NAMES, at=[place])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("keeps everything") == len(NAMES), done.stdout + done.stderr


def test_it_is_played_in_the_terminal_with_hints(place):
    done = python("-m", "coprime", "play", "old_heap", at=[place], given="hint\nhint\nhint\nhint\nquit\n")
    assert done.returncode == 0 and "mistake" not in done.stdout + done.stderr, done.stdout + done.stderr


OLD_NAMES = """
import warnings, coprime
from coprime.core.seats import CHANCE
game = coprime.game("old_cards")
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    for rules in (game.rules, game.pure_rules):
        s = game.new_state(2, {}, rules)
        print(rules.simulated_ms(s, 0), rules.is_irrevocable(s, 0, 1), rules.is_undoable(s, 0, 1),
              rules.violation(s, 0, 1), rules.is_between_hands(s), rules.observe_action(s, CHANCE, 5, 0))
print(len({str(one.message) for one in told if "old_cards." in str(one.message)}))
"""


OLD_MASTER = """
from . import bots

def ready():
    return True

def warm():
    pass

def choose(view, seat, seed, ms=900, iterations=None):
    return bots.choose(view, seat, bots.LEVELS[-1], seed)[0]
"""
PLAYED_BY_MASTER = """
import random, coprime
from coprime.arena.match import play_actions
from coprime.arena.players import make_player
from coprime.core.match import Match
from coprime.search import levels
game = coprime.game("old_heap")
level = levels.get_level(game, "master")
level.warm()
match = Match(game, 2)
for _ in play_actions(match, [make_player(game, "master")] * 2, random.Random(1)):
    pass
print(levels.search_level_names(game), level.ready(), level.is_timed, match.over)
"""


def test_an_old_master_is_the_level_master(tmp_path):
    """The file `master.py`, with `ready` for `is_ready` and without TIMED."""
    shutil.copytree(MADE, tmp_path / "games")
    (tmp_path / "games/old_heap/master.py").write_text(OLD_MASTER)
    installed(tmp_path / "games", old_heap="old_heap=old_heap.game:GAME")
    done = python("-c", PLAYED_BY_MASTER, at=[tmp_path / "games"])
    assert done.stdout.splitlines() == ["['strong', 'master'] True False True"], done.stdout + done.stderr


def test_the_contracts_old_names_are_read_and_each_is_told(place):
    """Six of rules.py and one of sight.py, compiled and pure."""
    done = python("-c", OLD_NAMES, at=[place])
    assert done.stdout.splitlines() == ["400 True False 0 False -1"] * 2 + ["14"], done.stdout + done.stderr
