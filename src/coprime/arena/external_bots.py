"""Bots from outside Coprime: a function of a module or file, or a program that speaks JSON lines.

The game continues whatever such a bot does: an unusable answer counts as a slip, and a random listed action
replaces it.
"""

import importlib.util
import random
import sys
import sysconfig
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.game import Game
from ..core.kernel import PACKAGE
from ..core.messages import load_messages
from .program_bots import ProgramBot, ProgramGivenUp

SAY = load_messages(Path(__file__).parent)["outside"]
GROUP = "coprime.bots"              # entry points: a name, and a function such as `choose`
PROGRAM = "exec"
FUNCTION = "choose"                 # of a file, where none is named
LIBRARIES = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")]
REASON = 200                        # characters of what went wrong that are kept


@dataclass(frozen=True)
class BotQuery:
    """Everything that a bot may know for one decision.

    game  with its rules and words
    view  the position as this seat sees it: fields of ints and arrays
    seat  whose turn it is
    seed  for the bot's randomness: the same seed should give the same answer
    """

    game: Game
    view: Any
    seat: int
    seed: int

    @cached_property
    def actions(self) -> list[int]:
        """The listed actions."""
        out = np.zeros(self.game.rules.MAX_ACTIONS, np.int64)
        return out[:int(self.game.rules.sound_actions(self.view, self.seat, out))].tolist()

    @cached_property
    def labels(self) -> list[str]:
        """The listed actions in the game's notation."""
        return [self.game.words.label(action) for action in self.actions]

    @cached_property
    def fields(self) -> Any:
        """The view as an ordinary object, which reads ten times as fast."""
        return to_object(self.view)


# The action as a number or as the game writes it; None: to wait, where somebody else or a clock may act.
BotAnswer = int | str | None
Choose = Callable[[BotQuery], BotAnswer]


class BotError(Exception):
    """A bot's answer cannot be used."""


class ExternalBot:
    """A bot from outside as a player.

    slips  unusable answers since `take_slips` was last called
    first_slip  what was wrong with the first of them
    """

    def __init__(self, game: Game, choose: Choose) -> None:
        self.game, self.choose = game, choose
        self.slips, self.first_slip = 0, ""

    def __call__(self, view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        """Return the bot's action, or a random listed one where it fails, and the game's pace in milliseconds.

        Raises ProgramGivenUp for a program that is not worth waiting for any longer.
        """
        asked = BotQuery(self.game, view, seat, seed)
        try:
            action = self._check_answer(asked, self.choose(asked))
        except ProgramGivenUp:
            raise
        except (Exception, SystemExit) as wrong:
            self.slips += 1
            self.first_slip = self.first_slip or describe_error(wrong)
            action = random.Random(seed).choice(asked.actions) if asked.actions else None
        return action, int(self.game.rules.simulated_ms(view, seat))

    def close(self) -> None:
        """End the bot's process, if it has one."""
        if isinstance(self.choose, ProgramBot):
            self.choose.close()

    def take_slips(self) -> tuple[int, str]:
        """Return the number of slips and the first error, and reset both."""
        slips = self.slips, self.first_slip
        self.slips, self.first_slip = 0, ""
        return slips

    def _check_answer(self, asked: BotQuery, answer: BotAnswer) -> int | None:
        """Return the action of an answer.  Raises BotError, or BadInput for what is not an action of the game."""
        if answer is None:
            if int(self.game.rules.to_act(asked.view)) in (1 << asked.seat, 0):
                raise BotError(SAY["waits"])
            return None
        if not isinstance(answer, (int, str, np.integer)) or isinstance(answer, bool):
            raise BotError(SAY["kind"].format(kind=type(answer).__name__))
        action = self.game.words.parse(answer) if isinstance(answer, str) else int(answer)
        if not -2**63 <= action < 2**63:
            raise BotError(SAY["large"])
        reason = int(self.game.rules.refusal(asked.view, asked.seat, action))
        if reason:
            raise BotError(self.game.words.explain_refusal(reason, asked.fields, action)[0])
        return action


def describe_error(wrong: BaseException) -> str:
    """Describe an error in one line, with file and line of the bot where it was raised."""
    text = str(wrong).partition("\n")[0][:REASON]
    kind = type(wrong).__name__
    error = text if isinstance(wrong, (BotError, BadInput)) else f"{kind}: {text}" if text else kind
    place = None if isinstance(wrong, SyntaxError) else find_foreign_line(wrong)        # that one says it itself
    return error if place is None else SAY["place"].format(error=error, file=place[0], line=str(place[1]))


def find_foreign_line(wrong: BaseException) -> tuple[str, int] | None:
    """Return file and line of the innermost call in a bot's own code that led to an error.

    None where all calls were Coprime's. Of a bot that called a library, its own line is wanted, not the library's.
    """
    calls = [(Path(call.filename).absolute(), call.lineno or 0) for call in traceback.extract_tb(wrong.__traceback__)
             if not call.filename.startswith("<")]
    foreign = [call for call in calls if not call[0].is_relative_to(PACKAGE)]
    own = [call for call in foreign if not any(call[0].is_relative_to(folder) for folder in LIBRARIES)] or foreign
    if not own:
        return None
    file, line = own[-1]
    return str(file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file), line


def find_external_bot(game: Game, name: str) -> ExternalBot | None:
    """Find an external bot by name.

    Forms: `module:function`, `file.py`, `file.py:function`, `exec:PROGRAM`, or an entry point. Returns None where
    the name has none of these forms.  Raises BadInput where it has one and nothing is found.
    """
    kind, colon, rest = name.partition(":")
    if kind == PROGRAM and colon:
        return ExternalBot(game, ProgramBot(rest))
    if kind.endswith(".py"):
        return ExternalBot(game, load_from_file(name, Path(kind), rest or FUNCTION))
    found = entry_points(group=GROUP, name=name)
    if found:
        return ExternalBot(game, check_function(name, load_foreign_code(name, next(iter(found)).load)))
    if colon and kind.replace(".", "_").isidentifier() and rest.isidentifier():
        add_import_folder(Path.cwd())
        module = load_foreign_code(name, lambda: importlib.import_module(kind))
        return ExternalBot(game, check_function(name, getattr(module, rest, None)))
    return None


def load_from_file(name: str, file: Path, function: str) -> Choose:
    """Load a bot's function from a file.  Raises BadInput."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if not file.is_file() or spec is None or spec.loader is None:
        raise BadInput(SAY["no_file"].format(file=file))
    module, loader = importlib.util.module_from_spec(spec), spec.loader
    add_import_folder(file.parent.resolve())
    load_foreign_code(name, lambda: loader.exec_module(module))
    return check_function(name, getattr(module, function, None))


def add_import_folder(folder: Path) -> None:
    """Add a folder to the import path."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def load_foreign_code(name: str, load: Callable[[], Any]) -> Any:
    """Load foreign code.  Raises BadInput whatever goes wrong in it."""
    try:
        return load()
    except (Exception, SystemExit) as wrong:
        raise BadInput(SAY["unloaded"].format(name=name, why=describe_error(wrong))) from None


def check_function(name: str, function: Any) -> Choose:
    """Return the function.  Raises BadInput for anything that cannot be called."""
    if not callable(function):
        raise BadInput(SAY["no_function"].format(name=name))
    return function
