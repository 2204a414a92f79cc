"""Exact tables on disk: chances of winning by placements, with their options and error bound.

A file is a magic line, a line of JSON (the header), the placements, and the values: float32 in a finished table,
float64 in one to be continued.  It is written beside its place and then moved there, so no reader finds half a file.
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
FILE_MAGIC = b"Coprime: exact values of Prime Climb\n"
MAX_HEADER_BYTES = 10_000                        # bytes of a header
FLOAT32_ERROR = 2.0**-25                      # by which float32 can miss a number below 1
KEY_OPTION_NAMES = ("route", "sprint", "way_stations", "station_by", "doubles")      # the options that do without cards
RULE_MODULES = ("actions", "board", "board_and_card_data", "card_effects", "move_phase", "placement_graph",
                "placement_transitions", "rules", "state", "turn_phases", "value_iteration")


class UnusableTable(BadInput):
    """Report a table of these options that is outdated or incomplete, and may be overwritten."""


def unsolved_reason(seats: int, options: Mapping[str, Any]) -> str | None:
    """Return the key of the sentence why there is no exact solution; None where there is one."""
    if seats > 2:
        return "seats"
    if options["deck"] != "none":
        return "cards"
    return next((name for name, none in (("double_time", "off"), ("turn_limit", 0)) if options[name] != none), None)


def tables_folder() -> Path | None:
    """Return the folder of the tables: $COPRIME_TABLES, else one in the user's cache; None without a home."""
    given = os.environ.get("COPRIME_TABLES")
    if given:
        return Path(given)
    import platformdirs

    try:
        return Path(platformdirs.user_cache_dir("coprime", appauthor=False)) / "tables"
    except RuntimeError:
        return None


def key_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that identify a table, as stored in its header."""
    found = {name: list(value) if isinstance(value := options[name], tuple) else value for name in KEY_OPTION_NAMES}
    if not found["way_stations"]:
        found["station_by"] = "end"
    return found


def table_file_name(table_options: Mapping[str, Any]) -> str:
    """Return the file name of a table: `prime_climb-climb-off-none-end-4.table`."""
    words = ["_".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
             for value in table_options.values()]
    return "-".join(["prime_climb", *words]) + ".table"


@cache
def rules_digest() -> str:
    """Return a digest of the sources that decide values; a table with another one may be wrong."""
    here = Path(__file__).parent
    return hashlib.blake2b(b"\0".join((here / f"{name}.py").read_bytes() for name in RULE_MODULES),
                           digest_size=16).hexdigest()


def check_writable(path: Path) -> None:
    """Check that a table can be written before the work begins.  Raises BadInput."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary_path(path).touch()
        temporary_path(path).unlink()
    except OSError as wrong:
        raise BadInput(SAY["unwritable"].format(file=path, why=describe_os_error(wrong))) from None


def temporary_path(path: Path) -> Path:
    """Return the temporary path at which a file is written before it is moved to its place."""
    return path.with_name(f".{path.name}.{os.getpid()}")


def save_table(path: Path, facts: Mapping[str, Any], placements: Any, values: Any) -> None:
    """Write a table.  Raises BadInput.

    facts  the header: `about`, `version`, `pawns`, `bound`, `sweeps`, `seconds`, `whole`, and `chance` of the seat that
           begins with its error `chance_bound`
    """
    placements, values = np.ascontiguousarray(placements, np.int64), np.ascontiguousarray(values)
    header = {**facts, "rules": rules_digest(), "ways": len(placements), "values": values.dtype.name,
              "checksum": table_checksum(placements, values)}
    try:
        with temporary_path(path).open("wb") as file:
            file.write(FILE_MAGIC + json.dumps(header).encode() + b"\n")
            file.write(placements.data)
            file.write(values.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary_path(path), path)
    except OSError as wrong:
        raise BadInput(SAY["unwritable"].format(file=path, why=describe_os_error(wrong))) from None
    finally:
        with suppress(OSError):
            temporary_path(path).unlink()


def table_checksum(placements: Any, values: Any) -> str:
    """Return the digest of a table's placements and values."""
    digest = hashlib.blake2b(placements.data, digest_size=16)
    digest.update(values.data)
    return digest.hexdigest()


class Tablebase:
    """Open a stored table.  Raises BadInput for another file, UnusableTable for an outdated one.

    facts   its header
    values  values[i, j]: the chance of the seat that is to roll with placement i against placement j
    """

    def __init__(self, path: Path, version: int, table_options: Mapping[str, Any], pawns: int = 2) -> None:
        """Open the file, which must be for this version, these options and so many pawns."""
        try:
            with path.open("rb") as file:
                self.facts = parse_header(path, file.read(len(FILE_MAGIC)), file.readline(MAX_HEADER_BYTES))
                if not self._has_facts(about=dict(table_options), pawns=pawns):
                    raise BadInput(SAY["other"].format(file=path))
                if not self._has_facts(version=version, rules=rules_digest()):
                    raise UnusableTable(SAY["outdated"].format(file=path))
                self._read_arrays(path, file.tell())
        except OSError as wrong:
            raise BadInput(SAY["unreadable"].format(file=path, why=describe_os_error(wrong))) from None
        self.indices = {way: i for i, way in enumerate(self.placements.tolist())}

    def _has_facts(self, **wanted: Any) -> bool:
        return all(self.facts[name] == value for name, value in wanted.items())

    def _read_arrays(self, path: Path, at: int) -> None:
        count, kind = self.facts["ways"], np.dtype(self.facts["values"])
        if path.stat().st_size != at + 8 * count + kind.itemsize * count**2:
            raise UnusableTable(SAY["cut"].format(file=path))
        self.placements = np.fromfile(path, np.int64, count, offset=at)
        # Mapped: a player looks up some hundred of the millions, and several processes share them.
        self.values = np.memmap(path, kind, "r", at + 8 * count, (count, count))
        if table_checksum(self.placements, self.values) != self.facts["checksum"]:
            raise UnusableTable(SAY["cut"].format(file=path))

    @property
    def bound(self) -> float:
        """Return how far a value can be from the truth."""
        return float(self.facts["bound"])

    def winning_chance(self, own_placement: int, opponent_placement: int) -> float:
        """Return the chance of the seat that is to roll, by the placements of both seats."""
        return float(self.values[self.indices[own_placement], self.indices[opponent_placement]])


def parse_header(path: Path, magic: bytes, line: bytes) -> dict[str, Any]:
    """Return the header of a file.  Raises BadInput for one that is no table."""
    kinds = {"version": int, "rules": str, "about": dict, "pawns": int, "bound": float, "sweeps": int, "seconds": float,
             "chance": float, "chance_bound": float, "whole": bool, "ways": int, "values": str, "checksum": str}
    try:
        found = json.loads(line) if magic == FILE_MAGIC else None
    except ValueError:
        found = None
    if not isinstance(found, dict) or any(type(found.get(name)) is not kind for name, kind in kinds.items()) or (
            found["values"] not in ("float32", "float64") or not 0 < found["ways"] < 1 << 16):
        raise BadInput(SAY["no_table"].format(file=path))
    return found
