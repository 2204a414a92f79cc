"""The list on the home page without a server: what is read, how often, and what each reader gets of it."""

import asyncio
import json
from functools import partial

import pytest

from coprime.server import list_refresh
from coprime.server.open_tables import listing
from coprime.server.open_tables.listing import OpenTableList, ReaderList
from coprime.server.store.invitation_rows import Invitation
from coprime.server.store.open_table_rows import OpenTable

NONE = frozenset()


def table(code, person="anna", host="Anna", game="prime_climb", free=1):
    return OpenTable(code, person, host, game, "lobby", free, 3, 1)


def listed(body):
    return [one["code"] for one in json.loads(body)["tables"]]


class Shared:
    """A list that is read again at every chance, of tables and invitations that a test puts in."""

    def __init__(self, *tables, empty=()):
        self.tables, self.invitations, self.looks = list(tables), [], 0

        async def read(query):
            self.looks += 1
            if isinstance(query, partial):
                return self.tables
            return list(self.tables), list(self.invitations)
        self.list = OpenTableList(read, lambda: 1000, 100, lambda code: code in empty)


@pytest.fixture
def fast(monkeypatch):
    """Every look is at once, and none is too early."""
    monkeypatch.setattr(listing, "REFRESH_SECONDS", -1)
    monkeypatch.setattr(list_refresh, "REFRESH_SECONDS", 0)


def test_what_strangers_may_see_is_on_the_list(fast):
    async def main():
        tables = table("ONE"), table("TWO", game="gone"), table("SIX"), table("TEN", host="Hitler")
        shared = Shared(*tables, empty=("SIX",))
        found = json.loads(await shared.list.current_body())
        assert found == {"tables": [
            {"code": "ONE", "host": "Anna", "game": "prime_climb", "phase": "lobby", "free": 1, "seats": 3},
            {"code": "TEN", "host": "", "game": "prime_climb", "phase": "lobby", "free": 1, "seats": 3}]}
        assert [one.code for one in await shared.list.read_tables("prime_climb")] == ["ONE", "TEN"]
    asyncio.run(main())


def test_a_list_that_is_young_is_not_read_again(monkeypatch):
    async def main():
        shared = Shared(table("ONE"))
        await shared.list.current_body()
        shared.tables.append(table("TWO"))
        assert listed(await shared.list.current_body()) == ["ONE"] and shared.looks == 1
        monkeypatch.setattr(listing, "REFRESH_SECONDS", -1)
        assert listed(await shared.list.current_body()) == ["ONE", "TWO"] and shared.looks == 2
    asyncio.run(main())


def test_changes_are_counted_and_told_to_all_who_wait(fast):
    async def main():
        shared = Shared(table("ONE"))
        await shared.list.current_body()
        assert shared.list.change_count == 1
        await shared.list.current_body()
        assert shared.list.change_count == 1, "what is the same is no change"
        assert await shared.list.wait_for_change(0, 60) == 1, "who knows an older list hears at once"
        waiting = [asyncio.ensure_future(shared.list.wait_for_change(1, 60)) for _ in range(3)]
        before = shared.looks
        while shared.looks < before + 3:
            await asyncio.sleep(0)
        assert not any(one.done() for one in waiting)
        shared.tables.append(table("TWO"))
        assert await asyncio.gather(*waiting) == [2, 2, 2]
        while shared.list._refreshing is not None:              # nobody waits any more, so that nothing is read
            await asyncio.sleep(0)
        before = shared.looks
        for _ in range(20):
            await asyncio.sleep(0)
        assert shared.looks == before
        assert await shared.list.wait_for_change(2, 0) == 2, "after so many seconds as well"
    asyncio.run(main())


def test_each_reader_gets_their_invitations_and_no_names_of_the_muted(fast):
    async def main():
        shared = Shared(table("ONE"), table("TWO", "bo", "Bo"))
        shared.invitations = [Invitation("i", "anna", "cy", "Anna", "ONE", "prime_climb", 5),
                              Invitation("j", "anna", "cy", "Hitler", "ONE", "gone", 5)]
        plain = await shared.list.current_body()
        assert shared.list.body_for("dan", NONE) == shared.list.body_for("dan", frozenset({"eve"})) == plain
        told = json.loads(shared.list.body_for("cy", frozenset({"bo"})))
        assert [one["host"] for one in told["tables"]] == ["Anna", ""]
        assert told["invitations"] == [{"id": "i", "name": "Anna", "game": "prime_climb", "title": "Prime Climb"},
                                       {"id": "j", "name": "", "game": "gone", "title": "gone"}]
        muted = json.loads(shared.list.body_for("dan", frozenset({"anna"})))
        assert [one["host"] for one in muted["tables"]] == ["", "Bo"] and "invitations" not in muted
    asyncio.run(main())


def test_a_reader_is_told_of_what_changes_for_them(fast):
    async def main():
        shared = Shared(table("ONE"))
        reader = ReaderList(shared.list, "cy", frozenset({"anna"}))
        body = await reader.current_body()
        assert json.loads(body)["tables"][0]["host"] == ""
        assert await reader.wait_for_change(body, 0) == b""
        shared.tables[0] = table("ONE", host="Annie")           # whose name they do not see
        waiting = asyncio.ensure_future(reader.wait_for_change(body, 60))
        while shared.list.change_count < 2:
            await asyncio.sleep(0)
        assert not waiting.done()
        shared.tables[0] = table("ONE", free=2)
        assert json.loads(await waiting)["tables"][0]["free"] == 2
    asyncio.run(main())
