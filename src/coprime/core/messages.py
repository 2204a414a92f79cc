"""Sentences by key, from the message file of a language: `messages/en.toml` in a game's folder.

A sentence with holes is an ICU message, as in the browser part: `{who} draws {n, plural, one {# card}
other {# cards}}`.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from .faults import Unfinished

LANGUAGE = "en"
HERE = Path(__file__).parent
COUNTED = re.compile(r"{\s*(\w+)\s*,\s*(?:plural|selectordinal)\b")
CHOICE = re.compile(r"{\s*\w+\s*,")


class Message(str):
    """A sentence with holes; `format` fills them and chooses the form that the language has for a number.

    A number is written as it is where it only stands in a hole, and with the language's separators where it is
    counted by (`{n, plural, ...}`).
    """

    language: str

    def __new__(cls, text: str, language: str = LANGUAGE) -> "Message":
        message = super().__new__(cls, text)
        message.language = language
        return message

    def format(self, /, **facts: Any) -> str:      # type: ignore[override]
        """The sentence with its facts.  Raises KeyError for one that is wanted and not given."""
        if self.choosing is None:
            return str.format(self, **facts)
        pattern, counted = self.choosing
        told: dict[str, Any] = {name: int(facts[name]) for name in counted}
        for name, fact in facts.items():
            if name not in told:
                told[name] = str(fact)
        return pattern.format(told)

    @cached_property
    def choosing(self) -> tuple[Any, frozenset[str]] | None:
        """What ICU makes of a message that chooses between forms, and the numbers it counts by; None for any other."""
        if not CHOICE.search(self):
            return None
        # Ten milliseconds to import, and programs that say nothing never ask for it.
        from icu4py.messageformat import MessageFormat

        return MessageFormat(str(self), self.language), frozenset(COUNTED.findall(self))


class Section(dict[str, Any]):
    """Messages by their names; one that is not there raises Unfinished with its file and its dotted key."""

    def __init__(self, file: Path, key: str, parts: dict[str, Any], language: str) -> None:
        self.file, self.key = file, key
        super().__init__({name: _spoken(part, file, f"{key}{name}.", language) for name, part in parts.items()})

    def __missing__(self, name: str) -> Any:
        raise Unfinished(sentence(HERE, "missing.message", file=self.file, name=f"{self.key}{name}"))


@cache
def messages(folder: Path, language: str = LANGUAGE) -> Section:
    """All messages of a folder, nested as in the file; those with holes are `Message`s.  Raises Unfinished."""
    file = folder / "messages" / f"{language}.toml"
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Unfinished(sentence(HERE, "missing.file", file=file)) from None
    except tomllib.TOMLDecodeError as wrong:
        raise Unfinished(sentence(HERE, "missing.toml", file=file, why=wrong)) from None
    return Section(file, "", found, language)


def _spoken(value: Any, file: Path, key: str, language: str) -> Any:
    if isinstance(value, dict):
        return Section(file, key, value, language)
    if isinstance(value, list):
        return [_spoken(part, file, key, language) for part in value]
    return Message(value, language) if isinstance(value, str) and "{" in value else value


def sentence(folder: Path, key: str, /, **facts: object) -> str:
    """The sentence of a dotted key, with its facts filled in."""
    found: Any = messages(folder)
    for part in key.split("."):
        found = found[part]
    return str(found.format(**facts))


def joined(words: list[str], last: str = "and") -> str:
    """A list in words: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def as_read(names: Sequence[str], watcher: int, you: str) -> list[str]:
    """The names as `watcher` reads them: their own is the word for it."""
    return [you if seat == watcher else name for seat, name in enumerate(names)]


def minus(number: int, form: str = "d") -> str:
    """A number with the sign that is as wide as a plus."""
    return f"{int(number):{form}}".replace("-", "−")


class Line(NamedTuple):
    """A line of the log: its text, a mark (one of prime, passed, failed, won, or "") and facts for the screen.

    `great` among those facts is the title of a play so rare that the others are shown it for a moment.
    """

    text: str
    mark: str = ""
    detail: dict[str, Any] | None = None


def told(pair: list[str], seat: int, watcher: int, names: Sequence[str], **facts: Any) -> str:
    """One of two forms of a sentence, [second person, third person], as `watcher` reads what `seat` does."""
    return pair[seat != watcher].format(who=names[seat], **facts)
