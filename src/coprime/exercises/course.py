"""A game's course: short lessons in their order, each one thing to do in a real position.

`games/<game>/lessons/course.toml` says where each position is and what is right there, `lessons/messages/en.toml` what
is said:

    planned = true                  # where a game's quiet actions are parts of one move, and none may be left out

    [[lesson]]
    name = "two_cards"              # [lesson.two_cards] of the messages
    seats = 2
    preset = "beginners"            # or options = { assist = "none" }, or both
    deal = 4711                     # the number of the deal
    moves = "play 7; 1: play 4 1"   # what has happened; a seat before a move: another's
    seat = 0                        # who is asked, 0 by default
    answers = ["play 5 3"]          # each a way to do it, patterns allowed: `play *`; another's move may follow
    wrong.looks_prime = ["play 5 1"]    # tries that have words of their own, by their last moves (`draw; pass`);
                                        # the first one of each is tried by a test

    [lesson.two_cards]
    title = "Two cards, one number"
    ask = ["Two cards make one number.", "Heron’s 41 is to be beaten."]
    right = ["Yes. 53 is prime, and it beats 41.", "2, 3, 5 and 7 do not divide it."]
    other = ["That may be played. But here ...", "..."]
    wrong.looks_prime = ["51 looks prime. But 3 divides it.", "5 + 1 = 6."]
    hints = ["..."]                 # where the game's own ladder does not lead to an answer
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.game import Game
from ..core.language import cache_per_language
from ..core.match import Match
from ..core.messages import join_with_commas, load_messages
from .exercise import SAY, Exercise, Said, laid
from .script import script

FOLDER = "lessons"


@dataclass(frozen=True)
class Course:
    """A game's lessons.

    goal   what the game is about, in one sentence, and how it is won
    keep   one thing to keep, at the end
    """

    game: Game
    goal: Said
    keep: Said
    lessons: tuple[Exercise, ...]

    def lesson(self, name: str) -> Exercise:
        """Raises BadInput for a name that is not there."""
        for one in self.lessons:
            if one.name == name:
                return one
        known = join_with_commas(one.name for one in self.lessons)
        raise BadInput(SAY["no_lesson"].format(title=self.game.localized_title, name=name[:40], known=known))


def has_course(game: Game) -> bool:
    return _file(game).is_file()


def _file(game: Game) -> Path:
    return game.folder / FOLDER / "course.toml"


@cache_per_language(None)
def course(game_name: str) -> Course:
    """The course of a game.  Raises BadInput for a game without one."""
    from ..core.registry import find_game as find

    game = find(game_name)
    if not has_course(game):
        raise BadInput(SAY["no_course"].format(title=game.localized_title))
    say = load_messages(game.folder / FOLDER)
    written = tomllib.loads(_file(game).read_text(encoding="utf-8"))
    planned = written.get("planned", False)
    lessons = tuple(_lesson(game, one, say["lesson"][one["name"]], planned) for one in written["lesson"])
    return Course(game, Said(*say["course"]["goal"]), Said(*say["course"]["keep"]), lessons)


def _lesson(game: Game, data: Mapping[str, Any], say: Mapping[str, Any], planned: bool) -> Exercise:
    """Raises BadInput with the lesson's name where its position cannot be reached."""
    options = dict(game.presets.get(data.get("preset", ""), {})) | dict(data.get("options", {}))
    seats, seat, deal = data.get("seats", game.usual_seats()), data.get("seat", 0), data["deal"]
    match = Match(game, seats, options, game.pure_rules)
    try:
        laid(match, deal, script(data.get("moves", "")), seat)
    except BadInput as wrong:
        raise BadInput(f"{game.name}, lesson {data['name']}: {wrong}") from None
    wrong_ = tuple((tuple(tries), _said(say["wrong"][key])) for key, tries in data.get("wrong", {}).items())
    answers = tuple(script(one) for one in data["answers"])
    return Exercise(data["name"], say["title"], match, deal, seat, called(seats, seat), _said(say["ask"]),
                    answers, _said(say["right"]), _said(say["other"]), wrong_, tuple(say.get("hints", ())),
                    planned=planned)


def _said(words: Sequence[str] | str) -> Said:
    return Said(words) if isinstance(words, str) else Said(*words)


def called(seats: int, seat: int) -> tuple[str, ...]:
    """Who sits where: the one who learns is "You"."""
    others = iter(SAY["others"])
    return tuple(str(SAY["you"]) if one == seat else next(others) for one in range(seats))
