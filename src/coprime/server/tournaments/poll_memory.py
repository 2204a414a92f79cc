"""The tournaments that this process has read last, for pages that ask again and again."""

import asyncio
from collections.abc import Mapping

import msgspec

from ...tournaments.tournament import Tournament
from ..store.tournament_rows import StoredPairing

FRESH_SECONDS = 1.0             # for which a page that asks again is answered by what was read for another one
MOST_REMEMBERED = 64            # tournaments


class LookedTournament(msgspec.Struct):
    """A tournament as it was read: with what its tables have stored, when, and its marks by language."""

    tournament: Tournament
    stored: Mapping[str, StoredPairing]
    read_at: float
    marks: dict[str, tuple[bytes, bytes]] = {}


class PollMemory:
    """The tournaments that this process has read last."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._looked: dict[str, LookedTournament] = {}

    def note_looked(self, code: str, tournament: Tournament,
                    stored: Mapping[str, StoredPairing]) -> LookedTournament:
        """A tournament was read just now."""
        self._looked.pop(code, None)
        found = self._looked[code] = LookedTournament(tournament, stored, self._loop.time())
        if len(self._looked) > MOST_REMEMBERED:
            del self._looked[next(iter(self._looked))]
        return found

    def note_changed(self, code: str) -> None:
        """This process has changed a tournament."""
        self._looked.pop(code, None)

    def find_fresh(self, code: str) -> LookedTournament | None:
        """Return a tournament as it was less than FRESH_SECONDS ago, or None."""
        found = self._looked.get(code)
        return found if found is not None and self._loop.time() - found.read_at < FRESH_SECONDS else None
