"""A class in a server of two processes: what its teacher does works wherever a table is held, and whichever answers."""

import os
import signal
import sqlite3
import time

import httpx
import pytest
from server_process import Person, ServerProcess
from test_workers import both, living, owner, workers


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    opened = ServerProcess(tmp_path_factory.mktemp("data"), rest=1, workers=2).start()
    living(opened, 2)
    yield opened
    opened.stop()


class Lesson:
    """A teacher who speaks with either process, `here` and `there`, and a round whose first table is held here."""

    def __init__(self, server, n, **plan):
        self.server, self.teacher = server, Person(server, "Ms Frost")
        self.code = self.teacher.post("/api/classes", name="Class 6b")["code"]
        self.teacher.post(f"/api/classes/{self.code}", plan={"seats": 2, **plan})
        self.people = [self.comes(f"Pupil {chr(65 + i)}") for i in range(n)]
        self.teacher.post(f"/api/classes/{self.code}/round")
        self.lines = both(server, self.teacher)
        self.here = owner(server, self.tables[0]["code"])[0]
        self.there = next(id for id in self.lines if id != self.here)

    @property
    def tables(self):
        return self.teacher.get(f"/api/classes/{self.code}")["rounds"][-1]["tables"]

    def comes(self, name, at=None, picture="owl", status=(200, 201)):
        person = Person(self.server)
        if at is not None:
            person.http = both(self.server, person)[at]
        person.post(f"/api/classes/{self.code}/pupils", status=status, name=name, picture=picture)
        return person

    def by(self, process):
        """The teacher, by that process."""
        self.teacher.http = self.lines[process]
        return self.teacher

    def holds(self, table):
        return owner(self.server, table)[0]


def over(page):
    """Wait until a page hears that its table has ended."""
    return page.wait("error")["sentence"]


def test_a_round_ends_at_tables_of_another_process(pair):
    for end in ("here", "there"):
        lesson = Lesson(pair, 3)
        pages = [person.page(person.get(f"/api/classes/{lesson.code}")["table"]) for person in lesson.people]
        lesson.by(getattr(lesson, end)).post(f"/api/classes/{lesson.code}/end")
        assert {over(page) for page in pages} == {"Your teacher has ended the round."}


def test_everything_is_deleted_at_tables_of_another_process(pair):
    lesson = Lesson(pair, 2)
    (table,) = [one["code"] for one in lesson.tables]
    page = lesson.people[0].page(table)
    assert lesson.by(lesson.there).http.delete(f"/api/classes/{lesson.code}").status_code == 204
    over(page)
    assert_gone(pair, table)
    # The process that had it does not write it anew.
    late = lesson.people[1]
    assert late.get(f"/api/classes/{lesson.code}", status=404) and late.post("/api/join", status=404, code=table)
    assert_gone(pair, table)


def assert_gone(server, table):
    with sqlite3.connect(f"{server.settings['data']}/coprime.db", timeout=10) as store:
        for part in ("tables", "events", "guests", "chat"):
            assert store.execute(f"SELECT count(*) FROM {part} WHERE code = ?", (table,)).fetchone() == (0,)


def test_who_wants_to_be_forgotten_ends_the_tables_of_their_classes(pair):
    lesson = Lesson(pair, 2)
    (table,) = [one["code"] for one in lesson.tables]
    page = lesson.people[0].page(table)
    assert lesson.by(lesson.there).http.delete("/api/me").status_code == 204
    over(page)
    assert_gone(pair, table)


def test_who_comes_late_or_from_another_device_comes_to_a_table_of_another_process(pair):
    lesson = Lesson(pair, 1)
    (table,) = [one["code"] for one in lesson.tables]
    late = lesson.comes("Late", at=lesson.there)
    assert late.get(f"/api/classes/{lesson.code}")["table"] == table and lesson.tables[0]["seats"]["Late"] == 1
    held = [card["id"] for card in lesson.people[0].page(table).wait("scene")["scene"]["hand"]]
    again = lesson.comes("Pupil A", at=lesson.there)
    page = again.page(table)
    scene = page.wait("scene")
    assert scene["seat"] == 0 and [card["id"] for card in scene["scene"]["hand"]] == held
    page.close()


def test_a_pupil_moves_between_tables_of_two_processes(pair):
    lesson = Lesson(pair, 2)
    full = lesson.tables[0]["code"]
    later = lesson.comes("Later", at=lesson.there)                  # no seat is free: a table of their own, there
    other = later.get(f"/api/classes/{lesson.code}")["table"]
    assert lesson.holds(full) == lesson.here and lesson.holds(other) == lesson.there
    for process, table in ((lesson.here, other), (lesson.there, full), (lesson.there, other), (lesson.here, full)):
        lesson.by(process).post(f"/api/classes/{lesson.code}/known", name="Pupil A", table=table)
        page = lesson.people[0].page(table)
        you = page.got[0]["table"]["you"]["who"]
        assert any(you in (seat["who"], seat["next"]) for seat in page.got[0]["table"]["seats"])
        page.close()
    refused = lesson.teacher.post(f"/api/classes/{lesson.code}/known", status=404, name="Pupil A", table="ZZZZZ")
    assert "ZZZZZ" in refused["sentence"]
    lesson.by(lesson.there).post(f"/api/classes/{lesson.code}/known", name="Pupil B", gone=True)
    page = lesson.teacher.page(full, watch=True)
    assert "Pupil B" not in [seat["name"] for seat in page.got[0]["table"]["seats"]]
    page.close()


def test_the_teacher_looks_pauses_speaks_and_nudges_wherever_a_table_is(pair):
    lesson = Lesson(pair, 1)
    (table,) = [one["code"] for one in lesson.tables]
    pupil = lesson.people[0].page(table)
    hand = pupil.wait("scene")["scene"]["hand"]
    pages = [lesson.teacher.page(table, watch=True) for _ in range(8)]          # some of them here, some there
    for i, page in enumerate(pages):
        page.say("watch", seat=0)
        assert page.wait("scene", match=lambda message: message["seat"] == 0)["scene"]["hand"] == hand
        for on in (True, False):
            assert page.say("pause", on=on)["type"] == "done"
            pupil.wait("table", match=lambda message: message["table"]["paused"] is on)      # noqa: B023
        page.send("chat", text=f"Line {i}")
        assert pupil.wait("chat")["text"] == f"Line {i}"
        assert page.say("nudge", seat=0, text=f"Nudge {i}")["type"] == "done"
        assert pupil.wait("nudge")["text"] == f"Nudge {i}"
    for page in (pupil, *pages):
        page.close()


def test_a_table_whose_process_was_killed_is_reached_when_its_lease_has_ended(fresh):
    server = fresh(workers=2, rest=1)
    living(server, 2)
    lesson = Lesson(server, 1)
    table, mine = lesson.tables[0]["code"], workers(server)
    for pid in mine:                                # one of them holds it, and lets go of nothing
        os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + 60
    while True:
        try:
            Person(server)
            break
        except (httpx.HTTPError, AssertionError):
            assert time.monotonic() < until
            time.sleep(0.1)
    teacher = lesson.teacher
    teacher.http = httpx.Client(base_url=server.url, timeout=60, cookies=teacher.http.cookies)
    assert not teacher.post(f"/api/classes/{lesson.code}/end")["rounds"][-1]["on"]
    assert teacher.post("/api/join", status=404, code=table)


def test_the_teacher_takes_and_leaves_a_seat_at_tables_of_both_processes(pair):
    lesson = Lesson(pair, 1, game="prime_challenge", options={"level": 1, "dealer": "teacher"}, seated=False)
    first = lesson.tables[0]["code"]
    lesson.comes("Later", at=lesson.there)                          # no seat is free: a table of their own, there
    tables = [one["code"] for one in lesson.tables]
    assert {lesson.holds(code) for code in tables} == {lesson.here, lesson.there} and tables[0] == first
    pages = [lesson.teacher.page(code, watch=True) for code in tables]
    for process, seated in ((lesson.here, True), (lesson.there, False), (lesson.there, True)):
        lesson.by(process).post(f"/api/classes/{lesson.code}", plan={"seated": seated})
        kind = "person" if seated else "bot"
        for page in pages:
            page.wait("table", match=lambda message: message["table"]["seats"][0]["kind"] == kind)   # noqa: B023
    for page in pages:
        assert page.say("watch", seat=0)["type"] == "done"
        assert page.wait("scene", match=lambda message: message["seat"] == 0)["scene"]["you"] == 0
        page.wait("table", match=lambda message: message["table"]["teaching"]["attends"])
        page.close()
