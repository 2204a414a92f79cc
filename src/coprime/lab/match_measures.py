"""What `coprime ask` can measure: each measure turns the statistics of a match into rows of sums.

A row is a figure: the sum of its tops over the sum of its bottoms.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..arena.match import victory_shares
from ..core.game import Game
from .match_stats import MatchStats

RowKey = str
Counted = Iterator[tuple[RowKey, float, float]]
DealFigures = dict[tuple[str, RowKey], tuple[float, float]]     # top and bottom of a deal, by measure and row
GAMES = ""                  # the row that counts the games of a deal
BY_SEAT = "seat"            # rows of seats begin with it, where all act at once and so nobody begins
BY_BOT = "bot"              # rows of bots begin with it


@dataclass(frozen=True)
class Measure:
    """A measure.

    count                (statistics, bots by seat) -> rows of a match as (row, top, bottom)
    is_share             whether its figures are shares between 0 and 1
    is_share_of_victory  whether they are shares of the victory, of which an even chance is 1 / seats
    counts_absence       whether a row that does not occur in a match counts there as 0
    is_counted           whether a game has it
    """

    name: str
    count: Callable[[MatchStats, Sequence[str]], Counted]
    is_share: bool = False
    is_share_of_victory: bool = False
    counts_absence: bool = False
    is_counted: Callable[[Game], bool] = lambda game: True

    def look_up(self, deal: Mapping[tuple[str, RowKey], tuple[float, float]], row: RowKey) -> tuple[float, float]:
        """Return top and bottom of a row in a deal; one that counts absence has all games of the deal at the bottom."""
        top, bottom = deal.get((self.name, row), (0.0, 0.0))
        return top, deal[self.name, GAMES][1] if self.counts_absence else bottom


def sort_rows(rows: Iterable[RowKey]) -> list[RowKey]:
    """Return rows in the order of the alphabet, numbers in them by size."""
    def key(row: RowKey) -> list[str | int]:
        return [int(part) if n % 2 else part for n, part in enumerate(re.split(r"(\d+)", row))]
    return sorted(rows, key=key)


def count_length(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield the actions of seats."""
    yield "actions", stats.actions, 1


def count_minutes(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield the minutes that the match would take people (`pace`)."""
    yield "minutes", stats.time.seconds / 60, 1


def count_rounds(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield the hands, rounds or games of the match."""
    yield "rounds", stats.rounds, 1


def count_winner(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield the share of the victory by order of play, or by seat where nobody begins; and by bot if they differ."""
    won = victory_shares(stats.returns)
    for seat, share in enumerate(won):
        if stats.first_actor is None:
            yield f"{BY_SEAT} {seat}", share, 1
        else:
            yield str((seat - stats.first_actor) % len(won) + 1), share, 1
    if len(set(seating)) > 1:
        for seat, bot in enumerate(seating):
            yield f"{BY_BOT} {bot}", won[seat], 1


def count_shared(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield whether several seats share the victory."""
    yield "shared", float(0 < max(victory_shares(stats.returns)) < 1), 1


def count_turnless(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield the seats that did not act in a round, of all seats of all rounds."""
    yield "turnless", stats.idle, stats.rounds * len(seating)


def count_points(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield the most and the least that a seat has at the end, as the game's own summary counts it."""
    if stats.points:
        yield "most", max(stats.points), 1
        yield "least", min(stats.points), 1


def count_kinds(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield how often each kind of action is taken."""
    for kind, times in stats.kinds.items():
        yield kind, times, 1


def count_rule_events(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield how often each rule matters."""
    for rule, times in stats.rules.items():
        yield rule, times, 1


def count_cards(stats: MatchStats, seating: Sequence[str]) -> Counted:
    """Yield the share of the victory of the seats that a card came to."""
    won = victory_shares(stats.returns)
    for seat, card in sorted(stats.cards):
        yield card, won[seat], 1


def has_points(game: Game) -> bool:
    """Tell whether the game's summary counts points."""
    return game.ending.standings is not None


def has_cards(game: Game) -> bool:
    """Tell whether the game reports the cards that come to seats."""
    return game.report_events.card_gains is not None


MEASURES = {one.name: one for one in (
    Measure("length", count_length),
    Measure("minutes", count_minutes),
    Measure("rounds", count_rounds),
    Measure("winner", count_winner, is_share=True, is_share_of_victory=True),
    Measure("shared", count_shared, is_share=True),
    Measure("turnless", count_turnless, is_share=True),
    Measure("points", count_points, is_counted=has_points),
    Measure("kinds", count_kinds, counts_absence=True),
    Measure("rules", count_rule_events, counts_absence=True),
    Measure("cards", count_cards, is_share=True, is_share_of_victory=True, is_counted=has_cards),
)}
