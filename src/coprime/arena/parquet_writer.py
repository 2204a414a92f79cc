"""Write the games of a series as a Parquet file, with pyarrow from the extra `lab`."""

import json
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import load_messages
from .series import DealRows, GameRow, SeriesPlan

SAY = load_messages(Path(__file__).parent)["parquet"]
ROWS_PER_GROUP = 16_384              # rows that wait in memory until they are written together
METADATA_KEY = "coprime"             # under which the file has the plan of the series


class ParquetRows:
    """A Parquet file written group by group; it gets its final name when it is closed.

    titles    of the columns, in the order of the fields of a row
    metadata  of the file, as JSON
    """

    def __init__(self, path: Path, plan: SeriesPlan, titles: list[str], metadata: dict[str, Any]) -> None:
        self._arrow, parquet = import_pyarrow()
        arrow, seats = self._arrow, len(plan.bots)
        types = [*[arrow.int64()] * 3, *[arrow.string()] * seats, *[arrow.float64()] * seats]
        self._schema = arrow.schema(list(zip(titles, types, strict=True)),
                                    metadata={METADATA_KEY: json.dumps(metadata)})
        self._path, self._unfinished_path = path, path.with_name(path.name + ".new")
        self._waiting: list[GameRow] = []
        self._writer = parquet.ParquetWriter(str(self._unfinished_path), self._schema)

    def add(self, deal: DealRows) -> None:
        """Add the games of a deal."""
        self._waiting += deal
        if len(self._waiting) >= ROWS_PER_GROUP:
            self._write_group()

    def _write_group(self) -> None:
        rows = [(row.deal, row.actions, row.began, *row.bots, *row.returns) for row in self._waiting]
        columns = [self._arrow.array(column, field.type)
                   for column, field in zip(zip(*rows, strict=True), self._schema, strict=True)]
        group = self._arrow.record_batch(columns, schema=self._schema)
        # Cleared before the group is written: after Ctrl-C in the middle of it `close` must not write the rows again.
        self._waiting.clear()
        self._writer.write_batch(group)

    def close(self) -> None:
        """Write what is left and give the file its name."""
        if self._waiting:
            self._write_group()
        self._writer.close()
        self._unfinished_path.replace(self._path)


def import_pyarrow() -> tuple[Any, Any]:
    """Import pyarrow and its Parquet module.  Raises BadInput where it is not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise BadInput(SAY["missing"]) from None
    return pyarrow, parquet
