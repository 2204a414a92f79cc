"""Prime Solitaire's deals looked through."""

import json
import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from ...core.faults import BadInput

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
          as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False) -> None:
    """Say of deals whether they can be won, and how often a player wins who does not see the draw pile."""
    from .game import GAME

    if first + deals - 1 > LAST_DEAL:
        raise BadInput(f"There are deals 1 to {LAST_DEAL}, so {deals} from {first} on are too many.")
    options = GAME.check(1, {"level": level, "foundation": foundation, "rows": rows})
    numbers = range(first, first + deals)
    layout = ("columns", "pyramid").index(foundation)
    result: dict[str, Any] = {"game": GAME.name, "options": options, "first": first, "deals": deals}
    result |= solved(level, layout, rows, numbers, quiet=as_json)
    if blind:
        result["blind"] = played(level, layout, rows, numbers, blind, quiet=as_json)
    if as_json:
        print(json.dumps(result, indent=2))
    else:
        show(result)


def solved(level: int, layout: int, rows: int, numbers: range, quiet: bool) -> dict[str, Any]:
    """Every deal's verdict, with the solution of those won, and seconds."""
    from .deals import dealt, judge
    from .phrases import label

    judge(dealt(level, layout, rows, 0))                # compiles
    found: dict[str, list[Any]] = {word: [] for word in WORDS}
    start, worst = time.perf_counter(), 0.0
    for number in track(numbers, "Solving", console=Console(stderr=True), disable=quiet, transient=True):
        begun = time.perf_counter()
        verdict = judge(dealt(level, layout, rows, number))
        worst = max(worst, time.perf_counter() - begun)
        solution = {"deal": number, "solution": [label(action) for action in verdict.actions]}
        found[verdict.word].append(solution if verdict.word == "won" else number)
    seconds = time.perf_counter() - start
    return {**{word: share(len(found[word]), len(numbers)) for word in WORDS},
            "decided": share(len(numbers) - len(found["unknown"]), len(numbers)),
            "seconds_a_deal": seconds / len(numbers), "seconds_at_most": worst, "lists": found}


def played(level: int, layout: int, rows: int, numbers: range, tries: int, quiet: bool) -> dict[str, Any]:
    """How the player does who sees no more than the table shows."""
    from . import player
    from .deals import dealt

    desk = player.desk()
    player.play(dealt(1, 0, 3, 0), 2, desk, 1)          # compiles
    start, wins = time.process_time(), 0
    for number in track(numbers, "Playing", console=Console(stderr=True), disable=quiet, transient=True):
        wins += bool(player.play(dealt(level, layout, rows, number), tries, desk, number))
    return share(wins, len(numbers)) | {"tries": tries, "seconds_a_game": (time.process_time() - start) / len(numbers)}


def share(count: int, of: int) -> dict[str, float]:
    """A count, its share and the bounds of that (Wilson 1927)."""
    rate, reach = count / of, CERTAIN**2 / of
    middle = (rate + reach / 2) / (1 + reach)
    half = CERTAIN / (1 + reach) * (rate * (1 - rate) / of + reach / (4 * of)) ** 0.5
    return {"count": count, "share": rate, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}


def show(result: dict[str, Any]) -> None:
    out = Console()
    for word, title in (("won", "Won, with a solution"), ("lost", "Proved lost"), ("unknown", "Unknown"),
                        ("blind", "Won without seeing the draw pile")):
        if word in result:
            one = result[word]
            out.print(f"{title}: {one['count']}, {100 * one['share']:.1f} % "
                      f"({100 * one['low']:.1f} to {100 * one['high']:.1f})", highlight=False)
    out.print(f"Solver: {result['seconds_a_deal']:.2f} s a deal, {result['seconds_at_most']:.1f} s at most.",
              highlight=False)
    if "blind" in result:
        out.print(f"Player: {result['blind']['seconds_a_game']:.2f} s a game.", highlight=False)


COMMANDS = {"solve prime_solitaire": solve}
