"""Prime Climb without cards, worked out exactly: alone, and for two."""

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
    from .exact import Race

out, err = Console(), Console(stderr=True)
EVERY = 60                  # seconds between two times that what has been found so far is kept
FINEST = 1e-12              # the rounding of some hundred sweeps


def solve(
    seats: Annotated[int, typer.Option(help="1: expected rolls. 2: chances of winning.")] = 2,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")]
        = None,
    pawns: Annotated[int, typer.Option(min=1, max=2, help="How many pawns each player has.")] = 2,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the table where the master looks for it.")] = False,
    table: Annotated[Path | None, typer.Option(help="Keep it in this file, or go on with what is there.")] = None,
    bound: Annotated[float, typer.Option(min=FINEST, max=0.1, help="How far a value may be from the truth.")] = 1e-9,
    jobs: Annotated[int | None, typer.Option(min=1, help="Threads that work; by default as many as cores.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False,
) -> None:
    """Work out best play without cards: how many rolls it takes alone, or who of two wins how often."""
    options = options_for(seats, parse_options(GAME.options, option or [], GAME.title), pawns)
    if seats == 1:
        if keep or table:
            raise BadInput(SAY["alone"])
        found = rolls(options, pawns, bound)
    else:
        file = table or (tablebase_path(options) if keep else None)
        found = Work(options, pawns, bound, jobs, file, quiet=as_json).result()
    if as_json:
        print(json.dumps({"game": GAME.name, "seats": seats, "options": options, "pawns": pawns, **found}, indent=2))
    else:
        show(found)


def options_for(seats: int, given: dict[str, Value], pawns: int) -> dict[str, Value]:
    """The options in full, without cards.  Raises BadInput where there is no exact solution."""
    options = GAME.check_options(seats, {"deck": "none", **given})
    why = tablebase.beyond(seats, options)
    if why:
        raise BadInput(join_sentences([SAY[why], SAY["weaker"]]))
    if pawns == 1 and (options["sprint"] == "on" or options["route"] == "there_and_back"):
        raise BadInput(SAY["one_pawn"])
    return options


def tablebase_path(options: dict[str, Value]) -> Path:
    """Where the master looks for a table.  Raises BadInput."""
    folder = tablebase.folder()
    if folder is None:
        raise BadInput(SAY["homeless"])
    return folder / tablebase.name_of(tablebase.key_options(options))


def rolls(options: dict[str, Value], pawns: int, bound: float) -> dict[str, Any]:
    """Of one player: the rolls to be expected from the start."""
    from .exact import alone
    from .net import net_of

    begin = time.perf_counter()
    net = net_of(GAME.new_state(1, options), pawns)
    values, error = alone(net, doubles(options), bound)
    return {"positions": net.rests, "rolls": float(values[net.start]), "bound": error,
            "seconds": time.perf_counter() - begin}


def doubles(options: dict[str, Value]) -> int:
    """How often the number of a double is used."""
    return int(str(options["doubles"]))


class Work:
    """Of two players: a table that is worked out, gone on with or only read."""

    def __init__(self, options: dict[str, Value], pawns: int, bound: float, jobs: int | None, file: Path | None,
                 quiet: bool) -> None:
        self.options, self.pawns, self.wanted, self.jobs, self.file = options, pawns, bound, jobs, file
        self.about = tablebase.key_options(options)
        self.seconds, self.saved = 0.0, time.perf_counter()
        self.bar = Progress(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(),
                            console=err, transient=True, disable=quiet)

    def result(self) -> dict[str, Any]:
        from .exact import MOST_WAYS, Race
        from .net import net_of

        found = self.found()
        if found is not None and found.facts["whole"] and found.bound <= self.wanted + tablebase.ROUNDED:
            return self.told(found.facts)
        net = net_of(GAME.new_state(2, self.options), self.pawns)
        if net.rests > MOST_WAYS:
            raise BadInput(SAY["large"].format(n=net.rests**2))
        old, sweeps = None, 0
        if found is not None and not found.facts["whole"]:
            old, sweeps, self.seconds = found.values.copy(), found.facts["sweeps"], found.facts["seconds"]
        if self.file:
            tablebase.prepare(self.file)
        race = Race(net, doubles(self.options), self.jobs, old, sweeps)
        del old, found
        self.run(race)
        facts = self.facts(race, whole=True)
        if self.file:
            tablebase.save(self.file, {**facts, "bound": race.bound + tablebase.ROUNDED}, net.ways[:net.rests],
                           race.middle().astype("float32"))
        return self.told(facts)

    def found(self) -> tablebase.Table | None:
        """What the file holds already; None where that is of no use, and a sentence says why."""
        if self.file is None or not self.file.exists():
            return None
        try:
            return tablebase.Table(self.file, GAME.version, self.about, self.pawns)
        except tablebase.Useless as wrong:
            err.print(join_sentences([str(wrong), SAY["anew"]]), highlight=False, markup=False, soft_wrap=True)
            return None

    def run(self, race: "Race") -> None:
        """Sweep until the bound is reached; what has been found is kept now and then, and when it is broken off."""
        begin = time.perf_counter()

        def told(race: "Race") -> None:
            nonlocal begin
            now = time.perf_counter()
            self.seconds, begin = self.seconds + now - begin, now
            self.bar.update(task, completed=race.sweeps, total=race.expected(self.wanted))
            if self.file and now - self.saved > EVERY:
                self.keep(self.file, race)

        with self.bar:
            task = self.bar.add_task(SAY["working"], completed=race.sweeps, total=race.expected(self.wanted))
            try:
                race.run(self.wanted, told)
            except KeyboardInterrupt:
                self.broken_off(race)
                raise

    def broken_off(self, race: "Race") -> None:
        said = ""
        if self.file and race.sweeps:
            self.keep(self.file, race)
            said = SAY["resumes"].format(file=self.file)
        err.print(join_sentences([SAY["broken"].format(n=race.sweeps), said]), highlight=False, markup=False,
                  soft_wrap=True)

    def keep(self, file: Path, race: "Race") -> None:
        tablebase.save(file, self.facts(race, whole=False), race.net.ways[:race.net.rests], race.old)
        self.saved = time.perf_counter()

    def facts(self, race: "Race", whole: bool) -> dict[str, Any]:
        low, high = race.between()
        return {"about": self.about, "version": GAME.version, "pawns": self.pawns, "bound": race.bound,
                "sweeps": race.sweeps, "seconds": self.seconds, "whole": whole, "ways": race.net.rests,
                "chance": (low + high) / 2, "chance_bound": (high - low) / 2}

    def told(self, facts: dict[str, Any]) -> dict[str, Any]:
        return {"positions": facts["ways"]**2, "table": str(self.file) if self.file else None,
                **{name: facts[name] for name in ("chance", "chance_bound", "bound", "sweeps", "seconds")}}


def show(found: dict[str, Any]) -> None:
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
        out.print(line, highlight=False, markup=False, soft_wrap=True)


COMMANDS = {"solve prime_climb": solve}
