"""Sentences by key, from the message files of a folder: `messages/en.toml`, `messages/ja.toml`, one for each language.

A sentence with holes is an ICU message, as in the browser part: `{who} draws {n, plural, one {# card}
other {# cards}}`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from .deprecated import forward_old_names
from .errors import Unfinished
from .language import LANGUAGE, language

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


class Section(Mapping[str, Any]):
    """Messages by their names, in the language that is spoken when one is asked for.

    What a file of another language does not have is said in English; a name that is not there raises Unfinished with
    the file and its dotted key.
    """

    def __init__(self, folder: Path, path: tuple[str, ...], parts: dict[str, Any]) -> None:
        self._folder, self._path = folder, path
        self._said = {LANGUAGE: {name: Section(folder, (*path, name), part) if isinstance(part, dict) else
                                 _spoken(part, LANGUAGE) for name, part in parts.items()}}

    def __getitem__(self, name: str) -> Any:
        try:                                                # a scene asks hundreds of times
            return self._said[language()][name]
        except KeyError:
            said = self._spoken_now()
        if name not in said:
            raise Unfinished(format_sentence(HERE, "missing.message", file=_file(self._folder, LANGUAGE),
                                             name=".".join([*self._path, str(name)])))
        return said[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._said[LANGUAGE])

    def __len__(self) -> int:
        return len(self._said[LANGUAGE])

    def __contains__(self, name: object) -> bool:
        return name in self._said[LANGUAGE]

    def get(self, name: str, otherwise: Any = None) -> Any:
        return self._spoken_now().get(name, otherwise)

    def _spoken_now(self) -> dict[str, Any]:
        spoken = language()
        return self._said[spoken] if spoken in self._said else self._translated(spoken)

    def _translated(self, spoken: str) -> dict[str, Any]:
        file, parts = _file(self._folder, spoken), self._said[LANGUAGE]
        found: Any = _read(file) if file.is_file() else {}
        for name in self._path:
            found = found.get(name, {})
        self._said[spoken] = parts | {name: _spoken(part, spoken) for name, part in found.items()
                                      if not isinstance(parts.get(name), Section)}
        return self._said[spoken]


@cache
def load_messages(folder: Path) -> Section:
    """All messages of a folder, nested as in the file; those with holes are `Message`s.  Raises Unfinished."""
    return Section(folder, (), _read(_file(folder, LANGUAGE)))


def _file(folder: Path, spoken: str) -> Path:
    return folder / "messages" / f"{spoken}.toml"


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Unfinished(format_sentence(HERE, "missing.file", file=file)) from None
    except tomllib.TOMLDecodeError as wrong:
        raise Unfinished(format_sentence(HERE, "missing.toml", file=file, why=wrong)) from None


def _spoken(value: Any, spoken: str) -> Any:
    if isinstance(value, list):
        return [_spoken(part, spoken) for part in value]
    return Message(value, spoken) if isinstance(value, str) and "{" in value else value


def format_sentence(folder: Path, key: str, /, **facts: object) -> str:
    """The sentence of a dotted key, with its facts filled in."""
    found: Any = load_messages(folder)
    for part in key.split("."):
        found = found[part]
    return str(found.format(**facts))


# Several in one.

def join_with_commas(words: Iterable[str]) -> str:
    """One after the other: "a, b, c"."""
    return str(load_messages(HERE)["list"]["between"]).join(words)


def join_words(words: Sequence[str], last: str = "and") -> str:
    """A list in words: "a, b and c"; `last` is "and" or "or"."""
    if len(words) < 2:
        return "".join(words)
    form = load_messages(HERE)["list"][last]["two" if len(words) == 2 else "more"]
    return str(form.format(first=join_with_commas(words[:-1]), last=words[-1]))


def join_sentences(sentences: Iterable[str]) -> str:
    """Whole sentences as one text; those that are empty are left out."""
    return str(load_messages(HERE)["list"]["sentences"]).join(filter(None, sentences))


def names_for_reader(names: Sequence[str], watcher: int, you: str) -> list[str]:
    """The names as `watcher` reads them: their own is the word for it."""
    return [you if seat == watcher else name for seat, name in enumerate(names)]


def format_signed(number: int, form: str = "d") -> str:
    """A number with the sign that is as wide as a plus."""
    return f"{int(number):{form}}".replace("-", "−")


class Line(NamedTuple):
    """A line of the log: its text, a mark (one of prime, passed, failed, won, or "") and facts for the screen.

    `great` among those facts is the title of a play so rare that the others are shown it for a moment.
    """

    text: str
    mark: str = ""
    detail: dict[str, Any] | None = None


def format_for(pair: list[str], seat: int, watcher: int, names: Sequence[str], **facts: Any) -> str:
    """One of two forms of a sentence, [second person, third person], as `watcher` reads what `seat` does."""
    return pair[seat != watcher].format(who=names[seat], **facts)


__getattr__ = forward_old_names(__name__, {"messages": "load_messages", "told": "format_for"})
