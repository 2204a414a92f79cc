"""Games that installed packages bring, by the entry point group `coprime.games`."""

import copy
import dataclasses
import pickle
import sys

import pytest
from installed_game import installed, python

from coprime.core import registry
from coprime.core.errors import BadInput
from coprime.core.game import Game

NAME = "stones"
GAME = ('from coprime.core.game import Game\n'
        'GAME = Game("NAME", "Title", (2, 2), (), 1, ("won",), 9, package=__package__)\n')


@pytest.fixture(autouse=True)
def packages(monkeypatch):
    """Games of this package are taken."""
    monkeypatch.setenv("COPRIME_PACKAGES", "other-package, stones-package")


def brought(monkeypatch, folder, source, name=NAME, entry=None):
    monkeypatch.syspath_prepend(str(folder))
    module = f"{name}{abs(hash(str(folder)))}"                      # a name that is imported only here
    (folder / module).mkdir()
    (folder / module / "__init__.py").touch()
    (folder / module / "game.py").write_text(source.replace("NAME", module))
    installed(folder, stones=f"{entry or module}={module}.game:GAME")
    return module


@pytest.mark.parametrize(("source", "says"), [
    ("1 // 0", "The game .* of the package stones-package cannot be loaded: ZeroDivisionError"),
    ("GAME = 7", "of the package stones-package names .*game:GAME, which is not a Game"),
    ("", "cannot be loaded: AttributeError"),
    (GAME.replace(", package=__package__", ""), r"Game in .*/game\.py must say package=__package__"),
    (GAME.replace('"NAME"', '"other"'), "called the same in three places; .* its Game is other")])
def test_a_package_whose_game_cannot_be_taken(monkeypatch, tmp_path, source, says):
    brought(monkeypatch, tmp_path, source)
    with pytest.raises(BadInput, match=says):
        registry.known_games.__wrapped__()


def test_the_gentle_preset_is_one_of_the_presets():
    with pytest.raises(ValueError, match="there is no preset 'soft'; the presets are book, first"):
        Game("stones", "Stones", (2, 2), (), 1, ("won",), 9, presets={"book": {}, "first": {}}, gentle="soft")


def test_two_games_of_one_name(monkeypatch, tmp_path):
    folder = tmp_path / "prime_climb"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "game.py").write_text(GAME.replace("NAME", "prime_climb"))
    monkeypatch.syspath_prepend(str(installed(tmp_path, stones="prime_climb=prime_climb.game:GAME")))
    monkeypatch.delitem(sys.modules, "prime_climb", raising=False)
    with pytest.raises(BadInput, match="two games called prime_climb, of coprime.games.prime_climb and of prime_climb"):
        registry.known_games.__wrapped__()
    for name in ("prime_climb.game", "prime_climb"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(("named", "taken"), [(None, True), ("stones-package", True), ("other-package", False),
                                              ("", False)])
def test_games_are_taken_of_the_packages_that_are_named(monkeypatch, tmp_path, named, taken):
    name = brought(monkeypatch, tmp_path, GAME)
    if named is None:
        monkeypatch.delenv("COPRIME_PACKAGES")
    else:
        monkeypatch.setenv("COPRIME_PACKAGES", named)
    assert (name in registry.known_games.__wrapped__()) == taken


def test_a_game_of_another_package_stands_on_the_shelf(monkeypatch, tmp_path):
    name = brought(monkeypatch, tmp_path, GAME)
    found = registry.known_games.__wrapped__()
    assert found[name].folder == tmp_path / name and found[name].package == name
    assert list(found) == sorted(found, key=lambda one: found[one].title)


def test_a_command_says_which_package_is_in_the_way(tmp_path):
    """In a sentence, whatever is asked of the server."""
    (tmp_path / "nim").mkdir()
    (tmp_path / "nim/__init__.py").touch()
    (tmp_path / "nim/game.py").write_text("import nothing_of_that_name")
    installed(tmp_path, nim="nim=nim.game:GAME")
    for words in (["games"], ["serve", "--port", "0", "--data", str(tmp_path / "data")]):
        done = python("-m", "coprime", *words, at=[tmp_path])
        assert done.returncode == 2 and "Traceback" not in done.stderr
        assert done.stderr.startswith("The game nim of the package nim-package cannot be loaded: ModuleNotFoundError")


COMMANDS = """'''Piles of stones.'''
def count(heap: int) -> None:
    print(f"{heap} stones")
COMMANDS = {"WORDS": count}
"""


def with_commands(folder, source):
    (folder / "nim").mkdir()
    (folder / "nim/__init__.py").touch()
    (folder / "nim/game.py").write_text(GAME.replace("NAME", "nim"))
    (folder / "nim/commands.py").write_text(source)
    installed(folder, nim="nim=nim.game:GAME")
    return folder


@pytest.mark.parametrize("words", ["nim count", "count-nim", "solve nim"])
def test_the_commands_of_a_package_are_the_servers_own(tmp_path, words):
    """In a group of their own, alone, or in a group that the server has."""
    at = with_commands(tmp_path, COMMANDS.replace("WORDS", words))
    done = python("-m", "coprime", *words.split(), "12", at=[at])
    assert (done.returncode, done.stdout, done.stderr) == (0, "12 stones\n", "")


@pytest.mark.parametrize(("source", "says"), [
    ("1 // 0", "The commands of the game nim of the package nim-package cannot be loaded: ZeroDivisionError"),
    ("", "The commands of the game nim of the package nim-package cannot be loaded: AttributeError"),
    *((COMMANDS.replace("WORDS", words), f"nim.commands brings the command “{words}”, but there is a command of that")
      for words in ("games", "solve", "uecda join", "games nim"))])
def test_commands_of_a_package_that_cannot_be_taken(tmp_path, source, says):
    done = python("-m", "coprime", "games", at=[with_commands(tmp_path, source)])
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(says)


@pytest.mark.parametrize("game", registry.all_games().values(), ids=lambda game: game.name)
def test_a_game_and_its_rules_are_themselves_when_they_are_copied_or_pickled(game):
    for one in (game, game.rules, game.pure_rules):
        assert copy.copy(one) is copy.deepcopy(one) is pickle.loads(pickle.dumps(one)) is one


def test_a_game_that_nobody_could_find_again_is_not_pickled():
    changed = dataclasses.replace(next(iter(registry.all_games().values())), longest=1)
    with pytest.raises(pickle.PicklingError, match="only a game that its package defines"):
        pickle.dumps(changed)


def test_a_preview_is_found_by_name_and_offered_nowhere(monkeypatch):
    preview = dataclasses.replace(registry.find_game("prime_climb"), name="soon", preview=True,
                                  package="coprime.games.prime_climb")
    monkeypatch.setattr(registry, "known_games", lambda: {"soon": preview})
    assert registry.find_game("soon") is preview and registry.all_games() == {}
    monkeypatch.setenv("COPRIME_PREVIEWS", "1")
    assert registry.all_games() == {"soon": preview}
