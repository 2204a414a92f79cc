"""Sentences by key, from a folder's message files: `messages/en.toml`, `messages/ja.toml` and so on.

A sentence with holes is an ICU message, as in the browser part: `{who} draws {n, plural, one {# card} other {#
cards}}`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from .deprecated import forward_old_names
from .errors import Unfinished
from .language_selection import LANGUAGE, current_language

HERE = Path(__file__).parent
COUNTING_FACT = re.compile(r"{\s*(\w+)\s*,\s*(?:plural|selectordinal)\b")
CHOOSING_FACT = re.compile(r"{\s*\w+\s*,")


class Message(str):
    """A sentence with holes; `format` fills them and picks the plural form.

    A number in a plain hole is written as it is; a counting number (`{n, plural, ...}`) gets the language's
    separators.
    """

    language: str

    def __new__(cls, text: str, language: str = LANGUAGE) -> "Message":
        """Create a message in a language."""
        message = super().__new__(cls, text)
        message.language = language
        return message

    def format(self, /, **facts: Any) -> str:      # type: ignore[override]
        """Return the sentence with its facts.  Raises KeyError for a missing fact."""
        if self.compiled_pattern is None:
            return str.format(self, **facts)
        pattern, counted = self.compiled_pattern
        told: dict[str, Any] = {name: int(facts[name]) for name in counted}
        for name, fact in facts.items():
            if name not in told:
                told[name] = str(fact)
        return pattern.format(told)

    @cached_property
    def compiled_pattern(self) -> tuple[Any, frozenset[str]] | None:
        """The compiled ICU pattern and the facts it counts by; None for a message without a choice."""
        if not CHOOSING_FACT.search(self):
            return None
        # Ten milliseconds to import, and programs that say nothing never ask for it.
        from icu4py.messageformat import MessageFormat

        return MessageFormat(str(self), self.language), frozenset(COUNTING_FACT.findall(self))


class MessageSection(Mapping[str, Any]):
    """Messages by name, read in the current language.

    A message that a translation lacks is read in English; an unknown name raises Unfinished with the file and
    dotted key.
    """

    def __init__(self, folder: Path, path: tuple[str, ...], parts: dict[str, Any]) -> None:
        self._folder, self._path = folder, path
        self._by_language = {LANGUAGE: {name: MessageSection(folder, (*path, name), part) if isinstance(part, dict) else
                                        _as_message(part, LANGUAGE) for name, part in parts.items()}}

    def __getitem__(self, name: str) -> Any:
        """Return a message or a nested section in the current language.  Raises Unfinished."""
        try:                                                # a scene asks hundreds of times
            return self._by_language[current_language()][name]
        except KeyError:
            said = self._current_messages()
        if name not in said:
            raise Unfinished(format_sentence(HERE, "missing.message", file=_message_file(self._folder, LANGUAGE),
                                             name=".".join([*self._path, str(name)])))
        return said[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._by_language[LANGUAGE])

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._by_language[LANGUAGE])

    def __contains__(self, name: object) -> bool:
        """Tell whether a name exists."""
        return name in self._by_language[LANGUAGE]

    def get(self, name: str, otherwise: Any = None) -> Any:
        """Return a message in the current language, or a default value."""
        return self._current_messages().get(name, otherwise)

    def _current_messages(self) -> dict[str, Any]:
        spoken = current_language()
        return self._by_language[spoken] if spoken in self._by_language else self._load_translation(spoken)

    def _load_translation(self, spoken: str) -> dict[str, Any]:
        file, parts = _message_file(self._folder, spoken), self._by_language[LANGUAGE]
        found: Any = _read_translation(file)
        for name in self._path:
            found = found.get(name, {})
        self._by_language[spoken] = parts | {name: _as_message(part, spoken) for name, part in found.items()
                                             if not isinstance(parts.get(name), MessageSection)}
        return self._by_language[spoken]


@cache
def load_messages(folder: Path) -> MessageSection:
    """Load all messages of a folder, nested as in the file; those with holes are `Message`.

    Raises Unfinished.
    """
    return MessageSection(folder, (), _read_toml(_message_file(folder, LANGUAGE)))


def _message_file(folder: Path, language_name: str) -> Path:
    return folder / "messages" / f"{language_name}.toml"


@cache
def _read_translation(file: Path) -> dict[str, Any]:
    # Each section of a translation asks for its file.
    return _read_toml(file) if file.is_file() else {}


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Unfinished(format_sentence(HERE, "missing.file", file=file)) from None
    except tomllib.TOMLDecodeError as wrong:
        raise Unfinished(format_sentence(HERE, "missing.toml", file=file, why=wrong)) from None


def _as_message(value: Any, language_name: str) -> Any:
    if isinstance(value, list):
        return [_as_message(part, language_name) for part in value]
    return Message(value, language_name) if isinstance(value, str) and "{" in value else value


def format_sentence(folder: Path, key: str, /, **facts: object) -> str:
    """Return the sentence of a dotted key with its facts filled in."""
    found: Any = load_messages(folder)
    for part in key.split("."):
        found = found[part]
    return str(found.format(**facts))


# Several in one.

def join_with_commas(words: Iterable[str]) -> str:
    """Join words with commas: "a, b, c"."""
    return str(load_messages(HERE)["list"]["between"]).join(words)


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words as a list in a sentence: "a, b and c"; `last` is "and" or "or"."""
    if len(words) < 2:
        return "".join(words)
    form = load_messages(HERE)["list"][last]["two" if len(words) == 2 else "more"]
    return str(form.format(first=join_with_commas(words[:-1]), last=words[-1]))


def join_sentences(sentences: Iterable[str]) -> str:
    """Join whole sentences to one text, without empty ones."""
    return str(load_messages(HERE)["list"]["sentences"]).join(filter(None, sentences))


def names_for_reader(names: Sequence[str], watcher: int, you: str) -> list[str]:
    """Return the names as `watcher` reads them: their own is replaced by the word for "you"."""
    return [you if seat == watcher else name for seat, name in enumerate(names)]


def format_signed(number: int, form: str = "d") -> str:
    """Format a number with a real minus sign."""
    return f"{int(number):{form}}".replace("-", "−")


class Line(NamedTuple):
    """A line of the log: its text, a mark (prime, passed, failed, won or "") and facts for the screen.

    The fact `great` is the title of a rare play, which everybody is shown for a moment.
    The fact `primes` lists the primes that the seat of the line has played with it, all open to everybody.
    """

    text: str
    mark: str = ""
    detail: dict[str, Any] | None = None


def format_for(pair: list[str], seat: int, watcher: int, names: Sequence[str], **facts: Any) -> str:
    """Format the second- or third-person form of a sentence, as `watcher` reads what `seat` does.

    pair  [second person, third person]
    """
    return pair[seat != watcher].format(who=names[seat], **facts)


__getattr__ = forward_old_names(__name__, {"messages": "load_messages", "told": "format_for"})
