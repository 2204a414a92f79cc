"""Tables on the home page of a server: the list, its event stream, sitting down, playing somebody."""

import asyncio
import json
import os
import signal
import threading
from functools import partial

import httpx
import pytest
from server_process import GENEROUS, TLS, Person, ServerProcess
from test_tournament_crash import ask, insist
from test_tournament_workers import process_of
from test_workers import both, living, workers

from coprime.core.registry import find_game
from coprime.server import list_refresh
from coprime.server.open_tables import listing
from coprime.server.open_tables.listing import OpenTableList, visible_name
from coprime.server.rate_limits import Limits
from coprime.server.request_error import RequestError
from coprime.server.store import open_table_rows, schema
from coprime.server.store.erasure import forget_person
from coprime.server.store.invitation_rows import Invitation
from coprime.server.store.open_table_rows import OpenTable
from coprime.server.store.store import Store
from coprime.server.table_manager import TableManager
from coprime.table.settings import Settings


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("open"), rest=1, limits=GENEROUS | {"listed": 100}).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("pair"), rest=1, workers=2,
                           limits=GENEROUS | {"listed": 100}).start()
    living(server, 2)
    yield server
    server.stop()


@pytest.fixture
def postgres_pair(postgres, fresh):
    """A server of two processes on PostgreSQL."""
    server = fresh(rest=1, workers=2, database=postgres.url, limits=GENEROUS | {"listed": 100})
    living(server, 2)
    return server


class Host(Person):
    """Somebody whose table is on the home page; `page` is at it."""

    def __init__(self, server, name, game="prime_climb", seats=2):
        super().__init__(server, name)
        self.code = self.open(game, seats=seats)
        self.page_at_table = self.page(self.code)
        assert self.page_at_table.say("list")["type"] == "done"

    def closes(self):
        close_table(self.page_at_table)


def close_table(page):
    page.send("close", id="end")
    page.wait("error")
    page.close()


class HomePage:
    """The event stream of a home page: `next()` is the next list."""

    path = "/api/open-tables/stream"

    def __init__(self, person):
        self.http = httpx.Client(base_url=person.http.base_url, timeout=60, verify=TLS, cookies=person.http.cookies)
        self.context = self.http.stream("GET", self.path)
        self.answer = self.context.__enter__()
        assert self.answer.status_code == 200, self.answer.read()
        self.bodies = (json.loads(line[6:]) for line in self.answer.iter_lines() if line.startswith("data: "))

    def next(self):
        return {one["code"]: one for one in next(self.bodies)["tables"]}

    def until(self, wanted):
        """The first list for which something holds."""
        return next(found for found in iter(self.next, None) if wanted(found))

    def close(self):
        self.answer.close()
        self.http.close()


def wait_for_list(person, wanted):
    """The list as somebody's home page has it, once something holds."""
    home = HomePage(person)
    found = home.until(wanted)
    home.close()
    return found


def test_without_the_switch_there_is_no_such_address(tmp_path):
    server = ServerProcess(tmp_path).start()
    person = Person(server)
    for answer in (person.get("/api/open-tables", status=404), person.get("/api/open-tables/stream", status=404),
                   person.post("/api/open-tables/somebody", status=404, game="prime_climb"),
                   person.post("/api/open-tables/ABCDE/seat", status=404)):
        assert answer["sentence"] == "This server shows no tables on its home page."
    assert person.get("/api/games")["open_tables"] is False
    page = person.page(person.open("prime_climb", seats=2))
    assert not page.told["may_list"] and page.say("list")["type"] == "refused"
    page.close()
    server.stop()


def test_a_listed_table_is_on_every_home_page_until_its_last_seat_is_taken(opened):
    ben, carla = Person(opened, "Ben"), Person(opened, "Carla")
    home = HomePage(carla)
    home.next()
    anna = Host(opened, "Anna")
    found = home.until(lambda tables: anna.code in tables)[anna.code]
    assert found == {"code": anna.code, "host": "Anna", "game": "prime_climb", "phase": "lobby", "free": 1, "seats": 2}
    assert ben.post(f"/api/open-tables/{anna.code}/seat") == {"code": anna.code}
    assert anna.code not in home.until(lambda tables: anna.code not in tables)
    refused = carla.post(f"/api/open-tables/{anna.code}/seat", status=409)["sentence"]
    assert refused.startswith("That table has no free seat any more.")
    page = ben.page(anna.code)
    assert page.told["you"]["seats"] == [1], "they sit there when their page comes"
    page.close()
    home.close()
    anna.closes()


def test_two_press_the_last_open_seat_at_once(opened):
    """One sits down, the other is told so and of the tables that are left."""
    anna, other = Host(opened, "Anna"), Host(opened, "Emi")
    people = [Person(opened, f"Guest {n}") for n in range(2)]
    start, answers = threading.Barrier(2), {}

    def press(person):
        start.wait()
        answers[person] = person.http.post(f"/api/open-tables/{anna.code}/seat")
    threads = [threading.Thread(target=press, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers.values()) == [200, 409]
    late = next(answer for answer in answers.values() if answer.status_code == 409).json()["sentence"]
    assert late in ("The last seat at Anna’s table was taken a moment before you. One other table has a free seat.",
                    "That table has no free seat any more. One other table has a free seat.")
    names = [seat["name"] for seat in anna.page_at_table.catch_up().told["seats"]]
    assert names[0] == "Anna" and names[1] in {person.name for person in people}
    anna.closes()
    other.closes()


def test_play_somebody_pairs_two_who_wait_for_the_same_game(opened):
    ann, bob = Person(opened, "Ann"), Person(opened, "Bob")
    code = ann.post("/api/open-tables/somebody", game="secret_number")["code"]
    page = ann.page(code)
    assert page.told["phase"] == "playing" and [seat["kind"] for seat in page.told["seats"]] == ["person", "bot"]
    found = wait_for_list(bob, lambda tables: code in tables)
    assert found[code]["free"] == 1, "a bot keeps the seat warm"
    assert bob.post("/api/open-tables/somebody", game="secret_number")["code"] == code
    waiting = page.catch_up().told["seats"][1]
    assert waiting["next"] is not None or waiting["kind"] == "person"
    wait_for_list(bob, lambda tables: code not in tables)       # the seat is promised
    other = bob.post("/api/open-tables/somebody", game="prime_climb")["code"]
    assert other != code
    close_table(bob.page(other))
    close_table(page)


@pytest.mark.parametrize("server", ["opened", "pair", "postgres_pair"])
def test_two_who_ask_for_somebody_at_once_are_paired(server, request):
    opened = request.getfixturevalue(server)
    for round_ in range(3):
        people = [Person(opened, f"Player {round_} {n}") for n in range(2)]
        if server != "opened":                                  # each at a process of their own
            for person, line in zip(people, both(opened, people[0]), strict=True):
                person.http = both(opened, person)[line]
        start, codes = threading.Barrier(2), []

        def press(person, start=start, codes=codes):
            start.wait()
            codes.append(person.post("/api/open-tables/somebody", game="factor_rummy")["code"])
        threads = [threading.Thread(target=press, args=(person,)) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(codes) == 2 and codes[0] == codes[1]
        pages = [person.page(codes[0]) for person in people]
        for page in pages:
            page.catch_up()
        pages.sort(key=lambda page: page.told["you"]["host"])
        pages[0].close()
        close_table(pages[1])


def test_a_game_for_one_is_refused_and_so_is_an_unknown_one(opened):
    person = Person(opened)
    answer = person.post("/api/open-tables/somebody", status=409, game="prime_solitaire")
    assert answer["sentence"] == "Prime Solitaire is played alone; choose a game for two or more."
    person.post("/api/open-tables/somebody", status=400, game="chess")


def test_a_seat_is_asked_for_only_at_what_the_page_shows(opened):
    """Whoever guesses codes here learns nothing, and a table that is not listed gives no seat."""
    anna, ben = Person(opened, "Anna"), Person(opened, "Ben")
    code = anna.open("prime_climb", seats=2)
    page = anna.page(code)
    same = [ben.post(f"/api/open-tables/{one}/seat", status=409)["sentence"] for one in (code, "ZZZZZ")]
    assert same[0] == same[1] and ben.get("/api/tables")["tables"] == []
    close_table(page)


def test_a_table_that_everybody_has_left_goes_and_comes_back_after_a_crash(tmp_path):
    server = ServerProcess(tmp_path, grace=0.2, limits=GENEROUS | {"listed": 100}).start()
    anna, ben = Host(server, "Anna"), Person(server, "Ben")
    wait_for_list(ben, lambda tables: anna.code in tables)
    server.kill()
    server.start()
    page = anna.page(anna.code)
    assert page.told["listed"]
    wait_for_list(ben, lambda tables: anna.code in tables)
    page.close()
    wait_for_list(ben, lambda tables: anna.code not in tables)
    ben.post(f"/api/open-tables/{anna.code}/seat", status=409)
    server.stop()


def test_the_list_and_its_seats_are_the_same_in_every_process(pair):
    anna = Host(pair, "Anna")
    ben = Person(pair, "Ben")
    lines = both(pair, ben)
    assert len(workers(pair)) == 2
    for line in lines.values():
        ben.http = line
        wait_for_list(ben, lambda tables: anna.code in tables)
    visitors = [Person(pair, f"Visitor {n}") for n in range(2)]
    answers = []
    for visitor, process in zip(visitors, lines, strict=True):
        visitor.http = both(pair, visitor)[process]
        answers.append(visitor.http.post(f"/api/open-tables/{anna.code}/seat").status_code)
    assert answers == [200, 409]
    anna.closes()


def test_the_owner_of_a_listed_table_is_killed_while_two_sit_down(postgres_pair):
    """Nobody who was told that they sit there loses the seat, and no seat is given twice; the other process goes on."""
    server = postgres_pair
    anna = Host(server, "Anna", "secret_number", seats=3)
    ben, carla, dan = (Person(server, name) for name in ("Ben", "Carla", "Dan"))
    wait_for_list(ben, lambda tables: anna.code in tables)
    told = {ben.name: insist(ben.post, f"/api/open-tables/{anna.code}/seat", status=(200,))}
    os.kill(process_of(server, anna.code), signal.SIGKILL)
    anna.page_at_table = insist(anna.page, anna.code)           # pages come back by themselves, to whoever lives
    answers = {person.name: ask(person, f"/api/open-tables/{anna.code}/seat") for person in (carla, dan)}
    told |= {name: answer for name, answer in answers.items() if answer.status_code == 200}
    assert sorted(answer.status_code for answer in answers.values()) == [200, 409]
    pages = [insist(person.page, anna.code) for person in (ben, carla, dan) if person.name in told]
    seats = [seat["name"] for seat in pages[-1].catch_up().told["seats"]]
    assert sorted(seats) == sorted(["Anna", *told]), "as those who were told sit, and nobody else"
    wait_for_list(dan, lambda tables: anna.code not in tables)
    living(server, 2)


# The list.

def test_a_list_is_read_again_after_whatever_went_wrong(monkeypatch):
    """A fault of one look does not leave all pages with an old list for good."""
    monkeypatch.setattr(list_refresh, "REFRESH_SECONDS", 0)
    faults = [ValueError("a fault"), RequestError(503, "wrong.store", wait=1)]
    looks = []

    async def refresh():
        looks.append(1)
        if faults:
            raise faults.pop(0)
    asyncio.run(list_refresh.refresh_while_watched(lambda: len(looks) < 3, refresh, "lists"))
    assert len(looks) == 3


def test_all_who_watch_share_one_look_into_the_store(monkeypatch):
    """A thousand pages cause as many queries as one, and each hears of every change once."""
    monkeypatch.setattr(listing, "REFRESH_SECONDS", 0.01)
    monkeypatch.setattr(list_refresh, "REFRESH_SECONDS", 0.01)
    looks, free, invitations = [], [1], []

    async def read(query):
        looks.append(query)
        return [OpenTable("ABCDE", "anna", "Anna", "prime_climb", "lobby", free[0], 3, 1)], invitations

    async def watch():
        shared = OpenTableList(read, lambda: 1000, 100, lambda code: False)
        await shared.current_body()
        first = await shared.wait_for_change(-1, 60)
        watching = [asyncio.ensure_future(shared.wait_for_change(first, 60)) for _ in range(1000)]
        while len(looks) < 5:
            await asyncio.sleep(0)
        assert not any(task.done() for task in watching)
        free[0], before = 2, len(looks)
        changed = await asyncio.gather(*watching)
        assert len(looks) <= before + 2 and set(changed) == {first + 1}
        body = shared.body_for("ben", frozenset())
        assert json.loads(body)["tables"][0]["free"] == 2
        assert await shared.wait_for_change(first + 1, 0.05) == first + 1, "nothing has changed since"
        assert await shared.wait_for_change(first, 60) == first + 1, "a page that knows an old list hears at once"
        invitations.append(Invitation("i", "anna", "ben", "Anna", "ABCDE", "prime_climb", 5))
        assert await shared.wait_for_change(first + 1, 60) == first + 2
        assert shared.body_for("cy", frozenset()) == body, "who is not invited reads the same bytes"
        assert json.loads(shared.body_for("ben", frozenset()))["invitations"] == [
            {"id": "i", "name": "Anna", "game": "prime_climb", "title": "Prime Climb"}]
    asyncio.run(watch())


# In the store.

def snapshot(code, host, key, since, free=1, **more):
    chairs = [{"kind": "person", "next": None}, *[{"kind": "bot", "next": None}] * free]
    return {"game": "prime_climb", "settings": {"listed": since}, "host": 1, "locked": False, "phase": "lobby",
            "guests": [{"who": 1, "key": key, "name": host}], "chairs": chairs, **more}


def test_rows_of_the_list(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'rows.db'}")
    schema.metadata.create_all(store.engine)
    with store.engine.begin() as connection:
        for n in range(5):
            open_table_rows.write_open_table(connection, f"A{n}", snapshot(f"A{n}", "Anna", "anna", 100 + n), 1000)
        open_table_rows.write_open_table(connection, "B0", snapshot("B0", "Ben", "ben", 50, free=2), 1000)
        found = open_table_rows.read_open_tables(connection, 1000, 10)
        assert [one.code for one in found] == ["B0", "A0", "A1", "A2"], "first come, and three of one host"
        assert found[0].free == 2 and found[0].seats == 3
        open_table_rows.write_open_table(connection, "B0", snapshot("B0", "Ben", "ben", 50, phase="closed"), 1000)
        assert "B0" not in [one.code for one in open_table_rows.read_open_tables(connection, 1000, 10)]
        later = 1000 + open_table_rows.SEEN_SECONDS
        open_table_rows.note_seen(connection, ["A1"], later)
        assert [one.code for one in open_table_rows.read_open_tables(connection, later, 10)] == ["A1"]
        forget_person(connection, "anna")
        assert open_table_rows.read_open_tables(connection, later, 10) == []
    store.close()


def test_a_listed_table_is_noted_as_seen_while_somebody_is_at_it(tmp_path):
    """Other processes go by the rows: a table at which nobody is leaves their list by itself."""
    async def sweep():
        store = Store(f"sqlite:///{tmp_path / 'rows.db'}")
        server = TableManager(store, Limits(listed=10), lambda code: {}, warm=False)
        store.call_soon = server.loop.call_soon_threadsafe
        there, left = [await server.open_table(find_game("prime_climb"), Settings(2, {}, listed=100), "",
                                               lambda table, now: None) for _ in range(2)]
        for code in there, left:
            await server.write_durably(partial(open_table_rows.write_open_table, code=code, now=server.wall_seconds(),
                                               snapshot=snapshot(code, "Anna", "anna", 100)))
        later = server.wall_seconds() + open_table_rows.SEEN_SECONDS
        server.wall_seconds, server.is_empty_here = lambda: later, lambda code: code == left
        await server.sweep_tables()
        found = await server.read_store(partial(open_table_rows.read_open_tables, now=later, most=10))
        await server.stop_all()
        store.close()
        assert [one.code for one in found] == [there]
    asyncio.run(sweep())


def test_a_rude_name_is_not_shown_to_strangers():
    assert visible_name("Anna B.") == "Anna B." and visible_name("Mr Shit") == ""
