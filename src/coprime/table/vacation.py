"""A vacation at a table over days: its question, the days in which the clock of moves stands, and what is told of both.

People are noted by their number at the table, and times in seconds that the server has been open.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from .lobby import Lobby
from .sentences import say

MOST_NOTES = 12             # sentences that the table remembers of this match


class VacationRequest(msgspec.Struct):
    """The question whether the clock may stand for so many days.

    skipped  the seats that were gone when it was asked, which are not waited for;  agreed  the people who have said yes
    """

    who: int
    days: int
    ends_at: int
    skipped: set[int]
    agreed: set[int]


class VacationDays(msgspec.Struct):
    """The days in which the clock stands, asked for by `who`; `ending`: the people who would like to play on."""

    who: int
    ends_at: int
    ending: set[int]


class VacationNote(msgspec.Struct):
    """A sentence by its key: about whom, of how many days, and when (seconds since the epoch)."""

    at: int
    key: str
    who: int = 0
    days: int = 0

    def text(self, lobby: Lobby) -> str:
        """Return the sentence for whoever reads."""
        return say(f"vacation.{self.key}", name=lobby.guest_name(self.who), n=self.days)

    def facts(self, lobby: Lobby) -> dict[str, "int | Callable[[], str]"]:
        """Return the facts of the sentence for an announcement, which is read by several people."""
        return {"n": self.days, "name": lobby.name_fact(self.who) if self.who in lobby.guests else
                lambda: lobby.guest_name(self.who)}


@dataclass
class Vacation:
    """The vacations of one match.

    refused  how many questions of a person were declined or withdrawn, by number
    gone     the seats whose time of a move has run out and whose people have not been here since; nobody waits for them
    """

    request: VacationRequest | None = None
    current: VacationDays | None = None
    refused: dict[int, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    notes: list[VacationNote] = field(default_factory=list)

    def add_note(self, note: VacationNote) -> None:
        """Remember a sentence, and forget the oldest one where there are many."""
        self.notes = [*self.notes[1 - MOST_NOTES:], note]

    def replace_person(self, old: int, new: int) -> None:
        """Let what a person has asked and done be that of another number."""
        for part in (self.request, self.current, *self.notes):
            if part is not None and part.who == old:
                part.who = new
        for people in (self.request and self.request.agreed, self.current and self.current.ending):
            if people and old in people:
                people ^= {old, new}
        if old in self.refused:
            self.refused[new] = self.refused.pop(old)

    def to_json(self) -> dict[str, Any]:
        """Return the vacations as they are stored."""
        found: dict[str, Any] = msgspec.to_builtins(self, order="sorted")
        return {**found, "refused": [list(one) for one in sorted(self.refused.items())]}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> "Vacation":
        """Return stored vacations; none where nothing was stored."""
        if not stored:
            return cls()
        return msgspec.convert({**stored, "refused": dict(stored["refused"])}, cls)
