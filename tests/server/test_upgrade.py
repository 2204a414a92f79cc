"""Data of older Coprimes, which `data/make.py` wrote with their own code: today's shows, plays and replays every table.

Each folder under `data` is named by the commit that wrote it.
"""

import contextlib
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from house_process import Page, Person
from stored_tables import advice

from coprime.core.record import load, replay, save
from coprime.core.shelf import game as find
from coprime.server.people import Cookies
from coprime.server.store import Store
from coprime.table.journal import record_of

DATA = Path(__file__).parent / "data"
OLD = sorted(folder.name for folder in DATA.iterdir() if (folder / "coprime.db").exists())
TRIES = 40


class Returned(Person):
    """Somebody who has their cookie still."""

    def __init__(self, house, key, secret):
        self.house = house
        self.http = httpx.Client(base_url=house.url, timeout=60)
        self.http.cookies.set("coprime", Cookies(secret).sign(key), domain="127.0.0.1")
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


@pytest.mark.slow
@pytest.mark.parametrize("commit", OLD)
def test_every_table_of_an_older_version_is_shown_played_and_replayed(fresh, tmp_path, commit):
    data = copied(commit, tmp_path / "data")
    secret, stored = (data / "secret").read_bytes(), tables(data)
    house = fresh(data=data, quick=0.01, rest=1)
    stranger, people, acted, over = Person(house), {}, set(), 0
    for code, game, guests in stored:
        keys = {key: people.setdefault(key, None) or Returned(house, key, secret) for key in guests.values()}
        people.update(keys)
        pages = [Page(one, code) for one in keys.values()] or [Page(Person(house), code)]
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
    said = house.stop()
    assert "Traceback" not in said, said
    assert acted == {game for _, game, _ in stored} and over >= 2
    with contextlib.closing(Store(f"sqlite:///{data / 'coprime.db'}")) as store:
        for code, game, _ in stored:
            if rows := store.table(code).rows:
                rules = find(game).plain_rules
                again = load(save(record_of(find(game), rows, rules)))
                assert len(replay(again, rules).events) == len(again.events) and not again.note, (game, code)
