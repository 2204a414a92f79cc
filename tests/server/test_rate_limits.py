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
from coprime.server import run
from coprime.server.app.application import _count_connection
from coprime.server.app.pending_connections import PendingConnections, choose_backlog
from coprime.server.rate_limits import PRESETS, ConcurrencyLimiter, Limits, choose_limits, limit_text, mask_address
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
