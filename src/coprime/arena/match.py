"""Play one game between bots, and decide who has won."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..core.bot_function_compilation import enable_compiled_functions
from ..core.game import Game
from ..core.match import Match
from ..core.match_runner import Player, play_action, play_actions
from ..core.options import Value
from ..core.seats import CLOCK

__all__ = ["MOST", "PlayedGame", "play_action", "play_actions", "play_one", "victory_shares"]

MOST = 5_000                # actions of a match, for each seat: a hundred hands of Daifugo have half as many


@dataclass(frozen=True)
class PlayedGame:
    """A played game: its match, returns by seat, and actions of seats.

    first_actor  the seat that acted first, where no other could; else None
    endless      whether it was broken off as endless; it then counts as it stood
    """

    match: Match
    returns: list[float]
    actions: int
    first_actor: int | None
    endless: bool = False


def play_one(game: Game, players: Sequence[Player], seed: str, options: Mapping[str, Value]) -> PlayedGame:
    """Play a game between players by seat, with all chance from the seed.

    Dice and shuffles have their own generator, so they fall alike for players that draw differently.
    """
    if not game.rules.pure:
        enable_compiled_functions()
    match = Match(game, len(players), options)
    actions, first_actor, asked = 0, None, match.to_act()
    for seat in play_actions(match, players, random.Random(seed), random.Random(f"{seed} chance")):
        if seat < len(players):
            if actions == 0 and [one for one in asked if one != CLOCK] == [seat]:
                first_actor = seat
            actions += 1
            if actions >= MOST * len(players):
                return PlayedGame(match, match.returns(), actions, first_actor, endless=not match.over)
        if actions == 0:
            asked = match.to_act()
    return PlayedGame(match, match.returns(), actions, first_actor)


def victory_shares(returns: Sequence[float]) -> list[float]:
    """Return each seat's share of the victory.  A single seat wins by any result above 0."""
    if len(returns) == 1:
        return [float(returns[0] > 0)]
    best = [value == max(returns) for value in returns]
    return [won / sum(best) for won in best]
