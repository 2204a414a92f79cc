"""Write the folder of a small playable game for an author to start from."""

import importlib
import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from string import Template

from ..core import kernel, rulebook_parser
from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import format_sentence
from ..core.options import FOLDER
from ..core.os_errors import describe_os_error
from ..core.registry import GAMES, known_games
from . import golden, perft

TEMPLATES = {                # of each kind of game that can be written
    "heap": Path(__file__).with_name("template"), "dice": Path(__file__).with_name("template_dice"),
    "cards": Path(__file__).with_name("template_cards")}
PROJECT = "pyproject.toml"
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 30


def write_game(name: str, into: Path | None = None, kind: str = "heap") -> Path:
    """Write a new game's folder, into this checkout or as a package of its own into a folder.

    Return the folder.

    kind  the example to start from: a heap of stones that lies open, dice, or hidden cards

    Raises BadInput for a name that no game can have, or that is taken.
    """
    _check_name(name, into)
    if into is None and not is_checkout():
        raise _new_game_error("where", name=name)
    folder = (GAMES if into is None else into) / name
    if folder.exists():
        raise _new_game_error("there", folder=folder)
    facts = {
        "name": name, "title": name.replace("_", " ").title(), "dashed": name.replace("_", "-"),
        "letters": choose_rule_prefix(name),
        "core": "...core" if into is None else "coprime.core",
        "package": "" if into is None else "\n    package=__package__,"}
    try:
        template = TEMPLATES[kind]
        for source in sorted(template.rglob("*.in")):
            part = source.relative_to(template).with_suffix("")
            if str(part) != PROJECT:
                _write_from_template(folder / part, source, facts)
        if into is not None and not (into / PROJECT).exists():
            _write_from_template(into / PROJECT, TEMPLATES["heap"] / f"{PROJECT}.in", facts)
        for part in (Path(), Path("tests")):
            (folder / part / "__init__.py").touch()
    except OSError as wrong:
        raise _new_game_error("unwritten", file=wrong.filename, why=describe_os_error(wrong)) from None
    _write_first_tests(name, folder, into)
    return folder


def is_checkout() -> bool:
    """Tell whether Coprime runs from its sources."""
    return (kernel.PACKAGE.parents[1] / PROJECT).is_file() and kernel.PACKAGE.parent.name == "src"


def choose_rule_prefix(name: str) -> str:
    """Choose the two letters of a game's rule numbers, different from those of all other rulebooks."""
    initials = [part[0] for part in name.split("_") if part[0].isalpha()]
    rest = [letter for letter in name[1:] if letter.isalpha()]
    for second in [*initials[1:], *rest, *"abcdefghijklmnopqrstuvwxyz"]:
        found = (name[0] + second).upper()
        if found not in rulebook_parser.rule_prefixes():
            return found
    raise _new_game_error("letters", name=name)


def _check_name(name: str, into: Path | None) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST or keyword.iskeyword(name):
        raise _new_game_error("name", name=repr(name[:LONGEST + 10]), longest=LONGEST)
    if name in known_games() or f"/rules/{name}" in rulebook_parser.load_pages():
        raise _new_game_error("taken", name=name)
    if into is not None and (name in sys.stdlib_module_names or find_spec(name)):
        raise _new_game_error("module", name=name)


def _write_from_template(path: Path, source: Path, facts: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(Template(source.read_text(encoding="utf-8")).substitute(facts), encoding="utf-8")


def _write_first_tests(name: str, folder: Path, into: Path | None) -> None:
    """Write the new game's first golden game and counts."""
    if into is not None:
        sys.path.insert(0, str(into))
    importlib.invalidate_caches()
    found: Game = importlib.import_module(f"{name}.game" if into is not None else f"coprime.games.{name}.game").GAME
    match = golden.play_by_bots(found, found.seats[0], {}, seed=1)
    golden.write_golden_file(folder / "tests" / "golden" / f"{found.endings[0]}.txt", match,
                             f"ending: {found.endings[0]}")
    perft.write_counts(found, [line for seats in found.seats for line in perft.count_lines(found, seats, {})])
    known_games.cache_clear()


def _new_game_error(key: str, **facts: object) -> BadInput:
    return BadInput(format_sentence(FOLDER, f"new.{key}", **facts))
