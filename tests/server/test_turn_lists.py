"""Lists of whose turn it is, which pages watch: read again when they have changed, forgotten with the last page."""

import asyncio
import json

import pytest

from coprime.server.correspondence.turn_lists import TurnLists
from coprime.server.store.correspondence_rows import StoredCorrespondence, read_changes, read_tables_of
from coprime.table.sentences import say as table_say


class FakeStore:
    """The rows of a store: tables by person, and numbered changes."""

    def __init__(self):
        self.tables, self.changes, self.reads = {}, [], []

    async def read(self, query):
        await asyncio.sleep(0)
        if query.func is read_changes:
            return list(self.changes)
        assert query.func is read_tables_of
        self.reads.append(query.keywords["people"])
        return {person: list(self.tables.get(person, ())) for person in query.keywords["people"]}

    def put(self, code, person="ada", **fields):
        """Let a person have a table, and note the change; `due` is when their time ends, None: they are not asked."""
        self.tables.setdefault(person, []).append(stored_table(code, **fields))
        self.changes.append((len(self.changes) + 1, person))


def stored_table(code, due=None, other_due=None, phase="play", game="prime_daifugo", stopped_at=None, muted=()):
    chairs = [{"seat": 0, "kind": "person", "who": 1, "name": "Ada"},
              {"seat": 1, "kind": "person", "who": 2, "name": "Ben"},
              {"seat": 2, "kind": "bot", "who": None, "name": "Heron"}]
    due_at = [(seat, at) for seat, at in ((0, due), (1, other_due)) if at is not None]
    clock = {"due_at": due_at, "stopped_at": stopped_at}
    return StoredCorrespondence(code, game, phase, 0, 1, {"chairs": chairs, "settings": {"move_hours": 24},
                                                          "move_clock": clock}, frozenset(muted))


@pytest.fixture
def store():
    return FakeStore()


def watched(store, job):
    """Run a job with the lists of a process, which were refreshed once."""
    async def run():
        lists = TurnLists(store.read, lambda: 100.0)
        await lists._refresh()
        try:
            return await asyncio.wait_for(job(lists), 60)
        finally:
            if lists._refreshing:
                lists._refreshing.cancel()
    return asyncio.run(run())


def told(body):
    return [one["code"] for one in json.loads(body)["tables"]]


def test_ones_own_turns_come_first_and_of_each_kind_the_most_urgent(store):
    store.put("OTHERS", other_due=130)
    store.put("LATE", due=900)
    store.put("SOON", due=150)
    store.put("ENDED", due=110, phase="over")
    store.put("IDLE")
    store.put("UNKNOWN", due=120, game="a game that is not installed")

    async def look(lists):
        page = lists.watch("ada")
        return json.loads(await page.current_body())["tables"]
    found = watched(store, look)
    assert [one["code"] for one in found] == ["SOON", "LATE", "OTHERS", "IDLE"]
    assert [one["yours"] for one in found] == [True, True, False, False]
    assert [one["left"] for one in found] == [50, 800, 30, None] and not any(one["stands"] for one in found)
    assert [one["asked"] for one in found] == [[], [], ["Ben"], []]
    assert all(one["others"] == ["Ben", "Heron"] for one in found)


def test_a_clock_that_stands_has_the_time_that_was_left(store):
    store.put("STANDS", due=150, stopped_at=90)

    async def look(lists):
        return json.loads(await lists.watch("ada").current_body())["tables"]
    (found,) = watched(store, look)
    assert (found["left"], found["stands"]) == (60, True)


@pytest.mark.parametrize(("due", "left"), [(99, 0), (100, 0), (101, 1)])
def test_a_time_that_is_over_has_nothing_left(store, due, left):
    store.put("LATE", due=due)

    async def look(lists):
        return json.loads(await lists.watch("ada").current_body())["tables"]
    assert [one["left"] for one in watched(store, look)] == [left]


def test_whoever_is_muted_has_no_name(store):
    store.put("MUTED", other_due=150, muted=[2])

    async def look(lists):
        return json.loads(await lists.watch("ada").current_body())["tables"]
    (found,) = watched(store, look)
    muted = table_say("names.muted", n=2)
    assert (found["asked"], found["others"]) == ([muted], [muted, "Heron"])


def test_a_change_is_told_once_to_all_pages_of_a_person_and_read_once(store):
    store.put("FIRST", due=150)

    async def look(lists):
        one, other, ben = lists.watch("ada"), lists.watch("ada"), lists.watch("ben")
        before = [await page.current_body() for page in (one, other, ben)]
        read = len(store.reads)
        waiting = [asyncio.ensure_future(page.wait_for_change(b"", 60)) for page in (one, other)]
        await asyncio.sleep(0)
        store.put("SECOND", due=140)
        await lists._refresh()
        after = await asyncio.gather(*waiting)
        await lists._refresh()
        return before, after, store.reads[read:], await ben.wait_for_change(b"", 0)
    before, after, reads, nothing = watched(store, look)
    assert [told(body) for body in before] == [["FIRST"], ["FIRST"], []]
    assert [told(body) for body in after] == [["SECOND", "FIRST"]] * 2
    assert reads == [["ada"]] and nothing == b""


def test_what_changed_and_changed_back_is_not_told(store):
    store.put("FIRST", due=150)

    async def look(lists):
        page = lists.watch("ada")
        await page.current_body()
        store.changes.append((9, "ada"))
        await lists._refresh()
        return await page.wait_for_change(b"", 0)
    assert watched(store, look) == b""


def test_with_the_last_page_a_list_is_forgotten(store):
    store.put("FIRST", due=150)

    async def look(lists):
        one, other = lists.watch("ada"), lists.watch("ada")
        await one.current_body()
        await one.wait_for_change(b"", 0)
        one.close()
        kept = len(lists._watchers), len(lists._lists), len(lists._changed)
        other.close()
        gone = len(lists._watchers), len(lists._lists), len(lists._changed)
        await lists.get_list("ada")                 # of a page that went while it was read
        return kept, gone, len(lists._lists)
    assert watched(store, look) == ((1, 1, 1), (0, 0, 0), 0)
