"""Daifugo's own command: the weights of its master are fitted anew."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ...core.messages import load_messages

err = Console(stderr=True)
WEIGHTS = Path(__file__).with_name("weights.py")


def fit(rounds: Annotated[int, typer.Option(min=1, help="Rounds of 512 hands each.")] = 5000,
        seed: Annotated[int, typer.Option(min=0, help="The same hands again.")] = 1,
        to: Annotated[Path, typer.Option(show_default=False, help=(
            "Where the weights are written; by default where the master reads them."))] = WEIGHTS) -> None:
    """Fit by play with itself and with simple players how the master of Daifugo plays on."""
    from . import teaching
    from .game import GAME

    with Progress(console=err, transient=True) as progress:
        task = progress.add_task(load_messages(WEIGHTS.parent)["fit"]["playing"], total=rounds)
        table = teaching.fit(GAME, rounds, seed, lambda: progress.advance(task))
    teaching.write(table, to)


COMMANDS = {"daifugo fit": fit}
