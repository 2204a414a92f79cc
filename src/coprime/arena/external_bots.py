"""Bots from outside the house: a function of somebody's module or file, or a program that speaks JSON lines.

Whatever such a bot does, the game goes on: an answer that cannot be used is counted as a slip, and an action that is
listed is taken in its place.
"""

import importlib.util
import random
import sys
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
from ..core.messages import load_messages
from .programs import Program

SAY = load_messages(Path(__file__).parent)["outside"]
GROUP = "coprime.bots"              # entry points: a name, and a function such as `choose`
PROGRAM = "exec"
FUNCTION = "choose"                 # of a file, where none is named
REASON = 200                        # characters of what went wrong that are kept


@dataclass(frozen=True)
class BotQuery:
    """What a bot is asked: all that it may know.

    game  with its rules and words
    view  the position as this seat sees it: fields of ints and arrays
    seat  whose turn it is
    seed  for whatever chance the bot wants: with the same one it should answer the same
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
        """The same as the game writes them."""
        return [self.game.words.label(action) for action in self.actions]

    @cached_property
    def fields(self) -> Any:
        """The view as an ordinary object, which reads ten times as fast."""
        return to_object(self.view)


# The action as a number or as the game writes it; None: to wait, where somebody else or a clock may act.
Answer = int | str | None
Choose = Callable[[BotQuery], Answer]


class BotError(Exception):
    """An answer that cannot be used."""


class ExternalBot:
    """A bot from outside as a player.

    slips  how many answers could not be used since they were told
    first  what was wrong with the first of them
    """

    def __init__(self, game: Game, choose: Choose) -> None:
        self.game, self.choose = game, choose
        self.slips, self.first = 0, ""

    def __call__(self, view: Any, seat: int, seed: int) -> tuple[int | None, int]:
        asked = BotQuery(self.game, view, seat, seed)
        try:
            action = self._used(asked, self.choose(asked))
        except (Exception, SystemExit) as wrong:
            self.slips += 1
            self.first = self.first or describe_error(wrong)
            action = random.Random(seed).choice(asked.actions) if asked.actions else None
        return action, int(self.game.rules.simulated_ms(view, seat))

    def close(self) -> None:
        """End what it has started."""
        if isinstance(self.choose, Program):
            self.choose.close()

    def told(self) -> tuple[int, str]:
        """The slips, which are then forgotten."""
        slips = self.slips, self.first
        self.slips, self.first = 0, ""
        return slips

    def _used(self, asked: BotQuery, answer: Answer) -> int | None:
        """Raises Slip, or BadInput for what is not an action of the game."""
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
    """What went wrong, in a line."""
    text = str(wrong).partition("\n")[0][:REASON]
    return text if isinstance(wrong, (BotError, BadInput)) else f"{type(wrong).__name__}: {text}"


def outsider(game: Game, name: str) -> ExternalBot | None:
    """The bot that a name leads to: `module:function`, `file.py`, `file.py:function`, `exec:PROGRAM`, an entry point.

    None where the name has none of these forms.  Raises BadInput where it has, and nothing is there.
    """
    kind, colon, rest = name.partition(":")
    if kind == PROGRAM and colon:
        return ExternalBot(game, Program(rest))
    if kind.endswith(".py"):
        return ExternalBot(game, of_file(name, Path(kind), rest or FUNCTION))
    found = entry_points(group=GROUP, name=name)
    if found:
        return ExternalBot(game, called(name, loaded(name, next(iter(found)).load)))
    if colon and kind.replace(".", "_").isidentifier() and rest.isidentifier():
        reachable(Path.cwd())
        return ExternalBot(game, called(name, getattr(loaded(name, lambda: importlib.import_module(kind)), rest, None)))
    return None


def of_file(name: str, file: Path, function: str) -> Choose:
    """A function of a file.  Raises BadInput."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if not file.is_file() or spec is None or spec.loader is None:
        raise BadInput(SAY["no_file"].format(file=file))
    module, loader = importlib.util.module_from_spec(spec), spec.loader
    reachable(file.parent.resolve())
    loaded(name, lambda: loader.exec_module(module))
    return called(name, getattr(module, function, None))


def reachable(folder: Path) -> None:
    """Modules that lie there can be imported."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def loaded(name: str, load: Callable[[], Any]) -> Any:
    """Whatever comes of loading somebody's code.  Raises BadInput."""
    try:
        return load()
    except (Exception, SystemExit) as wrong:
        raise BadInput(SAY["unloaded"].format(name=name, why=describe_error(wrong))) from None


def called(name: str, function: Any) -> Choose:
    """Raises BadInput for what is no function."""
    if not callable(function):
        raise BadInput(SAY["no_function"].format(name=name))
    return function
