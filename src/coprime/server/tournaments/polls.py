"""The versions by which pages that ask again and again learn of changes.

A version stands for all that a reader is told but the time that a round has left, and for the rounds before the last
one apart. Every process makes the same version of the same tournament.
"""

import hashlib
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request

from ...core.language_selection import current_language
from ...tournaments.round_clock import round_seconds_left
from ..app.request_context import AppState
from ..join_codes import parse_code
from .poll_memory import LookedTournament
from .view import player_state


class Version(NamedTuple):
    """What stands for a tournament, and for its rounds before the last one, as a reader sees them."""

    whole: str
    past: str

    def __str__(self) -> str:
        return f"{self.whole}.{self.past}"


def find_polled(state: AppState, request: Request, text: str) -> tuple[str, str, LookedTournament] | None:
    """Return code, asker's key and tournament without a look into the store.

    None where it was read too long ago, and for whoever has not been answered for this code lately.
    """
    key, code = state.cookie_key(request), parse_code(text)
    if not state.limits.tournaments or not key or not state.verified_codes.is_verified(key, code):
        return None
    found = state.tournament_polls.find_fresh(code)
    return None if found is None else (code, key, found)


def make_version(state: AppState, looked: LookedTournament, key: str) -> Version:
    """Return the version of a tournament for a reader; what all readers have in common is computed once."""
    language = current_language()
    if language not in looked.marks:
        looked.marks = looked.marks | {language: _compute_marks(state, looked, language)}
    whole, past = looked.marks[language]
    return Version(_digest(whole, key.encode()).hex()[:16], _digest(past, key.encode()).hex()[:16])


def _compute_marks(state: AppState, looked: LookedTournament, language: str) -> tuple[bytes, bytes]:
    tournament = looked.tournament
    unseen: Any = msgspec.structs.replace(
        tournament, players=[msgspec.structs.replace(one, seen=0) for one in tournament.players])
    left = round_seconds_left(tournament, state.manager.open_seconds())
    whole = [unseen, looked.stored, [player_state(tournament, one, looked.stored) for one in tournament.players],
             state.tournament_moments.count_known(tournament), left is not None and left > 0, language,
             state.public_url.base]
    names = [[one.name for one in tournament.players], [one.name for one in tournament.teams]]
    return (_digest(*map(msgspec.json.encode, whole)),
            _digest(*map(msgspec.json.encode, [tournament.director, names, tournament.rounds[:-1]])))


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()
