"""The commands about policies: `coprime learn` trains one, `coprime exploit` measures bots."""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..arena.commands import AsJson
from ..arena.players import RANDOM, default_level, make_player
from ..core.errors import BadInput
from ..core.messages import load_messages
from ..core.options import parse_options
from ..core.os_errors import describe_os_error
from ..core.registry import find_game as find
from .bot_policies import QUERIES_PER_STATE

if TYPE_CHECKING:               # what brings the compiler is imported by the command that needs it
    from .bot_exploitability import ExploitabilityReport
    from .policy_training import Measurement

LEARN, EXPLOIT = load_messages(Path(__file__).parent)["learn"], load_messages(Path(__file__).parent)["exploit"]
MOST, MOST_ROUNDS, MOST_MATCHES = 1_000_000, 100_000, 1 << 16
out = Console()
err = Console(stderr=True)


def learning(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    rounds: Annotated[int, typer.Option(min=1, max=MOST_ROUNDS, help="Of playing and learning.")] = 200,
    file: Annotated[Path | None, typer.Option(
        "--out", help="Where the weights go, and the page of how it went; by default GAME.npz in this folder.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="An option, as name=value.")] = None,
    preset: Annotated[str | None, typer.Option(help="The options of a preset; --option changes single ones.")] = None,
    against: Annotated[str | None, typer.Option(
        help="Bots to be measured against, as for simulate, with commas between them.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Rounds from one measurement to the next.")] = 20,
    games: Annotated[int, typer.Option(min=2, help="Of a measurement, at least.")] = 200,
    matches: Annotated[int, typer.Option(min=2, max=MOST_MATCHES, help="That are played side by side.")] = 256,
    seed: Annotated[int, typer.Option(help="The same weights again, on the same machine.")] = 1,
) -> None:
    """Train a policy by playing a game against itself; `learned:FILE` names it wherever a bot is named."""
    from .policy_training import learning_page, train_and_measure
    from .ppo import Learner

    game = find(name)
    file = file or Path(f"{name}.npz")
    if not file.parent.is_dir():
        raise BadInput(LEARN["unwritten"].format(file=file, why=LEARN["no_folder"]))
    if file.exists():
        raise BadInput(LEARN["there"].format(file=file))
    options = game.preset_options(preset, parse_options(game.options, option or [], game.localized_title))
    learner = Learner(game, matches, seats, options, seed, os.cpu_count() or 1)
    rivals = (against or default_level(game)).split(",") if learner.batch.seats > 1 else []
    for bot in rivals:
        make_player(game, bot)
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                   console=err, transient=True)
    marks: list[Measurement] = []
    with bar:
        task = bar.add_task(game.localized_title, total=rounds)
        try:
            for mark in train_and_measure(learner, file, rounds, every, rivals, games,
                                          lambda n: bar.update(task, completed=n)):
                marks.append(mark)
                err.print(progress_line(mark), highlight=False, markup=False, soft_wrap=True)
        except KeyboardInterrupt:
            if not marks:
                raise
            out.print(LEARN["stopped"], highlight=False, markup=False, soft_wrap=True)
    drawn = file.with_suffix(".html")
    command = shlex.join(["coprime", *sys.argv[1:]])
    try:
        drawn.write_text(learning_page(game, learner.batch.options, marks, command), encoding="utf-8")
    except OSError as wrong:
        raise BadInput(LEARN["unwritten"].format(file=drawn, why=describe_os_error(wrong))) from None
    out.print(LEARN["written"].format(file=file, page=drawn), highlight=False, markup=False, soft_wrap=True)


def progress_line(mark: "Measurement") -> str:
    """Return a measurement in words."""
    shares = ((LEARN["against"] if bot else LEARN["by_itself"]).format(share=f"{share:.3f}", bot=bot)
              for bot, share in mark.shares.items())
    return LEARN["mark"].format(n=mark.rounds, choices=f"{mark.choices:,}", shares=LEARN["between"].join(shares))


def exploit(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Annotated[list[str] | None, typer.Option(
        "--bots", help="As for simulate; by default random and the game's own levels.")] = None,
    iterations: Annotated[int, typer.Option(min=1, max=MOST, help="Of CFR+, for the equilibrium.")] = 1_000,
    asks: Annotated[int, typer.Option(min=1, max=MOST,
                                      help="Times that a bot is asked in a position.")] = QUERIES_PER_STATE,
    as_json: AsJson = False,
) -> None:
    """Compute the exact exploitability of bots in a game's tiny form, and an equilibrium."""
    from .bot_exploitability import measure_exploitability

    game = find(name)
    names = [one for text in bots or [RANDOM, *game.bots.LEVELS] for one in text.split(",")]
    with err.status(EXPLOIT["busy"].format(title=game.localized_title)):
        found = measure_exploitability(game, names, iterations, asks)
    if as_json:
        print(json.dumps(found.as_dict(), indent=2, ensure_ascii=False))
    else:
        print_exploitability(found)


def print_exploitability(found: "ExploitabilityReport") -> None:
    """Print how far each bot can be exploited."""
    say, table = EXPLOIT, Table(title=EXPLOIT["title"].format(title=found.game.localized_title))
    for head in ("bot", "value", "first", "second", "exploitability"):
        table.add_column(say["heads"][head], justify="left" if head == "bot" else "right",
                         no_wrap=head in ("bot", "exploitability"))
    for bot, (one, _) in found.bots.items():
        table.add_row(bot, *(f"{number:+.4f}" for number in (one.value, *one.best_responses)),
                      f"{one.exploitability:.4f}")
    out.print(table)
    lines = [say["units"], *(say["faults"].format(bot=bot, faults=policy.violation_count, answers=policy.query_count)
                             for bot, (_, policy) in found.bots.items() if policy.violation_count),
             say["equilibrium"].format(value=f"{found.equilibrium.value:+.4f}", n=found.iterations,
                                       left=f"{found.equilibrium.exploitability:.6f}"),
             say["tree"].format(nodes=found.nodes, states=found.states)]
    for line in lines:
        out.print(line, highlight=False, markup=False, soft_wrap=True)
