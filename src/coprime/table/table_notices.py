"""Sentences that a table says to everybody at it for a while, such as who is the host now."""

from collections.abc import Callable
from math import ceil
from typing import Any, NamedTuple

from .sentences import say

SHOWN_SECONDS = 30.0
MOST_SHOWN = 5
Fact = str | int | Callable[[], str]    # a text, a count, or what says it in the language of whoever reads


class Announcement(NamedTuple):
    """A sentence by its key, and when it was said first (monotonic seconds)."""

    number: int
    key: str
    facts: dict[str, Fact]
    at: float


class Announcements:
    """The last announcements of a table, the oldest first."""

    def __init__(self) -> None:
        self._entries: list[Announcement] = []

    def add(self, key: str, now: float, **facts: Fact) -> None:
        """Announce a sentence by its dotted key, with its facts."""
        number = self._entries[-1].number + 1 if self._entries else 1
        self._entries = [*self._entries[1 - MOST_SHOWN:], Announcement(number, key, facts, now)]

    def to_json(self, now: float) -> list[dict[str, Any]]:
        """Return those that are still shown, in the current language, and for how many seconds more."""
        return [{"n": one.number, "text": say(one.key, **{name: fact() if callable(fact) else fact
                                                          for name, fact in one.facts.items()}),
                 "seconds": ceil(one.at + SHOWN_SECONDS - now)}
                for one in self._entries if now < one.at + SHOWN_SECONDS]
