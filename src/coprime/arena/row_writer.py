"""Write every game of a series as a row of a file while it is played: JSON lines, CSV or Parquet."""

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
from .parquet_writer import ParquetRows, import_pyarrow
from .series import DealRows, GameRow, SeriesPlan

SAY = load_messages(Path(__file__).parent)["rows"]
LINES, TABLE, COLUMNS = ".jsonl", ".csv", ".parquet"
KINDS = (LINES, TABLE, COLUMNS)


class RowFile:
    """A file that gets a row for each game.  Raises BadInput where it cannot be written.

    The first line of JSON lines is the plan. With `resume`, complete deals already in the file are kept.
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
            import_pyarrow()
        self.path, self.plan, self.is_resumed = file, plan, resume
        self._file: TextRows | ParquetRows | None = None    # nothing is written before there is a game

    def read_deals(self) -> Iterator[DealRows]:
        """Return the deals already in the file."""
        return read_whole_deals(self.path, self.plan) if self.path.suffix == LINES and self.path.exists() else iter(())

    def add(self, deal: DealRows) -> None:
        """Add a deal; as text it is flushed when this returns."""
        try:
            self._file = self._file or self._open_writer()
            self._file.add(deal)
        except OSError as wrong:
            raise self._write_error(wrong) from None

    def _open_writer(self) -> "TextRows | ParquetRows":
        if self.path.suffix == COLUMNS:
            return ParquetRows(self.path, self.plan, column_titles(self.plan), plan_json(self.plan))
        return TextRows(self.path, self.plan, self.read_deals())

    def close(self) -> None:
        """Close the file."""
        try:
            if self._file:
                self._file.close()
        except OSError as wrong:
            raise self._write_error(wrong) from None

    def _write_error(self, wrong: OSError) -> BadInput:
        return BadInput(SAY["unwritten"].format(file=self.path, why=describe_os_error(wrong)))


class TextRows:
    """Writes JSON lines or CSV.

    The head and the kept deals are written to a new file that then replaces the old one.
    """

    def __init__(self, path: Path, plan: SeriesPlan, kept: Iterator[DealRows]) -> None:
        self._table = path.suffix == TABLE
        fresh = path.with_name(path.name + ".new")
        with fresh.open("w", encoding="utf-8", newline="") as self._file:
            if self._table:
                csv.writer(self._file).writerow(column_titles(plan))
            else:
                self._file.write(json.dumps(plan_json(plan)) + "\n")
            for deal in kept:
                self._write_deal(deal)
        fresh.replace(path)
        self._file = path.open("a", encoding="utf-8", newline="")

    def add(self, deal: DealRows) -> None:
        """Write the games of a deal and flush."""
        self._write_deal(deal)
        self._file.flush()

    def _write_deal(self, deal: DealRows) -> None:
        for row in deal:
            if self._table:
                began = "" if row.began is None else row.began
                csv.writer(self._file).writerow([row.deal, row.actions, began, *row.bots, *row.returns])
            else:
                self._file.write(json.dumps(asdict(row)) + "\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def column_titles(plan: SeriesPlan) -> list[str]:
    """Return the column titles of a table; `began` is the seat that acted first, empty where several could have."""
    seats = range(len(plan.bots))
    return ["deal", "actions", "began", *[f"bot_{seat}" for seat in seats], *[f"return_{seat}" for seat in seats]]


def plan_json(plan: SeriesPlan) -> dict[str, Any]:
    """Return the plan of a series as JSON."""
    options = {name: to_json_value(value) for name, value in plan.options.items()}
    return {"game": plan.game, "bots": list(plan.bots), "seed": plan.seed, "options": options,
            "in_order": plan.in_order}


def read_seed(file: Path) -> int | None:
    """Return the seed of the series in a file; None where there is none.  Raises BadInput."""
    try:
        with file.open(encoding="utf-8") as lines:
            seed = parse_line(file, 1, next(lines, "{}")).get("seed")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(SAY["unread"].format(file=file, why=describe_os_error(wrong))) from None
    return seed if isinstance(seed, int) else None


def read_whole_deals(file: Path, plan: SeriesPlan) -> Iterator[DealRows]:
    """Yield the complete deals of a file in order.  Raises BadInput where it is of another series."""
    try:
        with file.open(encoding="utf-8") as lines:
            # A line without an end was being written when the power failed.
            numbered = ((n, line) for n, line in enumerate(lines, 1) if line.endswith("\n"))
            first = next(numbered, None)
            if first is None:
                return
            check_same_series(file, parse_line(file, *first), plan_json(plan))
            rows = (parse_row(file, n, line) for n, line in numbered)
            for number, (deal, found) in enumerate(groupby(rows, key=lambda row: row.deal)):
                games = list(found)
                if deal != number or len(games) != len(plan.list_seatings(deal)):
                    return
                yield games
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(SAY["unread"].format(file=file, why=describe_os_error(wrong))) from None


def parse_line(file: Path, n: int, line: str) -> dict[str, Any]:
    """Parse a line as a JSON object.  Raises BadInput."""
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadInput(SAY["bad"].format(file=file, line=n))
    return found


def parse_row(file: Path, n: int, line: str) -> GameRow:
    """Parse a line as a game.  Raises BadInput."""
    found = parse_line(file, n, line)
    try:
        slips = {name: (int(count), str(error)) for name, (count, error) in found["slips"].items()}
        return GameRow(int(found["deal"]), tuple(found["bots"]), [float(value) for value in found["returns"]],
                       int(found["actions"]), found["began"], slips, bool(found.get("endless")))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadInput(SAY["bad"].format(file=file, line=n)) from None


def check_same_series(file: Path, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    """Check that a file is of the same series.  Raises BadInput."""
    for what, value in ours.items():
        # An older file has no `in_order`: who sits where was drawn, which is False.
        if theirs.get(what, False) != value:
            raise BadInput(SAY["other"].format(file=file, what=what, theirs=theirs.get(what), ours=value))
