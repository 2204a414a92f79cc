"""Measure how long matches of bots would take people: `python tools/match_duration.py GAME --preset NAME`.

Every action takes what the rules' `simulated_ms` says that people need for it. Prints the median and the middle 80 %.
"""

import argparse
import random
import statistics

from coprime.arena.match import play_action
from coprime.arena.players import make_player
from coprime.core.match import Match
from coprime.core.options import Value, parse_options
from coprime.core.registry import find_game


def measure_minutes(name: str, options: dict[str, Value], seats: int, level: str, seed: int) -> tuple[float, int]:
    """Play one match; return the minutes that people would need, and its actions."""
    game = find_game(name)
    match, ms, actions = Match(game, seats, options), 0, 0
    players, rng = [make_player(game, level)] * seats, random.Random(f"length {seed}")
    while True:
        before = match.state.copy()
        seat = play_action(match, players, rng)
        if seat is None:
            return ms / 60_000, actions
        if seat < seats:
            ms, actions = ms + int(match.rules.simulated_ms(before, seat)), actions + 1


def main() -> None:
    """Play the matches that the command line asks for, and print what they took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--preset")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bots", default="casual", help="the level of all seats")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = find_game(asked.game)
    options = {**(game.presets[asked.preset] if asked.preset else {}),
               **parse_options(game.options, asked.option, game.title)}
    found = [measure_minutes(asked.game, options, asked.seats, asked.bots, asked.seed + n)
             for n in range(asked.games)]
    minutes, actions = (sorted(one) for one in zip(*found, strict=True))
    low, high = minutes[len(minutes) // 10], minutes[-1 - len(minutes) // 10]
    print(f"{asked.game}, {asked.seats} seats, {asked.games} matches: median {statistics.median(minutes):.1f} minutes "
          f"(80 % from {low:.1f} to {high:.1f}), {statistics.median(actions):.0f} actions")


if __name__ == "__main__":
    main()
