"""Every request that changes something or costs work is charged before the work: an address that has asked too often
is refused by each."""

import re

import msgspec.inspect
import pytest
from server_process import GENEROUS, Person

from coprime.server.app.application import PUBLIC_ENDPOINTS

EVERYTHING = {"listed": 10, "tournaments": 10, "board": 10, "days": 10}
# What pages ask for again and again, and costs next to nothing; a code that is wrong is charged to those who guess.
FREE = {"GET /api/me", "GET /api/games", "GET /api/rules/{book}", "GET /api/rules/{book}/{page}", "GET /api/tables",
        "POST /api/join", "GET /api/tables/{code}/qr", "GET /api/classes", "GET /api/classes/{code}",
        "GET /api/classes/{code}/position", "GET /api/turns", "GET /api/feed", "GET /api/push", "GET /api/tournaments",
        "GET /api/tournaments/{code}", "GET /api/tournaments/{code}/notice", "GET /api/mutes", "GET /api/me/phrase",
        "GET /health"}


@pytest.fixture(scope="module")
def exhausted(tmp_path_factory):
    """Somebody whose address has used all requests that it had."""
    from server_process import ServerProcess

    limits = GENEROUS | EVERYTHING | {"requests": [1, 1e-9], "tables": [1, 1e-9], "phrases": [0, 1e-9]}
    server = ServerProcess(tmp_path_factory.mktemp("charged"), limits=limits, web_push="me@example.org").start()
    person = Person(server)
    person.open("secret_number")
    yield person
    server.stop()


def make_example(kind):
    """A value of a type, with no more in it than there has to be."""
    if isinstance(kind, msgspec.inspect.StructType):
        return {field.encode_name: make_example(field.type) for field in kind.fields if field.required}
    if isinstance(kind, msgspec.inspect.UnionType):
        return make_example(kind.types[0])
    if isinstance(kind, msgspec.inspect.LiteralType):
        return kind.values[0]
    return {"StrType": "x", "IntType": 1, "FloatType": 1, "BoolType": True, "ListType": [], "DictType": {},
            "AnyType": None}[type(kind).__name__]


def name_endpoint(endpoint):
    return f"{endpoint.method} {endpoint.path}"


@pytest.mark.parametrize("endpoint", PUBLIC_ENDPOINTS, ids=name_endpoint)
def test_a_limit_is_asked_before_the_work(exhausted, endpoint):
    given = {name: make_example(msgspec.inspect.type_info(kind))
             for name, kind in (("params", endpoint.query), ("json", endpoint.data)) if kind}
    answer = exhausted.http.request(endpoint.method, re.sub(r"\{.*?\}", "x", endpoint.path), **given)
    if name_endpoint(endpoint) in FREE:
        assert answer.status_code in (200, 400, 404), answer.text
    else:
        assert answer.status_code == 429 and "too often" in answer.json()["sentence"], answer.text
