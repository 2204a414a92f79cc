"""Standings by points and tie-breaks: Buchholz, Sonneborn-Berger, board points and direct encounter.

The definitions are those of the FIDE tie-break regulations (C.07), without cut or median variants.  A round without an
opponent (a bye, a round before a late entry or after a withdrawal) counts there as one against a dummy whose points
are the player's own; a bye is won.  A pairing that somebody lost by withdrawing counts against the one who won it.
Opponents count with their points as they stand, without a correction for the rounds that they did not play.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class RoundOutcome(Struct):
    """What a player had from one round: points, and whom they met; 0 for nobody."""

    opponent: int
    points: float


class RankedPlayer(Struct):
    """A line of the standings: the player's number, their shared place, points and tie-breaks.

    won, played  of an arena: games
    board_points  of a team league, where `player` is the number of a team and `points` are match points
    """

    player: int
    place: int
    points: float
    buchholz: float = 0.0
    sonneborn_berger: float = 0.0
    direct: float = 0.0
    won: int = 0
    played: int = 0
    board_points: float = 0.0


Figures = Callable[[RankedPlayer], tuple[float, ...]]


def rank_players(outcomes: Mapping[int, Sequence[RoundOutcome]]) -> list[RankedPlayer]:
    """Return the standings, the best first.

    outcomes  of every player, by their number, one for each round that counts

    Equal players share a place; they stand in the order of their numbers.
    """
    found = _add_opponents_points(outcomes)
    return _order(found, outcomes, lambda one: (one.points, one.buchholz, one.sonneborn_berger),
                  lambda one: (one.direct,))


def rank_teams(outcomes: Mapping[int, Sequence[RoundOutcome]], board_points: Mapping[int, float]) -> list[RankedPlayer]:
    """Return the table of a team league, the best first: match points, board points, direct encounter, and then
    Sonneborn-Berger, the sum of the products of an opponent's match points and those won from them.

    outcomes  of every team, by its number: the match points of each meeting that counts
    """
    found = _add_opponents_points(outcomes)
    for one in found:
        one.board_points = board_points[one.player]
    return _order(found, outcomes, lambda one: (one.points, one.board_points),
                  lambda one: (one.direct, one.sonneborn_berger))


def _add_opponents_points(outcomes: Mapping[int, Sequence[RoundOutcome]]) -> list[RankedPlayer]:
    """Return everybody with their points and the tie-breaks that rest on the points of opponents."""
    points = {player: sum(one.points for one in of) for player, of in outcomes.items()}
    return [RankedPlayer(player, 0, points[player],
                         sum(points.get(one.opponent, points[player]) for one in of),
                         sum(one.points * points.get(one.opponent, points[player]) for one in of))
            for player, of in outcomes.items()]


def _order(found: list[RankedPlayer], outcomes: Mapping[int, Sequence[RoundOutcome]], before: Figures, after: Figures,
           ) -> list[RankedPlayer]:
    """Order a table by the figures before direct encounter, which it computes, and those after. Equal ones share a
    place."""
    equals: dict[tuple[float, ...], set[int]] = {}
    for one in found:
        equals.setdefault(before(one), set()).add(one.player)
    for one in found:
        one.direct = _direct_points(one.player, equals[before(one)], outcomes)
    keys = {one.player: (*before(one), *after(one)) for one in found}
    found.sort(key=lambda one: (*(-part for part in keys[one.player]), one.player))
    for n, one in enumerate(found):
        one.place = found[n - 1].place if n and keys[found[n - 1].player] == keys[one.player] else n + 1
    return found


def _direct_points(player: int, equal: set[int], outcomes: Mapping[int, Sequence[RoundOutcome]]) -> float:
    """The points that a player has from pairings with all who are equal so far; 0 where not all of these have met."""
    for one in equal:
        if not equal - {one} <= {outcome.opponent for outcome in outcomes[one]}:
            return 0.0
    return sum(outcome.points for outcome in outcomes[player] if outcome.opponent in equal)
