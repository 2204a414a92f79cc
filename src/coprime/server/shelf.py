"""The shelf of the house, and each game's rules as a page."""

import re
import tomllib
from functools import cache
from typing import Any

from ..core.shelf import game as find
from ..core.shelf import games
from ..table import catalogue
from .sentences import FOLDER

RULE = re.compile(r"- ([A-Z]{2}-\d+)\s+(.*)")


def shelf() -> list[dict[str, Any]]:
    """Every game that is there, and those that are coming, in the order of the shelf."""
    coming = tomllib.loads((FOLDER / "coming.toml").read_text(encoding="utf-8"))["game"]
    known = [one["name"] for one in coming]
    later = [name for name in games() if name not in known]
    return [_entry(one["name"]) if one["name"] in games() else {**one, "ready": False} for one in coming] + \
        [_entry(name) for name in later]


@cache
def _entry(name: str) -> dict[str, Any]:
    return catalogue.shelf_entry(find(name))


@cache
def rulebook(name: str) -> dict[str, Any]:
    """The rules of a game by section and number, and its options."""
    game = find(name)
    text = (game.folder / "rules.md").read_text(encoding="utf-8")
    sections: list[dict[str, Any]] = []
    for block in re.split(r"^#{1,3} +", text, flags=re.MULTILINE):
        if block.strip():
            sections.append(_section(block))
    return {"name": game.name, "title": game.title, "sections": sections,
            "options": [catalogue.option(game, one) for one in game.options]}


def _section(block: str) -> dict[str, Any]:
    """A section's title, its numbered rules, and the text that belongs to none."""
    title, *lines = block.splitlines()
    rules: list[dict[str, str]] = []
    text: list[str] = []
    for line in lines:
        found = RULE.match(line)
        if found:
            rules.append({"number": found[1], "text": found[2]})
        elif rules and line.startswith("  "):
            rules[-1]["text"] += " " + line.strip()
        else:
            text.append(line)
    return {"title": title.strip(), "rules": rules, "text": "\n".join(text).strip()}
