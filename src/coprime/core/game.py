"""The contract between a game and the code that plays it.

A game's folder holds `rules.py` and `observation.py` (compiled functions of its State) and `words.py`, `hints.py`,
`bots.py` (ordinary Python). `Game` gathers them and imports each on first use.
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
from types import ModuleType
from typing import Any, cast

import numpy as np

from . import kernel
from .default_words import complete_words, missing_definition_error
from .deprecated import accept_old_names, find_module_file, find_renamed_attribute, module_name
from .errors import BadInput
from .hint_steps import HintStep
from .messages import format_sentence, join_with_commas, load_messages
from .options import FOLDER, Option, Value, complete_options, complete_stored
from .part_protocols import (
    BotsPart,
    EndingPart,
    FiguresPart,
    FindsPart,
    HintsPart,
    MetNumbersPart,
    PracticePart,
    ReasonsPart,
    RecordsPart,
    ReportEventsPart,
    TrainerPart,
    WordsPart,
    complete_part,
    empty_part,
)
from .weekly_deal_settings import WeeklyDealSettings

DICE_SOURCE = Path(__file__).with_name("default_observation.py")
CONTRACT_FUNCTIONS = {
    "begin": "(s) -> None: set up a blank state whose seats and options are set",
    "to_act": "(s) -> set of seats: one, several (simultaneous, a race), CLOCK too (a window), or none",
    "sound_actions": "(s, seat, out) -> n: the actions that the rules list for a seat, written to out",
    "is_listed": "(s, seat, action) -> is a sound action one of those that `sound_actions` lists? all are by default",
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
# What games and bots that were written for older versions call them.
OLD_FUNCTIONS = {"legal_actions": "sound_actions", "fault": "violation", "resting": "is_between_hands",
                 "pace": "simulated_ms", "quiet": "is_undoable", "final": "is_irrevocable", "seen": "observe_action"}
OLD_ATTRIBUTES = {"plain_rules": "pure_rules", "room": "load_module", "ladder": "progression",
                  "practised": "practice", "report_statistics": "report_events", "usual_seats": "default_seat_count"}


class Rules:
    """The contract's functions for one game, compiled or pure Python, with its State and MAX_ACTIONS.

    Functions that a game does not define come from `core.default_rules`; `observe_action` of a game with dice comes
    from `core.default_observation`. MAX_ACTIONS is the most actions listed at once (or ACTIONS, where every action is a
    number below it). SWING, 1.0 by default, bounds the change of a seat's returns from one rest to the next.
    """

    def __init__(self, game: "Game", pure: bool) -> None:
        self._game = game
        load = kernel.import_pure if pure else importlib.import_module
        self.pure = pure
        self.module = load(f"{game.package}.rules")
        parts = [self.module, game.load_module("observation", pure), load("coprime.core.default_rules")]
        for part in parts[:2]:
            accept_old_names(part, OLD_FUNCTIONS)
        owners: dict[str, Any] = {}
        for function, meaning in CONTRACT_FUNCTIONS.items():
            owner = next((part for part in parts if hasattr(part, function)), None)
            if owner is None:
                raise missing_definition_error(game, "rules.py", function, meaning)
            owners[function] = owner
            found = getattr(owner, function)
            found.__doc__ = found.__doc__ or meaning
            setattr(self, function, found)
        if owners["observe_action"] is parts[-1] and owners["chance_outcomes"] is not parts[-1]:
            self.observe_action = _observe_dice(game, self)
        if not hasattr(self.module, "State"):
            raise missing_definition_error(game, "rules.py", "State")
        self.State = self.module.State
        self.State.data = property(_state_buffer)
        most = getattr(self.module, "MAX_ACTIONS", getattr(self.module, "ACTIONS", None))
        if most is None:
            raise missing_definition_error(game, "rules.py", "MAX_ACTIONS")
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
            return find_renamed_attribute(self, name, OLD_FUNCTIONS[name])
        raise AttributeError(f"the contract has no {name!r}")


def _observe_dice(game: "Game", rules: Rules) -> Any:
    """Return an `observe_action` that shows everybody the listed faces of a game's dice."""
    key = game.package + kernel.digest_source(game.folder / "rules.py")
    name = f"{rules.module.__name__}_dice"
    return kernel.specialize_source(DICE_SOURCE, name, {"chance_outcomes": rules.chance_outcomes}, key,
                                    is_compiled=not rules.pure).observe_action


def as_hint_steps(ladder: Sequence[Any]) -> list[HintStep]:
    """Convert plain sentences of a hint ladder to HintStep."""
    return [rung if isinstance(rung, HintStep) else HintStep(rung) for rung in ladder]


def _state_buffer(s: Any) -> Any:
    """Return the memory of a state, which compiled functions read at every call.

    NumPy's own `data` describes every field each time and makes a call ten times as slow.
    """
    whole = s.base
    return whole if whole is not None and whole.size == 1 else np.void.data.__get__(s)


NEWCOMERS = ("8", "12", "13", "cards")     # up to 8 years old, up to 12, from 13 on, or knowing card games


@dataclass(frozen=True)
class Game:
    """One game, as its game.py declares it.

    name      of its folder
    seats     fewest and most seats
    default_seats  seats where nobody says; 0: as many as the caller prefers (`default_seat_count`)
    options   every option and variation, declared once
    version   raised when a rule changes
    endings   the ways a match or a hand can end, each with a golden game
    longest   the most actions of a match under random play
    presets   named sets of options; the first is the default
    gentle    the preset for people who have never won this game; "" where the default is gentle enough
    usual     the preset that "play now" uses afterwards; "" for the default
    suggested_to  whom home suggests this game to: one of `NEWCOMERS`; "" for nobody
    conflict  (seats, options) -> None when they go together, else the key of a sentence in `[conflict]` of the
              game's message file, which may contain {seats} and every option by name
    warnings  (seats, options) -> keys of sentences in `[warning]` about allowed but risky options
    teams     whether several people may share a seat, each at a device of their own
    teacher   options -> the seat that the rules give to a teacher, or None
    diverges  (version, options, action labels) -> whether a stored match of that older version would continue with
              other cards, turns or points under today's rules although no action is refused
    progression  the option whose values lead from a first game to the full one, in order; "" for none
    package   the import name of the folder; a game outside Coprime passes `__package__`
    hotseat   whether several people can play at one device, with a curtain between turns
    races     whether whoever is quicker gains by it, as in a race or an open time window: not played over days
    place     position in the list of games: by place, then by title
    daily     (weekday, kind of puzzle): on which weekday its puzzles are those of the day, 0 for Monday; None for none
    preview   whether it is not offered yet: it is found by its name, and stands in no list of games unless
              COPRIME_PREVIEWS=1 is in the environment
    weekly    how its weekly deal is played; None for a game that has none
    puzzle_options  those of the matches in which puzzles are looked for, where the defaults have choices that no list
              of sound actions holds
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
    suggested_to: str = ""
    progression: str = ""
    hotseat: bool = False
    races: bool = False
    teams: bool = False
    place: int = 100
    daily: tuple[int, str] | None = None
    weekly: WeeklyDealSettings | None = None
    default_seats: int = 0
    package: str = ""
    preview: bool = False
    puzzle_options: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "package", self.package or f"coprime.games.{self.name}")
        if self.suggested_to not in ("", *NEWCOMERS):
            raise ValueError(f"{self.name}: nobody is {self.suggested_to!r}; newcomers are {', '.join(NEWCOMERS)}")
        for preset in (self.gentle, self.usual):
            if preset and preset not in self.presets:
                known = ", ".join(self.presets)
                raise ValueError(f"{self.name}: there is no preset {preset!r}; the presets are {known}")

    def __reduce__(self) -> tuple[Any, ...]:
        if not (self.folder / "game.py").is_file() or load_game(self.package) != self:
            raise PicklingError(f"{self.name}: only a game that its package defines can be pickled")
        return load_game, (self.package,)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __getattr__(self, name: str) -> Any:                # only reached for what is not there
        if name in OLD_ATTRIBUTES:
            return find_renamed_attribute(self, name, OLD_ATTRIBUTES[name])
        raise AttributeError(f"a Game has no {name!r}")

    @cached_property
    def rules(self) -> Rules:
        """The compiled rules; pure Python with COPRIME_PURE=1 in the environment."""
        return Rules(self, pure=False)

    @cached_property
    def pure_rules(self) -> Rules:
        """The contract as pure Python: the same functions on the same bytes."""
        return Rules(self, pure=True)

    @cached_property
    def words(self) -> WordsPart:
        """Labels, sentences and scenes, in pure Python (`part_protocols.WordsPart`).

        `core.default_words` fills in what the file leaves out.
        """
        module = complete_part("words", kernel.import_pure(f"{self.package}.words"))
        return cast(WordsPart, complete_words(module, self))

    @cached_property
    def hints(self) -> HintsPart | None:
        """The hint ladder (`part_protocols.HintsPart`); None for a game without hints."""
        return cast(HintsPart | None, self.load_module("hints"))

    @cached_property
    def finds(self) -> FindsPart | None:
        """What could have been played in a turn (`part_protocols.FindsPart`); None for a game that tells nothing."""
        return cast(FindsPart | None, self.load_module("finds"))

    @cached_property
    def reasons(self) -> ReasonsPart | None:
        """Why a choice was better (`part_protocols.ReasonsPart`); None for a game that tells nothing."""
        return cast(ReasonsPart | None, self.load_module("reasons"))

    @cached_property
    def bots(self) -> BotsPart:
        """The rule-of-thumb levels (`part_protocols.BotsPart`); LEVELS is empty for a game without bots of its own."""
        return cast(BotsPart, self.load_module("bots") or empty_part("bots", LEVELS=()))

    @cached_property
    def study(self) -> Any:
        """The module with `answer_question(view, seat, question) -> dict` for slow questions of its screen; or None."""
        return self.load_module("study")

    @cached_property
    def records(self) -> RecordsPart | None:
        """Matches in the notation of the game's players (`part_protocols.RecordsPart`); None for a game without one."""
        return cast(RecordsPart | None, self.load_module("records"))

    @cached_property
    def figures(self) -> FiguresPart | None:
        """The module that draws the notation on the rules pages (`part_protocols.FiguresPart`); or None."""
        return cast(FiguresPart | None, self.load_module("figures"))

    @cached_property
    def ending(self) -> EndingPart:
        """What the end of a match tells of it (`part_protocols.EndingPart`); defaults where a game tells nothing."""
        return cast(EndingPart, self.load_module("ending") or empty_part("ending"))

    @cached_property
    def practice(self) -> PracticePart | None:
        """What actions exercise, for a teacher's report; None for a game that tells nothing."""
        return cast(PracticePart | None, self.load_module("practice_items"))

    @cached_property
    def met_numbers(self) -> MetNumbersPart | None:
        """The primes and products that a seat meets (`part_protocols.MetNumbersPart`); None where there are none."""
        return cast(MetNumbersPart | None, self.load_module("met_numbers"))

    @cached_property
    def trainer(self) -> TrainerPart | None:
        """The decks of the game's trainer (`part_protocols.TrainerPart`); None for a game without one."""
        return cast(TrainerPart | None, self.load_module("trainer"))

    @cached_property
    def report_events(self) -> ReportEventsPart:
        """What a design report asks of this game; the defaults for a game that tells nothing."""
        return cast(ReportEventsPart, self.load_module("report_events") or empty_part("report_events"))

    def has_module(self, name: str) -> bool:
        """Tell whether the game's folder has a module or package of this name, without importing it."""
        return find_module_file(self.folder, name) is not None

    def load_module(self, name: str, pure: bool = True) -> ModuleType | None:
        """Import a module of the game's folder, compiled or pure Python, and give it the defaults of its part.

        The module may be a package. None where the file does not exist.
        """
        file = find_module_file(self.folder, name)
        if file is None:
            return None
        load = kernel.import_pure if pure else importlib.import_module
        return complete_part(name, load(f"{self.package}.{module_name(file)}"))

    def hint_steps(self, view: Any, seat: int, names: Sequence[str]) -> list[HintStep]:
        """Return the hint ladder for a seat.

        The step that says what to do carries its actions, which must not be refused. Hints that mention others take
        `names` as a third parameter.
        """
        if self.hints is None:
            return []
        ladder = self.hints.ladder
        return self._with_cards(view, seat, ladder(view, seat, names) if "names" in signature(ladder).parameters
                                else ladder(view, seat))

    def hint_steps_to(self, view: Any, seat: int, action: int) -> list[HintStep]:
        """Return a hint ladder that leads to a given action; empty where the hints have none for it."""
        return self._with_cards(view, seat, self.hints.ladder_to(view, seat, action)) if self.hints else []

    def cards_used(self, view: Any, seat: int, action: int) -> tuple[str, ...]:
        """Return the cards that an action uses, in order, as the scene calls them; () where the game does not say."""
        return tuple(self.hints.cards_used(view, seat, action)) if self.hints else ()

    def _with_cards(self, view: Any, seat: int, ladder: Sequence[Any]) -> list[HintStep]:
        """Return a ladder whose steps with actions name the cards of the first of them."""
        return [HintStep(step, *step.actions, cards=self.cards_used(view, seat, step.actions[0]))
                if step.actions and not step.cards else step for step in as_hint_steps(ladder)]

    def hint_sentences(self, view: Any, seat: int, names: Sequence[str]) -> list[str]:
        """Return the sentences of the hint ladder for a seat."""
        return [str(rung) for rung in self.hint_steps(view, seat, names)]

    @cached_property
    def folder(self) -> Path:
        """The game's folder."""
        if self.package == f"coprime.games.{self.name}":
            return kernel.PACKAGE / "games" / self.name
        found = find_spec(self.package)
        return Path(next(iter(found.submodule_search_locations or ()))) if found else Path()

    @property
    def localized_title(self) -> str:
        """The game's title in the current language."""
        return str(load_messages(self.folder).get("game", {}).get("title", self.title))

    def check_options(self, seats: int, options: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """Return all options with defaults filled in.

        Raises BadInput for seats or options that the game does not have.
        """
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

    def preset_options(self, preset: str | None, options: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """Return the options of a preset (None: of no preset), and over them single ones.

        Raises BadInput for a preset that the game does not have.
        """
        if preset is not None and preset not in self.presets:
            known = join_with_commas(self.presets)
            raise BadInput(format_sentence(FOLDER, "game.preset", title=self.localized_title, name=repr(preset),
                                           known=known))
        return {**(self.presets[preset] if preset is not None else {}), **(options or {})}

    def default_seat_count(self, preferred: int = 0) -> int:
        """Return the number of seats by default: `default_seats`, or the allowed number nearest to `preferred`."""
        fewest, most = self.seats
        return self.default_seats or max(fewest, min(preferred, most))

    def warning_sentences(self, seats: int, options: Mapping[str, Value]) -> list[str]:
        """Return warnings about a full set of options."""
        return [format_sentence(self.folder, f"warning.{name}", seats=seats, **options)
                for name in self.warnings(seats, options)]

    def check_stored(self, seats: int, stored: Mapping[str, Any]) -> dict[str, Value]:
        """Return all options of a stored match, with the values that were in force then.  Raises BadInput."""
        return self.check_options(seats, complete_stored(self.options, seats, stored))

    def new_state(self, seats: int, options: Mapping[str, Value] | None = None, rules: Rules | None = None) -> Any:
        """Return a state in which `begin` has run.  Raises BadInput."""
        chosen = self.check_options(seats, options)
        rules = rules or self.rules
        s = rules.State.new()
        s.seats = seats
        for option in self.options:
            if not option.screen:
                s[option.name] = option.encode(chosen[option.name])
        rules.begin(s)
        return s


def load_game(package: str) -> Game:
    """Import a package's game.py and return its game."""
    found: Game = importlib.import_module(f"{package}.game").GAME
    return found
