"""One game between players, and who has won it."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..core.game import Game
from ..core.match import Match
from ..core.options import Value
from ..core.seats import CHANCE, CLOCK
from .players import Player

MOST = 5_000                # actions of a match, for each seat: a hundred hands of Daifugo have half as many


@dataclass(frozen=True)
class Played:
    """One game: returns by seat, actions of seats, and the seat that acted first, where no other could.

    endless  it would have gone round for ever: it was broken off, and counts as it stood
    """

    match: Match
    returns: list[float]
    actions: int
    began: int | None
    endless: bool = False


def play_one(game: Game, players: Sequence[Player], seed: str, options: Mapping[str, Value]) -> Played:
    """One game between players by seat, everything by chance from the seed.

    Dice and shuffles have a source of their own: they fall alike for players who ask for other luck of their own.
    """
    match = Match(game, len(players), options)
    actions, began, asked = 0, None, match.to_act()
    for seat in moves(match, players, random.Random(seed), random.Random(f"{seed} chance")):
        if seat < len(players):
            if actions == 0 and [one for one in asked if one != CLOCK] == [seat]:
                began = seat
            actions += 1
            if actions >= MOST * len(players):
                return Played(match, match.returns(), actions, began, endless=not match.over)
        if actions == 0:
            asked = match.to_act()
    return Played(match, match.returns(), actions, began)


def moves(match: Match, players: Sequence[Player], luck: random.Random,
          chance: random.Random | None = None) -> Iterator[int]:
    """Play on to the end; says after each action whose it was.  `chance` is of dice and shuffles; `luck` by default."""
    while (seat := play_action(match, players, luck, chance)) is not None:
        yield seat


def play_action(match: Match, players: Sequence[Player], luck: random.Random,
                chance: random.Random | None = None) -> int | None:
    """Carry out the next action.  Return whose it was, None where nobody acts any more."""
    acting = match.to_act()
    if not acting:
        return None
    if acting == [CHANCE]:
        match.act(CHANCE, match.chance((chance or luck).getrandbits))
        return CHANCE
    seat, action = _next(match, acting, players, luck)
    if seat is not None:
        match.act(seat, action)
    return seat


def _next(match: Match, acting: list[int], players: Sequence[Player],
          luck: random.Random) -> tuple[int | None, int]:
    """Who acts now, and what: the earliest of those asked, once CLOCK has passed; nobody when all wait for nothing."""
    asked = [seat for seat in acting if seat != CLOCK]
    answers = []
    for seat in asked:
        action, after = players[seat](match.view(seat), seat, luck.getrandbits(62))
        if action is not None:
            answers.append((after, luck.random(), seat, action))
    deadline = int(match.rules.deadline(match.state)) if CLOCK in acting else 0
    if not answers:
        return (CLOCK, deadline) if CLOCK in acting else (None, 0)
    after, _, seat, action = min(answers)
    if CLOCK in acting and after >= deadline:
        return CLOCK, deadline
    if CLOCK in acting and after:
        match.act(CLOCK, after)
    return seat, action


def shares(returns: Sequence[float]) -> list[float]:
    """Each seat's share of the victory.  Who plays alone wins by any result above nothing."""
    if len(returns) == 1:
        return [float(returns[0] > 0)]
    best = [value == max(returns) for value in returns]
    return [won / sum(best) for won in best]
