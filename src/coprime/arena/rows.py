"""Every game of a series as a row of a file, written while it is played: JSON lines, CSV for a spreadsheet, or Parquet.
"""

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import join_with_commas, load_messages
from ..core.options import to_json_value
from ..core.os_errors import describe_os_error
from .parquet import Parquet, library
from .series import Deal, Row, SeriesPlan

SAY = load_messages(Path(__file__).parent)["rows"]
LINES, TABLE, COLUMNS = ".jsonl", ".csv", ".parquet"
KINDS = (LINES, TABLE, COLUMNS)


class Rows:
    """A file that gets a row for each game.  Raises BadInput where it cannot be written.

    The first line of JSON lines is the plan.  With `resume` the whole deals that stand there already are kept.
    """

    def __init__(self, file: Path, plan: SeriesPlan, resume: bool = False) -> None:
        if file.suffix not in KINDS:
            raise BadInput(SAY["ending"].format(file=file, known=join_with_commas(KINDS)))
        if resume and file.suffix != LINES:
            raise BadInput(SAY["only"].format(file=file))
        if file.exists() and not resume:
            raise BadInput(SAY["there"].format(file=file))
        if not file.parent.is_dir():
            raise BadInput(SAY["unwritten"].format(file=file, why=SAY["no_folder"]))
        if file.suffix == COLUMNS:
            library()
        self.path, self.plan, self.resumed = file, plan, resume
        self._file: Text | Parquet | None = None    # nothing is written before there is a game

    def played(self) -> Iterator[Deal]:
        """The deals that stand in the file."""
        return whole(self.path, self.plan) if self.path.suffix == LINES and self.path.exists() else iter(())

    def add(self, deal: Deal) -> None:
        """Another deal; as text it is on the disk when this returns."""
        try:
            self._file = self._file or self._opened()
            self._file.add(deal)
        except OSError as wrong:
            raise self._unwritten(wrong) from None

    def _opened(self) -> "Text | Parquet":
        if self.path.suffix == COLUMNS:
            return Parquet(self.path, self.plan, titles(self.plan), head(self.plan))
        return Text(self.path, self.plan, self.played())

    def close(self) -> None:
        try:
            if self._file:
                self._file.close()
        except OSError as wrong:
            raise self._unwritten(wrong) from None

    def _unwritten(self, wrong: OSError) -> BadInput:
        return BadInput(SAY["unwritten"].format(file=self.path, why=describe_os_error(wrong)))


class Text:
    """JSON lines or CSV.  The head and what is kept stand beside the old file until they are whole."""

    def __init__(self, path: Path, plan: SeriesPlan, kept: Iterator[Deal]) -> None:
        self._table = path.suffix == TABLE
        fresh = path.with_name(path.name + ".new")
        with fresh.open("w", encoding="utf-8", newline="") as self._file:
            if self._table:
                csv.writer(self._file).writerow(titles(plan))
            else:
                self._file.write(json.dumps(head(plan)) + "\n")
            for deal in kept:
                self._write(deal)
        fresh.replace(path)
        self._file = path.open("a", encoding="utf-8", newline="")

    def add(self, deal: Deal) -> None:
        self._write(deal)
        self._file.flush()

    def _write(self, deal: Deal) -> None:
        for row in deal:
            if self._table:
                began = "" if row.began is None else row.began
                csv.writer(self._file).writerow([row.deal, row.actions, began, *row.bots, *row.returns])
            else:
                self._file.write(json.dumps(asdict(row)) + "\n")

    def close(self) -> None:
        self._file.close()


def titles(plan: SeriesPlan) -> list[str]:
    """Of the columns of a table."""
    seats = range(len(plan.bots))
    return ["deal", "actions", "began", *[f"bot_{seat}" for seat in seats], *[f"return_{seat}" for seat in seats]]


def head(plan: SeriesPlan) -> dict[str, Any]:
    """What a series is, as JSON has it."""
    options = {name: to_json_value(value) for name, value in plan.options.items()}
    return {"game": plan.game, "bots": list(plan.bots), "seed": plan.seed, "options": options,
            "in_order": plan.in_order}


def seed_in(file: Path) -> int | None:
    """The seed of the series in a file; None where there is none.  Raises BadInput."""
    try:
        with file.open(encoding="utf-8") as lines:
            seed = decoded(file, 1, next(lines, "{}")).get("seed")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(SAY["unread"].format(file=file, why=describe_os_error(wrong))) from None
    return seed if isinstance(seed, int) else None


def whole(file: Path, plan: SeriesPlan) -> Iterator[Deal]:
    """The deals of a file that are whole, in order.  Raises BadInput where it is of another series."""
    try:
        with file.open(encoding="utf-8") as lines:
            # A line without an end was being written when the power failed.
            numbered = ((n, line) for n, line in enumerate(lines, 1) if line.endswith("\n"))
            first = next(numbered, None)
            if first is None:
                return
            same(file, decoded(file, *first), head(plan))
            rows = (row_of(file, n, line) for n, line in numbered)
            for number, (deal, found) in enumerate(groupby(rows, key=lambda row: row.deal)):
                games = list(found)
                if deal != number or len(games) != len(plan.seatings(deal)):
                    return
                yield games
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(SAY["unread"].format(file=file, why=describe_os_error(wrong))) from None


def decoded(file: Path, n: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadInput(SAY["bad"].format(file=file, line=n))
    return found


def row_of(file: Path, n: int, line: str) -> Row:
    found = decoded(file, n, line)
    try:
        slips = {name: (int(n), str(slip)) for name, (n, slip) in found["slips"].items()}
        return Row(int(found["deal"]), tuple(found["bots"]), [float(value) for value in found["returns"]],
                   int(found["actions"]), found["began"], slips, bool(found.get("endless")))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadInput(SAY["bad"].format(file=file, line=n)) from None


def same(file: Path, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    """Raises BadInput where a file is of another series."""
    for what, value in ours.items():
        if theirs.get(what, False) != value:        # older files do not say in what order: it was drawn
            raise BadInput(SAY["other"].format(file=file, what=what, theirs=theirs.get(what), ours=value))
