"""The house of files: imports run one way, every game has the same rooms, nothing names a game but itself."""

import ast
import re
from pathlib import Path

import pytest

import coprime
from coprime.core.kernel import PACKAGE

GAMES = list(coprime.shelf())
FILES = [path for path in PACKAGE.rglob("*.py") if "tests" not in path.parts and "static" not in path.parts]

# A room may import from itself and from the rooms named here; games' files are rooms of their own.
ALLOWED = {
    "core": set(),
    "decks": {"core"},
    "rules": {"core", "decks"},
    "around": {"core", "decks", "rules"},                       # sight, words, features: what stands on the rules
    "game": {"core", "decks", "rules", "around"},               # hints, bots, game
    # A game's folders and its commands, which may open the house.
    "outward": {"core", "decks", "rules", "around", "game", "search", "arena", "table", "server"},
    "testing": {"core", "game"},
    "search": {"core", "game", "around", "rules"},
    "arena": {"core", "game", "search", "testing"},
    "table": {"core", "game", "search", "arena"},
    "server": {"core", "game", "search", "arena", "table", "web"},
    "adapters": {"core", "game", "search", "arena", "table"},
    "web": set(),
    "cli": {"core", "game", "search", "arena", "table", "server", "adapters", "testing"},
    "coprime": {"core"},
}
STANDS_ON_RULES = {"sight", "words", "features"}
STANDS_ON_WORDS = {"hints", "bots", "game", "player", "study", "figures"}


def room_of(path):
    """The room that a file of the package stands in."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0] == "games":
        if len(parts) < 3:
            return "game"
        name = parts[2]
        if len(parts) > 3 or name == "commands":
            return "outward"
        return "around" if name in STANDS_ON_RULES else "game" if name in STANDS_ON_WORDS else "rules"
    return {"__init__": "coprime"}.get(parts[0], parts[0])


def imports(path):
    """The package's files that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "coprime":
            base = PACKAGE.joinpath(*node.module.split(".")[1:])
        else:
            continue
        for file in [base.with_suffix(".py")] + [base / f"{name.name}.py" for name in node.names]:
            if file.is_file():
                yield file


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path):
    room = room_of(path)
    for other in imports(path):
        there = room_of(other)
        assert there == room or there in ALLOWED[room], f"{room} must not import {there} ({other.name})"
        mine, theirs = game_of(path), game_of(other)
        assert theirs is None or theirs == mine, f"{path.name} names the game {theirs}"


def game_of(path):
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_same_rooms(name):
    folder = PACKAGE / "games" / name
    for room in ("rules.md", "rules.py", "sight.py", "words.py", "figures.py", "game.py", "hints.py", "bots.py",
                 "messages/en.toml", "web/Table.svelte", "tests/test_rules.py", "tests/test_knowledge.py",
                 "tests/counts.txt", "tests/golden"):
        assert (folder / room).exists(), f"{name} has no {room}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_file_outside_a_game_names_it(path):
    if game_of(path) is None:
        code = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.value for node in ast.walk(code) if isinstance(node, ast.Constant) and node.value in GAMES}
        assert not names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_are_small(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 540


COMPILED = [path for path in FILES if "\ncompile_rules(globals())" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_compiled_function_calls_itself(path):
    """Compiled code that calls itself, loaded from the cache, can end the process."""
    tree = ast.parse(path.read_text(encoding="utf-8").partition("\ncompile_rules(globals())")[0])
    calls = {function.name: {node.func.id for node in ast.walk(function)
                             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
             for function in tree.body if isinstance(function, ast.FunctionDef)}
    for name in calls:
        reached, left = set(), [name]
        while left:
            left += (new := calls.get(left.pop(), set()) - reached)
            reached |= new
        assert name not in reached, f"{name} calls itself"


def test_whatever_drives_a_browser_is_marked_as_such():
    """A browser's loop in the thread of other tests would break those that run one of their own."""
    files = sorted((Path(__file__).parent / "browser").glob("test_*.py"))
    assert files and all(re.search("^pytestmark = .*pytest.mark.browser", file.read_text(), re.M) for file in files)
