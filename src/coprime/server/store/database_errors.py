"""Classify database errors: the database is unusable now, or a single write job is wrong."""

import sqlite3

import sqlalchemy as sa

from ..request_error import RequestError
from .database_lock import DatabaseInUse

RETRY_SECONDS = 2        # seconds after which a request may be made again
SQLITE = {      # by the primary result code
    sqlite3.SQLITE_BUSY: "busy", sqlite3.SQLITE_LOCKED: "busy", sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly", sqlite3.SQLITE_PERM: "readonly", sqlite3.SQLITE_IOERR: "store",
    sqlite3.SQLITE_CORRUPT: "store", sqlite3.SQLITE_CANTOPEN: "store", sqlite3.SQLITE_NOMEM: "store",
    sqlite3.SQLITE_PROTOCOL: "store", sqlite3.SQLITE_NOTADB: "store", sqlite3.SQLITE_INTERRUPT: "store",
}
POSTGRES = {"53100": "full", "25006": "readonly", "55P03": "busy", "40P01": "busy", "57014": "busy"}


def classify_database_error(wrong: BaseException) -> RequestError | None:
    """Return the error response for a database that is unusable now; None for an error of the statement."""
    if isinstance(wrong, RequestError):
        return wrong
    if isinstance(wrong, DatabaseInUse):
        return RequestError(503, "wrong.taken", wait=RETRY_SECONDS)
    kind = _error_kind(wrong)
    return RequestError(503, f"wrong.{kind}", wait=RETRY_SECONDS) if kind else None


def _error_kind(wrong: BaseException) -> str | None:
    if isinstance(wrong, sa.exc.TimeoutError):          # no connection came free
        return "busy"
    if not isinstance(wrong, sa.exc.DBAPIError):
        return None
    if isinstance(wrong.orig, sqlite3.Error):
        return SQLITE.get((getattr(wrong.orig, "sqlite_errorcode", None) or 0) & 0xFF)
    state = getattr(wrong.orig, "sqlstate", None) or ""
    if state in POSTGRES:
        return POSTGRES[state]
    gone = isinstance(wrong, sa.exc.OperationalError | sa.exc.InterfaceError)
    return "store" if gone or wrong.connection_invalidated else None


def is_connection_lost(wrong: BaseException) -> bool:
    """Tell whether the connection broke, so that another one may work."""
    return isinstance(wrong, sa.exc.DBAPIError) and wrong.connection_invalidated
