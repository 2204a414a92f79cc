"""Say which deals of Prime Solitaire can be won, and check the proofs of those that cannot."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ...arena.commands import ClusterAddress, Jobs
from ...arena.executor_factory import make_executor
from ...core.errors import BadInput
from ...core.messages import load_messages
from ...core.os_errors import describe_os_error

if TYPE_CHECKING:
    from .deal_batches import DealReport

err = Console(stderr=True)
SAY = load_messages(Path(__file__).parent)["proof"]
SOLVE = load_messages(Path(__file__).parent)["solve"]
WORDS = ("won", "lost", "unknown")
LAST_DEAL = 99_999_999
CERTAIN = 1.96              # standard deviations on either side: 95 %


def solve(level: Annotated[int, typer.Option(help="The deck level, 1 to 6.")] = 3,
          deals: Annotated[int, typer.Option(min=1, help="How many numbered deals.")] = 100,
          first: Annotated[int, typer.Option(min=1, help="The first deal's number.")] = 1,
          foundation: Annotated[str, typer.Option(help="columns or pyramid.")] = "columns",
          rows: Annotated[int, typer.Option(help="Rows of the foundation; 0: as usual.")] = 0,
          blind: Annotated[int, typer.Option(min=0, help="Imagined games for every choice of the player who does "
                                                         "not see the draw pile; 0: without.")] = 1000,
          jobs: Jobs = None,
          cluster: ClusterAddress = None,
          proof: Annotated[Path | None, typer.Option(help="A file for the proofs of the deals that are lost.")] = None,
          as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False) -> None:
    """Say of deals whether they can be won, and how often a player wins who does not see the draw pile."""
    from .deal_batches import SolveSweep, run_sweep
    from .game import GAME

    if first + deals - 1 > LAST_DEAL:
        raise BadInput(SOLVE["too_many"].format(last=LAST_DEAL, deals=deals, first=first))
    options = GAME.check_options(1, {"level": level, "foundation": foundation, "rows": rows})
    sweep = SolveSweep(level, ("columns", "pyramid").index(foundation), rows, blind)
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                   console=err, transient=True, disable=as_json)
    with make_executor(jobs, cluster) as hands, bar:
        task = bar.add_task(SOLVE["playing" if blind else "solving"], total=deals)
        found, end = run_sweep(sweep, range(first, first + deals), hands,
                               lambda done: bar.update(task, completed=done))
    result = {"game": GAME.name, "options": options, "first": first, "deals": len(found), **summarize_verdicts(found)}
    if blind:
        result["blind"] = summarize_games(found, blind)
    if proof:
        write_proofs(proof, [one.proof for one in found if one.proof])
    if as_json:
        print(json.dumps(result, indent=2))
    else:
        print_result(result)
    if end:
        err.print(SOLVE["stopped"].format(n=len(found), of=deals), highlight=False)
    if isinstance(end, BadInput):
        raise end


def write_proofs(file: Path, lines: list[str]) -> None:
    """Write proofs to a file, one line each.  Raises BadInput when the file cannot be written."""
    try:
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(file=file, why=describe_os_error(wrong))) from None


def check(file: Annotated[Path, typer.Argument(help="A file of proofs, from solve --proof.")],
          as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False) -> None:
    """Go through proofs that deals are lost, by a program that shares nothing with the one that found them."""
    from .loss_proof_file import is_valid_proof, parse_proof

    out = Console()
    proofs = [parse_proof(line, number) for number, line in enumerate(read_proof_lines(file), 1)]
    if not proofs:
        raise BadInput(SAY["none"].format(file=file))
    results = []
    for one in proofs:
        start = time.thread_time()
        results.append({"level": one.level, "deal": one.deal, "proved": is_valid_proof(one),
                        "seconds": time.thread_time() - start})
        if not as_json:
            out.print(SAY["holds" if results[-1]["proved"] else "fails"].format(
                deal=one.deal, level=one.level, seconds=f"{results[-1]['seconds']:.1f}"), highlight=False)
    if as_json:
        print(json.dumps(results, indent=2))
    if not all(one["proved"] for one in results):
        raise typer.Exit(1)


def read_proof_lines(file: Path) -> list[str]:
    """Read the lines of a file of proofs.  Raises BadInput when it cannot be read."""
    try:
        return [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    except OSError as wrong:
        raise BadInput(SAY["closed"].format(file=file, why=describe_os_error(wrong))) from None
    except UnicodeDecodeError:
        raise BadInput(SAY["unread"].format(n=1)) from None


def summarize_verdicts(found: Sequence["DealReport"]) -> dict[str, Any]:
    """Summarize the verdicts of deals: shares, processor seconds, and the deals with their solutions."""
    lists: dict[str, list[Any]] = {word: [] for word in WORDS}
    for one in found:
        lists[one.word].append({"deal": one.deal, "solution": one.solution} if one.word == "won" else one.deal)
    seconds = [one.solving for one in found]
    return {**{word: wilson_interval(len(lists[word]), len(found)) for word in WORDS},
            "decided": wilson_interval(len(found) - len(lists["unknown"]), len(found)),
            "seconds_a_deal": sum(seconds) / len(found), "seconds_median": median(seconds),
            "seconds_at_most": max(seconds), "lists": lists}


def summarize_games(found: Sequence["DealReport"], tries: int) -> dict[str, Any]:
    """Summarize how often the player won who sees no more than the table shows."""
    seconds = sum(one.playing for one in found)
    return wilson_interval(sum(bool(one.blind) for one in found), len(found)) | {
        "tries": tries, "seconds_a_game": seconds / len(found)}


def wilson_interval(count: int, total: int) -> dict[str, float]:
    """Return a count, its share of `total` and the 95 % confidence interval (Wilson 1927)."""
    rate, reach = count / total, CERTAIN**2 / total
    middle = (rate + reach / 2) / (1 + reach)
    half = CERTAIN / (1 + reach) * (rate * (1 - rate) / total + reach / (4 * total)) ** 0.5
    return {"count": count, "share": rate, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}


def print_result(result: dict[str, Any]) -> None:
    """Print the result of `solve` as sentences."""
    out = Console()
    for word in (*WORDS, "blind"):
        if word in result:
            one = result[word]
            bounds = {name: f"{100 * one[name]:.1f}" for name in ("share", "low", "high")}
            out.print(SOLVE["share"].format(what=SOLVE[word], n=one["count"], **bounds), highlight=False)
    out.print(SOLVE["time"].format(mean=f"{result['seconds_a_deal']:.2f}", median=f"{result['seconds_median']:.2f}",
                                   most=f"{result['seconds_at_most']:.1f}"), highlight=False)
    if "blind" in result:
        out.print(SOLVE["time_blind"].format(mean=f"{result['blind']['seconds_a_game']:.2f}"), highlight=False)


COMMANDS = {"solve prime_solitaire": solve, "check prime_solitaire": check}
