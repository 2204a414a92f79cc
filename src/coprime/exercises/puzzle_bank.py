"""Load the puzzles that come with the package.

Positions of bots' matches with one clearly best answer.

`games/<game>/puzzles.jsonl` has one a line, the easiest first, as `coprime puzzles make GAME --bank` writes them:

    {"kind": "two", "seats": 3, "options": {...}, "moves": "chance: 36...; 0: D; ...", "seat": 0,
     "answer": "play 12 7", "lead": 0.58, "failed": ["novice"]}

`options` are those that differ from the defaults, `failed` the levels of bots that do not find the answer.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.game import Game
from ..core.language_selection import cache_per_language
from ..core.match import Match
from ..core.messages import join_words, load_messages
from ..core.registry import find_game as find
from .course import seat_names
from .exercise import SAY, Exercise, ExerciseText, apply_moves
from .move_script import parse_script

CACHE_SIZE = 64             # positions that are kept at hand


def _puzzles_file(game: Game) -> Path:
    return game.folder / "puzzles.jsonl"


@cache
def puzzle_lines(name: str) -> tuple[dict[str, Any], ...]:
    """Return the stored puzzles of a game; none for a game without puzzles.  Raises UnknownGame."""
    file = _puzzles_file(find(name))
    if not file.is_file():
        return ()
    return tuple(map(json.loads, file.read_text(encoding="utf-8").splitlines()))


def list_themes(name: str) -> list[dict[str, Any]]:
    """Return the kinds of puzzle of a game, each with its title and the numbers of its puzzles."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(puzzle_lines(name)):
        found.setdefault(line["kind"], []).append(number)
    return [{"kind": kind, "title": puzzle_title(find(name), kind), "puzzles": numbers} for kind,
            numbers in found.items()]


def puzzle_title(game: Game, kind: str) -> str:
    """Return the title of a kind of puzzle."""
    return str(load_messages(game.folder).get("puzzle", {}).get(kind, SAY["puzzle"]["title"]))


def load_puzzle(name: str, number: int) -> Exercise:
    """Return a puzzle as an exercise, by its number from 0.  Raises BadInput."""
    known = puzzle_lines(name)
    if not 0 <= number < len(known):
        raise BadInput(SAY["no_puzzle"].format(title=find(name).localized_title, n=len(known)))
    return _build_puzzle(name, number)


@cache_per_language(CACHE_SIZE)
def _build_puzzle(name: str, number: int) -> Exercise:
    game, line = find(name), puzzle_lines(name)[number]
    match = Match(game, line["seats"], line["options"], game.pure_rules)
    apply_moves(match, parse_script(line["moves"]), line["seat"])
    say, names = SAY["puzzle"], seat_names(line["seats"], line["seat"])
    scene = game.words.scene(match.view(line["seat"]), line["seat"], list(names))
    return Exercise(str(number), puzzle_title(game, line["kind"]), match, 0, line["seat"], names,
                    ExerciseText(say["ask"], str(scene["ask"])), (parse_script(line["answer"]),),
                    ExerciseText(say["right"], _missed_by_text(game, line)), ExerciseText(*say["other"]), strict=True)


def _missed_by_text(game: Game, line: Mapping[str, Any]) -> str:
    """Return a sentence about the bots that do not find the answer."""
    say, bots = SAY["puzzle"], load_messages(game.folder).get("bot", {})
    titles = [str(bots.get(level, {}).get("title", level)) for level in line["failed"]]
    return str(say["failed"].format(n=len(titles), levels=join_words(titles)) if titles else say["found"])
