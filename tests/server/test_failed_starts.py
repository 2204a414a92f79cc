"""Starts that must fail with one sentence and overwrite nothing."""

import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import httpx
import platformdirs
import pytest
from server_process import Person, ServerProcess, free_port, start_server

from coprime.core.errors import BadInput
from coprime.server.store.data_folder import DataFolder, default_data_folder
from coprime.server.store.store import Store


def refused(data, largest=None, **settings):
    """What a start says that ends with exit code 2; it may write no file larger than `largest`."""
    process = start_server({"data": str(data), "port": 0, "warm": False, "largest": largest, **settings})
    with process.stderr as pipe:
        said = pipe.read()
    assert process.wait(300) == 2, said
    assert len(said.strip().splitlines()) == 1 and "Traceback" not in said, said
    return said


def test_a_foreign_database_is_left_alone(tmp_path):
    file = tmp_path / "coprime.db"
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE recipes (name)")
    other.commit()
    other.close()
    before = file.read_bytes()
    assert "not a database of Coprime" in refused(tmp_path)
    assert file.read_bytes() == before
    file.write_text("my diary")
    assert "not a database of Coprime" in refused(tmp_path) and file.read_text() == "my diary"


def test_a_damaged_database_is_left_alone(fresh, tmp_path):
    server = fresh()
    Person(server).open(now=True)
    server.stop()
    file = tmp_path / "data" / "coprime.db"
    whole = file.read_bytes()
    damaged = whole[:4096] + b"\x55" * 8192 + whole[12288:]
    file.write_bytes(damaged)
    assert "damaged" in refused(tmp_path / "data")
    assert file.read_bytes() == damaged
    file.write_bytes(whole)
    server.start()
    server.stop()


def test_a_newer_database_is_left_alone(fresh, tmp_path):
    fresh().stop()
    file = tmp_path / "data" / "coprime.db"
    newer = sqlite3.connect(file)
    newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.commit()
    newer.close()
    before = everything(tmp_path / "data")
    assert "newer Coprime" in refused(tmp_path / "data")
    assert everything(tmp_path / "data") == before


def test_a_port_in_use(tmp_path):
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]
    assert f"Port {port}" in refused(tmp_path / "data", port=port)
    assert "Port 99999" in refused(tmp_path / "data", port=99999)
    taken.close()


def test_a_folder_in_use(fresh, tmp_path):
    fresh()
    assert "Another Coprime" in refused(tmp_path / "data")


def test_an_unwritable_folder(tmp_path):
    file = tmp_path / "file"
    file.write_text("not a folder")
    assert "cannot be written" in refused(file / "data") and file.read_text() == "not a folder"
    if os.geteuid():
        (tmp_path / "locked").mkdir(mode=0o500)
        assert "cannot be written" in refused(tmp_path / "locked" / "data")


def everything(folder):
    """Names, rights and contents of what is in a folder, and its own rights."""
    parts = [folder, *sorted(folder.rglob("*"))]
    return [(part.name, part.stat().st_mode, part.read_bytes() if part.is_file() else b"") for part in parts]


@pytest.mark.parametrize("names", [["letter.txt"], ["lock", "letter.txt"], ["secret"], ["coprime.db"], ["pics/a.jpg"]])
def test_somebody_elses_folder_is_left_as_it_is(tmp_path, names):
    folder = tmp_path / "theirs"
    folder.mkdir(mode=0o755)
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("theirs")
    os.chmod(folder, 0o755)
    before = everything(folder)
    said = refused(folder)
    assert "holds other things" in said or "not a database of Coprime" in said
    assert everything(folder) == before


def test_an_empty_folder_and_one_of_ours_are_taken(fresh, tmp_path):
    (tmp_path / "data").mkdir(mode=0o755)
    server = fresh()
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    server.stop()
    (tmp_path / "data" / "notes.txt").write_text("a note of mine")
    server.start()
    server.stop()
    for name in ("coprime.db", "coprime.db-lock", "lock", "notes.txt"):         # the secret alone: PostgreSQL's folder
        (tmp_path / "data" / name).unlink()
    server.start()


def test_a_user_without_a_home_is_told_to_say_where(monkeypatch):
    def nowhere(*given, **more):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_data_dir", nowhere)
    monkeypatch.delenv("COPRIME_DATA", raising=False)
    with pytest.raises(BadInput, match="no home folder.*--data"):
        default_data_folder()


def test_the_data_folder_is_its_owners_alone(fresh, tmp_path):
    server = fresh()
    Person(server)
    folder = tmp_path / "data"
    assert folder.stat().st_mode & 0o777 == 0o700
    for file in folder.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file.name


def test_a_cookie_lives_through_a_restart_but_not_into_another_server(fresh, tmp_path):
    server = fresh()
    a = Person(server, "Ada")
    server.stop()
    server.start()
    assert a.get("/api/me")["name"] == "Ada"
    other = fresh(data=tmp_path / "other")
    stranger = Person(other)
    stranger.http.cookies.set("coprime", a.http.cookies["coprime"], domain="127.0.0.1")
    mine = {"cookie": f"coprime={a.http.cookies['coprime']}"}
    assert stranger.http.get("/api/tables", headers=mine).status_code == 401


def test_a_stop_is_graceful(fresh):
    server = fresh()
    a = Person(server)
    page = a.page(a.open(now=True))
    page.catch_up()
    said = server.stop()
    assert server.process.returncode in (0, -15) and "Traceback" not in said, said
    while page.hear(3):
        pass
    assert page.closed in (1001, 1012, 1006)


@pytest.mark.parametrize("pause", [0, 0.01])
def test_ctrl_c_twice_ends_it_as_once(tmp_path, pause):
    port = free_port()
    command = [sys.executable, "-m", "coprime", "serve", "--port", str(port), "--data", str(tmp_path / "data")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = server.stdout.readline()
    assert "Coprime is open" in said
    assert httpx.get(f"http://127.0.0.1:{port}/", timeout=60).status_code == 200
    for _ in range(2):
        server.send_signal(signal.SIGINT)
        time.sleep(pause)
    said += server.communicate(timeout=60)[0]
    assert "Traceback" not in said, said


@pytest.mark.parametrize("lan", [False, True])
def test_only_this_machine_unless_told(tmp_path, lan):
    server = ServerProcess(tmp_path / "data", lan=lan).start()
    a = Person(server)
    page = a.page(a.open())
    assert page.told["invite"]["lan"] == lan and page.told["invite"]["how"]
    page.close()
    server.stop()
    assert ("network" in server.said) == lan or lan


@pytest.mark.parametrize("largest", [0, 1000, 20_000])
def test_a_first_start_on_a_full_disk_is_a_sentence(fresh, tmp_path, largest):
    assert "cannot be" in refused(tmp_path / "data", largest)
    fresh()


def test_a_first_start_that_was_cut_off_in_a_transaction_can_be_made_again(fresh, tmp_path):
    """SQLite's journal lies beside the database then, and whoever may only read is refused."""
    writer = sqlite3.connect(tmp_path / "coprime.db", isolation_level=None)
    for step in ("CREATE TABLE x (y)", "DROP TABLE x", "VACUUM", "PRAGMA synchronous=OFF", "BEGIN",
                 "CREATE TABLE people (y)"):
        writer.execute(step)
    (tmp_path / "data").mkdir()
    for name in ("coprime.db", "coprime.db-journal"):
        shutil.copy(tmp_path / name, tmp_path / "data" / name)
    writer.close()
    assert Person(fresh()).get("/api/me")["name"]


def test_first_starts_that_are_killed_leave_folders_that_can_be_used(tmp_path):
    for n in range(8):
        data = tmp_path / str(n)
        starting = start_server({"data": str(data), "port": 0, "warm": False})
        until = time.monotonic() + 30
        while not data.exists() and time.monotonic() < until:
            time.sleep(0.001)
        time.sleep(random.uniform(0, 0.15))
        starting.kill()
        starting.wait()
        starting.stderr.close()
        folder = DataFolder(data)
        Store(f"sqlite:///{folder.database_path}").close()
        folder.close()
