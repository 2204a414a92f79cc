"""What a database that cannot be used is told as, and for how long somebody shall wait."""

import sqlite3

import pytest
import sqlalchemy as sa

from coprime.server.request_error import RequestError
from coprime.server.sentences import say
from coprime.server.store.database_errors import classify_database_error
from coprime.server.store.database_lock import DatabaseInUse


def sqlite_error(name):
    wrong = sqlite3.OperationalError("wrong")
    wrong.sqlite_errorcode = getattr(sqlite3, name)
    return sa.exc.OperationalError("UPDATE", {}, wrong)


def postgres_error(state, kind=sa.exc.DBAPIError):
    wrong = Exception("wrong")
    wrong.sqlstate = state
    return kind("UPDATE", {}, wrong)


@pytest.mark.parametrize(("wrong", "key"), [
    (sqlite_error("SQLITE_BUSY"), "wrong.busy"), (sqlite_error("SQLITE_FULL"), "wrong.full"),
    (sqlite_error("SQLITE_READONLY_DBMOVED"), "wrong.readonly"), (sqlite_error("SQLITE_IOERR_WRITE"), "wrong.store"),
    (postgres_error("53100"), "wrong.full"), (postgres_error("25006"), "wrong.readonly"),
    (postgres_error("40P01"), "wrong.busy"), (postgres_error("57P01", sa.exc.OperationalError), "wrong.store"),
    (sa.exc.TimeoutError(), "wrong.busy"), (DatabaseInUse("wrong"), "wrong.taken")])
def test_it_is_told_what_is_wrong_and_when_to_try_again(wrong, key):
    told = classify_database_error(wrong)
    assert (told.status, str(told), told.wait) == (503, say(key), 2)


@pytest.mark.parametrize("wrong", [sqlite_error("SQLITE_CONSTRAINT"), postgres_error("23505"), ValueError("wrong")])
def test_what_is_wrong_with_an_order_alone_is_nothing_of_the_database(wrong):
    assert classify_database_error(wrong) is None


def test_what_has_a_sentence_keeps_it():
    wrong = RequestError(404, "wrong.store")
    assert classify_database_error(wrong) is wrong
