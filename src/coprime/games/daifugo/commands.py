"""Train the expert bot for Daifugo."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ...core.messages import load_messages

stderr = Console(stderr=True)
WEIGHTS_FILE = Path(__file__).with_name("weights.py")


def fit(rounds: Annotated[int, typer.Option(min=1, help="Rounds of 512 hands each.")] = 5000,
        seed: Annotated[int, typer.Option(min=0, help="The same hands again.")] = 1,
        to: Annotated[Path, typer.Option(show_default=False, help=(
            "Where the weights are written; by default where the master reads them."))] = WEIGHTS_FILE) -> None:
    """Fit the weights of Daifugo's expert bot by play with itself and simple players, and write them as source code."""
    from .expert.learning import train_policy
    from .weights_source import write_weights

    with Progress(console=stderr, transient=True) as progress:
        task = progress.add_task(load_messages(WEIGHTS_FILE.parent)["fit"]["playing"], total=rounds)
        policy = train_policy(rounds, seed, lambda: progress.advance(task))
    write_weights(policy, to)


COMMANDS = {"daifugo fit": fit}
