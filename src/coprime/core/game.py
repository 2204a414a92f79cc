"""The contract between a game and everything that plays it.

A game's folder holds `rules.py` and `observation.py` (compiled functions on its State), and `words.py`, `hints.py`,
`bots.py` (plain Python).  `Game` gathers them; nothing is imported before it is asked for.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from inspect import signature
from operator import attrgetter
from pathlib import Path
from pickle import PicklingError
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np

from . import kernel
from .default_words import complete_words, missing_part
from .deprecated import accept_old_names, find_module_file, renamed_attribute
from .errors import BadInput
from .hint_steps import HintStep
from .messages import format_sentence, load_messages
from .options import FOLDER, Option, Value, complete_options, complete_stored
from .parts import OPTIONAL, Bots, Ending, Figures, Hints, MatchEvents, Practice, Words, complete_part

DICE = Path(__file__).with_name("dice.py")
FUNCTIONS = {
    "begin": "(s) -> None: set up a blank state whose seats and options are set",
    "to_act": "(s) -> set of seats: one, several (simultaneous, a race), CLOCK too (a window), or none",
    "sound_actions": "(s, seat, out) -> n: the actions that the rules list for a seat, written to out",
    "refusal": "(s, seat, action) -> why the table does not take it; 0 when it does",
    "violation": "(s, seat, action) -> which rule an action breaks that is taken and penalised; 0 for none",
    "apply": "(s, seat, action) -> None: carry out an action that is not refused",
    "returns": "(s, out) -> None: each seat's result so far, floats",
    "chance_outcomes": "(s, out, weight) -> n: CHANCE's faces and weights; 0: a shuffle, the action is a seed",
    "deadline": "(s) -> milliseconds that CLOCK may still pass; 0: no window is open",
    "is_between_hands": "(s) -> between hands, rounds or games of a match",
    "simulated_ms": "(s, seat) -> milliseconds that a simulated seat takes",
    "is_undoable": "(s, seat, action) -> tells nobody anything, so it may be taken back",
    "is_irrevocable": "(s, seat, action) -> may not be taken back, not even in practice",
    "redact": "(s, seat) -> None: blank whatever a seat cannot see (WATCHER: a spectator)",
    "imagine": "(s, seat, seed) -> None: fill a view with a state drawn from those that it allows (determinization)",
    "observe_action": "(s, actor, action, watcher) -> the action, a masked one, or UNKNOWN",
}
# What games and bots that were written for version 0.1 call them.
OLD_FUNCTIONS = {"legal_actions": "sound_actions", "fault": "violation", "resting": "is_between_hands",
                 "pace": "simulated_ms", "quiet": "is_undoable", "final": "is_irrevocable", "seen": "observe_action"}
OLD_ATTRIBUTES = {"plain_rules": "pure_rules", "room": "load_module", "ladder": "progression",
                  "practised": "practice"}


class Rules:
    """The functions of the contract for one game, compiled or pure Python, its State and MAX_ACTIONS.

    Functions that a game does not define come from `core.defaults`, and `observe_action` of a game with dice from
    `core.dice`.
    One that says nothing about itself is documented by what the contract says (`help(game.rules.apply)`).  MAX_ACTIONS
    is the most actions that are listed at once (ACTIONS, where every action is a number below that); SWING, 1.0 unless
    the game says so, the most by which a seat's returns change from one rest to the next.
    """

    def __init__(self, game: "Game", pure: bool) -> None:
        self._game = game
        load = kernel.import_pure if pure else importlib.import_module
        self.pure = pure
        self.module = load(f"{game.package}.rules")
        parts = [self.module, game.load_module("observation", pure), load("coprime.core.defaults")]
        for part in parts[:2]:
            accept_old_names(part, OLD_FUNCTIONS)
        owners: dict[str, Any] = {}
        for function, meaning in FUNCTIONS.items():
            owner = next((part for part in parts if hasattr(part, function)), None)
            if owner is None:
                raise missing_part(game, "rules.py", function, meaning)
            owners[function] = owner
            found = getattr(owner, function)
            found.__doc__ = found.__doc__ or meaning
            setattr(self, function, found)
        if owners["observe_action"] is parts[-1] and owners["chance_outcomes"] is not parts[-1]:
            self.observe_action = _observe_dice(game, self)
        if not hasattr(self.module, "State"):
            raise missing_part(game, "rules.py", "State")
        self.State = self.module.State
        self.State.data = property(_memory)
        most = getattr(self.module, "MAX_ACTIONS", getattr(self.module, "ACTIONS", None))
        if most is None:
            raise missing_part(game, "rules.py", "MAX_ACTIONS")
        self.MAX_ACTIONS: int = most
        self.SWING: float = getattr(self.module, "SWING", 1.0)

    def __reduce__(self) -> tuple[Any, ...]:
        return attrgetter("pure_rules" if self.pure else "rules"), (self._game,)

    def __copy__(self) -> "Rules":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Rules":
        return self

    def __getattr__(self, name: str) -> Any:                # only reached for a name outside the contract
        if name in OLD_FUNCTIONS:
            return renamed_attribute(self, name, OLD_FUNCTIONS[name])
        raise AttributeError(f"the contract has no {name!r}")


def _observe_dice(game: "Game", rules: Rules) -> Any:
    """Return an `observe_action` that shows everybody the listed faces of a game's dice."""
    key = game.package + kernel.digest_of(game.folder / "rules.py")
    name = f"{rules.module.__name__}_dice"
    return kernel.specialize_source(DICE, name, {"chance_outcomes": rules.chance_outcomes}, key,
                                    compiled=not rules.pure).observe_action


def as_hint_steps(ladder: Sequence[Any]) -> list[HintStep]:
    """Those that do not say what to do may be plain sentences."""
    return [rung if isinstance(rung, HintStep) else HintStep(rung) for rung in ladder]


def _memory(s: Any) -> Any:
    """Where a state lies, which compiled functions ask for at every call.

    NumPy's own answer describes every field each time: a call then takes ten times as long.
    """
    whole = s.base
    return whole if whole is not None and whole.size == 1 else np.void.data.__get__(s)


@dataclass(frozen=True)
class Game:
    """One game of the house.

    name      of the folder that it lies in
    seats     fewest and most seats
    default_seats  how many seats there are where nobody says; 0 for as many as are wished there (`usual_seats`)
    options   every option and variation, declared once
    version   raised when a rule changes
    endings   the ways a match or a hand can end, each with a golden game
    longest   the most actions that a match takes under random play
    presets   named sets of options, the first is the default
    gentle    the preset for whoever has never won this game; "" where the default is gentle enough
    usual     the preset that "play now" takes from then on; "" for the default
    conflict  (seats, options) -> None when they go together, else the name of the sentence in `[conflict]` of the
              game's message file, which may hold {seats} and every option by its name
    warnings  (seats, options) -> names of the sentences in `[warning]` of the game's message file that say what these
              options may lead to; they are allowed, and the sentences may hold what those of `[conflict]` may
    teams     several people may share a seat, each at their own device
    teacher   options -> the seat that the rules give to a teacher; None where they give them none
    diverges  (version, options, labels of its actions) -> whether a stored match of that older version would go on with
              other cards, turns or points under today's rules although none of its actions is refused
    ladder    the option whose values lead from a first game to the whole one, in this order; "" where there is none
    package   where that folder is, as imports name it; a game that is not part of Coprime says `__package__`
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
    warnings: Callable[[int, Mapping[str, Value]], Sequence[str]] = lambda seats, options: ()
    teacher: Callable[[Mapping[str, Value]], int | None] = lambda options: None
    diverges: Callable[[int, Mapping[str, Value], Sequence[str]], bool] = lambda version, options, labels: False
    gentle: str = ""
    usual: str = ""
    progression: str = ""
    hotseat: bool = False
    teams: bool = False
    place: int = 100
    default_seats: int = 0
    package: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "package", self.package or f"coprime.games.{self.name}")
        for preset in (self.gentle, self.usual):
            if preset and preset not in self.presets:
                known = ", ".join(self.presets)
                raise ValueError(f"{self.name}: there is no preset {preset!r}; the presets are {known}")

    def __reduce__(self) -> tuple[Any, ...]:
        if not (self.folder / "game.py").is_file() or game_of(self.package) != self:
            raise PicklingError(f"{self.name}: only a game that its package defines can be pickled")
        return game_of, (self.package,)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __getattr__(self, name: str) -> Any:                # only reached for what is not there
        if name in OLD_ATTRIBUTES:
            return renamed_attribute(self, name, OLD_ATTRIBUTES[name])
        raise AttributeError(f"a Game has no {name!r}")

    @cached_property
    def rules(self) -> Rules:
        """The contract compiled; with COPRIME_PURE=1 in the environment pure Python too."""
        return Rules(self, pure=False)

    @cached_property
    def pure_rules(self) -> Rules:
        """The contract as pure Python: the same functions on the same bytes."""
        return Rules(self, pure=True)

    @cached_property
    def words(self) -> Words:
        """Labels, sentences and scenes, complete: see `core.parts.Words`.  Pure Python, on the pure-Python rules."""
        module = complete_part("words", kernel.import_pure(f"{self.package}.words"))
        return cast(Words, complete_words(module, self))

    @cached_property
    def hints(self) -> Hints | None:
        """The ladder of hints; None for a game without."""
        return cast(Hints | None, self.load_module("hints"))

    @cached_property
    def bots(self) -> Bots:
        """The rule-of-thumb levels; LEVELS is empty for a game without bots of its own."""
        return cast(Bots, self.load_module("bots") or SimpleNamespace(LEVELS=(), **OPTIONAL["bots"]))

    @cached_property
    def study(self) -> Any:
        """`answer_question(view, seat, question) -> dict`: questions of the game's own screen that take thought."""
        return self.load_module("study")

    @cached_property
    def figures(self) -> Figures | None:
        """Pictures of the notation on the rules pages; None for a game that draws none."""
        return cast(Figures | None, self.load_module("figures"))

    @cached_property
    def ending(self) -> Ending | None:
        """What the end of a match tells of it; None for a game that tells nothing more."""
        return cast(Ending | None, self.load_module("ending"))

    @cached_property
    def practice(self) -> Practice | None:
        """What actions exercise, for a teacher's report; None for a game that tells nothing."""
        return cast(Practice | None, self.load_module("practice_items"))

    @cached_property
    def match_events(self) -> MatchEvents | None:
        """What a design report asks of this game; None for a game that tells nothing."""
        return cast(MatchEvents | None, self.load_module("match_events"))

    def load_module(self, name: str, pure: bool = True) -> ModuleType | None:
        """Import a file of the game's folder, compiled or not, with its defaults; None where it has no such file."""
        file = find_module_file(self.folder, name)
        if file is None:
            return None
        load = kernel.import_pure if pure else importlib.import_module
        return complete_part(name, load(f"{self.package}.{file.stem}"))

    def hint_steps(self, view: Any, seat: int, names: Sequence[str]) -> list[HintStep]:
        """The ladder of hints for a seat.  A game whose hints speak of others has `names` as a third parameter.

        The rung that says what to do is a `HintStep` with the action, which must not be refused; others may be plain.
        """
        if self.hints is None:
            return []
        ladder = self.hints.ladder
        return as_hint_steps(ladder(view, seat, names) if "names" in signature(ladder).parameters
                             else ladder(view, seat))

    def hint_steps_to(self, view: Any, seat: int, action: int) -> list[HintStep]:
        """A ladder that leads to this action, which somebody else advises; empty where the hints have none for it."""
        return as_hint_steps(list(self.hints.ladder_to(view, seat, action))) if self.hints else []

    def hint_sentences(self, view: Any, seat: int, names: Sequence[str]) -> list[str]:
        """The sentences of the ladder."""
        return [str(rung) for rung in self.hint_steps(view, seat, names)]

    @cached_property
    def folder(self) -> Path:
        """Where its files lie."""
        if self.package == f"coprime.games.{self.name}":
            return kernel.PACKAGE / "games" / self.name
        found = find_spec(self.package)
        return Path(next(iter(found.submodule_search_locations or ()))) if found else Path()

    @property
    def localized_title(self) -> str:
        """Its title in the language that is spoken: `title` in `[game]` of that language's messages."""
        return str(load_messages(self.folder).get("game", {}).get("title", self.title))

    def check_options(self, seats: int, options: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """The options in full.  Raises BadInput for seats or options that the game does not have."""
        fewest, most = self.seats
        if not isinstance(seats, int) or not fewest <= seats <= most:
            allowed = str(fewest) if fewest == most else format_sentence(FOLDER, "allowed.run", first=fewest, last=most)
            raise BadInput(format_sentence(FOLDER, "game.seats", title=self.localized_title, allowed=allowed,
                                           seats=seats))
        chosen = complete_options(self.options, seats, options or {})
        wrong = self.conflict(seats, chosen)
        if wrong:
            raise BadInput(format_sentence(self.folder, f"conflict.{wrong}", seats=seats, **chosen))
        return chosen

    def usual_seats(self, wished: int = 0) -> int:
        """How many seats there are where nobody says: `default_seats`, or as near to `wished` as the game allows."""
        fewest, most = self.seats
        return self.default_seats or max(fewest, min(wished, most))

    def warning_sentences(self, seats: int, options: Mapping[str, Value]) -> list[str]:
        """What the options, given in full, may lead to, in sentences."""
        return [format_sentence(self.folder, f"warning.{name}", seats=seats, **options)
                for name in self.warnings(seats, options)]

    def check_stored(self, seats: int, stored: Mapping[str, Any]) -> dict[str, Value]:
        """The options of a stored match in full, as they were in force then.  Raises BadInput."""
        return self.check_options(seats, complete_stored(self.options, seats, stored))

    def new_state(self, seats: int, options: Mapping[str, Value] | None = None, rules: Rules | None = None) -> Any:
        """A state that has begun.  Raises BadInput."""
        chosen = self.check_options(seats, options)
        rules = rules or self.rules
        s = rules.State.new()
        s.seats = seats
        for option in self.options:
            if not option.screen:
                s[option.name] = option.encode(chosen[option.name])
        rules.begin(s)
        return s


def game_of(package: str) -> Game:
    """The game that a package defines in its game.py."""
    found: Game = importlib.import_module(f"{package}.game").GAME
    return found
