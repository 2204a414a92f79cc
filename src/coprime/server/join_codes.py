"""Codes of tables, classes and tournaments: their letters, and how a typed one is read; and ids from addresses."""

from ..core.text_normalization import normalize_typed
from .request_error import RequestError

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"        # nothing that looks like something else
TABLE_LETTERS = 5                 # of a table's code
CLASS_LETTERS = 8           # of a class's and a tournament's, which strangers look for longer; see docs/store.md
HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212\u30fc"      # as keyboards give them between the letters


def parse_code(text: object) -> str:
    """Return the code of a table, a class or a tournament as somebody typed it. Raises RequestError."""
    normalized = "".join(normalize_typed(str(text)).split()).upper()
    code = "".join(letter for letter in normalized if letter not in HYPHENS)
    if len(code) not in (TABLE_LETTERS, CLASS_LETTERS) or any(letter not in ALPHABET for letter in code):
        raise RequestError(404, "wrong.codeshape")
    return code


def parse_row_id(text: str) -> str:
    """Return the id of a row as an address brings it; "" for what can be none, since PostgreSQL's text holds no NUL."""
    return text if text.isprintable() else ""
