"""What a series is: the same plan gives the same games, wherever they are played."""

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
from .players import Player, player
from .record_writer import name_of, record_of

SAY = load_messages(Path(__file__).parent)["bots"]


@dataclass(frozen=True)
class SeriesPlan:
    """What is played.  `bots` are names, one for each seat; `options` are all of the game's.

    in_order  the bots sit round the table as they are named, so that it is said who sits opposite whom
    """

    game: str
    bots: tuple[str, ...]
    seed: int
    options: Mapping[str, Value]
    in_order: bool = False

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        """Who sits where in the games of a deal: an order, drawn for it or as named, moved on by one seat each time.

        Equal bots would play the same game again in each other's seats, so a seating stands once.
        """
        order = list(self.bots)
        if not self.in_order:
            random.Random(f"{self.seed} {deal} order").shuffle(order)
        return list(dict.fromkeys(tuple(order[i:] + order[:i]) for i in range(len(order))))

    def deals(self, first: int, games: int) -> Iterator[int]:
        """The numbers of deals from one on, as many as give so many games."""
        for deal in count(first):
            if games <= 0:
                return
            yield deal
            games -= len(self.seatings(deal))


@dataclass(frozen=True)
class Row:
    """One game: the bots by seat, what came of it, and the slips of bots from outside: how many, and the first.

    endless  as `match.Played` has it
    """

    deal: int
    bots: tuple[str, ...]
    returns: list[float]
    actions: int
    began: int | None
    slips: dict[str, tuple[int, str]] = field(default_factory=dict)
    endless: bool = False


Deal = list[Row]


def planned(game: Game, bots: Sequence[str], seed: int, options: Mapping[str, Value] | None, seats: int | None,
            in_order: bool = False) -> SeriesPlan:
    """With more seats than bots the last bot takes those left over.  Raises BadInput."""
    seats = seats or max(len(bots), game.usual_seats())
    chosen = game.check_options(seats, options)
    if not 1 <= len(bots) <= seats:
        raise BadInput(SAY["too_many"].format(n=len(bots), seats=seats))
    return SeriesPlan(game.name, (*bots, *[bots[-1]] * (seats - len(bots))), seed, chosen, in_order)


@dataclass
class Series:
    """The deals of a plan as work for several: each gives its games, and their records by the names of their files.

    recorded  whether there are to be records
    """

    game: Game
    plan: SeriesPlan
    recorded: bool = False
    players: dict[str, Player] = field(default_factory=dict)
    kind = "deals"

    def __reduce__(self) -> tuple[Any, ...]:
        """Elsewhere the game is found by its name."""
        return _series, (self.plan, self.recorded)

    def begin(self) -> None:
        self.players = {name: player(self.game, name) for name in dict.fromkeys(self.plan.bots)}

    def do(self, number: int) -> tuple[Deal, dict[str, str]]:
        rows, records = [], {}
        for n, seating in enumerate(self.plan.seatings(number)):
            seated = [self.players[name] for name in seating]
            played = play_one(self.game, seated, f"{self.plan.seed} {number}", self.plan.options)
            if self.recorded:
                records[name_of(number, n, seating)] = record_of(played.match, seating)
            slips = {name: one.told() for name,
                     one in self.players.items() if isinstance(one, ExternalBot) and one.slips}
            rows.append(Row(number, seating, played.returns, played.actions, played.began, slips,
                            played.endless))
        return rows, records

    def end(self) -> None:
        close(self.players)
        self.players = {}


def _series(plan: SeriesPlan, recorded: bool) -> Series:
    return Series(find(plan.game), plan, recorded)


def close(players: Mapping[Any, Player]) -> None:
    """End what bots from outside have started."""
    for one in players.values():
        if isinstance(one, ExternalBot):
            one.close()
