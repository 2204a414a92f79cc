"""Puzzles from bots' matches."""

import sys
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ..arena.commands import Address, Jobs
from ..arena.hands import hired
from ..core.faults import BadInput
from ..core.messages import messages
from ..core.shelf import game as find
from .make import puzzles

SAY = messages(Path(__file__).parent)["terminal"]


def make(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as prime_daifugo.")],
    count: Annotated[int, typer.Option(min=1, help="How many puzzles.")] = 10,
    seed: Annotated[int, typer.Option(help="The same puzzles again.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to look for them at most.")] = 600.0,
    out: Annotated[Path | None, typer.Option(help="The file that they are written to, one a line.")] = None,
    jobs: Jobs = None,
    cluster: Address = None,
    bank: Annotated[bool, typer.Option("--bank", help="As short as the package keeps its own.")] = False,
) -> None:
    """Find positions in which one answer is clearly the best, as lines of JSON."""
    game, lines = find(name), 0
    try:
        with (out.open("w", encoding="utf-8") if out else nullcontext(sys.stdout) as file,
              hired(jobs, cluster) as hands, closing(puzzles(game, seed, seconds, hands)) as found):
            for puzzle in found:
                file.write((puzzle.banked() if bank else puzzle.line()) + "\n")
                lines += 1
                if lines == count:
                    break
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(file=out, why=wrong.strerror)) from None
    if lines < count:
        raise BadInput(SAY["few"].format(title=game.title, n=lines, seconds=f"{seconds:g}"))


COMMANDS = {"puzzles make": make}
