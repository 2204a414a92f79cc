"""The list of games and the pages of their rules, as JSON."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...core import rulebook_parser
from ...core.language_selection import cache_per_language
from ...core.registry import all_games
from ...core.registry import find_game as find
from ...core.rulebook_parser import SIGNS, BulletList, CardRows, Divisions, Example, Page, Paragraph, Rule, RuleTable
from ...exercises.course import has_course, has_first_turn
from ...table import catalogue
from ..request_error import RequestError


def describe_games() -> list[dict[str, Any]]:
    """Return all games, in the order of their places."""
    return [_describe_entry(game.name)
            for game in sorted(all_games().values(), key=lambda game: (game.place, game.title))]


@cache_per_language(None)
def _describe_entry(name: str) -> dict[str, Any]:
    game = find(name)
    return catalogue.describe_game(game) | {"lessons": has_course(game), "first_turn": has_first_turn(game),
                                            "trainer": game.has_module("trainer")}


# Rules.

@cache_per_language(None)
def describe_rules(book: str, page: str = "") -> dict[str, Any]:
    """Return a page of the rules by section; a game's first page also has its options.

    Raises RequestError.
    """
    address = f"/rules/{book}" + f"/{page}" * bool(page)
    found = rulebook_parser.load_pages().get(address)
    if found is None and f"/rules/{book}" not in rulebook_parser.load_pages():
        find(book)                                              # no such game: it says which there are
    if found is None:
        raise RequestError(404, "wrong.rules", address=address)
    options = [catalogue.describe_option(find(book), one)
               for one in find(book).options] if not page and book in all_games() else []
    return {"address": address, "title": found.title, "page": page, "options": options,
            "trainer": book in all_games() and find(book).has_module("trainer"),
            "books": rulebook_parser.rule_prefixes(),
            "sections": [{"title": section.title, "blocks": [_describe_block(block, found) for block in section.blocks]}
                         for section in found.sections]}


def _describe_block(block: rulebook_parser.Block, page: Page) -> dict[str, Any]:
    """A block as docs/protocol.md describes it."""
    match block:
        case Rule(number, text):
            return {"kind": "rule", "number": number, "text": text}
        case Paragraph(text):
            return {"kind": "text", "text": text}
        case BulletList(items):
            return {"kind": "list", "items": items}
        case RuleTable([head, *rows]):
            return {"kind": "table", "head": head, "rows": rows}
        case Example(_, cases):
            return {"kind": "example",
                    "rows": [{**case._asdict(), "drawn": _describe_drawings(case.drawn, page)} for case in cases]}
        case CardRows(rows):
            return {"kind": "cards",
                    "rows": [{"title": title, "drawn": _describe_drawings(drawn, page)} for title, drawn in rows]}
        case Divisions(rows):
            return {"kind": "division", "rows": [
                {**one._asdict(), "quotient": one.dividend // one.divisor,
                 "lines": [line._asdict() for line in one.lines]} for one in rows]}
    raise TypeError(block)


def _describe_drawings(names: list[str], page: Page) -> list[dict[str, Any]]:
    """What is drawn for names in a folder's notation: its figures.py knows them."""
    draw = _drawing_of_folder(page.path.parents[page.path.parent.name == "pages"])
    found = []
    for name in names:
        one, _, copies = name.partition("*")
        figure = {"sign": name} if name in SIGNS else draw(one)
        found.append(figure | ({"copies": int(copies)} if copies else {}))
    return found


def _drawing_of_folder(folder: Path) -> Callable[[str], dict[str, Any]]:
    """How a folder's figures.py draws a name; without one it stands on a plain card."""
    if folder.name in all_games():
        figures = find(folder.name).figures
        return figures.draw_notation if figures else lambda name: {"card": {"figure": name}}
    return importlib.import_module(f"coprime.{folder.parent.name}.{folder.name}.figures").draw_notation
