"""Print the result of a benchmark as tables."""

from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from ..core.messages import load_messages
from ..core.registry import find_game as find

SAY = load_messages(Path(__file__).parent)["bench"]
Rows = dict[str, dict[str, Any]]


def print_report(result: dict[str, Any], out: Console) -> None:
    """Print a result of `bench.measure_games`."""
    of = result["machine"]
    print_line(out, SAY["machine"].format(processor=of["processor"], cores=of["cores"], load=f"{of['load'] or 0:.1f}"))
    print_line(out, SAY["versions"].format(python=of["python"], numba=of["numba"], numpy=of["numpy"]))
    print_line(out, SAY["imported"].format(seconds=f"{result['import_seconds']:.3f}"))
    print_line(out, SAY["medians"].format(rounds=result["rounds"]))
    out.print(speed_table(result["games"]))
    out.print(batch_table(result["games"]))
    out.print(search_speed_table(result["games"], result.get("thinking_peers", [])))
    if "peers" in result:
        out.print(peer_table(result["peers"]))
        if any(row.get("missing") for row in result["peers"]):
            print_line(out, SAY["install"])


def print_line(out: Console, line: str) -> None:
    """Print a line without markup."""
    out.print(line, highlight=False, markup=False)


def make_table(say: Any, **look: Any) -> Table:
    """Return a table with its title and heads: the first column left-aligned, the others right-aligned."""
    table = Table(title=say["title"], **look)
    for n, head in enumerate(say["heads"]):
        # Japanese has no blanks to end a line at.
        table.add_column(head, justify="right" if n else "left", overflow="fold")
    return table


def speed_table(games: Rows) -> Table:
    """Return the table of speeds, starts and memory per game and preset; it fits 80 columns."""
    # 80 columns hold it: what is no terminal, a file or a pipe, has no more.
    table = make_table(SAY["played"], box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.columns[0].max_width = 14                         # of a longer title the end stands on a second line
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


def batch_table(games: Rows) -> Table:
    """Return the table of batches per game: speeds, and the first step."""
    table = make_table(SAY["batches"], box=box.SIMPLE_HEAD, show_edge=False)
    for name, row in games.items():
        if "batch_steps_per_second" in row:
            table.add_row(find(name).localized_title, f"{row['batch_steps_per_second'] / 1e6:.2f}",
                          f"{row['batch_steps_per_second_of_two_threads'] / 1e6:.2f}",
                          f"{row['cold_batch_processor_seconds']:.1f}")
    return table


def search_speed_table(games: Rows, peers: list[dict[str, Any]]) -> Table:
    """Return the table of searches and of series of bots per game, with the peers' searches below."""
    table = make_table(SAY["thoughts"], box=box.SIMPLE_HEAD, show_edge=False)
    for name, row in games.items():
        table.add_row(find(name).localized_title, f"{row['iterations_per_second']:,.0f}",
                      f"{row['playouts_per_second']:,.0f}", f"{row['series_games_per_second']:,.1f}")
    for row in peers:
        if not row.get("missing"):
            named = SAY["thoughts"]["peer"].format(game=row["game"], package=row["package"])
            table.add_row(named, f"{row['iterations_per_second']:,.0f}", "", "")
    return table


def peer_table(rows: list[dict[str, Any]]) -> Table:
    """Return the table of the peers' speeds of random play."""
    say = SAY["peers"]
    table = make_table(say)
    table.columns[1].justify = "left"
    for row in rows:
        if row.get("missing"):
            table.add_row(row["package"], say["missing"], "", "")
            continue
        game, _, observed = row["game"].partition(", ")
        table.add_row(row["package"], say["observed"].format(game=game) if observed else game,
                      f"{row['steps_per_second']:,.0f}", f"{row['games_per_second']:,.0f}")
    return table
