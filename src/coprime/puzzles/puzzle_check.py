"""Check puzzles with the master bot of their game, which has to find the answer, too.

Where all cards are known, the position is solved instead.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import load_messages
from ..core.record import load_record, replay_record
from ..exercises import puzzle_bank
from ..search import exact_endings
from ..search.levels import MASTER, SearchLevel, get_level, search_level_names
from .puzzle_search import Puzzle

SAY = load_messages(Path(__file__).parent)["terminal"]
ASK_COUNT = 3               # how often it is asked; most of its answers must be the puzzle's
PLAYOUTS = 2_000        # of each answer


class DoubtedPuzzle(NamedTuple):
    """A stored puzzle whose answer is not the master's.

    `answers` are the master's, in the game's notation.
    """

    number: int
    kind: str
    answer: str
    answers: list[str]


def load_checking_master(game: Game) -> SearchLevel:
    """Return the master that checks a game's puzzles, compiled first if need be.

    Raises BadInput for a game without one, and for one in real time, where a master may answer by waiting.
    """
    own = get_level(game, MASTER) if MASTER in search_level_names(game) else None
    if own is None or own.is_timed:
        raise BadInput(SAY["unchecked"].format(title=game.localized_title))
    own.warm()
    return own


def master_answers(game: Game, one: SearchLevel, view: Any, seat: int) -> list[str]:
    """Return the actions that a master chooses in a position with several seeds, in the game's notation.

    If the position can be solved exactly, return every best action once, so that only a unique best answer gets a
    majority.
    """
    proved = exact_endings.bound_listed_actions(game, view, seat)
    if proved and all(one.is_exact for one in proved):
        top = max(one.least for one in proved)
        return [game.words.label(one.action) for one in proved if one.least == top]
    found: Iterator[Any] = (one.choose(view.copy(), seat, seed, iterations=PLAYOUTS)
                            for seed in range(1, ASK_COUNT + 1))
    return [game.words.label(action) for action in found]


def is_majority_answer(answer: str, given: list[str]) -> bool:
    """Return whether more than half of the given answers are this one."""
    return 2 * given.count(answer) > len(given)


def is_confirmed(game: Game, one: SearchLevel, puzzle: Puzzle) -> bool:
    """Return whether the master finds a puzzle's answer."""
    view = replay_record(load_record(puzzle.record), game.pure_rules).view(puzzle.seat)
    return is_majority_answer(puzzle.answer, master_answers(game, one, view, puzzle.seat))


def find_doubted_puzzles(game: Game, one: SearchLevel) -> Iterator[DoubtedPuzzle]:
    """Yield the package's puzzles of a game whose answer the master does not give."""
    for number, line in enumerate(puzzle_bank.puzzle_lines(game.name)):
        view = puzzle_bank.load_puzzle(game.name, number).match.view(line["seat"])
        given = master_answers(game, one, view, line["seat"])
        if not is_majority_answer(line["answer"], given):
            yield DoubtedPuzzle(number, line["kind"], line["answer"], given)
