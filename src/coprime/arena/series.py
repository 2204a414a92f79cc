"""What a series is: the same plan gives the same games wherever they are played."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import load_messages
from ..core.options import Value
from ..core.registry import find_game as find
from .external_bots import ExternalBot
from .match import play_one
from .players import Player, make_player
from .record_writer import record_file_name, record_text

SAY = load_messages(Path(__file__).parent)["bots"]


@dataclass(frozen=True)
class SeriesPlan:
    """The plan of a series.  `bots` are names, one per seat; `options` are all of the game's.

    in_order  the bots sit in the order in which they are named, so that partners are known
    """

    game: str
    bots: tuple[str, ...]
    seed: int
    options: Mapping[str, Value]
    in_order: bool = False

    def list_seatings(self, deal: int) -> list[tuple[str, ...]]:
        """Return who sits where in each game of a deal: one order, rotated by one seat each time.

        Equal bots would repeat a game, so each seating occurs once.
        """
        order = list(self.bots)
        if not self.in_order:
            random.Random(f"{self.seed} {deal} order").shuffle(order)
        return list(dict.fromkeys(tuple(order[i:] + order[:i]) for i in range(len(order))))

    def deal_numbers(self, first: int, games: int) -> Iterator[int]:
        """Yield the numbers of deals from `first` on, as many as contain so many games."""
        for deal in count(first):
            if games <= 0:
                return
            yield deal
            games -= len(self.list_seatings(deal))


@dataclass(frozen=True)
class GameRow:
    """One game: the bots by seat, the result, and the slips of external bots (number and first error).

    began           the seat that acted first, where no other could; else None (so it is called in stored rows)
    endless         as in `match.PlayedGame`
    """

    deal: int
    bots: tuple[str, ...]
    returns: list[float]
    actions: int
    began: int | None
    slips: dict[str, tuple[int, str]] = field(default_factory=dict)
    endless: bool = False


DealRows = list[GameRow]


def plan_series(game: Game, bots: Sequence[str], seed: int, options: Mapping[str, Value] | None, seats: int | None,
                in_order: bool = False) -> SeriesPlan:
    """Make the plan of a series; the last bot takes the seats left over.  Raises BadInput."""
    seats = seats or max(len(bots), game.default_seat_count())
    chosen = game.check_options(seats, options)
    if not 1 <= len(bots) <= seats:
        raise BadInput(SAY["too_many"].format(n=len(bots), seats=seats))
    return SeriesPlan(game.name, (*bots, *[bots[-1]] * (seats - len(bots))), seed, chosen, in_order)


@dataclass
class SeriesWork:
    """The deals of a plan as a work unit: each yields its games, and their records by file name.

    needs_records  whether records are wanted
    """

    game: Game
    plan: SeriesPlan
    needs_records: bool = False
    players: dict[str, Player] = field(default_factory=dict)
    kind = "deals"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the game, which the other process finds by name."""
        return _unpickle_series, (self.plan, self.needs_records)

    def begin(self) -> None:
        """Create the players."""
        self.players = {name: make_player(self.game, name) for name in dict.fromkeys(self.plan.bots)}

    def do(self, number: int) -> tuple[DealRows, dict[str, str]]:
        """Play all games of a deal; return them with their records."""
        rows, records = [], {}
        for n, seating in enumerate(self.plan.list_seatings(number)):
            seated = [self.players[name] for name in seating]
            played = play_one(self.game, seated, f"{self.plan.seed} {number}", self.plan.options)
            if self.needs_records:
                records[record_file_name(number, n, seating)] = record_text(played.match, seating)
            slips = {name: one.take_slips() for name,
                     one in self.players.items() if isinstance(one, ExternalBot) and one.slips}
            rows.append(GameRow(number, seating, played.returns, played.actions, played.first_actor, slips,
                                played.endless))
        return rows, records

    def end(self) -> None:
        """Close the players."""
        close_players(self.players)
        self.players = {}


def _unpickle_series(plan: SeriesPlan, recorded: bool) -> SeriesWork:
    return SeriesWork(find(plan.game), plan, recorded)


def close_players(players: Mapping[Any, Player]) -> None:
    """Close external bots among the players."""
    for one in players.values():
        if isinstance(one, ExternalBot):
            one.close()
