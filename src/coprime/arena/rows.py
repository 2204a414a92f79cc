"""Every game of a series as a row of a file, written while it is played: JSON lines, or CSV for a spreadsheet."""

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from ..core.faults import BadInput
from ..core.messages import messages
from .series import Deal, Plan, Row

SAY = messages(Path(__file__).parent)["rows"]
LINES, TABLE = ".jsonl", ".csv"
KINDS = (LINES, TABLE)


class Rows:
    """A file that gets a row for each game.  Raises BadInput where it cannot be written.

    The first line of JSON lines is the plan.  With `resume` the whole deals that stand there already are kept.
    """

    def __init__(self, file: Path, plan: Plan, resume: bool = False) -> None:
        if file.suffix not in KINDS:
            raise BadInput(SAY["ending"].format(file=file, known=", ".join(KINDS)))
        if resume and file.suffix != LINES:
            raise BadInput(SAY["only"].format(file=file))
        if file.exists() and not resume:
            raise BadInput(SAY["there"].format(file=file))
        if not file.parent.is_dir():
            raise BadInput(SAY["unwritten"].format(file=file, why=SAY["no_folder"]))
        self.path, self.plan, self.resumed = file, plan, resume
        self._file: IO[str] | None = None           # nothing is written before there is a game

    def _opened(self) -> IO[str]:
        """The file with its head and what is kept, which stand beside the old file until they are whole."""
        fresh = self.path.with_name(self.path.name + ".new")
        with fresh.open("w", encoding="utf-8", newline="") as file:
            if self.path.suffix == TABLE:
                seats = range(len(self.plan.bots))
                csv.writer(file).writerow(["deal", "actions", "began", *[f"bot_{seat}" for seat in seats],
                                           *[f"return_{seat}" for seat in seats]])
            else:
                file.write(json.dumps(head(self.plan)) + "\n")
            for deal in self.played():
                self._write(file, deal)
        fresh.replace(self.path)
        return self.path.open("a", encoding="utf-8", newline="")

    def played(self) -> Iterator[Deal]:
        """The deals that stand in the file."""
        return whole(self.path, self.plan) if self.path.suffix == LINES and self.path.exists() else iter(())

    def add(self, deal: Deal) -> None:
        """Another deal; it is on the disk when this returns."""
        try:
            self._file = self._file or self._opened()
            self._write(self._file, deal)
            self._file.flush()
        except OSError as wrong:
            raise BadInput(SAY["unwritten"].format(file=self.path, why=wrong.strerror)) from None

    def _write(self, file: IO[str], deal: Deal) -> None:
        for row in deal:
            if self.path.suffix == TABLE:
                began = "" if row.began is None else row.began
                csv.writer(file).writerow([row.deal, row.actions, began, *row.bots, *row.returns])
            else:
                file.write(json.dumps(asdict(row)) + "\n")

    def close(self) -> None:
        if self._file:
            self._file.close()


def head(plan: Plan) -> dict[str, Any]:
    return {"game": plan.game, "bots": list(plan.bots), "seed": plan.seed, "options": dict(plan.options)}


def seed_in(file: Path) -> int | None:
    """The seed of the series in a file; None where there is none.  Raises BadInput."""
    try:
        with file.open(encoding="utf-8") as lines:
            seed = decoded(file, 1, next(lines, "{}")).get("seed")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(SAY["unread"].format(file=file, why=getattr(wrong, "strerror", wrong))) from None
    return seed if isinstance(seed, int) else None


def whole(file: Path, plan: Plan) -> Iterator[Deal]:
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
        raise BadInput(SAY["unread"].format(file=file, why=getattr(wrong, "strerror", wrong))) from None


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
        return Row(int(found["deal"]), tuple(found["bots"]), [float(value) for value in found["returns"]],
                   int(found["actions"]), found["began"],
                   {name: (int(n), str(slip)) for name, (n, slip) in found["slips"].items()})
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadInput(SAY["bad"].format(file=file, line=n)) from None


def same(file: Path, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    """Raises BadInput where a file is of another series."""
    for what, value in ours.items():
        if theirs.get(what) != value:
            raise BadInput(SAY["other"].format(file=file, what=what, theirs=theirs.get(what), ours=value))
