"""Rows as a Parquet file, for programs that read tables column by column.  It needs pyarrow, the extra `lab`."""

import json
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import load_messages
from .series import Deal, Row, SeriesPlan

SAY = load_messages(Path(__file__).parent)["parquet"]
GROUP = 16_384              # rows that wait in memory until they are written together
KEY = "coprime"             # of the plan, among what the file says of itself


class Parquet:
    """A table that is written group by group.  It has its name, and can be read, once it is closed."""

    def __init__(self, path: Path, plan: SeriesPlan, titles: list[str], head: dict[str, Any]) -> None:
        self._arrow, parquet = library()
        a, seats = self._arrow, len(plan.bots)
        kinds = [a.int64(), a.int64(), a.int64(), *[a.string()] * seats, *[a.float64()] * seats]
        self._schema = a.schema(list(zip(titles, kinds, strict=True)), metadata={KEY: json.dumps(head)})
        self._path, self._fresh = path, path.with_name(path.name + ".new")
        self._waiting: list[Row] = []
        self._writer = parquet.ParquetWriter(str(self._fresh), self._schema)

    def add(self, deal: Deal) -> None:
        self._waiting += deal
        if len(self._waiting) >= GROUP:
            self._write()

    def _write(self) -> None:
        rows = [(row.deal, row.actions, row.began, *row.bots, *row.returns) for row in self._waiting]
        columns = [self._arrow.array(column, field.type)
                   for column, field in zip(zip(*rows, strict=True), self._schema, strict=True)]
        group = self._arrow.record_batch(columns, schema=self._schema)
        self._waiting.clear()               # before it is written: Ctrl-C may come while it is, and then it is closed
        self._writer.write_batch(group)

    def close(self) -> None:
        if self._waiting:
            self._write()
        self._writer.close()
        self._fresh.replace(self._path)


def library() -> tuple[Any, Any]:
    """pyarrow and what writes Parquet.  Raises BadInput where it is not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise BadInput(SAY["missing"]) from None
    return pyarrow, parquet
