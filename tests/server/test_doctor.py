"""The doctor: a healthy server is told to be one, whatever is broken has a line of its own, and nothing is changed."""

import http.server
import io
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from postgres import Postgres
from server_process import Person
from test_crash import played
from test_failed_starts import everything

from coprime.core.kernel import code_folder_name
from coprime.core.registry import all_games
from coprime.server.diagnostics import checks_data, checks_install, doctor
from coprime.server.diagnostics.finding import Finding
from coprime.server.store.backup import back_up
from coprime.server.store.data_folder import VERSION, DataFolder
from coprime.server.store.schema import calendar, table_names_at
from coprime.server.store.store import Store

ROOT = Path(__file__).resolve().parents[2]
CHECKS = ["python", "packages", "cache", "browser", "games", "folder", "secret", "disk", "database", "version", "aside",
          "journals", "claim", "tables", "port"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def static(tmp_path):
    """A browser part."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<script src="/assets/app-1.js"></script>')
    (folder / "assets" / "app-1.js").write_text("")
    return folder


@pytest.fixture
def data(tmp_path):
    """A server that was opened and closed."""
    folder = DataFolder(tmp_path / "data")
    Store(f"sqlite:///{folder.database_path}").close()
    folder.restrict_permissions()
    folder.close()
    return folder.path


@pytest.fixture
def found(data, static, monkeypatch, tmp_path):
    """What the doctor finds, as {check: [(mark, told, remedy)...]}; the server's folder is as before.

    Its compiled code lies in a folder of its own: to count all that this machine has took most of the time.
    """
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("coprime.core.kernel.find_cache_root", lambda: tmp_path / "code")

    def look(**given):
        given = {"data": data, "port": free_port(), "static": static} | given
        folder = given["data"]
        before = everything(folder) if folder.is_dir() else []
        lines = {}
        for one in doctor.run_checks(**given):
            lines.setdefault(one.check, []).append((one.mark, one.told, one.remedy))
        assert (everything(folder) if folder.is_dir() else []) == before
        return lines
    return look


def wrong(lines):
    """What is wrong, as {check: all that is told of it}."""
    return {check: " ".join(part for mark, *parts in told if mark == "wrong" for part in parts)
            for check, told in lines.items() if any(mark == "wrong" for mark, *_ in told)}


def command(*words, environment=None):
    done = subprocess.run([sys.executable, "-m", "coprime", *map(str, words)], capture_output=True, text=True,
                          timeout=120, env={**os.environ, **(environment or {})})
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_a_healthy_server(found):
    lines = found()
    assert list(lines) == CHECKS and wrong(lines) == {}
    assert [mark for mark, *_ in lines["database"] + lines["folder"] + lines["port"]] == ["well"] * 3
    assert "not running" in lines["claim"][0][1]


def test_a_server_that_was_backed_up_and_its_copy(found, data, tmp_path):
    copy = back_up(tmp_path / "copy", data).folder           # SQLite has left its index beside the closed database
    assert {"coprime.db-shm", "coprime.db-wal"} <= set(os.listdir(data))
    assert wrong(found()) == wrong(found(data=copy)) == {}


def test_no_server_yet(found, tmp_path):
    lines = found(data=tmp_path / "none")
    assert wrong(lines) == {} and not (tmp_path / "none").exists()
    assert [lines[check][0][0] for check in ("folder", "secret", "database")] == ["note"] * 3


def test_its_packages_are_those_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def names(wanted):
        return tuple(one.replace("<", ">").split(">")[0].replace("-", "_") for one in wanted)
    assert checks_install.CORE_PACKAGES == names(project["dependencies"])
    assert checks_install.SERVER_PACKAGES == names(project["optional-dependencies"]["server"])
    assert project["requires-python"] == ">=" + ".".join(map(str, checks_install.LEAST_PYTHON))


def test_the_command_and_its_json(data):
    as_json = command("doctor", "--data", data, "--port", free_port(), "--json")
    read = json.loads(as_json.stdout)
    assert as_json.returncode == (1 if read["wrong"] else 0)
    assert {check["check"] for check in read["checks"] if check["mark"] == "wrong"} <= {"browser"}      # not built here
    (data / "secret").write_bytes(b"short")
    lines = command("doctor", "--data", data, "--port", free_port())
    told = lines.stdout.splitlines()
    assert all(line.startswith(("well   ", "note   ", "WRONG  ")) for line in told[:-1])
    assert len(read["checks"]) == len(told) - 1
    assert lines.returncode == 1 and "WRONG  Secret: " in lines.stdout


def test_what_cannot_be_printed_is_told_in_escapes(monkeypatch):
    """A path may hold bytes that are no text, and a terminal may know ASCII alone."""
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding="ascii", write_through=True))
    assert doctor.print_findings(iter([Finding("folder", "wrong", "/d\u00e4ta/\udce4")])) == 1
    assert rb"/d\xe4ta/\udce4" in written.getvalue()


def test_json_keeps_the_letters_of_every_language(capsys):
    assert doctor.print_findings(iter([Finding("folder", "well", "/データ")]), as_json=True) == 0
    assert "/データ" in capsys.readouterr().out


def test_what_is_printed_may_go_to_something_that_is_no_file(monkeypatch):
    monkeypatch.setattr("sys.stdout", written := io.StringIO())
    assert doctor.print_findings(iter([Finding("folder", "well", "/data")])) == 0
    assert "/data" in written.getvalue()


# The program.

def test_an_old_python(found, monkeypatch):
    monkeypatch.setattr(checks_install, "LEAST_PYTHON", (4, 0))
    assert "needs 4.0 or later" in wrong(found())["python"]


def test_packages_that_are_missing_broken_or_others(tmp_path, monkeypatch, found):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "segno_broken.py").write_text("raise RuntimeError('half of it is gone')")
    monkeypatch.setattr(checks_install, "SERVER_PACKAGES", ("segno", "segno_broken", "segno_gone"))
    (tmp_path / "lock").write_text("numpy==0.1 \\\n    --hash=x\nsegno==9.9 ; x\n")
    told = list(checks_install.check_packages(tmp_path / "lock"))
    assert "segno_broken cannot be imported (RuntimeError: half of it is gone)." in told[0].told
    assert "coprime[server]" in told[1].remedy and told[1].mark == "wrong"
    assert "numpy 2" in told[3].told and "(0.1)" in told[3].told and "(9.9)" in told[3].told
    assert set(wrong(found())) == {"packages"}


@pytest.mark.parametrize("name", ["numpy", "sqlalchemy", "icu4py", "typer"])
def test_without_a_package_every_other_line_is_there(tmp_path, data, name):
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / f"{name}.py").write_text("raise ImportError('broken on purpose')")
    path = os.pathsep.join([str(tmp_path / "path"), os.environ.get("PYTHONPATH", "")])
    done = command("doctor", "--data", data, "--port", free_port(), "--json", environment={"PYTHONPATH": path})
    read = json.loads(done.stdout)["checks"]
    assert done.returncode == 1 and list(dict.fromkeys(one["check"] for one in read)) == CHECKS
    bad = [one["told"] for one in read if one["mark"] == "wrong"]
    assert f"{name} cannot be imported (ImportError: broken on purpose)." in bad
    if name == "numpy":
        other = command("judge", "8173", environment={"PYTHONPATH": path})
        assert other.returncode == 1 and other.stderr.endswith("coprime doctor\n")


def test_compiled_code_that_cannot_be_kept(found, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr("coprime.core.kernel.find_cache_root", lambda: tmp_path / "file" / "code")
    assert "COPRIME_CACHE" in wrong(found())["cache"]


def test_games_whose_rules_are_compiled_are_counted(found, tmp_path):
    games, size = list(all_games().values()), 0
    for n, game in enumerate(games):
        ((mark, told, remedy),) = found()["cache"]
        assert f"{n} of {len(games)} games" in told and (mark, bool(remedy)) == ("note", True)
        folder = tmp_path / "code" / code_folder_name(game.folder / "rules.py") / "deeper"
        folder.mkdir(parents=True)
        (folder / "rules.nbi").write_bytes(bytes(100_000))
        size += 100_000
    ((mark, told, remedy),) = found()["cache"]
    assert f"{len(games)} of {len(games)} games" in told and (mark, remedy) == ("well", "")
    assert f"({size / 1e6:.1f} MB" in told


def test_a_browser_part_that_is_missing_or_in_parts(found, static, tmp_path):
    assert "hatch_build.py" in wrong(found(static=tmp_path / "none"))["browser"]
    (static / "assets" / "app-1.js").unlink()
    assert "app-1.js" in wrong(found())["browser"]


def test_a_game_that_cannot_be_loaded(found, monkeypatch):
    from coprime.core.game import Game
    whole = Game.pure_rules.func

    def broken(game):
        if game.name == "daifugo":
            raise SyntaxError("invalid syntax")
        return whole(game)
    monkeypatch.setattr(Game, "pure_rules", property(broken))
    assert "daifugo cannot be played (SyntaxError: invalid syntax)." in wrong(found())["games"]


# The server.

def test_rights(found, data):
    os.chmod(data, 0o755)
    os.chmod(data / "secret", 0o644)
    assert wrong(found()) == {"folder": " ".join(
        f"Others may read or write {file} (its mode is {mode}). Take that away: chmod {right} {file}"
        for file, mode, right in ((data, 755, 700), (data / "secret", 644, 600)))}


def test_a_folder_that_is_none_or_somebody_elses(found, tmp_path):
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "letter.txt").write_text("theirs")
    for folder in (tmp_path / "file", tmp_path / "file" / "data"):
        assert "is no folder" in wrong(found(data=folder))["folder"]
    assert "holds other things" in wrong(found(data=tmp_path / "theirs"))["folder"]


def test_a_secret_that_is_gone_or_damaged(found, data):
    (data / "secret").write_bytes(b"short")
    assert "has 5" in wrong(found())["secret"]
    (data / "secret").unlink()
    assert "is missing" in wrong(found())["secret"]
    (data / "secret").mkdir()
    assert "cannot be read" in wrong(found())["secret"]


@pytest.mark.parametrize(("left", "mark"), [(10**6, "wrong"), (5 * 10**8, "note"), (10**11, "well")])
def test_a_disk_that_fills(found, monkeypatch, left, mark):
    monkeypatch.setattr(checks_data.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**12, 0, left))
    ((found_mark, told, _),) = found()["disk"]
    assert found_mark == mark and "are free" in told


def changed(data, *statements):
    with closing(sqlite3.connect(data / "coprime.db")) as store:
        for statement in statements:
            store.execute(statement)
        store.commit()


def test_garbage_in_the_database(found, data):
    whole = (data / "coprime.db").read_bytes()
    (data / "coprime.db").write_bytes(b"my diary" * 1000)
    assert "is not a database of Coprime" in wrong(found())["database"]
    (data / "coprime.db").write_bytes(whole[:4096] + b"\x55" * 8192 + whole[12288:])
    assert "is damaged" in wrong(found())["database"]
    (data / "coprime.db").unlink()
    (data / "coprime.db").mkdir()
    assert "is not a database of Coprime" in wrong(found())["database"]


def test_versions(found, data):
    changed(data, "UPDATE alembic_version SET version_num = '9999'")
    assert "of a newer Coprime" in wrong(found())["version"]
    changed(data, f"DROP TABLE {calendar.name}", "UPDATE alembic_version SET version_num = '0001'")
    ((mark, told, remedy),) = found()["version"]
    assert mark == "note" and "brings it to 0016" in told and "coprime backup" in remedy


@pytest.mark.parametrize("name", sorted(table_names_at(VERSION)))
def test_a_database_without_one_of_its_tables_is_named_with_it(found, data, name):
    changed(data, f"DROP TABLE {name}")
    said = " ".join(wrong(found()).values())
    assert re.search(rf"\b{name}\b", said), said


def test_tables_that_are_set_aside(found, data):
    changed(data, *(f"INSERT INTO tables VALUES ('{code}', 'daifugo', '{phase}', 1, 1, '', '{{}}', '', 0)"
                    for code, phase in (("ABCDE", "aside"), ("FGHJK", "playing"))))
    assert list(wrong(found())) == ["aside"]
    assert wrong(found())["aside"].endswith("look at it and mend it with: coprime journal ABCDE")


class Somebody(http.server.BaseHTTPRequestHandler):
    """Another program with pages."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"Welcome")

    def log_message(self, *given):
        pass


def test_a_port_that_somebody_else_has(found):
    with http.server.HTTPServer(("127.0.0.1", 0), Somebody) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert "no server answers there" in wrong(found(port=server.server_port))["port"]
        server.shutdown()
    assert "cannot be opened" in wrong(found(port=99999))["port"]


def test_a_port_where_nobody_answers(found, monkeypatch):
    monkeypatch.setattr(checks_data, "ANSWER_SECONDS", 0.2)
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        assert "no server answers there" in wrong(found(port=mute.getsockname()[1]))["port"]


def test_a_server_that_is_open_and_another_one_on_its_port(found, fresh, tmp_path, data):
    server = fresh(data=tmp_path / "open")
    Person(server, "Ada").open(now=True)
    time.sleep(0.5)
    lines = found(data=tmp_path / "open", port=server.port)
    assert wrong(lines) == {} and "server answers" in lines["port"][0][1] and "running" in lines["claim"][0][1]
    assert "Another server" in wrong(found(data=data, port=server.port))["port"]
    server.kill()
    lines = found(data=tmp_path / "open", port=server.port)          # its log has not been worked in
    assert wrong(lines) == {} and "not running" in lines["claim"][0][1]
    (tmp_path / "open" / "coprime.db-shm").unlink()
    assert wrong(found(data=tmp_path / "open")) == {}


def test_a_server_at_work_is_not_disturbed(fresh, tmp_path):
    server = fresh(rest=1)
    with played(server, 2) as players:
        done = command("doctor", "--data", tmp_path / "data", "--port", server.port, "--json")
        bad = [one for one in json.loads(done.stdout)["checks"] if one["mark"] == "wrong"]
        assert {one["check"] for one in bad} <= {"browser"}, bad
    assert all(player.acked for player in players)
    said = server.stop()
    assert "ERROR" not in said and "Traceback" not in said, said


def test_a_postgres(found, fresh, data):
    postgres = Postgres()
    try:
        lines = found(database=postgres.url)
        assert wrong(lines) == {} and lines["version"][0][0] == "note"          # nothing yet
        server = fresh(database=postgres.url, data=data)
        lines = found(database=postgres.url, port=server.port)
        assert wrong(lines) == {} and "running" in lines["claim"][0][1] and "server answers" in lines["port"][0][1]
        server.stop()
        assert "not running" in found(database=postgres.url)["claim"][0][1]
    finally:
        postgres.close()
    assert "does not answer" in wrong(found(database=postgres.url))["database"]
    assert "could not be looked at" in wrong(found(database="nonsense"))["database"]
