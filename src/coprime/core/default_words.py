"""Default words for a game: labels, sentences and a plain scene for what its words.py leaves out.

A first game needs `text(view, seat, names)` in words.py, `[refusal]` in its message file, and `label(action)` where
a number does not explain an action. A function of the same name in words.py replaces the one here.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from .deprecated import find_module_file
from .errors import BadInput, Unfinished
from .messages import (
    Line,
    Message,
    format_for,
    format_sentence,
    join_sentences,
    join_words,
    load_messages,
    names_for_reader,
)
from .options import FOLDER
from .seats import CHANCE, CLOCK, UNKNOWN
from .text_normalization import normalize_typed

DEFAULT_SENTENCES = load_messages(FOLDER)


class WordsOwner(Protocol):
    """What `complete_words` needs to know of a game."""

    @property
    def folder(self) -> Path:
        """The game's folder."""

    @property
    def pure_rules(self) -> Any:
        """The game's rules in the pure-Python variant."""


def complete_words(module: ModuleType, game: WordsOwner) -> ModuleType:
    """Fill a game's words module with defaults.

    Raises Unfinished where only the game can define something.
    """
    if not hasattr(module, "text"):
        raise missing_definition_error(game, "words.py", "text")
    if not hasattr(module, "parse") and not hasattr(game.pure_rules.module, "ACTIONS"):
        raise missing_definition_error(game, "words.py", "parse")
    own = DefaultWords(game, module)
    for name in ("SAY", "label", "parse", "explain_refusal", "describe_event", "scene"):
        if not hasattr(module, name):
            setattr(module, name, getattr(own, name))
    if not hasattr(module.parse, "__wrapped__"):                # the module may be completed for several objects
        module.parse = _accept_full_width(module.parse)                  # type: ignore[attr-defined]
    return module


def _accept_full_width(parse: Callable[[str], int]) -> Callable[[str], int]:
    """Wrap a game's `parse` so that it also reads full-width letters and digits."""
    @wraps(parse)
    def parse_typed(text: str) -> int:
        return parse(normalize_typed(text))
    return parse_typed


def missing_definition_error(game: WordsOwner, file: str, name: str, meaning: str = "") -> Unfinished:
    """Return the error for something that a game's file must define and does not."""
    return Unfinished(format_sentence(FOLDER, "missing.name", file=game.folder / file, name=name,
                                      meaning=meaning or DEFAULT_SENTENCES["meaning"][name]))


class DefaultWords:
    """The default words of one game; its methods stand in for missing functions of words.py."""

    def __init__(self, game: WordsOwner, words: ModuleType) -> None:
        self._game, self._words, self.SAY = game, words, load_messages(game.folder)

    @cached_property
    def _actions_by_label(self) -> dict[str, int]:
        return {_normalize_label(self._words.label(action)): action
                for action in range(self._game.pure_rules.module.ACTIONS)}

    def label(self, action: int) -> str:
        """Return an action in the default notation: its number."""
        return str(int(action))

    def parse(self, text: str) -> int:
        """Return the action of a label.  Raises BadInput."""
        action = self._actions_by_label.get(_normalize_label(text))
        if action is None:
            raise BadInput(_game_sentence(self.SAY, "parse", "bad", DEFAULT_SENTENCES["parse"]["bad"],
                                          {"text": text[:40]}))
        return action

    def explain_refusal(self, reason: int, view: Any, action: int) -> tuple[str, str]:
        """Return the sentence of a refusal and its rule, from `[refusal]` NAME = ["...", "XX-1"].

        The sentence may contain single-number fields of the view and the action's `{label}`.
        """
        said = self.SAY["refusal"][self._game.pure_rules.module.Refusal(reason).name]
        text, rule = (said, "") if isinstance(said, str) else said
        return _fill_message(text, {**_number_fields(view), "label": self._words.label(action)}), rule

    def describe_event(self, before: Any, seat: int, action: int, after: Any, names: Sequence[str],
                       watcher: int) -> Line:
        """Return the line of the log for an action; empty for CHANCE, CLOCK and hidden actions."""
        if seat in (CHANCE, CLOCK) or action == UNKNOWN:
            return Line("")
        return Line(format_for(DEFAULT_SENTENCES["event"]["acts"], seat, watcher, list(names),
                               label=self._words.label(action)))

    def scene(self, view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """Return the default scene: the question, the table as text, the choices as buttons, and the ending.

        With what the game's `scene_fields(view, seat, names)` adds.
        """
        rules = self._game.pure_rules
        acting = int(rules.to_act(view))
        turn = [one for one in range(int(view.seats)) if acting >> one & 1]
        over = None if acting else self._ending_scene(view, seat, names)
        rest = self._ending_scene(view, seat, names) if acting and rules.is_between_hands(view) else None
        end = over or rest
        return {"ask": end["title"] if end else self._ask_text(view, seat, names, turn),
                "why": "" if end else _game_sentence(self.SAY, "ask", "why", "", _number_fields(view)), "turn": turn,
                "seats": [{} for _ in range(int(view.seats))], "over": over, "rest": rest,
                "public": find_module_file(self._game.folder, "observation") is None,
                "text": self._words.text(view, seat, names),
                "choices": self._choice_buttons(view, seat) if seat in turn else [],
                **self._words.scene_fields(view, seat, names)}

    def _ask_text(self, view: Any, seat: int, names: Sequence[str], turn: list[int]) -> str:
        if seat in turn:
            first = DEFAULT_SENTENCES["ask"]["yours" if len(turn) == 1 else "asked"]
            return join_sentences([str(first), _game_sentence(self.SAY, "ask", "play", "", _number_fields(view))])
        if not turn:
            return str(DEFAULT_SENTENCES["ask"]["chance"])
        return str(DEFAULT_SENTENCES["ask"]["waits"].format(who=join_words([names[one] for one in turn]), n=len(turn)))

    def _choice_buttons(self, view: Any, seat: int) -> list[dict[str, str]]:
        rules = self._game.pure_rules
        out = np.zeros(rules.MAX_ACTIONS, np.int64)
        return [{"label": self._words.label(int(action))} for action in out[:rules.sound_actions(view, seat, out)]]

    def _ending_scene(self, view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """How a round or the match has ended: whoever has most has won, if anybody has less."""
        out = np.zeros(int(view.seats))
        self._game.pure_rules.returns(view, out)
        over = not int(self._game.pure_rules.to_act(view))
        winners = [one for one in range(len(out)) if out[one] == out.max() > min(out.min(), 0.0)] if over else []
        title = DEFAULT_SENTENCES["ask"]["over" if over else "rest"]
        if len(winners) == 1:
            title = format_for(DEFAULT_SENTENCES["ask"]["wins"], winners[0], seat, list(names))
        elif winners:
            called = names_for_reader(list(names), seat, DEFAULT_SENTENCES["ask"]["you"])
            title = DEFAULT_SENTENCES["ask"]["shared"].format(who=join_words([called[one] for one in winners]))
        return {"title": str(title), "text": _game_sentence(self.SAY, "ask", "over", "", _number_fields(view)),
                "winners": winners}


def _number_fields(view: Any) -> dict[str, int]:
    """Return the single-number fields of a view by name."""
    return {name: int(view[name]) for name in view.dtype.names if not view.dtype[name].shape}


def _game_sentence(messages: Mapping[str, Any], section: str, key: str, default: str, facts: dict[str, Any]) -> str:
    """Return a sentence of the game's messages with its facts, or the default sentence."""
    return _fill_message(messages.get(section, {}).get(key, default), facts)


def _fill_message(text: str, facts: dict[str, Any]) -> str:
    """Fill a message with facts; return text without holes unchanged."""
    return text.format(**facts) if isinstance(text, Message) else text


def _normalize_label(text: str) -> str:
    """Return a label in lower case with single blanks, for comparing typed labels."""
    return " ".join(text.lower().split())
