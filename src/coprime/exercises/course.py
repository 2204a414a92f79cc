"""Load a game's course: short lessons in order, each with one thing to do in a real position.

`games/<game>/lessons/course.toml` describes the positions and the right answers, `lessons/messages/en.toml` the texts:

    planned = true                  # the game's undoable actions are parts of one move, and none may be left out

    [[lesson]]
    name = "two_cards"              # [lesson.two_cards] of the messages
    seats = 2
    preset = "beginners"            # or options = { assist = "none" }, or both
    deal = 4711                     # the number of the deal
    moves = "play 7; 1: play 4 1"   # the moves before the position; "1: " marks a move of seat 1
    seat = 0                        # the seat that is asked, 0 by default
    answers = ["play 5 3"]          # each a way to do it, patterns allowed: `play *`; another's move may follow
    wrong.looks_prime = ["play 5 1"]    # attempts with texts of their own, by their last moves (`draw; pass`);
                                        # the first one of each is tried by a test

    [lesson.two_cards]
    title = "Two cards, one number"
    ask = ["Two cards make one number.", "Heron’s 41 is to be beaten."]
    right = ["Yes. 53 is prime, and it beats 41.", "2, 3, 5 and 7 do not divide it."]
    other = ["That may be played. But here ...", "..."]
    wrong.looks_prime = ["51 looks prime. But 3 divides it.", "5 + 1 = 6."]
    hints = ["..."]                 # where the game's own hint ladder does not lead to an answer

`[first]` of both files is the first turn of somebody new.  Its position is written like a lesson's; whatever else the
rules take is accepted as well (`Exercise.is_open`).  Its texts are `ask`, `right`, `other` and `wrong` as above, and

    tip = "Start with the 4."       # the good move, beside the place to begin
    built = ["You built {n}.", ""]  # optional: while a number is put together
    rule = "Only 1 and ..."         # the rule in one line
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.game import Game
from ..core.language_selection import cache_per_language
from ..core.match import Match
from ..core.messages import join_with_commas, load_messages
from .exercise import SAY, Exercise, ExerciseText, play_to_position
from .move_script import parse_script

FOLDER = "lessons"
FIRST = "first"             # the name of the first turn among a course's exercises


@dataclass(frozen=True)
class FirstTurn:
    """The guided first turn of somebody new.

    tip    names the good move
    move   the label of its first action
    built  what is said while a number is put together; its `{n}` is the number; None where nothing is
    rule   the rule in one line
    """

    exercise: Exercise
    tip: str
    move: str
    built: ExerciseText | None
    rule: str


@dataclass(frozen=True)
class Course:
    """A game's lessons.

    goal   what the game is about and how it is won
    keep   one thing to remember, shown at the end
    first  the first turn of somebody new; None where the game has none
    """

    game: Game
    goal: ExerciseText
    keep: ExerciseText
    lessons: tuple[Exercise, ...]
    first: FirstTurn | None = None

    def find_lesson(self, name: str) -> Exercise:
        """Return a lesson, or the first turn, by its name.  Raises BadInput for an unknown name."""
        for one in (*self.lessons, *((self.first.exercise,) if self.first else ())):
            if one.name == name:
                return one
        known = join_with_commas(one.name for one in self.lessons)
        raise BadInput(SAY["no_lesson"].format(title=self.game.localized_title, name=name[:40], known=known))


def has_course(game: Game) -> bool:
    """Return whether a game has a course."""
    return _course_file(game).is_file()


def has_first_turn(game: Game) -> bool:
    """Return whether a game's course begins with a first turn for somebody new."""
    return has_course(game) and FIRST in _read_course(game)


def _read_course(game: Game) -> dict[str, Any]:
    return tomllib.loads(_course_file(game).read_text(encoding="utf-8"))


def _course_file(game: Game) -> Path:
    return game.folder / FOLDER / "course.toml"


@cache_per_language(None)
def load_course(game_name: str) -> Course:
    """Return the course of a game in the current language.  Raises BadInput for a game without one."""
    from ..core.registry import find_game as find

    game = find(game_name)
    if not has_course(game):
        raise BadInput(SAY["no_course"].format(title=game.localized_title))
    say = load_messages(game.folder / FOLDER)
    written = _read_course(game)
    planned = written.get("planned", False)
    lessons = tuple(_build_lesson(game, one, say["lesson"][one["name"]], planned) for one in written["lesson"])
    first = _build_first_turn(game, written[FIRST], say[FIRST], planned) if FIRST in written else None
    return Course(game, ExerciseText(*say["course"]["goal"]), ExerciseText(*say["course"]["keep"]), lessons, first)


def _build_first_turn(game: Game, data: Mapping[str, Any], say: Mapping[str, Any], planned: bool) -> FirstTurn:
    exercise = _build_lesson(game, {"name": FIRST, **data}, {"title": game.localized_title, **say}, planned)
    built = ExerciseText(*map(str, say["built"])) if "built" in say else None
    move = exercise.answers[0][0].label
    return FirstTurn(replace(exercise, is_open=True), str(say["tip"]), move, built, str(say["rule"]))


def _build_lesson(game: Game, data: Mapping[str, Any], say: Mapping[str, Any], planned: bool) -> Exercise:
    """Build a lesson from its data and texts.

    Raises BadInput with its name if its position cannot be reached.
    """
    options = dict(game.presets.get(data.get("preset", ""), {})) | dict(data.get("options", {}))
    seats, seat, deal = data.get("seats", game.default_seat_count()), data.get("seat", 0), data["deal"]
    match = Match(game, seats, options, game.pure_rules)
    try:
        play_to_position(match, deal, parse_script(data.get("moves", "")), seat)
    except BadInput as wrong:
        raise BadInput(f"{game.name}, lesson {data['name']}: {wrong}") from None
    wrong_ = tuple((tuple(tries), _to_exercise_text(say["wrong"][key])) for key, tries in data.get("wrong", {}).items())
    answers = tuple(parse_script(one) for one in data["answers"])
    return Exercise(data["name"], say["title"], match, deal, seat, seat_names(seats, seat),
                    _to_exercise_text(say["ask"]),
                    answers, _to_exercise_text(say["right"]), _to_exercise_text(say["other"]), wrong_,
                    tuple(say.get("hints", ())),
                    planned=planned)


def _to_exercise_text(words: Sequence[str] | str) -> ExerciseText:
    return ExerciseText(words) if isinstance(words, str) else ExerciseText(*words)


def seat_names(seats: int, seat: int) -> tuple[str, ...]:
    """Return a name for every seat; the learner's is "You"."""
    others = iter(SAY["others"])
    return tuple(str(SAY["you"]) if one == seat else next(others) for one in range(seats))
