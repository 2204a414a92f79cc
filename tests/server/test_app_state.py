"""Who asks, from where, and what guessing costs: the checks of a request without a server."""

import asyncio
from types import SimpleNamespace

import pytest
from starlette.requests import HTTPConnection

from coprime.server.app import request_context
from coprime.server.app.request_context import AppState
from coprime.server.rate_limits import Limits
from coprime.server.request_error import RequestError
from coprime.server.store import people


class Store:
    """People by key, guests of tables and members of classes, asked as the manager asks the store."""

    lease_keeper = None

    def __init__(self, names, members=()):
        self.names, self.members, self.table_actors, self.reads = names, set(members), {}, 0

    async def read_store(self, query):
        self.reads += 1
        return query(self)


def make_state(monkeypatch, names=(("ada", "Ada"),), members=(), behind_proxy=False, **limits):
    """A state whose waiting lines note who waits, and wait for nothing."""
    state = AppState(None, b"s" * 32, None, Limits(**limits), None, behind_proxy)
    state.manager = Store(dict(names), members)
    monkeypatch.setattr(people, "read_person_name", lambda store, key: store.names.get(key))
    monkeypatch.setattr(request_context.class_rows, "is_member", lambda store, code, key: (code, key) in store.members)
    monkeypatch.setattr(request_context.people, "is_guest", lambda store, code, key: (code, key) in store.members)
    state.waited = []

    async def wait_in_line(address):
        state.waited.append(address)
    state._waiting_lines = SimpleNamespace(wait_in_line=wait_in_line)
    return state


def connection(state=None, key="", client=("10.0.0.1", 5), **headers):
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    if key:
        named.append((b"cookie", f"coprime={state.cookies.sign_key(key)}".encode()))
    return HTTPConnection({"type": "http", "headers": named, "client": client, "state": {}})


# From where.

@pytest.mark.parametrize(("behind_proxy", "forwarded", "client", "address"), [
    (False, "1.2.3.4", ("10.0.0.1", 5), "10.0.0.1"),            # whoever asks may write that header
    (True, "1.2.3.4", ("10.0.0.1", 5), "1.2.3.4"), (True, "6.6.6.6, 1.2.3.4", ("10.0.0.1", 5), "1.2.3.4"),
    (True, "", ("10.0.0.1", 5), "10.0.0.1"), (True, None, ("10.0.0.1", 5), "10.0.0.1"),
    (False, None, ("2001:db8::7", 5), "2001:db8::/64"), (False, None, None, "")])
def test_the_address_that_limits_count(monkeypatch, behind_proxy, forwarded, client, address):
    state = make_state(monkeypatch, behind_proxy=behind_proxy)
    headers = {} if forwarded is None else {"x_forwarded_for": forwarded}
    assert state.client_address(connection(client=client, **headers)) == address


def test_of_several_headers_the_proxys_own_is_the_last(monkeypatch):
    state = make_state(monkeypatch, behind_proxy=True)
    asked = HTTPConnection({"type": "http", "client": ("10.0.0.1", 5), "state": {},
                            "headers": [(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"1.2.3.4")]})
    assert state.client_address(asked) == "1.2.3.4"


# Who.

def test_a_person_is_whoever_has_a_signed_key_that_is_known(monkeypatch):
    state = make_state(monkeypatch)
    assert asyncio.run(state.require_person(connection(state, "ada"))) == ("ada", "Ada")
    forged = connection(cookie="coprime=" + state.cookies.sign_key("ada")[:-2] + "xx")
    for asked in (connection(state, "bo"), connection(), forged):
        with pytest.raises(RequestError) as refused:
            asyncio.run(state.require_person(asked))
        assert refused.value.status == 401
    assert state.identify_asker(connection(state, "bo")) == "bo" and state.identify_asker(forged) == "10.0.0.1"


def test_a_process_that_may_have_lost_its_tables_answers_nobody(monkeypatch):
    state = make_state(monkeypatch)
    state.manager.lease_keeper = SimpleNamespace(has_lapsed=True)
    with pytest.raises(RequestError) as refused:
        asyncio.run(state.require_person(connection(state, "ada")))
    assert (refused.value.status, refused.value.wait, state.manager.reads) == (503, 2, 0)
    state.manager.lease_keeper.has_lapsed = False
    assert asyncio.run(state.require_person(connection(state, "ada"))) == ("ada", "Ada")


# What guessing costs.

def guess(state, status=None, address="10.0.0.1", exempt=False):
    """Look something up, which may be refused with a status; returns whether the asker had to wait."""
    before = len(state.waited)

    async def look():
        async with state.limit_guesses(address, exempt):
            if status:
                raise RequestError(status, "wrong.code", code="ONE")
    try:
        asyncio.run(look())
    except RequestError as wrong:
        assert wrong.status == status
    return len(state.waited) > before


def test_wrong_guesses_are_charged_right_ones_are_not_and_both_wait_alike(monkeypatch):
    state = make_state(monkeypatch, codes=(3, 1e-9), anywhere=(1000, 1e-9))
    assert not any(guess(state) for _ in range(9))
    assert [guess(state, 404) for _ in range(2)] == [False, False] and not guess(state, 409)
    assert not guess(state, 403)
    assert guess(state, 404) and guess(state), "the third was the last that did not wait, right or wrong"
    assert not guess(state, address="10.0.0.2") and not guess(state, 404, exempt=True)
    assert set(state.waited) == {"10.0.0.1"}


def test_guesses_from_many_addresses_are_charged_together(monkeypatch):
    state = make_state(monkeypatch, codes=(3, 1e-9), anywhere=(4, 1e-9))
    assert not any(guess(state, 404, f"10.0.0.{n}") for n in range(4))
    assert guess(state, 404, "10.0.0.9") and guess(state, None, "10.0.0.8")
    assert not guess(state, None, "10.0.0.8", exempt=True)


def test_a_lookup_that_fails_otherwise_is_no_guess(monkeypatch):
    state = make_state(monkeypatch, codes=(1, 1e-9))

    async def fail():
        async with state.limit_guesses("10.0.0.1"):
            raise ZeroDivisionError
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            asyncio.run(fail())
    assert not guess(state)


def find(state, key, found, text="abcde"):
    async def read(code, asker):
        read.asked = code, asker
        return found
    result = asyncio.run(state.find_by_code(connection(state, key), text, read, "wrong.code"))
    return result, read.asked


def test_what_has_a_code_is_found_for_who_may_know_it(monkeypatch):
    state = make_state(monkeypatch, codes=(1, 1e-9), names=(("ada", "Ada"), ("bo", "Bo")), members=[("ABCDE", "bo")])
    (code, key, found), asked = find(state, "ada", "what", "abcde")
    assert (code, key, found) == ("ABCDE", "ada", "what") and asked == ("ABCDE", "ada")
    for who in ("ada", "bo", "ada"):                # she was right before, he belongs to it: neither has guessed
        with pytest.raises(RequestError) as refused:
            find(state, who, None, "abcde")
        assert refused.value.status == 404 and "ABCDE" in str(refused.value)
    assert not state.waited
    for _ in range(2):
        with pytest.raises(RequestError):
            find(state, "ada", None, "fghjk")
    assert state.waited == ["10.0.0.1"]
    with pytest.raises(RequestError) as refused:
        find(state, "nobody", "what", "abcde")
    assert refused.value.status == 401


def test_idle_addresses_and_old_links_are_forgotten(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(request_context.time, "monotonic", lambda: now[0])
    state = make_state(monkeypatch, codes=(2, 1.0), requests=(2, 0.001))
    guess(state, 404)
    state.charge_rate_limit(connection())
    state.carry_links = {"old": ("ONE", "ada", 1005.0), "new": ("ONE", "ada", 1050.0)}
    now[0] = 1010.0
    state.prune_state()
    assert set(state.carry_links) == {"new"} and not state.wrong_code_limiter._buckets
    assert set(state.request_limiter._buckets) == {"10.0.0.1"}, "which is not full again yet"


def test_requests_are_charged_by_address(monkeypatch):
    state = make_state(monkeypatch, requests=(2, 1e-9))
    assert [state.charge_rate_limit(connection()) for _ in range(2)] == ["10.0.0.1"] * 2
    with pytest.raises(RequestError) as refused:
        state.charge_rate_limit(connection())
    assert refused.value.status == 429
    assert state.charge_rate_limit(connection(client=("10.0.0.2", 5))) == "10.0.0.2"
