"""Answers that open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from starlette.responses import Response

from .responses import download_headers

FORMULA = ("=", "+", "-", "@", "\t")       # what a spreadsheet would carry out


def make_csv_response(rows: Iterable[Sequence[Any]], file: str) -> Response:
    """Return rows as a CSV file of that name, in UTF-8 with the mark by which spreadsheets know it."""
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return Response(out.getvalue().encode("utf-8-sig"), media_type="text/csv", headers=download_headers(file))


def escape_formula(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name
