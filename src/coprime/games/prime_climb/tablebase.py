"""Exact tables on disk: chances of winning by ways, with what they are of and how far they can be from the truth.

A file is a line that says so, a line of JSON (the header), the ways, and the values: of a finished table as float32, of
one to go on with as float64.  It is written beside its place and then moved there, so nobody ever finds half of one.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import BadInput
from ...core.messages import load_messages
from ...core.os_errors import describe_os_error

SAY = load_messages(Path(__file__).parent)["exact"]
MAGIC = b"Coprime: exact values of Prime Climb\n"
LONGEST = 10_000                        # bytes of a header
ROUNDED = 2.0**-25                      # by which float32 can miss a number below 1
MATTERS = ("route", "sprint", "way_stations", "station_by", "doubles")      # the options that do without cards
RULES = ("board", "cards", "chances", "keepers", "moves", "net", "rules", "state", "tables", "turn", "turns")


class Useless(BadInput):
    """A file that was a table of these options: it is out of date, or not whole, and may be written anew."""


def beyond(seats: int, options: Mapping[str, Any]) -> str | None:
    """The name of the sentence that says why there is no exact solution; None where there is one."""
    if seats > 2:
        return "seats"
    if options["deck"] != "none":
        return "cards"
    return next((name for name, none in (("double_time", "off"), ("turn_limit", 0)) if options[name] != none), None)


def folder() -> Path | None:
    """Where the master looks for tables: $COPRIME_TABLES, or a folder of the user's cache; None without a home."""
    given = os.environ.get("COPRIME_TABLES")
    if given:
        return Path(given)
    import platformdirs

    try:
        return Path(platformdirs.user_cache_dir("coprime", appauthor=False)) / "tables"
    except RuntimeError:
        return None


def key_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """What of the options a table is of."""
    found = {name: list(value) if isinstance(value := options[name], tuple) else value for name in MATTERS}
    if not found["way_stations"]:
        found["station_by"] = "end"
    return found


def name_of(about: Mapping[str, Any]) -> str:
    """What the file of a table is called: `prime_climb-climb-off-none-end-4.table`."""
    words = ["_".join(map(str, value)) or "none" if isinstance(value, list) else str(value) for value in about.values()]
    return "-".join(["prime_climb", *words]) + ".table"


@cache
def rules_digest() -> str:
    """Of the sources that say what can be done: a table made by others may be wrong."""
    here = Path(__file__).parent
    return hashlib.blake2b(b"\0".join((here / f"{name}.py").read_bytes() for name in RULES), digest_size=16).hexdigest()


def prepare(path: Path) -> None:
    """See that a table can be written, before anybody works for it.  Raises BadInput."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside(path).touch()
        beside(path).unlink()
    except OSError as wrong:
        raise BadInput(SAY["unwritable"].format(file=path, why=describe_os_error(wrong))) from None


def beside(path: Path) -> Path:
    """Where a file is written before it is moved to its place."""
    return path.with_name(f".{path.name}.{os.getpid()}")


def save(path: Path, facts: Mapping[str, Any], ways: Any, values: Any) -> None:
    """Write a table.  Raises BadInput.

    facts   of it: `about`, `version`, `pawns`, `bound`, `sweeps`, `seconds`, `whole`; `chance`: of who begins, and how
            far that can be from the truth, `chance_bound`
    """
    ways, values = np.ascontiguousarray(ways, np.int64), np.ascontiguousarray(values)
    header = {**facts, "rules": rules_digest(), "ways": len(ways), "values": values.dtype.name,
              "checksum": checksum(ways, values)}
    try:
        with beside(path).open("wb") as file:
            file.write(MAGIC + json.dumps(header).encode() + b"\n")
            file.write(ways.data)
            file.write(values.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside(path), path)
    except OSError as wrong:
        raise BadInput(SAY["unwritable"].format(file=path, why=describe_os_error(wrong))) from None
    finally:
        with suppress(OSError):
            beside(path).unlink()


def checksum(ways: Any, values: Any) -> str:
    digest = hashlib.blake2b(ways.data, digest_size=16)
    digest.update(values.data)
    return digest.hexdigest()


class Table:
    """A table that was kept.  Raises BadInput for a file that is none or of other options, Useless for one past use.

    facts   its header
    values  values[i, j]: the chance of who is to roll with pawns in way i against way j
    """

    def __init__(self, path: Path, version: int, about: Mapping[str, Any], pawns: int = 2) -> None:
        """version, about, pawns: what it must be of."""
        try:
            with path.open("rb") as file:
                self.facts = header(path, file.read(len(MAGIC)), file.readline(LONGEST))
                if not self._is(about=dict(about), pawns=pawns):
                    raise BadInput(SAY["other"].format(file=path))
                if not self._is(version=version, rules=rules_digest()):
                    raise Useless(SAY["outdated"].format(file=path))
                self._read(path, file.tell())
        except OSError as wrong:
            raise BadInput(SAY["unreadable"].format(file=path, why=describe_os_error(wrong))) from None
        self.number = {way: i for i, way in enumerate(self.ways.tolist())}

    def _is(self, **wanted: Any) -> bool:
        return all(self.facts[name] == value for name, value in wanted.items())

    def _read(self, path: Path, at: int) -> None:
        count, kind = self.facts["ways"], np.dtype(self.facts["values"])
        if path.stat().st_size != at + 8 * count + kind.itemsize * count**2:
            raise Useless(SAY["cut"].format(file=path))
        self.ways = np.fromfile(path, np.int64, count, offset=at)
        # Mapped: a player looks up some hundred of the millions, and several processes share them.
        self.values = np.memmap(path, kind, "r", at + 8 * count, (count, count))
        if checksum(self.ways, self.values) != self.facts["checksum"]:
            raise Useless(SAY["cut"].format(file=path))

    @property
    def bound(self) -> float:
        """How far a value can be from the truth."""
        return float(self.facts["bound"])

    def chance(self, mine: int, theirs: int) -> float:
        """Of who is to roll, by the ways of both."""
        return float(self.values[self.number[mine], self.number[theirs]])


def header(path: Path, magic: bytes, line: bytes) -> dict[str, Any]:
    """The facts of a file.  Raises BadInput for one that is no table."""
    kinds = {"version": int, "rules": str, "about": dict, "pawns": int, "bound": float, "sweeps": int, "seconds": float,
             "chance": float, "chance_bound": float, "whole": bool, "ways": int, "values": str, "checksum": str}
    try:
        found = json.loads(line) if magic == MAGIC else None
    except ValueError:
        found = None
    if not isinstance(found, dict) or any(type(found.get(name)) is not kind for name, kind in kinds.items()) or (
            found["values"] not in ("float32", "float64") or not 0 < found["ways"] < 1 << 16):
        raise BadInput(SAY["no_table"].format(file=path))
    return found
