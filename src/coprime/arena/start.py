"""A process that starts one game with its search and says what that took:  python -m coprime.arena.start GAME

Prints JSON: seconds since the process began until the first action of the strong bot, peak memory in megabytes.
"""

import json
import random
import resource
import sys
import time

from ..core.match import Match
from ..core.seats import CHANCE
from ..core.shelf import game as find
from ..search import strong


def start(name: str) -> None:
    """Deal, and think for a moment at the first position where a seat acts; compile the search if that is to be done."""
    game = find(name)
    match, luck = Match(game, game.seats[1], None, game.plain_rules), random.Random(1)
    while match.to_act() == [CHANCE]:
        match.settle(luck.getrandbits)
    seat = match.to_act()[0]
    strong.warm(game)
    strong.choose(game, match.view(seat), seat, 1, iterations=16)


def main(name: str) -> None:
    start(name)
    born = float(sys.argv[2]) if len(sys.argv) > 2 else time.time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    print(json.dumps({"seconds": time.time() - born, "processor_seconds": time.process_time(), "memory_mb": memory}))


if __name__ == "__main__":
    main(sys.argv[1])
