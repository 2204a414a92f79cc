"""Sentences by key, from the message file of a language: `messages/en.toml` in a game's folder."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

LANGUAGE = "en"


@cache
def messages(folder: Path, language: str = LANGUAGE) -> dict[str, Any]:
    """All messages of a folder, nested as in the file."""
    return tomllib.loads((folder / "messages" / f"{language}.toml").read_text(encoding="utf-8"))


def joined(words: list[str], last: str = "and") -> str:
    """A list in words: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def as_read(names: list[str], watcher: int, you: str) -> list[str]:
    """The names as `watcher` reads them: their own is the word for it."""
    return [you if seat == watcher else name for seat, name in enumerate(names)]


def minus(number: int, form: str = "d") -> str:
    """A number with the sign that is as wide as a plus."""
    return f"{int(number):{form}}".replace("-", "−")


class Line(NamedTuple):
    """A line of the log: its text, a mark (one of prime, passed, failed, won, or "") and facts for the screen."""

    text: str
    mark: str = ""
    detail: dict[str, Any] | None = None


def told(pair: list[str], seat: int, watcher: int, names: list[str], **facts: Any) -> str:
    """One of two forms of a sentence, [second person, third person], as `watcher` reads what `seat` does."""
    return pair[seat != watcher].format(who=names[seat], **facts)
