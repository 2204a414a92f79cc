"""Standings by points and tie-breaks: Buchholz, Sonneborn-Berger and direct encounter.

The definitions are those of the FIDE tie-break regulations (C.07), without cut or median variants.  A round without an
opponent (a bye, a round before a late entry or after a withdrawal) counts there as one against a dummy whose points
are the player's own; a bye is won.  A pairing that somebody lost by withdrawing counts against the one who won it.
Opponents count with their points as they stand, without a correction for the rounds that they did not play.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class RoundOutcome(Struct):
    """What a player had from one round: points, and whom they met; 0 for nobody."""

    opponent: int
    points: float


class RankedPlayer(Struct):
    """A line of the standings: the player's number, their shared place, points and tie-breaks.

    won, played  of an arena: games
    """

    player: int
    place: int
    points: float
    buchholz: float = 0.0
    sonneborn_berger: float = 0.0
    direct: float = 0.0
    won: int = 0
    played: int = 0


def rank_players(outcomes: Mapping[int, Sequence[RoundOutcome]]) -> list[RankedPlayer]:
    """Return the standings, the best first.

    outcomes  of every player, by their number, one for each round that counts

    Equal players share a place; they stand in the order of their numbers.
    """
    points = {player: sum(one.points for one in of) for player, of in outcomes.items()}
    found = [RankedPlayer(player, 0, points[player],
                      sum(points.get(one.opponent, points[player]) for one in of),
                      sum(one.points * points.get(one.opponent, points[player]) for one in of))
             for player, of in outcomes.items()]
    equals: dict[tuple[float, ...], set[int]] = {}
    for one in found:
        equals.setdefault(_key(one)[:3], set()).add(one.player)
    for one in found:
        one.direct = _direct_points(one.player, equals[_key(one)[:3]], outcomes)
    found.sort(key=lambda one: (*(-part for part in _key(one)), one.player))
    for n, one in enumerate(found):
        one.place = found[n - 1].place if n and _key(found[n - 1]) == _key(one) else n + 1
    return found


def _key(one: RankedPlayer) -> tuple[float, float, float, float]:
    return one.points, one.buchholz, one.sonneborn_berger, one.direct


def _direct_points(player: int, equal: set[int], outcomes: Mapping[int, Sequence[RoundOutcome]]) -> float:
    """The points that a player has from pairings with all who are equal so far; 0 where not all of these have met."""
    for one in equal:
        if not equal - {one} <= {outcome.opponent for outcome in outcomes[one]}:
            return 0.0
    return sum(outcome.points for outcome in outcomes[player] if outcome.opponent in equal)
