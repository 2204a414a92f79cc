"""Train the expert bot for Prime Daifugo Lv. 0."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ...core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["style"]
err = Console(stderr=True)


def style(to: Annotated[Path, typer.Argument(help="The file that gets the weights, .npy.")],
          steps: Annotated[int, typer.Option(min=5, help="Steps of 4,000 games.")] = 1000,
          seed: Annotated[int, typer.Option(help="The same games again.")] = 1,
          begin: Annotated[Path | None, typer.Option("--from", help="Weights to go on from.")] = None) -> None:
    """Train the style of Prime Daifugo Lv. 0's expert bot by games against itself; takes minutes of one core."""
    import numpy as np

    from .expert.learning import initial_style, train_style

    theta = np.load(begin).astype(np.float64) if begin else initial_style()
    with Progress(console=err, transient=True) as bar:
        task = bar.add_task(SAY["playing"], total=steps)
        weights, rate = train_style(theta, steps, seed, lambda done: bar.update(task, completed=done))
    np.save(to, weights.astype(np.float32))
    err.print(SAY["learnt"].format(steps=steps, rate=f"{rate:,.0f}"), highlight=False)


COMMANDS = {"style prime_daifugo": style}
