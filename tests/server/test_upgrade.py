"""Data of older Coprimes, which `data/make.py` wrote with their own code: today's shows, plays and replays every table.

Each folder under `data` is named by the commit that wrote it.
"""

import asyncio
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from server_process import GENEROUS, Page, Person
from stored_tables import advice

from coprime.core.record import dump_record, load_record, replay_record
from coprime.core.registry import find_game as find
from coprime.server import table_manager
from coprime.server.diagnostics import doctor
from coprime.server.diagnostics.journal_repair import read_journal
from coprime.server.rate_limits import Limits
from coprime.server.store.people import CookieSigner
from coprime.server.store.store import Store
from coprime.table.journal_replay import journal_record
from coprime.table.settings import Settings

DATA = Path(__file__).parent / "data"
OLD = sorted(folder.name for folder in DATA.iterdir() if (folder / "coprime.db").exists())
TRIES = 40


class Returned(Person):
    """Somebody who has their cookie still."""

    def __init__(self, server, key, secret):
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60)
        self.http.cookies.set("coprime", CookieSigner(secret).sign_key(key), domain="127.0.0.1")
        self.name = self.get("/api/me")["name"]


def copied(commit, folder):
    """A copy of an old data folder, which a server may change."""
    shutil.copytree(DATA / commit, folder)
    for file in folder.iterdir():
        file.chmod(0o600)
    folder.chmod(0o700)
    return folder


def tables(data):
    """(code, game, {who: key} of its people) of every table that is open."""
    with closing(sqlite3.connect(data / "coprime.db")) as opened:
        found = opened.execute("SELECT code, game FROM tables WHERE phase != 'closed' ORDER BY code").fetchall()
        return [(code, game, dict(opened.execute("SELECT who, person FROM guests WHERE code = ? AND role = 'guest'",
                                                 (code,)).fetchall())) for code, game in found]


def of_class(data, code):
    """The code of the class that a table belongs to, "" for none."""
    with closing(sqlite3.connect(data / "coprime.db")) as opened:
        (kept,) = opened.execute("SELECT kept FROM tables WHERE code = ?", (code,)).fetchone()
    return json.loads(kept)["settings"].get("classroom", "")


def act(data, game, code, pages):
    """One action of one of these people, as soon as it is for one of them; False where there is nothing to do."""
    seats = {seat: page for page in pages for seat in page.told["you"]["seats"]}
    for _ in range(TRIES):
        if pages[0].told["phase"] == "rest":
            pages[0].say("go")
        found = advice(data / "coprime.db", game, code, seats)
        if found == "over":
            return False
        if found and seats[found[0]].act(found[1], seat=found[0])["type"] == "done":
            return True
        pages[0].hear(1)
    raise TimeoutError(f"nobody came to act at {game} {code}")


@pytest.mark.parametrize("commit", OLD)
def test_every_table_of_an_older_version_is_shown_played_and_replayed(fresh, tmp_path, commit):
    data = copied(commit, tmp_path / "data")
    secret, stored = (data / "secret").read_bytes(), tables(data)
    server = fresh(data=data, quick=0.01, rest=1)
    stranger, people, acted, over = Person(server), {}, set(), 0
    for code, game, guests in stored:
        keys = {key: people.setdefault(key, None) or Returned(server, key, secret) for key in guests.values()}
        people.update(keys)
        pages = [Page(one, code) for one in keys.values()] or [Page(Person(server), code)]
        if of_class(data, code):                                # which admits only its own people
            refused = Page(stranger, code, hello=False)
            while refused.hear() is not None:
                pass
            assert refused.closed == 4404
        else:
            pages.append(Page(stranger, code, watch=True))
        if pages[0].told["match"]:
            for page in pages:
                assert page.wait("scene")["scene"]["seats"], (game, code)
            if act(data, game, code, pages):
                acted.add(game)
            else:
                over += 1
                kept = people[next(iter(keys))].post(f"/api/tables/{code}/replay")
                assert kept["over"] and not kept["note"], (game, code)
        for page in pages:
            page.close()
    said = server.stop()
    assert "Traceback" not in said, said
    assert acted == {game for _, game, _ in stored} and over >= 2
    with contextlib.closing(Store(f"sqlite:///{data / 'coprime.db'}")) as store:
        for code, game, _ in stored:
            if rows := store.load_table(code).rows:
                rules = find(game).pure_rules
                again = load_record(dump_record(journal_record(find(game), rows, rules)))
                assert len(replay_record(again, rules).events) == len(again.events) and not again.note, (game, code)


@pytest.mark.parametrize("commit", [name for name in OLD if (DATA / name / "told.json").exists()])
def test_a_club_is_told_the_same_as_by_an_older_version(fresh, tmp_path, commit):
    data = copied(commit, tmp_path / "data")
    then = json.loads((data / "told.json").read_text(encoding="utf-8"))
    with closing(sqlite3.connect(data / "coprime.db")) as opened:        # with every month less is known of people
        ((rated,),) = opened.execute("SELECT max(at) FROM rated_results").fetchall()
    server = fresh(data=data, quick=0.01, limits={**GENEROUS, "tournaments": 40, "listed": 40}, month=rated)
    people = {name: Person(server) for name in then["cookies"]}
    for name, person in people.items():
        person.http.cookies.clear()
        person.http.cookies.set("coprime", then["cookies"][name], domain="127.0.0.1")
        assert person.get("/api/me")["name"] == name
        for path, told in then["tournaments"].items():
            now = person.get(path)
            assert {key: now[key] for key in told[name]} == told[name], (name, path)
        assert person.get("/api/ratings") == then["ratings"][name] and then["ratings"][name]["games"]
        assert person.get("/api/mutes") == then["mutes"][name]
    assert [len(one["mutes"]) for one in then["mutes"].values()] == [0, 1, 0]
    assert Person(server).http.get(then["feed"]).status_code == 200
    phone = Person(server)
    phone.post("/api/phrase", words=" ".join(then["phrase"]))
    assert phone.get("/api/me")["name"] == "Ada"
    page = people["Ada"].page(then["days"])
    ((_, left),) = page.catch_up().told["days"]["left"].items()
    assert page.told["phase"] == "playing" and 0 < left <= 24 * 3600, "the clock stood while the server was closed"
    # And it goes on: the running tournament's round is played, and a rated result counts.
    running = next(path for path, told in then["tournaments"].items() if told["Dora"]["state"] == "running")
    before = people["Dora"].get(running)
    table = next(one["table"] for one in before["round"]["pairings"] if len(one["players"]) == 2)
    people["Dora"].post(f"{running}/result", round=2, table=table, score=[1, 0], reason="played on a board")
    assert sum(one["points"] for one in people["Ada"].get(running)["standings"]) == 2
    assert "Traceback" not in server.stop()


@pytest.mark.parametrize("commit", OLD)
def test_the_doctor_finds_nothing_wrong_with_the_tables_of_an_older_version(tmp_path, commit):
    data = copied(commit, tmp_path / "data")
    found = [one for one in doctor.run_checks(data) if one.check == "tables"]
    assert [one.mark for one in found] == ["well"] and f"{len(tables(data))} tables" in found[0].told


def change(data, code, **options):
    """Alter the stored options of a table."""
    with closing(sqlite3.connect(data / "coprime.db")) as opened:
        (kept,) = opened.execute("SELECT kept FROM tables WHERE code = ?", (code,)).fetchone()
        kept = json.loads(kept)
        kept["settings"]["options"] |= options
        opened.execute("UPDATE tables SET kept = ? WHERE code = ?", (json.dumps(kept), code))
        opened.commit()


def begin_with(data, code, **options):
    """Alter the options in the first row of a table's match."""
    with closing(sqlite3.connect(data / "coprime.db")) as opened:
        n, head = opened.execute("SELECT n, action FROM events WHERE code = ? AND seat = 'start' ORDER BY n DESC",
                                 (code,)).fetchone()
        head = json.loads(head)
        head["options"] |= options
        opened.execute("UPDATE events SET action = ? WHERE code = ? AND n = ?", (json.dumps(head), code, n))
        opened.commit()


def test_a_match_that_would_get_other_cards_does_not_go_on(fresh, tmp_path):
    """Daifugo's version 1 drew no seats before the first game: the same seed deals other hands today."""
    data = copied("1559af0", tmp_path / "data")
    code, _, guests = next(one for one in tables(data) if one[1] == "daifugo")
    begin_with(data, code, seat_shuffle=3)
    found = [one.told for one in doctor.run_checks(data) if one.mark == "wrong" and one.check == "tables"]
    assert len(found) == 1 and code in found[0] and "version 1" in found[0]
    opened = fresh(data=data)
    page = Page(Returned(opened, next(iter(guests.values())), (data / "secret").read_bytes()), code, hello=False)
    sentence = page.wait("error")["sentence"]
    assert "begun by version 1" in sentence and "would be others" in sentence and "Open a new table" in sentence
    assert page.hear() is None and page.closed == 4409


def test_a_table_that_cannot_be_read_any_more_is_told_of_everywhere(fresh, tmp_path):
    data = copied(OLD[0], tmp_path / "data")
    code, _, guests = next(one for one in tables(data) if one[1] == "prime_canasta")
    change(data, code, stations="on")
    before = {one.check: one for one in doctor.run_checks(data) if one.mark == "wrong"}
    assert code in before["tables"].told and "stations" in before["tables"].told
    opened = fresh(data=data)
    assert httpx.get(f"{opened.url}/health").json()["status"] == "ok"
    page = Page(Returned(opened, next(iter(guests.values())), (data / "secret").read_bytes()), code, hello=False)
    sentence = page.wait("error")["sentence"]
    assert "stations" in sentence and "set aside" in sentence
    assert page.hear() is None and page.closed == 4409
    health = httpx.get(f"{opened.url}/health")
    assert health.status_code == 200 and health.json()["status"] == "degraded"
    assert "One table could not be read or shown" in health.json()["trouble"]
    assert f"table {code}:" in opened.stop()
    after = {one.check: one.told for one in doctor.run_checks(data) if one.mark == "wrong"}
    assert code in after["aside"] and "tables" not in after


def test_a_table_that_cannot_be_shown_is_noted_for_health_and_log(tmp_path, monkeypatch, caplog):
    wrong = KeyError("factors")
    monkeypatch.setattr(table_manager.broadcast, "send_updates", lambda table, now: [wrong])
    game = find("prime_daifugo")

    async def shown():
        opened = table_manager.TableManager(store, Limits(), lambda code: {}, warm=False)
        store.call_soon = opened.loop.call_soon_threadsafe
        table = table_manager.Table("AAAAA", game, Settings(2, game.check_options(2)), opened)
        opened.schedule_updates(table)
        while opened._update_queue:
            await asyncio.sleep(0)
        await opened.stop_all()
        return opened.troubled_codes
    with contextlib.closing(Store(f"sqlite:///{tmp_path / 'here.db'}")) as store:
        assert asyncio.run(shown()) == {"AAAAA"}
    assert "table AAAAA of prime_daifugo could not be shown" in caplog.text and "KeyError: 'factors'" in caplog.text


def test_the_doctor_tells_of_a_table_that_cannot_be_shown(tmp_path, monkeypatch):
    data = copied(OLD[0], tmp_path / "data")
    words = find("daifugo").words

    def broken(*given):
        raise KeyError("factors")
    monkeypatch.setattr(words, "scene", broken)
    codes = {code for code, game, _ in tables(data) if game == "daifugo"}
    found = [one for one in doctor.run_checks(data) if one.check == "tables"]
    assert {code for code in codes if any(code in one.told for one in found)} == codes and len(found) == len(codes)
    assert all(one.mark == "wrong" and "KeyError: 'factors'" in one.told for one in found)


@pytest.fixture
def damaged(tmp_path):
    """An old folder, and how to spoil its database."""
    data = copied("ccbef37", tmp_path / "data")

    def spoil(*statements):
        with closing(sqlite3.connect(data / "coprime.db")) as opened:
            for statement, *given in statements:
                opened.execute(statement, given)
            opened.commit()
        return data
    return spoil


def wrong(data):
    """What the doctor finds wrong with the database, by check."""
    of_data = ("database", "version", "aside", "journals", "tables")
    return {one.check: one.told for one in doctor.run_checks(data) if one.mark == "wrong" and one.check in of_data}


def test_a_line_that_an_earlier_match_has_lost_is_found(damaged):
    code, _, _ = tables(DATA / "ccbef37")[0]
    data = damaged(("INSERT INTO events SELECT code, (SELECT max(n) + 1 FROM events WHERE code = ?1), match + 1, seat,"
                    " action, '' FROM events WHERE code = ?1 AND n = 1", code))       # a second match begins
    assert "journals" not in wrong(data)
    damaged(("DELETE FROM events WHERE code = ? AND n = 3", code))
    assert code in wrong(data)["journals"]
    with contextlib.closing(Store(f"sqlite:///{data / 'coprime.db'}")) as store:
        found = read_journal(store, code)
        assert [one[1:] for one in found.faults] == [("missing", 3, 3)] and found.first_bad == 0
        assert {read_journal(store, other).faults for other, *_ in tables(data) if other != code} == {()}
    told = subprocess.run([sys.executable, "-m", "coprime", "journal", code, "--data", str(data)], capture_output=True,
                          text=True, check=True, env={**os.environ, "COPRIME_LANGUAGE": "en", "COLUMNS": "200"})
    assert "Missing lines: 3" in told.stdout + told.stderr and "sound" not in told.stdout


def test_a_table_of_the_database_that_is_gone_is_found(damaged):
    assert wrong(damaged()) == {}
    assert "guests" in wrong(damaged(("DROP TABLE guests",)))["tables"]
