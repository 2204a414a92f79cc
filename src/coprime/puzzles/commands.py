"""Make puzzles from bots' matches, and check them."""

import sys
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ..arena.commands import ClusterAddress, Jobs
from ..arena.executor_factory import make_executor
from ..core.errors import BadInput
from ..core.messages import join_with_commas, load_messages
from ..core.os_errors import describe_os_error
from ..core.registry import find_game as find
from ..exercises.puzzle_bank import puzzle_lines
from .puzzle_check import find_doubted_puzzles, is_confirmed, load_checking_master
from .puzzle_search import find_puzzles

SAY = load_messages(Path(__file__).parent)["terminal"]


def make(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as prime_daifugo.")],
    count: Annotated[int, typer.Option(min=1, help="How many puzzles.")] = 10,
    seed: Annotated[int, typer.Option(help="The same puzzles again.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to look for them at most.")] = 600.0,
    out: Annotated[Path | None, typer.Option(help="The file that they are written to, one a line.")] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    bank: Annotated[bool, typer.Option("--bank", help="As short as the package keeps its own.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only those whose answer the game's master finds.")] = False,
) -> None:
    """Find positions in which one answer is clearly the best, and write them as lines of JSON."""
    game, written = find(name), 0
    checks = load_checking_master(game) if check else None
    try:
        with (out.open("w", encoding="utf-8") if out else nullcontext(sys.stdout) as file,
              make_executor(jobs, cluster) as hands, closing(find_puzzles(game, seed, seconds, hands)) as found):
            for puzzle in found:
                if checks and not is_confirmed(game, checks, puzzle):
                    continue
                file.write((puzzle.to_bank_line() if bank else puzzle.to_json_line()) + "\n")
                written += 1
                if written == count:
                    break
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(file=out, why=describe_os_error(wrong))) from None
    if written < count:
        raise BadInput(SAY["few"].format(title=game.localized_title, n=written, seconds=f"{seconds:g}"))


def check(name: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as prime_daifugo.")]) -> None:
    """Check the puzzles that come with the package against the answers of the game's master."""
    game = find(name)
    found = 0
    for doubt in find_doubted_puzzles(game, load_checking_master(game)):
        found += 1
        print(SAY["doubted"].format(number=doubt.number, kind=doubt.kind, answer=doubt.answer,
                                    answers=join_with_commas(doubt.answers)))
    print(SAY["checked"].format(title=game.localized_title, n=len(puzzle_lines(name)), doubted=found))
    if found:
        raise typer.Exit(1)


COMMANDS = {"puzzles make": make, "puzzles check": check}
