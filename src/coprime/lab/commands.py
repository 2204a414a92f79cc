"""The lab's commands: leagues, design reports and questions."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..arena.commands import ClusterAddress, Jobs
from ..arena.executor_factory import make_executor
from ..arena.match_progress import MatchProgress
from ..core.errors import BadInput
from ..core.messages import load_messages
from ..core.os_errors import describe_os_error
from ..core.registry import find_game as find
from .design_report import build_design_report
from .league import BotPair, LeagueOutcome, play_league
from .league_config import LeagueGame, load_league
from .league_report import league_json, league_page
from .match_stats import MOST_MATCHES
from .option_comparison import ask
from .policy_commands import exploit, learning
from .report_page import design_page

SAY = load_messages(Path(__file__).parent)["league"]
ANSWERS = load_messages(Path(__file__).parent)["answers"]
REPORT = load_messages(Path(__file__).parent)["report"]
out = Console()
err = Console(stderr=True)


def league(
    file: Annotated[Path, typer.Argument(help="A league as TOML: see docs/leagues.md.")],
    folder: Annotated[Path | None, typer.Option(
        "--out", help="Where games and report go; by default a folder called like the file.")] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False,
) -> None:
    """Let bots meet in several games, and rate them; the same command goes on with a league that was broken off."""
    found = load_league(file)
    folder = folder or file.with_suffix("")
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                   console=err, transient=True, disable=as_json)
    with make_executor(jobs, cluster) as hands, bar:
        task = bar.add_task(found.title)

        def show_progress(contest: LeagueGame, pair: BotPair, done: int, of: int) -> None:
            names = SAY["against"].format(one=found.bots[pair[0]], other=found.bots[pair[1]])
            bar.update(task, description=f"{contest.game.localized_title}: {names}", completed=done, total=of)
        outcome = play_league(found, folder, hands, show_progress)
    page = folder / "report.html"
    try:
        page.write_text(league_page(outcome), encoding="utf-8")
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(folder=folder, why=describe_os_error(wrong))) from None
    if as_json:
        print(json.dumps(league_json(outcome), indent=2, ensure_ascii=False))
    else:
        print_ratings(outcome, page)


def print_ratings(outcome: LeagueOutcome, page: Path) -> None:
    """Print the ratings of a league."""
    titles, table = outcome.league.bots, Table(title=outcome.league.title)
    for n, head in enumerate(SAY["heads"]):
        table.add_column(head, justify="right" if n else "left")
    for one in outcome.ratings:
        span = REPORT["span"].format(low=f"{one.low:+.0f}", high=f"{one.high:+.0f}")
        table.add_row(titles[one.bot], f"{one.rating:+.0f}", span, f"{one.games:,}", f"{one.won / one.games:.3f}")
    if outcome.ratings:
        out.print(table)
    else:
        out.print(SAY["apart"], highlight=False, markup=False, soft_wrap=True)
    for name, why in outcome.absent.items():
        out.print(SAY["absent"].format(bot=titles[name], why=why), highlight=False, markup=False, soft_wrap=True)
    if outcome.stopped:
        out.print(SAY["stopped"], highlight=False, markup=False, soft_wrap=True)
    out.print(SAY["report"].format(page=page), highlight=False, markup=False, soft_wrap=True)


def inquiry(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    matches: Annotated[int, typer.Option(
        min=2, max=MOST_MATCHES, help="Of every number of seats; a quarter for every option.")] = 400,
    seed: Annotated[int, typer.Option(help="The same matches again.")] = 1,
    bots: Annotated[str | None, typer.Option("--bots", help="Who plays, as for simulate; one for all seats.")] = None,
    file: Annotated[Path | None, typer.Option(
        "--out", help="Where the page goes; by default GAME.html in this folder.")] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
) -> None:
    """Answer a designer's questions about a game on one page: seats, length, actions, rules, options, cards."""
    game = find(name)
    file = file or Path(f"{name}.html")
    if not file.parent.is_dir():
        raise BadInput(ANSWERS["unwritten"].format(file=file, why=ANSWERS["no_folder"]))
    with make_executor(jobs, cluster) as hands, MatchProgress(err, game) as bar:
        found = build_design_report(game, matches, seed, bots, hands, bar.update)
    try:
        file.write_text(design_page(found), encoding="utf-8")
    except OSError as wrong:
        raise BadInput(ANSWERS["unwritten"].format(file=file, why=describe_os_error(wrong))) from None
    if found.stopped:
        out.print(ANSWERS["stopped"], highlight=False, markup=False, soft_wrap=True)
    out.print(ANSWERS["written"].format(page=file), highlight=False, markup=False, soft_wrap=True)


COMMANDS = {"league": league, "report": inquiry, "ask": ask, "learn": learning, "exploit": exploit}
