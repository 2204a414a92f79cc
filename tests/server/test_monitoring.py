"""Watching a server: whether it is well, numbers for Prometheus, the log as JSON."""

import contextlib
import json
import logging
import socket
import sqlite3
import sys
import time

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from server_process import Person

import coprime
from coprime.core.errors import BadInput
from coprime.server.diagnostics import logs
from coprime.server.diagnostics.metrics import LOOP_PATIENCE, Metrics, measure_loop_lag


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def numbers(port):
    """What Prometheus would read: (name, labels) and value."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=10).text
    return {(one.name, *sorted(one.labels.items())): one.value
            for family in text_string_to_metric_families(text) for one in family.samples}


def test_it_counts_what_was_kept_and_shows_how_it_stands(fresh):
    port = free_port()
    server = fresh(metrics=str(port))
    person = Person(server)
    code = person.open("daifugo", now=True, seats=4, bots=[None, *[{"level": "novice"}] * 3])
    assert numbers(port)[("coprime_connections",)] == 0
    person.page(code)
    seen = numbers(port)
    with sqlite3.connect(server.settings["data"] + "/coprime.db") as database:
        rows = database.execute("SELECT count(*) FROM events").fetchone()[0]
    later = numbers(port)
    kept = ("coprime_events_total", ("game", "daifugo"))
    assert 0 < seen[kept] <= rows <= later[kept], "bots go on meanwhile"
    assert seen[("coprime_tables",)] == seen[("coprime_connections",)] == seen[("coprime_store_well",)] == 1
    assert seen[("coprime_kept_seconds_count",)] >= 1 and 0 <= seen[("coprime_loop_seconds",)] < LOOP_PATIENCE
    assert seen[("coprime_version", ("version", coprime.__version__))] == 1
    assert seen[("process_resident_memory_bytes",)] > 10e6
    assert seen[("coprime_streams",)] == 0
    person.stream().page(code)
    served = numbers(port)
    assert served[("coprime_streams",)] == 1 and served[("coprime_connections",)] == 2
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert code not in text and person.name not in text


def test_it_is_asked_on_this_machine_alone(fresh):
    port = free_port()
    server = fresh(metrics=str(port))
    assert httpx.get(f"{server.url}/metrics").text.startswith("<!doctype html>"), "a page of the browser part"
    taken = fresh_refusal(server, metrics=str(port))
    assert f"Port {port} of 127.0.0.1 cannot be opened: Address already in use" in taken


def fresh_refusal(server, **settings):
    """What a second server says that cannot open."""
    other = type(server)(server.settings["data"] + "-other", **settings)
    with pytest.raises(RuntimeError) as said:
        other.start()
    return str(said.value)


@pytest.mark.parametrize("where", ["", "x", "host:", "127.0.0.1:70000", "-1", "9100x", "²"])
def test_a_port_that_is_none_is_refused(where):
    with pytest.raises(BadInput, match=r"takes a port, or HOST:PORT, such as 9100"):
        Metrics().serve_http(where)


def test_a_server_that_is_well_says_so(fresh):
    server = fresh()
    answer = httpx.get(f"{server.url}/health")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    assert answer.json() == {"status": "ok", "version": coprime.__version__, "tables": 0, "trouble": ""}


def test_a_server_whose_database_is_gone_says_so_and_gets_well_again(fresh, tmp_path):
    """Its log is JSON here, each line by itself."""
    file = tmp_path / "here.db"
    server = fresh(database=f"sqlite:///{file}?timeout=0.2", log="json")
    person = Person(server)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert person.http.post("/api/me", json={"name": "Ada"}).status_code == 503
        answer = httpx.get(f"{server.url}/health", timeout=30)
        assert answer.status_code == 503 and answer.json()["status"] == "unwell" and answer.json()["trouble"]
        other.execute("ROLLBACK")
    person.post("/api/me", name="Ada")
    time.sleep(1.1)                                         # one look at the database does for a second
    assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
    told = [json.loads(line) for line in server.stop().splitlines() if line.startswith("{")]
    assert [one["level"] for one in told] == ["error", "error"] and told[0]["name"] == "coprime.server.store.store"
    assert "locked" in told[0]["message"] and told[1]["message"] == "The database can be written again."


def test_a_line_of_the_log_as_json():
    facts = ("K7WQ4", "daifugo")
    told = logging.LogRecord("coprime.server.table_actor", logging.ERROR, "room.py", 1, "at table %s of %s", facts,
                             None)
    told.table = "K7WQ4"
    found = json.loads(logs.JsonFormatter().format(told))
    assert found["level"] == "error" and found["message"] == "at table K7WQ4 of daifugo" and found["table"] == "K7WQ4"
    assert "trouble" not in found and found["time"].endswith("+00:00")
    try:
        raise ValueError("line\nbreak")
    except ValueError:
        told.exc_info = sys.exc_info()
    line = logs.JsonFormatter().format(told)
    assert "\n" not in line and "ValueError: line\nbreak" in json.loads(line)["trouble"]


def test_a_form_that_is_none_is_refused():
    with pytest.raises(BadInput, match="--log is one of text or json; here it is 'xml'"):
        logs.set_up_logging("xml")


def test_a_loop_that_does_not_answer_is_told(monkeypatch):
    monkeypatch.setattr("coprime.server.diagnostics.metrics.LOOP_PATIENCE", 0.05)
    assert measure_loop_lag(lambda call: None) >= 0.05
    assert measure_loop_lag(lambda call: call()) < 0.05
