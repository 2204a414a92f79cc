"""Coprime without what opens the server: programs play, and whoever wants the server is told what to install."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import coprime
from coprime.arena.players import RANDOM, STRONG
from coprime.core.kernel import PACKAGE

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
SERVER_PACKAGES = {re.split("[^a-z]", wanted)[0] for wanted in EXTRAS["server"]}
WITHOUT = f"""
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {SERVER_PACKAGES}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Refuse())
"""
OPENS_THE_SERVER = {"server", "contest"}
MODULES = [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in sorted(PACKAGE.rglob("*.py"))
           if not {"tests", "web", *OPENS_THE_SERVER} & set(path.relative_to(PACKAGE).parts)]


def run(code, *words, typed="", plain="1"):
    """A program where the server's packages cannot be imported.  Plain rules spare it the wait for a compiler."""
    return subprocess.run([sys.executable, "-c", WITHOUT + code, *words], input=typed, capture_output=True, text=True,
                          env={**os.environ, "COPRIME_PURE": plain, "NO_COLOR": "1", "COLUMNS": "120"}, timeout=500)


def command(*words, typed=""):
    return run("from coprime.cli import main; main()", *words, typed=typed)


def test_every_module_but_the_server_is_imported_without_its_packages():
    assert SERVER_PACKAGES >= {"starlette", "sqlalchemy", "uvicorn"}
    assert "coprime.cli.__init__" in MODULES and len(MODULES) > 100
    done = run(f"from importlib import import_module\nfor name in {MODULES}:\n    import_module(name)")
    assert done.returncode == 0, done.stderr


SIMULATED = """
import coprime
for name in sys.argv[1:]:
    for level in {levels}:
        print(name, coprime.simulate(name, [level], games=1).standings[0].bot)
"""
GAMES = list(coprime.all_games())


def test_programs_play_matches_of_every_game_with_bots_of_every_level():
    done = run(SIMULATED.format(levels=f"[{RANDOM!r}, *coprime.game(name).bots.LEVELS]"), *GAMES, plain="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name} {level}" for name in GAMES
                                        for level in (RANDOM, *coprime.game(name).bots.LEVELS)]


def test_programs_play_matches_of_every_game_with_bots_that_search():
    done = run(SIMULATED.format(levels=[f"{STRONG}:1"]), *GAMES, plain="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name} {STRONG}:1" for name in GAMES]


def test_a_game_is_played_in_the_terminal_and_replayed(tmp_path):
    file = tmp_path / "game.json"
    done = command("play", "prime_daifugo", "-o", "games_to_win=1", "--seed", "3", "--save", str(file),
                   typed="hint\n" + "draw\npass\n" * 400)
    assert done.returncode == 0 and "wins the match" in done.stdout, done.stderr
    assert "The record is sound." in command("replay", str(file)).stdout


@pytest.mark.parametrize("words", [["serve"], ["journal", "ABCDE"], ["uecda", "serve", "--seat", "person"]],
                         ids=" ".join)
def test_who_opens_the_server_is_told_what_to_install(words):
    done = command(*words)
    assert done.returncode == 2 and not done.stdout and "Traceback" not in done.stderr
    (said,) = done.stderr.splitlines()                  # at once: not even that it waits is said before
    assert "pip install 'coprime[server]'" in said
