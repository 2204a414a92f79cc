"""The puzzles that come with the package: positions of bots' matches with one clearly best answer.

`games/<game>/puzzles.jsonl` has one a line, the easiest first, as `coprime puzzles make GAME --bank` writes them:

    {"kind": "two", "seats": 3, "options": {...}, "moves": "chance: 36...; 0: D; ...", "seat": 0,
     "answer": "play 12 7", "lead": 0.58, "failed": ["novice"]}

`options` are those that are not as usual, `failed` the levels of bots that do not find the answer.
"""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.game import Game
from ..core.language import cache_per_language
from ..core.match import Match
from ..core.messages import join_words, load_messages
from ..core.registry import all_games
from ..core.registry import find_game as find
from .course import called
from .exercise import SAY, Exercise, Said, carried_out
from .script import script

LATEST = 64             # positions that are kept at hand


def _file(game: Game) -> Path:
    return game.folder / "puzzles.jsonl"


@cache
def lines(name: str) -> tuple[dict[str, Any], ...]:
    """The puzzles of a game as they are written; none for a game without.  Raises UnknownGame."""
    file = _file(find(name))
    if not file.is_file():
        return ()
    return tuple(map(json.loads, file.read_text(encoding="utf-8").splitlines()))


def themes(name: str) -> list[dict[str, Any]]:
    """What there is to train in a game: each kind with its title and the numbers of its puzzles."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(lines(name)):
        found.setdefault(line["kind"], []).append(number)
    return [{"kind": kind, "title": title(find(name), kind), "puzzles": numbers} for kind, numbers in found.items()]


def title(game: Game, kind: str) -> str:
    """What a kind of puzzle is called."""
    return str(load_messages(game.folder).get("puzzle", {}).get(kind, SAY["puzzle"]["title"]))


def of_day(day: int) -> tuple[str, int]:
    """The puzzle of a day such as 20261122: its game and its number, the same in every house of one version.

    Every game has its turn, in an order of its own for every round.  Raises BadInput where there are no puzzles.
    """
    having = sorted(name for name in all_games() if lines(name))
    if not having:
        raise BadInput(SAY["no_puzzles"])
    drawn = int.from_bytes(sha256(f"coprime puzzle {day}".encode()).digest()[:8])
    name = having[drawn % len(having)]
    return name, drawn // len(having) % len(lines(name))


def puzzle(name: str, number: int) -> Exercise:
    """A puzzle by its number, from 0.  Raises BadInput."""
    known = lines(name)
    if not 0 <= number < len(known):
        raise BadInput(SAY["no_puzzle"].format(title=find(name).localized_title, n=len(known)))
    return _laid(name, number)


@cache_per_language(LATEST)
def _laid(name: str, number: int) -> Exercise:
    game, line = find(name), lines(name)[number]
    match = Match(game, line["seats"], line["options"], game.pure_rules)
    carried_out(match, script(line["moves"]), line["seat"])
    say, names = SAY["puzzle"], called(line["seats"], line["seat"])
    scene = game.words.scene(match.view(line["seat"]), line["seat"], list(names))
    return Exercise(str(number), title(game, line["kind"]), match, 0, line["seat"], names,
                    Said(say["ask"], str(scene["ask"])), (script(line["answer"]),),
                    Said(say["right"], _missed_by(game, line)), Said(*say["other"]), strict=True)


def _missed_by(game: Game, line: Mapping[str, Any]) -> str:
    """How the bots fared."""
    say, bots = SAY["puzzle"], load_messages(game.folder).get("bot", {})
    titles = [str(bots.get(level, {}).get("title", level)) for level in line["failed"]]
    return str(say["failed"].format(n=len(titles), levels=join_words(titles)) if titles else say["found"])
