"""What a benchmark has found, as tables."""

from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from ..core.messages import load_messages
from ..core.registry import find_game as find

SAY = load_messages(Path(__file__).parent)["bench"]
Rows = dict[str, dict[str, Any]]


def show(result: dict[str, Any], out: Console) -> None:
    """Print a result of `bench.run`."""
    of = result["machine"]
    tell(out, SAY["machine"].format(processor=of["processor"], cores=of["cores"], load=f"{of['load'] or 0:.1f}"))
    tell(out, SAY["versions"].format(python=of["python"], numba=of["numba"], numpy=of["numpy"]))
    tell(out, SAY["imported"].format(seconds=f"{result['import_seconds']:.3f}"))
    out.print(played(result["games"]))
    out.print(batches(result["games"]))
    out.print(thoughts(result["games"], result.get("thinking_peers", [])))
    if "peers" in result:
        out.print(peers(result["peers"]))
        if any(row.get("missing") for row in result["peers"]):
            tell(out, SAY["install"])


def tell(out: Console, line: str) -> None:
    out.print(line, highlight=False, markup=False)


def headed(say: Any, **look: Any) -> Table:
    """A table with its title and heads: what a row is about at the left, numbers at the right."""
    table = Table(title=say["title"], **look)
    for n, head in enumerate(say["heads"]):
        # Japanese has no blanks to end a line at.
        table.add_column(head, justify="right" if n else "left", overflow="fold")
    return table


def played(games: Rows) -> Table:
    # 80 columns hold it: what is no terminal, a file or a pipe, has no more.
    table = headed(SAY["played"], box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.columns[0].no_wrap = True
    for name, row in games.items():
        table.add_row(find(name).localized_title, f"{row['steps_per_second'] / 1e6:.2f}",
                      f"{row['games_per_second']:,.0f}",
                      f"{row['fused_steps_per_second'] / 1e6:.2f}", f"{row['cold_start_seconds']:.1f}",
                      f"{row['cached_start_seconds']:.2f}", f"{row['memory_mb']:.0f}",
                      f"{row['hint_seconds'] * 1000:.1f}")
        for preset, speeds in row["presets"].items():
            table.add_row(f"  {preset}", f"{speeds['steps_per_second'] / 1e6:.2f}",
                          f"{speeds['games_per_second']:,.0f}")
    return table


def batches(games: Rows) -> Table:
    table = headed(SAY["batches"], box=box.SIMPLE_HEAD, show_edge=False)
    for name, row in games.items():
        if "batch_steps_per_second" in row:
            table.add_row(find(name).localized_title, f"{row['batch_steps_per_second'] / 1e6:.2f}",
                          f"{row['batch_steps_per_second_of_two_threads'] / 1e6:.2f}")
    return table


def thoughts(games: Rows, peers: list[dict[str, Any]]) -> Table:
    table = headed(SAY["thoughts"], box=box.SIMPLE_HEAD, show_edge=False)
    for name, row in games.items():
        table.add_row(find(name).localized_title, f"{row['iterations_per_second']:,.0f}",
                      f"{row['playouts_per_second']:,.0f}")
    for row in peers:
        if not row.get("missing"):
            named = SAY["thoughts"]["peer"].format(game=row["game"], package=row["package"])
            table.add_row(named, f"{row['iterations_per_second']:,.0f}", "")
    return table


def peers(rows: list[dict[str, Any]]) -> Table:
    say = SAY["peers"]
    table = headed(say)
    table.columns[1].justify = "left"
    for row in rows:
        if row.get("missing"):
            table.add_row(row["package"], say["missing"], "", "")
            continue
        game, _, observed = row["game"].partition(", ")
        table.add_row(row["package"], say["observed"].format(game=game) if observed else game,
                      f"{row['steps_per_second']:,.0f}", f"{row['games_per_second']:,.0f}")
    return table
