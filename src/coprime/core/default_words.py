"""The house's own words for a game: what its words.py leaves out.

A first game needs `text(view, seat, names)` in its words.py, `[refusal]` in its message file, and `label(action)` where
a number does not say what an action is.  Everything here can be replaced by a function of the same name in words.py.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from .deprecated import find_module_file
from .errors import BadInput, Unfinished
from .messages import Line, Message, format_for, format_sentence, join_words, load_messages, names_for_reader
from .options import FOLDER
from .seats import CHANCE, CLOCK, UNKNOWN
from .typed import normalize_typed

HOUSE = load_messages(FOLDER)


class WordsOwner(Protocol):
    """What a game must be known by to be spoken of."""

    @property
    def folder(self) -> Path: ...

    @property
    def pure_rules(self) -> Any: ...


def complete_words(module: ModuleType, game: WordsOwner) -> ModuleType:
    """Give a game's words.py what it does not define.  Raises Unfinished where only the game can say it."""
    if not hasattr(module, "text"):
        raise missing_part(game, "words.py", "text")
    if not hasattr(module, "parse") and not hasattr(game.pure_rules.module, "ACTIONS"):
        raise missing_part(game, "words.py", "parse")
    own = DefaultWords(game, module)
    for name in ("SAY", "label", "parse", "explain_refusal", "describe_event", "scene"):
        if not hasattr(module, name):
            setattr(module, name, getattr(own, name))
    if not hasattr(module.parse, "__wrapped__"):                # the module may be completed for several objects
        module.parse = _of_typed(module.parse)                  # type: ignore[attr-defined]
    return module


def _of_typed(parse: Callable[[str], int]) -> Callable[[str], int]:
    """A game's `parse` that also reads full-width letters and digits."""
    @wraps(parse)
    def parse_typed(text: str) -> int:
        return parse(normalize_typed(text))
    return parse_typed


def missing_part(game: WordsOwner, file: str, name: str, meaning: str = "") -> Unfinished:
    """What is raised for something that a file of a game does not define."""
    return Unfinished(format_sentence(FOLDER, "missing.name", file=game.folder / file, name=name,
                                      meaning=meaning or HOUSE["meaning"][name]))


class DefaultWords:
    """One game's."""

    def __init__(self, game: WordsOwner, words: ModuleType) -> None:
        self._game, self._words, self.SAY = game, words, load_messages(game.folder)

    @cached_property
    def _read(self) -> dict[str, int]:
        return {_plain(self._words.label(action)): action for action in range(self._game.pure_rules.module.ACTIONS)}

    def label(self, action: int) -> str:
        """An action in the game's notation: its number."""
        return str(int(action))

    def parse(self, text: str) -> int:
        """The action of a label.  Raises BadInput."""
        action = self._read.get(_plain(text))
        if action is None:
            raise BadInput(_text(self.SAY, "parse", "bad", HOUSE["parse"]["bad"], {"text": text[:40]}))
        return action

    def explain_refusal(self, reason: int, view: Any, action: int) -> tuple[str, str]:
        """The sentence of a refusal and its rule: `[refusal]` NAME = ["...", "XX-1"].

        The sentence may hold fields of the view that are one number, and the action's label.
        """
        said = self.SAY["refusal"][self._game.pure_rules.module.Refusal(reason).name]
        text, rule = (said, "") if isinstance(said, str) else said
        return _filled(text, {**_facts(view), "label": self._words.label(action)}), rule

    def describe_event(self, before: Any, seat: int, action: int, after: Any, names: Sequence[str],
                       watcher: int) -> Line:
        """A line of the log."""
        if seat in (CHANCE, CLOCK) or action == UNKNOWN:
            return Line("")
        return Line(format_for(HOUSE["event"]["acts"], seat, watcher, list(names), label=self._words.label(action)))

    def scene(self, view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """What a screen shows: the sentence, the table as text, what may be done as buttons, whether all is open."""
        rules = self._game.pure_rules
        acting = int(rules.to_act(view))
        turn = [one for one in range(int(view.seats)) if acting >> one & 1]
        over = None if acting else self._ended(view, seat, names)
        rest = self._ended(view, seat, names) if acting and rules.is_between_hands(view) else None
        end = over or rest
        return {"ask": end["title"] if end else self._asked(view, seat, names, turn),
                "why": "" if end else _text(self.SAY, "ask", "why", "", _facts(view)), "turn": turn,
                "seats": [{} for _ in range(int(view.seats))], "over": over, "rest": rest,
                "public": find_module_file(self._game.folder, "observation") is None,
                "text": self._words.text(view, seat, names),
                "choices": self._choices(view, seat) if seat in turn else []}

    def _asked(self, view: Any, seat: int, names: Sequence[str], turn: list[int]) -> str:
        if seat in turn:
            first = HOUSE["ask"]["yours" if len(turn) == 1 else "asked"]
            return f"{first} {_text(self.SAY, 'ask', 'play', '', _facts(view))}".strip()
        if not turn:
            return str(HOUSE["ask"]["chance"])
        return str(HOUSE["ask"]["waits"].format(who=join_words([names[one] for one in turn]), n=len(turn)))

    def _choices(self, view: Any, seat: int) -> list[dict[str, str]]:
        rules = self._game.pure_rules
        out = np.zeros(rules.MAX_ACTIONS, np.int64)
        return [{"label": self._words.label(int(action))} for action in out[:rules.sound_actions(view, seat, out)]]

    def _ended(self, view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """How a round or the match has ended: whoever has most has won, if anybody has less."""
        out = np.zeros(int(view.seats))
        self._game.pure_rules.returns(view, out)
        over = not int(self._game.pure_rules.to_act(view))
        winners = [one for one in range(len(out)) if out[one] == out.max() > min(out.min(), 0.0)] if over else []
        title = HOUSE["ask"]["over" if over else "rest"]
        if len(winners) == 1:
            title = format_for(HOUSE["ask"]["wins"], winners[0], seat, list(names))
        elif winners:
            called = names_for_reader(list(names), seat, HOUSE["ask"]["you"])
            title = HOUSE["ask"]["shared"].format(who=join_words([called[one] for one in winners]))
        return {"title": str(title), "text": _text(self.SAY, "ask", "over", "", _facts(view)), "winners": winners}


def _facts(view: Any) -> dict[str, int]:
    """The fields of a view that are one number."""
    return {name: int(view[name]) for name in view.dtype.names if not view.dtype[name].shape}


def _text(said: Mapping[str, Any], section: str, key: str, otherwise: str, facts: dict[str, Any]) -> str:
    """A sentence of the game where it has one."""
    return _filled(said.get(section, {}).get(key, otherwise), facts)


def _filled(text: str, facts: dict[str, Any]) -> str:
    return text.format(**facts) if isinstance(text, Message) else text


def _plain(text: str) -> str:
    """A label as it is compared: people type capitals and blanks."""
    return " ".join(text.lower().split())
