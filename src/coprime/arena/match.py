"""Play one game between bots, and decide who has won."""

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
class PlayedGame:
    """A played game: its match, returns by seat, and actions of seats.

    began    the seat that acted first, where no other could; else None
    endless  whether it was broken off as endless; it then counts as it stood
    """

    match: Match
    returns: list[float]
    actions: int
    began: int | None
    endless: bool = False


def play_one(game: Game, players: Sequence[Player], seed: str, options: Mapping[str, Value]) -> PlayedGame:
    """Play a game between players by seat, with all chance from the seed.

    Dice and shuffles have their own generator, so they fall alike for players that draw differently.
    """
    match = Match(game, len(players), options)
    actions, began, asked = 0, None, match.to_act()
    for seat in play_actions(match, players, random.Random(seed), random.Random(f"{seed} chance")):
        if seat < len(players):
            if actions == 0 and [one for one in asked if one != CLOCK] == [seat]:
                began = seat
            actions += 1
            if actions >= MOST * len(players):
                return PlayedGame(match, match.returns(), actions, began, endless=not match.over)
        if actions == 0:
            asked = match.to_act()
    return PlayedGame(match, match.returns(), actions, began)


def play_actions(match: Match, players: Sequence[Player], rng: random.Random,
                 chance_rng: random.Random | None = None) -> Iterator[int]:
    """Play to the end; yield after each action who acted.

    `chance_rng` is for dice and shuffles, `rng` by default.
    """
    while (seat := play_action(match, players, rng, chance_rng)) is not None:
        yield seat


def play_action(match: Match, players: Sequence[Player], rng: random.Random,
                chance_rng: random.Random | None = None) -> int | None:
    """Carry out the next action; return who acted, or None where nobody acts any more."""
    acting = match.to_act()
    if not acting:
        return None
    if acting == [CHANCE]:
        match.act(CHANCE, match.chance((chance_rng or rng).getrandbits))
        return CHANCE
    seat, action = _choose_next_action(match, acting, players, rng)
    if seat is not None:
        match.act(seat, action)
    return seat


def _choose_next_action(match: Match, acting: list[int], players: Sequence[Player],
                        rng: random.Random) -> tuple[int | None, int]:
    """Choose who acts next and what: the earliest answer, after CLOCK has passed that time.

    Nobody where all wait.
    """
    asked = [seat for seat in acting if seat != CLOCK]
    answers = []
    for seat in asked:
        action, after = players[seat](match.view(seat), seat, rng.getrandbits(62))
        if action is not None:
            answers.append((after, rng.random(), seat, action))
    deadline = int(match.rules.deadline(match.state)) if CLOCK in acting else 0
    if not answers:
        return (CLOCK, deadline) if CLOCK in acting else (None, 0)
    after, _, seat, action = min(answers)
    if CLOCK in acting and after >= deadline:
        return CLOCK, deadline
    if CLOCK in acting and after:
        match.act(CLOCK, after)
    return seat, action


def victory_shares(returns: Sequence[float]) -> list[float]:
    """Return each seat's share of the victory.  A single seat wins by any result above 0."""
    if len(returns) == 1:
        return [float(returns[0] > 0)]
    best = [value == max(returns) for value in returns]
    return [won / sum(best) for won in best]
