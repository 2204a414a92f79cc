"""Solve Prime Climb without cards exactly, alone or for two."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from ...core.errors import BadInput
from ...core.messages import join_sentences
from ...core.options import Value, parse_options
from . import tablebase
from .game import GAME
from .tablebase import SAY

if TYPE_CHECKING:
    from .exact_values import TwoPlayerIteration

stdout, stderr = Console(), Console(stderr=True)
SAVE_SECONDS = 60                  # seconds between two times that what has been found so far is kept
MIN_BOUND = 1e-12              # the rounding of some hundred sweeps


def solve(
    seats: Annotated[int, typer.Option(help="1: expected rolls. 2: chances of winning.")] = 2,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")]
        = None,
    pawns: Annotated[int, typer.Option(min=1, max=2, help="How many pawns each player has.")] = 2,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the table where the master looks for it.")] = False,
    table: Annotated[Path | None, typer.Option(help="Keep it in this file, or go on with what is there.")] = None,
    bound: Annotated[float, typer.Option(min=MIN_BOUND, max=0.1, help="How far a value may be from the truth.")] = 1e-9,
    jobs: Annotated[int | None, typer.Option(min=1, help="Threads that work; by default as many as cores.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False,
) -> None:
    """Solve Prime Climb without cards: the expected rolls alone, or each side's chance of winning for two."""
    options = check_solvable_options(seats, parse_options(GAME.options, option or [], GAME.title), pawns)
    if seats == 1:
        if keep or table:
            raise BadInput(SAY["alone"])
        found = solve_expected_rolls(options, pawns, bound)
    else:
        file = table or (tablebase_path(options) if keep else None)
        found = TablebaseJob(options, pawns, bound, jobs, file, is_quiet=as_json).compute_result()
    if as_json:
        print(json.dumps({"game": GAME.name, "seats": seats, "options": options, "pawns": pawns, **found}, indent=2))
    else:
        print_result(found)


def check_solvable_options(seats: int, given: dict[str, Value], pawns: int) -> dict[str, Value]:
    """Return the options in full, without cards.  Raises BadInput where there is no exact solution."""
    options = GAME.check_options(seats, {"deck": "none", **given})
    why = tablebase.unsolved_reason(seats, options)
    if why:
        raise BadInput(join_sentences([SAY[why], SAY["weaker"]]))
    if pawns == 1 and (options["sprint"] == "on" or options["route"] == "there_and_back"):
        raise BadInput(SAY["one_pawn"])
    return options


def tablebase_path(options: dict[str, Value]) -> Path:
    """Return the path at which the expert bot looks for a table.  Raises BadInput without a home folder."""
    folder = tablebase.tables_folder()
    if folder is None:
        raise BadInput(SAY["homeless"])
    return folder / tablebase.table_file_name(tablebase.key_options(options))


def solve_expected_rolls(options: dict[str, Value], pawns: int, bound: float) -> dict[str, Any]:
    """Solve the game of one player: the rolls expected from the start."""
    from .exact_values import solve_one_player
    from .placement_graph import build_graph

    begin = time.perf_counter()
    net = build_graph(GAME.new_state(1, options), pawns)
    values, error = solve_one_player(net, uses_of_double(options), bound)
    return {"positions": net.resting_count, "rolls": float(values[net.start]), "bound": error,
            "seconds": time.perf_counter() - begin}


def uses_of_double(options: dict[str, Value]) -> int:
    """Return how often the number of a double is used."""
    return int(str(options["doubles"]))


class TablebaseJob:
    """Compute the table of two players, continue a stored one, or only read it."""

    def __init__(self, options: dict[str, Value], pawns: int, bound: float, jobs: int | None, file: Path | None,
                 is_quiet: bool) -> None:
        self.options, self.pawns, self.wanted_bound, self.jobs, self.file = options, pawns, bound, jobs, file
        self.table_options = tablebase.key_options(options)
        self.seconds, self.saved_at = 0.0, time.perf_counter()
        self.progress = Progress(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
                                 TimeRemainingColumn(),
                                 console=stderr, transient=True, disable=is_quiet)

    def compute_result(self) -> dict[str, Any]:
        """Return the result as JSON, after the sweeps that are still needed; write the table to its file."""
        from .exact_values import MOST_PLACEMENTS, TwoPlayerIteration
        from .placement_graph import build_graph

        found = self.read_existing_table()
        if found is not None and found.facts["whole"] and found.bound <= self.wanted_bound + tablebase.FLOAT32_ERROR:
            return self.result_json(found.facts)
        net = build_graph(GAME.new_state(2, self.options), self.pawns)
        if net.resting_count > MOST_PLACEMENTS:
            raise BadInput(SAY["large"].format(n=net.resting_count**2))
        old, sweeps = None, 0
        if found is not None and not found.facts["whole"]:
            old, sweeps, self.seconds = found.values.copy(), found.facts["sweeps"], found.facts["seconds"]
        if self.file:
            tablebase.check_writable(self.file)
        race = TwoPlayerIteration(net, uses_of_double(self.options), self.jobs, old, sweeps)
        del old, found
        self.run_sweeps(race)
        facts = self.table_facts(race, whole=True)
        if self.file:
            tablebase.save_table(self.file, {**facts, "bound": race.bound + tablebase.FLOAT32_ERROR},
                                 net.placements[:net.resting_count],
                                 race.midpoint_values().astype("float32"))
        return self.result_json(facts)

    def read_existing_table(self) -> tablebase.Tablebase | None:
        """Return the table that the file holds; None, with a printed reason, where it is of no use."""
        if self.file is None or not self.file.exists():
            return None
        try:
            return tablebase.Tablebase(self.file, GAME.version, self.table_options, self.pawns)
        except tablebase.UnusableTable as wrong:
            stderr.print(join_sentences([str(wrong), SAY["anew"]]), highlight=False, markup=False, soft_wrap=True)
            return None

    def run_sweeps(self, race: "TwoPlayerIteration") -> None:
        """Sweep until the bound is reached; save now and then, and when interrupted."""
        begin = time.perf_counter()

        def print_sweep(race: "TwoPlayerIteration") -> None:
            nonlocal begin
            now = time.perf_counter()
            self.seconds, begin = self.seconds + now - begin, now
            self.progress.update(task, completed=race.sweeps, total=race.expected_sweeps(self.wanted_bound))
            if self.file and now - self.saved_at > SAVE_SECONDS:
                self.save_progress(self.file, race)

        with self.progress:
            task = self.progress.add_task(SAY["working"], completed=race.sweeps,
                                          total=race.expected_sweeps(self.wanted_bound))
            try:
                race.run_until(self.wanted_bound, print_sweep)
            except KeyboardInterrupt:
                self.report_interruption(race)
                raise

    def report_interruption(self, race: "TwoPlayerIteration") -> None:
        """Save what an interrupted run has found, and print how to continue."""
        said = ""
        if self.file and race.sweeps:
            self.save_progress(self.file, race)
            said = SAY["resumes"].format(file=self.file)
        stderr.print(join_sentences([SAY["broken"].format(n=race.sweeps), said]), highlight=False, markup=False,
                     soft_wrap=True)

    def save_progress(self, file: Path, race: "TwoPlayerIteration") -> None:
        """Write the unfinished table to its file."""
        tablebase.save_table(file, self.table_facts(race, whole=False),
                             race.graph.placements[:race.graph.resting_count], race.values)
        self.saved_at = time.perf_counter()

    def table_facts(self, race: "TwoPlayerIteration", whole: bool) -> dict[str, Any]:
        """Return the header of the table as it stands."""
        low, high = race.start_chance_bounds()
        return {"about": self.table_options, "version": GAME.version, "pawns": self.pawns, "bound": race.bound,
                "sweeps": race.sweeps, "seconds": self.seconds, "whole": whole, "ways": race.graph.resting_count,
                "chance": (low + high) / 2, "chance_bound": (high - low) / 2}

    def result_json(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Return the facts that are printed as JSON."""
        return {"positions": facts["ways"]**2, "table": str(self.file) if self.file else None,
                **{name: facts[name] for name in ("chance", "chance_bound", "bound", "sweeps", "seconds")}}


def print_result(found: dict[str, Any]) -> None:
    """Print a result in words."""
    key = "rolls" if "rolls" in found else "chance"
    lines = [SAY[key].format(value=f"{found[key]:.9f}", percent=f"{100 * found.get('chance', 0):.7f}",
                             bound=f"{found.get('chance_bound', found['bound']):.1g}")]
    lines.append(SAY["positions"].format(n=found["positions"], seconds=f"{found['seconds']:.1f}",
                                         bound=f"{found['bound']:.1g}"))
    if "sweeps" in found:
        lines.append(SAY["sweeps"].format(n=found["sweeps"], each=f"{found['seconds'] / found['sweeps']:.2f}"))
    if found.get("table"):
        lines.append(SAY["kept"].format(file=found["table"]))
    for line in lines:
        stdout.print(line, highlight=False, markup=False, soft_wrap=True)


COMMANDS = {"solve prime_climb": solve}
