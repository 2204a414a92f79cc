"""Limits: as options of `serve`, in the docs, and what counts as one address."""

import asyncio
import re
from contextlib import ExitStack
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from coprime.cli import commands
from coprime.core.errors import BadInput
from coprime.server import rate_limits, run
from coprime.server.app.application import _count_connection
from coprime.server.app.pending_connections import PendingConnections, choose_backlog
from coprime.server.rate_limits import (
    MOST_CONCURRENT,
    MOST_QUEUED,
    PRESETS,
    ConcurrencyLimiter,
    Limits,
    RateLimiter,
    WaitingLines,
    choose_limits,
    limit_text,
    mask_address,
)
from coprime.server.request_error import RequestError

DOCS = Path(__file__).parents[2] / "docs" / "limits.md"


def test_the_docs_tell_every_limit_and_its_default():
    rows = [[cell.strip(" `") for cell in line.split("|")[1:4]] for line in DOCS.read_text().splitlines()
            if line.startswith("| `")]
    school = PRESETS["school"]
    assert rows == [[one.name, limit_text(getattr(Limits, one.name)),
                     limit_text(school[one.name]) if one.name in school else ""] for one in fields(Limits)]


FIXED = [line.split("|")[2:4] for line in DOCS.read_text(encoding="utf-8").splitlines() if ".py` `" in line]


@pytest.mark.parametrize(("value", "place"), FIXED, ids=[place.strip(" `") for _, place in FIXED])
def test_the_docs_tell_the_value_of_a_fixed_limit(value, place):
    module, constant = re.fullmatch(r" `(.+)\.py` `(\w+)` ", place).groups()
    assert getattr(import_module(f"coprime.{module.replace('/', '.')}"), constant) == int(value)


def test_every_limit_is_an_option_of_serve(monkeypatch):
    told = {}
    monkeypatch.setattr(run, "serve", lambda **given: told.update(given))
    app = typer.Typer()
    app.command()(commands.serve)
    sevens = {one.name: re.sub(r"[\d.]+", "7", limit_text(getattr(Limits, one.name))) for one in fields(Limits)}
    given = [part for name, value in sevens.items() for part in ("--limit", f"{name}={value}")]
    assert CliRunner().invoke(app, ["--for", "school", *given]).exit_code == 0
    for one in fields(Limits):
        found = getattr(told["limits"], one.name)
        assert (set(found) if isinstance(found, tuple) else {found}) == {7}
    assert CliRunner().invoke(app, ["--for", "school", "--limit", "open=9", "--idle", "2"]).exit_code == 0
    assert told["limits"] == Limits(**dict(PRESETS["school"]) | {"open": 9, "idle": 2 * 86_400})
    assert CliRunner().invoke(app, []).exit_code == 0 and told["limits"] == Limits()


@pytest.mark.parametrize("given", ["sockets=", "sockets=-1", "sockets=1/2", "sockets=many", "sockets=0", "codes=5",
                                   "codes=1/2/3", "reading=nan", "reading=inf", "bodies=1/2/3.5", "sockets"])
def test_a_value_of_another_form_is_a_sentence(given):
    with pytest.raises(BadInput, match="cannot be"):
        choose_limits(None, [given])


def test_names_that_are_none():
    with pytest.raises(BadInput, match="no limit chairs.*sockets"):
        choose_limits(None, ["chairs=3"])
    with pytest.raises(BadInput, match="no limits for sports; there are for school"):
        choose_limits("sports", [])


@pytest.mark.parametrize(("one", "other", "same"), [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True), ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ("::ffff:10.0.0.1", "10.0.0.1", True), ("10.0.0.1", "10.0.0.2", False), ("fe80::1%eth0", "fe80::2%eth1", True),
    ("somewhere", "elsewhere", False)])
def test_a_network_of_ipv6_is_one_address(one, other, same):
    assert (mask_address(one) == mask_address(other)) is same
    assert mask_address(mask_address(one)) == mask_address(one)


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self):
        return self.now


def waits(limiter, address="here"):
    """The seconds to wait that a refused charge tells; 0 where it is not refused."""
    try:
        limiter.charge(address)
    except RequestError as refused:
        assert refused.status == 429
        told = "one second" if refused.wait == 1 else f"{refused.wait} seconds"
        assert str(refused) == f"You have asked too often; wait {told}."
        return refused.wait
    return 0


def test_so_many_at_once_and_so_many_more_a_second():
    clock = Clock()
    limiter = RateLimiter((3, 0.5), clock)
    assert [waits(limiter) for _ in range(5)] == [0, 0, 0, 2, 2]
    clock.now += 1
    assert waits(limiter) == 1 and not limiter.try_charge("here")           # half a token
    clock.now += 1
    assert limiter.try_charge("here") and not limiter.try_charge("here")
    clock.now += 100
    assert [waits(limiter) for _ in range(4)] == [0, 0, 0, 2], "no more are saved up than come at once"
    assert waits(limiter, "there") == 0, "every address has its own"


def test_what_turns_out_right_is_given_back():
    limiter = RateLimiter((2, 0.1), Clock())
    limiter.refund("here")                                  # whoever has taken nothing gets nothing
    assert [limiter.try_charge("here") for _ in range(3)] == [True, True, False]
    limiter.refund("here")
    assert [limiter.try_charge("here") for _ in range(2)] == [True, False]


def test_full_buckets_are_forgotten_and_no_others():
    clock = Clock()
    limiter = RateLimiter((2, 0.5), clock)
    for address in ("early", "late"):
        limiter.charge(address)
        clock.now += 1
    limiter.prune_buckets()
    assert set(limiter._buckets) == {"late"}
    limiter._buckets |= {str(n): limiter._buckets["late"] for n in range(10_001)}
    clock.now += 10
    limiter.charge("new")
    assert set(limiter._buckets) == {"new"}, "so many are looked through when one more comes"


def test_a_few_wait_at_a_time_and_so_many_behind_them(monkeypatch):
    monkeypatch.setattr(rate_limits, "BACKOFF_SECONDS", 0.0)
    lines, sleeping, most = WaitingLines(), [], []

    async def main():
        open_at = asyncio.Event()

        async def sleep(seconds):
            sleeping.append(seconds)
            most.append(len(sleeping))
            await open_at.wait()
            sleeping.pop()
        monkeypatch.setattr(rate_limits.asyncio, "sleep", sleep)
        waiting = [asyncio.ensure_future(lines.wait_in_line("here")) for _ in range(MOST_QUEUED)]
        while len(sleeping) < MOST_CONCURRENT:
            await asyncio.wait(waiting, timeout=0)
        with pytest.raises(RequestError) as refused:
            await lines.wait_in_line("here")
        assert refused.value.status == 429
        other = asyncio.ensure_future(lines.wait_in_line("there"))
        while len(sleeping) == MOST_CONCURRENT:
            await asyncio.wait([other], timeout=0)
        open_at.set()
        await asyncio.gather(other, *waiting)

    asyncio.run(main())
    assert max(most) == MOST_CONCURRENT + 1
    assert not lines._waiting and not lines._semaphores


def test_a_wait_is_told_in_whole_seconds_that_are_enough():
    for rate, told in ((4.0, 1), (1.0, 1), (0.5, 2), (0.4, 3), (0.25, 4), (1 / 32, 32)):
        limiter = RateLimiter((1, rate), Clock())
        assert [waits(limiter), waits(limiter)] == [0, told]


def test_a_slot_is_of_a_person_an_address_and_all():
    slots = ConcurrencyLimiter((1, 2, 3))
    with slots.hold_slot("ada", "a"):
        for person, address in (("ada", "b"), ("ada", "a")):
            with pytest.raises(RequestError, match="too often"), slots.hold_slot(person, address):
                pass
        with slots.hold_slot("", "a"), pytest.raises(RequestError), slots.hold_slot("", "a"):
            pass
        with slots.hold_slot("", "b"), slots.hold_slot("", "b"), pytest.raises(RequestError), slots.hold_slot("bo",
                                                                                                              "c"):
            pass
    assert not slots._held


def test_so_many_connections_are_held_and_no_more():
    counts = {}
    with ExitStack() as held:
        for _ in range(2):
            held.enter_context(_count_connection(counts, "ada", 2))
        with pytest.raises(RequestError), _count_connection(counts, "ada", 2):
            pytest.fail("a third")
        with _count_connection(counts, "ben", 2):
            assert counts == {"ada": 2, "ben": 1}
    assert counts == {}                     # who has gone takes no room


def test_one_more_connection_takes_the_place_of_the_oldest_of_the_largest_crowd():
    async def go():
        pending, ended = PendingConnections(1000, 600, 12), []
        assert pending.most == 4
        for name in ("b0", "a0", "a1", "a2", "a3", "c0", "c1"):
            pending.add_connection(Connection(pending, name, ended), name[0])
        assert ended == ["a0", "a1", "a2"] and len(pending) == 4
    asyncio.run(go())
    assert choose_backlog(1024) == 256 and choose_backlog(1 << 20) == 2048 and choose_backlog(20) == 16


class Connection:
    def __init__(self, pending, name, ended):
        self.pending, self.name, self.ended = pending, name, ended

    def abort(self):
        self.pending.remove_connection(self, self.name[0])
        self.ended.append(self.name)
