"""A server is copied while people play, and the copy opened: nothing answered is missing, everybody has their seats."""

import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
import sqlalchemy as sa
from postgres import Postgres
from server_process import Person
from test_crash import counted, played
from test_failed_starts import everything

from coprime.core.errors import BadInput
from coprime.server.diagnostics import journal_repair
from coprime.server.store import backup as backups
from coprime.server.store import schema
from coprime.server.store.backup import back_up
from coprime.server.store.data_folder import DataFolder
from coprime.server.store.store import Store


def command(*words, exit=0, **how):
    """What the command says."""
    done = subprocess.run([sys.executable, "-m", "coprime", *map(str, words)], capture_output=True, text=True,
                          timeout=60, env={**os.environ, "NO_COLOR": "1"}, **how)
    assert done.returncode == exit and "Traceback" not in done.stderr, done.stderr
    assert not exit or len(done.stderr.strip().splitlines()) == 1
    return done.stdout + done.stderr


@pytest.fixture
def closed(tmp_path):
    """The folder of a server that was opened and closed."""
    folder = DataFolder(tmp_path / "data")
    Store(f"sqlite:///{folder.database_path}").close()
    folder.close()
    return folder.path


def ledger(players):
    """What has been answered by now, table by table."""
    return [SimpleNamespace(code=player.code, acked=dict(player.acked), told={}) for player in players]


def sound(folder):
    """Every table's journal in a closed server is played to its end."""
    opened, store = journal_repair.open_closed_store(folder, None)
    try:
        codes = store.read(lambda connection: connection.exec_driver_sql("SELECT code FROM tables").scalars().all())
        found = [journal_repair.read_journal(store, code) for code in codes]
    finally:
        store.close()
        opened.close()
    assert [one.reason for one in found] == [""] * len(found)
    return len(found)


def comes_back(person, server):
    """Somebody with the same cookie in another server."""
    again = Person.__new__(Person)
    again.server, again.http = server, httpx.Client(base_url=server.url, timeout=20, cookies=person.http.cookies)
    again.name = again.get("/api/me")["name"]
    assert again.name == person.name
    return again


def seats(person, code):
    return [table["yours"] for table in person.get("/api/tables")["tables"] if table["code"] == code]


def restored(folder, player, before, fresh):
    """The copy is opened, and two people of a table find their seats and go on in it."""
    server = fresh(data=folder, rest=1)
    people = [comes_back(person, server) for person in player.people]
    assert [seats(person, player.code) for person in people] == [[[0]], [[1]]]
    pages = [person.page(player.code).catch_up() for person in people]
    assert pages[0].scene["n"] >= max(before.acked.values())
    pages[0].send("chat", id="here", text="Here again")
    pages[1].wait("chat")
    for page in pages:
        page.close()
    assert "Traceback" not in server.stop()


def kept(copy, before):
    """Every action that was answered before is in the copy, at its number."""
    with closing(sqlite3.connect(f"file:{copy}/coprime.db?mode=ro&immutable=1", uri=True)) as found:
        for table in before:
            rows = found.execute("SELECT n, message FROM events WHERE code = ? ORDER BY n", (table.code,)).fetchall()
            assert [n for n, _ in rows] == list(range(1, len(rows) + 1)), "a number is missing"
            at = {message.partition(":")[2]: n for n, message in rows if message}
            assert {id: at.get(id) for id in table.acked} == table.acked, "an answered action is missing"
    return sum(len(table.acked) for table in before)


def backed_up_while_playing(tmp_path, fresh, tables, times):
    server = fresh(rest=1)
    with played(server, tables) as players:
        for number in range(times):
            time.sleep(0.7)
            before, copy = ledger(players), tmp_path / f"copy{number}"
            assert f"serve --data {copy}" in command("backup", copy, "--data", tmp_path / "data")
            assert {part.name: part.stat().st_mode & 0o777 for part in (copy, *copy.iterdir())} == {
                copy.name: 0o700, "coprime.db": 0o600, "secret": 0o600}
            answered = kept(copy, before)
            assert sound(copy) == tables
    assert answered > times and "Traceback" not in server.stop()
    assert counted(f"sqlite:///{tmp_path}/data/coprime.db", players) > answered
    restored(copy, players[0], before[0], fresh)
    assert not list(tmp_path.glob("*.half-*"))


def test_a_server_is_copied_again_and_again_while_people_play(tmp_path, fresh):
    backed_up_while_playing(tmp_path, fresh, tables=2, times=3)


@pytest.mark.long
def test_a_busy_server_is_copied_many_times(tmp_path, fresh):
    backed_up_while_playing(tmp_path, fresh, tables=8, times=20)


def test_a_closed_server_and_one_that_was_killed_are_copied(tmp_path, fresh):
    server = fresh()
    ada = Person(server, "Ada")
    code = ada.open(now=True)
    server.kill()
    command("backup", tmp_path / "killed", "--data", tmp_path / "data")
    (tmp_path / "closed").mkdir()                           # an empty folder is as good as none
    server.start()
    server.stop()
    command("backup", tmp_path / "closed", "--data", tmp_path / "data")
    for name in ("killed", "closed"):
        opened = fresh(data=tmp_path / name)
        assert seats(comes_back(ada, opened), code) == [[0]]
        opened.stop()


def test_a_database_elsewhere_comes_into_the_folder(tmp_path, closed):
    elsewhere = tmp_path / "elsewhere.db"
    (closed / "coprime.db").rename(elsewhere)
    copy = back_up(tmp_path / "copy", closed, f"sqlite:///{elsewhere}").folder
    assert (copy / "coprime.db").stat().st_size and sound(copy) == 0


# Killed half-way.

DIES = """
import os, signal, sys
from pathlib import Path
from coprime.server.store import backup
left = int(sys.argv[1])
def dying(step):
    def stepped(*given, **named):
        global left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return step(*given, **named)
    return stepped
for name in ("mkdtemp", "_write_private_file", "_copy_database", "check_integrity", "_sync_folder"):
    setattr(backup, name, dying(getattr(backup, name)))
Path.rename = dying(Path.rename)
backup.back_up(Path(sys.argv[2]), Path(sys.argv[3]))
"""


def test_killed_before_any_of_its_steps_it_is_never_taken_for_a_whole_one(tmp_path, closed):
    secret, refused = (closed / "secret").read_bytes(), 0
    for step in range(1, 50):
        target = tmp_path / "copies" / str(step)
        done = subprocess.run([sys.executable, "-c", DIES, str(step), target, closed], capture_output=True, text=True)
        found = list(target.parent.glob(f"{step}*"))
        assert len(found) <= 1 and "Traceback" not in done.stderr
        for folder in (folder for folder in found if any(folder.iterdir())):
            try:
                DataFolder(folder).close()
                assert (folder / "secret").read_bytes() == secret and sound(folder) == 0
            except BadInput:
                refused += 1
                assert folder != target, "a copy that is not whole has its name"
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
    assert target.exists() and refused >= 5


def grows(target):
    """Has a copy begun to be written that is to have this name?"""
    with suppress(FileNotFoundError):                       # it has its name by now
        return any(part.stat().st_size for part in target.parent.glob(f"{target.name}.half-*/coprime.db.half"))


def test_killed_while_it_is_copied(tmp_path, closed):
    with closing(sqlite3.connect(closed / "coprime.db")) as store:
        store.executemany("INSERT INTO chat (code, who, name, text, at) VALUES ('ABCDE', 1, '', ?, 1)",
                          [("x" * 100_000,)] * 600)
        store.commit()
    for n in range(20):                                     # a copy may be whole before one has looked
        copying = subprocess.Popen([sys.executable, "-m", "coprime", "backup", tmp_path / f"n{n}", "--data", closed])
        while copying.poll() is None and not grows(tmp_path / f"n{n}"):
            pass
        copying.kill()
        copying.wait()
        (half,) = tmp_path.glob(f"n{n}*")
        if half.name.startswith(f"n{n}.half-"):
            break
    with pytest.raises(BadInput, match="holds other things"):
        DataFolder(half)
    assert "60." in command("backup", tmp_path / "copy", "--data", closed)


# What cannot be done.

def untouched(closed):
    """A server's folder, without what SQLite lays beside a database that is read."""
    return [part for part in everything(closed) if not part[0].endswith(("-wal", "-shm"))]


def nothing_left(tmp_path):
    return not list(tmp_path.glob("copy*"))


@pytest.mark.parametrize("largest", [10, 1000, 20_000, 80_000])
@pytest.mark.parametrize("is_open", [True, False])
def test_a_full_disk_is_a_sentence(tmp_path, closed, largest, is_open):
    """Beside a closed database SQLite makes its index, of 32 kB, in order to read it."""
    before = everything(closed)
    full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))}
    with closing(sqlite3.connect(closed / "coprime.db")) as server:
        if is_open:
            server.execute("SELECT count(*) FROM tables").fetchone()
        said = command("backup", tmp_path / "copy", "--data", closed, exit=2, **full)
    assert ("cannot be written" if is_open or largest == 80_000 else "cannot be copied") in said
    assert nothing_left(tmp_path) and untouched(closed) == before


def test_an_error_of_the_disk_is_a_sentence(tmp_path, closed, monkeypatch):
    def full(*given):
        raise sqlite3.OperationalError("database or disk is full")
    monkeypatch.setattr(backups, "_copy_database", full)
    with pytest.raises(BadInput, match="cannot be written: database or disk is full. Nothing of it is left"):
        back_up(tmp_path / "copy", closed)
    assert nothing_left(tmp_path)


def test_a_copy_that_is_not_sound_is_not_kept(tmp_path, closed, monkeypatch):
    monkeypatch.setattr(backups, "check_integrity", lambda found, thorough: "row 7 missing from index")
    with pytest.raises(BadInput, match="is not sound .row 7 missing"):
        back_up(tmp_path / "copy", closed)
    assert nothing_left(tmp_path)


def test_nothing_is_written_over(tmp_path, closed):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("mine")
    before = everything(tmp_path / "mine")
    for target in (tmp_path / "mine", tmp_path / "mine" / "letter.txt", closed):
        assert "has something in it" in command("backup", target, "--data", closed, exit=2)
    assert everything(tmp_path / "mine") == before
    assert "cannot be written" in command("backup", tmp_path / "mine/letter.txt/copy", "--data", closed, exit=2)


def test_a_folder_that_fills_meanwhile_is_not_written_over(tmp_path, closed, monkeypatch):
    def late(*given):
        (tmp_path / "copy").mkdir()
        (tmp_path / "copy" / "letter.txt").write_text("mine")
        return 0, ()
    monkeypatch.setattr(backups, "_fill_folder", late)
    with pytest.raises(BadInput, match="cannot be written"):
        back_up(tmp_path / "copy", closed)
    assert [part.name for part in tmp_path.glob("copy*")] == ["copy"]
    assert [part.name for part in (tmp_path / "copy").iterdir()] == ["letter.txt"]


def ruined(file, how):
    if how == "newer":
        with closing(sqlite3.connect(file)) as newer:
            newer.execute("UPDATE alembic_version SET version_num = '9999'")
            newer.commit()
    elif how == "garbage":
        file.write_bytes(b"my diary" * 1000)
    elif how == "damaged":
        whole = file.read_bytes()
        file.write_bytes(whole[:4096] + b"\x55" * 8192 + whole[12288:])
    else:
        file.unlink()


@pytest.mark.parametrize(("name", "how", "says"), [
    ("coprime.db", "newer", "newer Coprime"), ("coprime.db", "garbage", "not a database of Coprime"),
    ("coprime.db", "damaged", "damaged|cannot be copied|not sound"),
    ("coprime.db", "gone", "There is no server's data in"),
    ("secret", "gone", "There is no server's data in"), ("secret", "garbage", "should hold the secret"),
])
def test_what_is_no_server_of_ours_is_not_copied(tmp_path, closed, name, how, says):
    ruined(closed / name, how)
    before = everything(closed)
    with pytest.raises(BadInput, match=says):
        back_up(tmp_path / "copy", closed)
    assert nothing_left(tmp_path)
    assert untouched(closed) == before


@pytest.mark.parametrize(("url", "says"), [
    ("postgresql+psycopg://ada:not-told@x/y", "pg_dump"), ("sqlite://", "no SQLite file"),
    ("nonsense", "cannot be opened")])
def test_another_database_has_tools_of_its_own(tmp_path, closed, url, says):
    with pytest.raises(BadInput, match=says) as told:
        back_up(tmp_path / "copy", closed, url)
    assert "not-told" not in str(told.value) and nothing_left(tmp_path)


PAGE = Path(__file__).resolve().parents[2] / "docs" / "backup.md"


def test_postgres_is_copied_and_restored_as_the_page_says(tmp_path, fresh):
    """Its commands are carried out as they stand there, with these addresses for those."""
    postgres = Postgres()
    try:
        server = fresh(database=postgres.url)
        ada = Person(server, "Ada")
        code = ada.open(now=True)
        dump, restore = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        restore = restore[:restore.index("coprime serve")]
        address, again = (f"postgresql://coprime@/{name}?host={postgres.folder}" for name in ("postgres", "coprime"))
        for block, url, data in ((dump, address, "data"), (restore, again, "again")):
            block = block.replace("postgresql://USER@HOST/coprime", f"'{url}'").replace("DATA", data)
            done = subprocess.run(["bash", "-e", "-c", block], cwd=tmp_path, capture_output=True, text=True,
                                  env={**os.environ, "PGHOST": str(postgres.folder), "PGUSER": "coprime"})
            assert done.returncode == 0, done.stderr
        opened = fresh(data=tmp_path / "again", database=postgres.url.replace("/postgres?", "/coprime?"))
        assert seats(comes_back(ada, opened), code) == [[0]]
        opened.stop()
        server.stop()
    finally:
        postgres.close()


def test_the_nightly_copy_of_postgresql_is_restored_into_an_empty_database(postgres, tmp_path):
    store = Store(postgres.url, is_shared=True)
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.people).values(key="ada", name="Ada", created=1, seen=1))
    store.close()
    (tmp_path / "secret").write_bytes(b"secret")
    around = {"PATH": f"{postgres.programs}:{os.environ['PATH']}", "PGHOST": str(postgres.folder), "PGUSER": "coprime"}

    def run(*words, **more):
        subprocess.run(words, check=True, env=around | more)
    run("sh", str(Path(__file__).parents[2] / "deploy/backup-database.sh"), "once", PGDATABASE="postgres",
        COPRIME_COPIES=str(tmp_path), COPRIME_SECRET=str(tmp_path / "secret"))
    (folder,) = (one for one in tmp_path.iterdir() if one.is_dir())
    assert (folder / "secret").read_bytes() == b"secret"
    run("createdb", "--encoding=UTF8", "again")
    for _ in range(2):                      # the second time over what is there
        run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--dbname=again",
            str(folder / "coprime.dump"))
    again = Store(postgres.url.replace("/postgres?", "/again?"), is_shared=True)
    with again.engine.connect() as connection:
        assert connection.execute(sa.select(schema.people.c.name)).scalars().all() == ["Ada"]
    again.close()
