"""The contract between a game and everything that plays it.

A game's folder holds `rules.py` and `sight.py` (compiled functions on its State), and `words.py`, `hints.py`,
`bots.py` (plain Python).  `Game` gathers them; nothing is imported before it is asked for.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from . import kernel
from .faults import BadInput
from .messages import sentence
from .options import FOLDER, Option, Value, full
from .rungs import Rung

FUNCTIONS = (
    "begin",                # (s) -> None: set up a blank state whose seats and options are set
    "to_act",               # (s) -> set of seats: one, several (simultaneous, a race), CLOCK too (a window), or none
    "legal_actions",        # (s, seat, out) -> n: the listed actions, written to out
    "refusal",              # (s, seat, action) -> why the table does not take it; 0 when it does
    "fault",                # (s, seat, action) -> what is wrong with an action that is taken; 0 when nothing is
    "apply",                # (s, seat, action) -> None: carry out an action that is not refused
    "returns",              # (s, out) -> None: each seat's result so far, floats
    "chance_outcomes",      # (s, out, weight) -> n: CHANCE's faces and weights; 0: a shuffle, the action is a seed
    "deadline",             # (s) -> milliseconds that CLOCK may still pass; 0: no window is open
    "resting",              # (s) -> between hands, rounds or games of a match
    "pace",                 # (s, seat) -> milliseconds that a simulated seat takes
    "quiet",                # (s, seat, action) -> tells nobody anything, so it may be taken back
    "final",                # (s, seat, action) -> may not be taken back, not even in practice
    "redact",               # (s, seat) -> None: blank whatever a seat cannot see (WATCHER: a spectator)
    "imagine",              # (s, seat, seed) -> None: fill a view with a world that it allows
    "seen",                 # (s, actor, action, watcher) -> the action, a masked one, or UNKNOWN
)


class Rules:
    """The functions of the contract for one game, compiled or plain, its State and MAX_ACTIONS.

    Functions that a game does not define come from `core.defaults`.  SWING is the most by which a seat's
    returns change from one rest to the next.
    """

    def __init__(self, name: str, plain: bool) -> None:
        load = kernel.plain if plain else importlib.import_module
        self.plain = plain
        self.module = load(f"coprime.games.{name}.rules")
        parts = [self.module, load(f"coprime.games.{name}.sight"), load("coprime.core.defaults")]
        for function in FUNCTIONS:
            owner = next(part for part in parts if hasattr(part, function))
            setattr(self, function, getattr(owner, function))
        self.State = self.module.State
        self.State.data = property(_memory)
        self.MAX_ACTIONS: int = self.module.MAX_ACTIONS
        self.SWING: float = self.module.SWING

    def __getattr__(self, name: str) -> Any:                # only reached for a name outside the contract
        raise AttributeError(f"the contract has no {name!r}")


def _memory(s: Any) -> Any:
    """Where a state lies, which compiled functions ask for at every call.

    NumPy's own answer describes every field each time: a call then takes ten times as long.
    """
    whole = s.base
    return whole if whole is not None and whole.size == 1 else np.void.data.__get__(s)


@dataclass(frozen=True)
class Game:
    """One game of the house.

    name      the folder under `games/`
    seats     fewest and most seats
    options   every option and variation, declared once
    version   raised when a rule changes
    endings   the ways a match or a hand can end, each with a golden game
    longest   the most actions that a match takes under random play
    presets   named sets of options, the first is the default
    conflict  (seats, options) -> None when they go together, else the name of the sentence in `[conflict]` of the
              game's message file, which may hold {seats} and every option by its name
    ladder    the option whose values lead from a first game to the whole one, in this order; "" where there is none
    hotseat   several people can play it at one device: the browser offers it, with a curtain between turns
    place     where it stands on the shelf: games stand by place, then by title
    """

    name: str
    title: str
    seats: tuple[int, int]
    options: tuple[Option, ...]
    version: int
    endings: tuple[str, ...]
    longest: int
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    conflict: Callable[[int, Mapping[str, Value]], str | None] = lambda seats, options: None
    ladder: str = ""
    hotseat: bool = False
    place: int = 100

    @cached_property
    def rules(self) -> Rules:
        """Compiled."""
        return Rules(self.name, plain=False)

    @cached_property
    def plain_rules(self) -> Rules:
        """Uncompiled: the same functions on the same bytes."""
        return Rules(self.name, plain=True)

    @cached_property
    def words(self) -> ModuleType:
        """Labels, sentences and scenes.  Plain Python, so it reads the rules' plain twin."""
        return kernel.plain(f"coprime.games.{self.name}.words")

    @cached_property
    def hints(self) -> ModuleType:
        return kernel.plain(f"coprime.games.{self.name}.hints")

    @cached_property
    def bots(self) -> ModuleType:
        return kernel.plain(f"coprime.games.{self.name}.bots")

    @cached_property
    def study(self) -> ModuleType | None:
        """Answers questions of the game's own screen that take thought: `answer(view, seat, question) -> dict`."""
        if not (self.folder / "study.py").is_file():
            return None
        return kernel.plain(f"coprime.games.{self.name}.study")

    def rungs(self, view: Any, seat: int, names: Sequence[str]) -> list[Rung]:
        """The ladder of hints for a seat.  A game whose hints speak of others has `names` as a third parameter.

        The rung that says what to do is a `Rung` with the action, which must not be refused; others may be plain.
        """
        ladder = self.hints.ladder
        found = ladder(view, seat, names) if "names" in signature(ladder).parameters else ladder(view, seat)
        return [Rung(rung, *getattr(rung, "actions", ())) for rung in found]    # a twin's Rung is a class of its own

    def hint(self, view: Any, seat: int, names: Sequence[str]) -> list[str]:
        """The sentences of the ladder."""
        return [str(rung) for rung in self.rungs(view, seat, names)]

    @cached_property
    def folder(self) -> Path:
        return kernel.PACKAGE / "games" / self.name

    def check(self, seats: int, options: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """The options in full.  Raises BadInput for seats or options that the game does not have."""
        fewest, most = self.seats
        if not isinstance(seats, int) or not fewest <= seats <= most:
            allowed = str(fewest) if fewest == most else sentence(FOLDER, "allowed.run", first=fewest, last=most)
            raise BadInput(sentence(FOLDER, "game.seats", title=self.title, allowed=allowed, seats=seats))
        chosen = full(self.options, seats, options or {})
        wrong = self.conflict(seats, chosen)
        if wrong:
            raise BadInput(sentence(self.folder, f"conflict.{wrong}", seats=seats, **chosen))
        return chosen

    def new(self, seats: int, options: Mapping[str, Value] | None = None, rules: Rules | None = None) -> Any:
        """A state that has begun.  Raises BadInput."""
        chosen = self.check(seats, options)
        rules = rules or self.rules
        s = rules.State.new()
        s.seats = seats
        for option in self.options:
            s[option.name] = option.encode(chosen[option.name])
        rules.begin(s)
        return s
