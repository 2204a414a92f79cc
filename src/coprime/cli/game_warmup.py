"""Compile several parts of a game in one process: `python -m coprime.cli.game_warmup GAME PART ...`.

The parts are "rules", "series", a searching level, "review" and "batch".  All call the game's rules, whose types Numba
infers once in a process: one process for all parts takes little more than half the time of one for each.
"""

import sys

from ..arena import batch_step_warmup, bot_function_warmup
from ..core.game import Game
from ..core.registry import find_game as find
from ..table.jit_warmup import exit_with_parent, warm_review, warm_rules, warm_search

PARTS = {"rules": warm_rules, "series": bot_function_warmup.warm, "review": warm_review,
         "batch": batch_step_warmup.warm}


def warm_part(game: Game, part: str) -> None:
    """Compile a part of a game into the cache."""
    if part in PARTS:
        PARTS[part](game)
    else:
        warm_search(game, part)


def main(given: list[str]) -> None:
    """Compile the parts that follow the game's name; print each when it is done."""
    name, *parts = given
    game = find(name)
    for part in parts:
        warm_part(game, part)
        print(part, flush=True)


if __name__ == "__main__":
    exit_with_parent()
    main(sys.argv[1:])
