"""`python -m coprime.testing GAME [--plain]`: run every check that every game has to pass.

With --plain nothing is compiled, which is quicker while the rules still change, and the last checks are left out.
"""

import sys

from ..core.errors import BadInput
from ..core.game import Game
from ..core.registry import find_game as find
from .game_checks import COMPILED, UNCOMPILED


def main(given: list[str]) -> int:
    """Check the game named on the command line; return the exit status."""
    names = [word for word in given if word != "--plain"]
    if len(names) != 1 or names[0].startswith("-"):
        print(__doc__)
        return 2
    try:
        game = find(names[0])
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return 2
    return 1 if count_failures(game, "--plain" in given) else 0


def count_failures(game: Game, is_pure: bool) -> int:
    """Run the checks on a game, print each result, and return how many failed."""
    failed = 0
    for check in (*UNCOMPILED, *(() if is_pure else COMPILED)):
        print(f"  · {check.__name__.replace('_', ' ')} … ", end="", flush=True)
        try:
            check(game)
        except (AssertionError, BadInput) as wrong:
            failed += 1
            print(f"failed\n    {wrong}", flush=True)
        else:
            print("kept", flush=True)
    print(f"{game.title} keeps everything." if not failed else f"{game.title}: {failed} of these failed.")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
