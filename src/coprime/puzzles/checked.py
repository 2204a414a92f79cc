"""Puzzles checked by the master of their game, which has to find the answer by itself, and where every card is known by
all that can happen.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import load_messages
from ..core.record import load_record, replay_record
from ..exercises import bank
from ..search import endings
from ..search.levels import MASTER, Level, level, names
from .make import Puzzle

SAY = load_messages(Path(__file__).parent)["terminal"]
ASKED = 3               # how often it is asked; most of its answers must be the puzzle's
PLAYOUTS = 2_000        # of each answer


class Doubted(NamedTuple):
    """A puzzle of the package whose answer is not the master's; `answers` are what it says, in the game's notation."""

    number: int
    kind: str
    answer: str
    answers: list[str]


def master(game: Game) -> Level:
    """The master that checks a game's puzzles, compiled first if need be.

    Raises BadInput for a game without one, and for one of real time, where it waits as often as it acts.
    """
    own = level(game, MASTER) if MASTER in names(game) else None
    if own is None or own.timed:
        raise BadInput(SAY["unchecked"].format(title=game.localized_title))
    own.warm()
    return own


def answers(game: Game, one: Level, view: Any, seat: int) -> list[str]:
    """What a master does in a position, each time with other luck, in the game's notation.

    Where it can be worked out: everything that is best, once each, so that only an answer without its equal is agreed.
    """
    proved = endings.judged(game, view, seat)
    if proved and all(one.exact for one in proved):
        top = max(one.least for one in proved)
        return [game.words.label(one.action) for one in proved if one.least == top]
    found: Iterator[Any] = (one.choose(view.copy(), seat, seed, iterations=PLAYOUTS) for seed in range(1, ASKED + 1))
    return [game.words.label(action) for action in found]


def agreed(answer: str, given: list[str]) -> bool:
    return 2 * given.count(answer) > len(given)


def confirmed(game: Game, one: Level, puzzle: Puzzle) -> bool:
    """Does the master find a puzzle's answer?"""
    view = replay_record(load_record(puzzle.record), game.pure_rules).view(puzzle.seat)
    return agreed(puzzle.answer, answers(game, one, view, puzzle.seat))


def doubted(game: Game, one: Level) -> Iterator[Doubted]:
    """The puzzles of the package whose answer the master does not give."""
    for number, line in enumerate(bank.lines(game.name)):
        view = bank.puzzle(game.name, number).match.view(line["seat"])
        given = answers(game, one, view, line["seat"])
        if not agreed(line["answer"], given):
            yield Doubted(number, line["kind"], line["answer"], given)
