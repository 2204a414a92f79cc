"""What follows from the results of a tournament, computed once for all pages that ask between two results."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from ...tournaments.rounds import rank_tournament
from ...tournaments.standings import RankedPlayer
from ...tournaments.tournament import Tournament

T = TypeVar("T")
MOST_REMEMBERED = 64
_REMEMBERED: dict[tuple[str, bytes], Any] = {}


def compute_once(compute: Callable[[Tournament], T], tournament: Tournament) -> T:
    """Return what a function computes from results, players and teams of a tournament by their numbers."""
    players = [[one.number, one.has_entered, one.withdrawn, one.team] for one in tournament.players]
    results = tournament.scores if tournament.is_arena else tournament.rounds
    basis = msgspec.json.encode([tournament.format, tournament.wins, tournament.drawn, tournament.boards,
                                 [one.withdrawn for one in tournament.teams], players, results])
    key = compute.__qualname__, basis
    found: T = _REMEMBERED.pop(key) if key in _REMEMBERED else compute(tournament)
    _REMEMBERED[key] = found
    if len(_REMEMBERED) > MOST_REMEMBERED:
        del _REMEMBERED[next(iter(_REMEMBERED))]
    return found


def rank_once(tournament: Tournament) -> list[RankedPlayer]:
    """Return the standings."""
    return compute_once(rank_tournament, tournament)
