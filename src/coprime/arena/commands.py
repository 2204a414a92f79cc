"""The commands for bots against bots: `coprime simulate` and `coprime bench`."""

import json
import secrets
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import join_sentences, join_with_commas, load_messages
from ..core.options import parse_options
from ..core.registry import find_game as find
from .executor_factory import make_executor
from .match import MOST
from .match_progress import MatchProgress
from .players import default_level
from .row_writer import LINES, RowFile, read_seed
from .series import SeriesPlan, plan_series
from .simulate import play_series
from .sprt import Sprt, SprtResult
from .tally import SeriesResult

SAY = load_messages(Path(__file__).parent)
out = Console()
err = Console(stderr=True)
Jobs = Annotated[int | None, typer.Option(min=1, help="Processes that work; by default as many as cores.")]
ClusterAddress = Annotated[str | None, typer.Option(
    "--cluster", metavar="HOST:PORT", help="Let the workers of a Dask scheduler do it; “local” starts some here.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]


def simulate(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    games: Annotated[int, typer.Option(min=1, help="How many matches, at least; every deal is played whole.")] = 100,
    seed: Annotated[int | None, typer.Option(help="The same matches again.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    bots: Annotated[list[str] | None, typer.Option(
        "--bots", help="One per seat: a level, pimc:N, module:function, file.py:function or exec:PROGRAM.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="An option, as name=value.")] = None,
    preset: Annotated[str | None, typer.Option(help="The options of a preset; --option changes single ones.")] = None,
    in_order: Annotated[bool, typer.Option(
        "--in-order", help="Seat the bots as they are named; of four partners, the first and third together.")] = False,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    rows: Annotated[Path | None, typer.Option(help="Write every game to this file, .jsonl, .csv or .parquet.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the series in --rows.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write a record of every game to this folder.")] = None,
    sprt: Annotated[tuple[float, float] | None, typer.Option(
        metavar="LOW HIGH", help="Stop when the first bot's share is shown to be above an even one by LOW or by HIGH.",
    )] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many matches, every deal from each seat, and count."""
    game = find(name)
    names = [one for text in bots or [default_level(game)] for one in text.split(",")]
    seats = seats if seats is not None else max(len(names), game.default_seat_count())
    options = game.preset_options(preset, parse_options(game.options, option or [], game.localized_title))
    if resume and not rows:
        raise BadInput(SAY["rows"]["nothing"])
    if seed is None:
        seed = (read_seed(rows) if rows and resume else None) or secrets.randbits(62)
    plan = plan_series(game, names, seed, options, seats, in_order)
    for line in game.warning_sentences(len(plan.bots), plan.options):
        err.print(line, style="bold", highlight=False, markup=False, soft_wrap=True)
    test = make_sprt(plan, sprt)
    with (make_executor(jobs, cluster) as hands,
          closing(RowFile(rows, plan, resume)) if rows else nullcontext() as file,
          MatchProgress(err, game, games, as_json) as bar):
        result = play_series(game, names, games, seed, options, seats, hands, bar.update, file, test, save, in_order)
    if as_json:
        print(json.dumps(result.as_dict(), indent=2, ensure_ascii=False))
    else:
        print_result(game, result, rows is not None and rows.suffix == LINES)


def make_sprt(plan: SeriesPlan, bounds: tuple[float, float] | None) -> Sprt | None:
    """Return the sequential test with these bounds, or None.  Raises BadInput where all bots are the same."""
    if bounds and len(set(plan.bots)) < 2:
        raise BadInput(SAY["sprt"]["bots"])
    return Sprt(*bounds) if bounds else None


def print_result(game: Game, result: SeriesResult, can_resume: bool) -> None:
    """Print a result in words.

    `can_resume`: the games are in a file from which the series can be resumed.
    """
    say = SAY["simulate"]
    table = Table(title=say["head"].format(title=game.localized_title, seats=result.seats, games=result.games,
                                           deals=result.deals, seed=str(result.seed)))
    for n, head in enumerate(say["heads"]):
        table.add_column(head, justify="right" if n else "left")
    for one in result.standings:
        table.add_row(one.bot, str(one.games), f"{one.rate:.3f}", f"{one.payoff:.3f}")
    out.print(table)
    for line in result_lines(result, can_resume):
        out.print(line, highlight=False, markup=False, soft_wrap=True)


def result_lines(result: SeriesResult, can_resume: bool) -> Iterator[str]:
    """Yield the sentences of a result."""
    say = SAY["simulate"]
    yield say["options"].format(options=join_with_commas(f"{name}={value}" for name, value in result.options.items()))
    if result.seats > 1:
        won = (say["seat"].format(seat=seat, share=f"{share:.3f}") for seat, share in enumerate(result.won_by_seat))
        yield say["seats"].format(list=say["between"].join(won))
        if result.began:
            yield say["began"].format(share=f"{result.began:.3f}")
    yield say["actions"].format(actions=f"{result.actions:.1f}", longest=result.longest,
                                seconds=f"{result.seconds:.1f}")
    if result.endless:
        yield say["endless"].format(n=result.endless, most=f"{MOST * result.seats:,}")
    for one in result.standings:
        if one.slips:
            yield say["slips"].format(bot=one.bot, n=one.slips, first=one.slip)
    if result.sprt:
        yield verdict_text(result.sprt, result.deals)
    if result.stopped:
        yield join_sentences([say["stopped"], say["go_on"] if can_resume else ""])


def verdict_text(found: SprtResult, deals: int) -> str:
    """Return the verdict of a sequential test in words."""
    said = {"high": "above", "low": "below", None: "open"}[found.shown]
    return SAY["simulate"][said].format(low=f"{found.low:g}", high=f"{found.high:g}", n=deals,
                                        ratio=f"{found.ratio:.2f}", bound=f"{found.bound:.2f}")


def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
    peers: Annotated[bool, typer.Option(help="Also the nearest peers, if they are installed.")] = True,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each measurement runs, all rounds together.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure speed and memory on this machine."""
    from .bench import measure_games
    from .bench_report import print_report as shown

    games = [find(name).name for name in names] if names else None
    with err.status("") as status:
        result = measure_games(games, seconds, peers, status.update)
    if as_json:
        print(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        shown(result, out)


COMMANDS = {"simulate": simulate, "bench": bench}
