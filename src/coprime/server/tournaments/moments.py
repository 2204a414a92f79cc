"""The best moments of a tournament's finished games, computed beside the answers and remembered for a while."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...core.language_selection import current_language
from ...table.journal_replay import match_game_name
from ...tournaments.tournament import Tournament
from ...tournaments.tournament_types import TablePairing
from ..replays.store import ReplayStore
from ..store.store import Store

log = logging.getLogger(__name__)
MOST_REMEMBERED = 2000          # games, in each language


class GameMoment(NamedTuple):
    """The best moment of a player in a game: what others read, what the player does, and its figure, "" for none."""

    worth: float
    name: str
    text: str
    own: str
    figure: str


GameKey = tuple[str, int, str]          # the table, the match, the language


class MomentMemory:
    """The moments of finished games. A page reads what is there; what is missing is computed for its next visit."""

    def __init__(self, store: Store, replays: ReplayStore) -> None:
        self.store, self.replays = store, replays
        self._moments: dict[GameKey, list[GameMoment]] = {}
        self._task: asyncio.Task[None] | None = None

    def find_moments(self, tournament: Tournament, pairings: Sequence[TablePairing]) -> dict[str, list[GameMoment]]:
        """Return the moments of all counted games of pairings, by table, as far as they are known."""
        language = current_language()
        wanted = [(one.code, game.match, language) for one in pairings for game in one.games]
        missing = [key for key in wanted if key not in self._moments]
        if missing and (self._task is None or self._task.done()):
            self._task = asyncio.ensure_future(self._compute(tournament, missing))
        found: dict[str, list[GameMoment]] = {}
        for key in wanted:
            found.setdefault(key[0], []).extend(self._moments.get(key, ()))
        return found

    def count_known(self, tournament: Tournament) -> int:
        """Return of how many of a tournament's games the moments are known in the reader's language."""
        language = current_language()
        return sum((one.code, game.match, language) in self._moments
                   for found in tournament.rounds for one in found.pairings for game in one.games)

    async def _compute(self, tournament: Tournament, missing: Sequence[GameKey]) -> None:
        for key in missing:
            try:
                self._moments[key] = await self._read_moments(tournament, *key[:2])
            except Exception as wrong:      # a page shows none
                log.warning("no moments of match %d at table %s: %s", key[1], key[0], wrong)
                self._moments[key] = []
        while len(self._moments) > MOST_REMEMBERED:
            del self._moments[next(iter(self._moments))]

    async def _read_moments(self, tournament: Tournament, code: str, match: int) -> list[GameMoment]:
        rows = await asyncio.to_thread(self.store.load_match_rows, code, match)
        found: list[dict[str, Any]] = await self.replays.run_journal_job(
            "best", match_game_name(rows, tournament.game), rows, tournament.director, type=list[dict[str, Any]])
        return [GameMoment(one["worth"], one["name"], one["text"], own.get("text", ""), own.get("figure", ""))
                for one in found for own in [one["own"] or {}]]
