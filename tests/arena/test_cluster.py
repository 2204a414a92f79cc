"""Series on a Dask cluster: the same games as here, and nothing is lost with a worker."""

import os
import re
import signal
import sys
from contextlib import closing

import dask
import pytest
from typer.testing import CliRunner

from coprime.arena import cluster, workers
from coprime.arena.cluster import DaskExecutor
from coprime.arena.series import SeriesWork, plan_series
from coprime.arena.simulate import play_series
from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.core.registry import all_games

QUICK = {"games_to_win": 1}
DAIFUGO = all_games()["prime_daifugo"]
BOTS = ["casual", "novice"]


@pytest.fixture(scope="module")
def two():
    """A cluster of two workers on this machine."""
    with closing(DaskExecutor("local", 2)) as found:
        yield found


@pytest.fixture
def hasty(monkeypatch):
    """Others work at once, for one deal at a time."""
    monkeypatch.setattr(workers, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(workers, "SLICE_SECONDS", 0.0)


def pids(found):
    return list(found._client.run(os.getpid).values())


def test_a_cluster_plays_the_same_series(two, hasty, tmp_path):
    here, there = (play_series(DAIFUGO, BOTS, 40, seed=3, options=QUICK, executor=hands, save=tmp_path / name)
                   for hands, name in ((None, "here"), (two, "there")))
    assert here.as_dict() | {"seconds": 0} == there.as_dict() | {"seconds": 0}
    one, other = ({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("here", "there"))
    assert one == other and len(one) == 40


def test_a_worker_that_dies_loses_nothing(two):
    plan, told = plan_series(DAIFUGO, BOTS, 3, QUICK, None), []
    before = pids(two)
    assert len(before) == 2
    for deal in two.map_numbers(SeriesWork(DAIFUGO, plan), plan.deal_numbers(0, 60), 1):
        told.append(deal)
        if len(told) in (3, 12):
            os.kill(pids(two)[0], signal.SIGKILL)
    assert told == list(workers.run_work(SeriesWork(DAIFUGO, plan), plan.deal_numbers(0, 60)))
    assert set(pids(two)) != set(before)


def test_programs_end_with_the_series(two, tmp_path):
    """A bot that is a program is started by each worker, and ended."""
    bot = tmp_path / "bot.py"
    bot.write_text("import json, os, sys\n"
                   f"open({str(tmp_path / 'pids')!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
                   "for line in sys.stdin:\n    print(json.dumps(json.loads(line)['actions'][0]), flush=True)\n")
    name = f"exec:{sys.executable} {bot}"
    plan = plan_series(DAIFUGO, [name, "random"], 3, QUICK, None)
    two._client.wait_for_workers(2)
    list(two.map_numbers(SeriesWork(DAIFUGO, plan), plan.deal_numbers(0, 24), 1))
    started = set((tmp_path / "pids").read_text().split())
    assert len(started) == 2 and not any(os.path.exists(f"/proc/{pid}") for pid in started)


def test_a_worker_of_another_version_is_refused(two, monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: "9.9")
    with pytest.raises(BadInput, match=r"cannot take part, since all need Coprime 9.9: it has \d"):
        two._check_versions()


def test_what_ends_every_worker_is_given_up():
    class Deadly:
        kind = "deals"

        def __reduce__(self):
            return os._exit, (9,)

    given_up = pytest.raises(BadInput, match="Dask has given up the deals 3 to 4: several workers have died over them")
    # Another worker is begun for each that dies.
    with dask.config.set({"distributed.scheduler.allowed-failures": 1}), \
            closing(DaskExecutor("local", 2)) as own, given_up:
        list(own.map_numbers(Deadly(), iter([3, 4]), 2))


@pytest.mark.parametrize("address", ["localhost:1", "nonsense", "tcp://", "local:"])
def test_a_cluster_that_does_not_answer_is_told(address, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(BadInput, match=re.escape(f"answered at {address} within 1 second;")):
        DaskExecutor(address, 2)


def test_a_scheduler_without_workers_is_told(monkeypatch):
    import distributed

    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", processes=False) as empty:
        with pytest.raises(BadInput, match="No cluster with a worker has answered"):
            DaskExecutor(empty.scheduler_address, 2)


def test_the_command_plays_on_a_cluster(two, hasty):
    words = ["simulate", "prime_daifugo", "--bots", "casual,novice", "--games", "20", "--seed", "5", "--json"]
    here, there = (CliRunner().invoke(app, [*words, *more])
                   for more in (["--jobs", "1"], ["--cluster", two._client.scheduler.address]))
    assert here.exit_code == there.exit_code == 0, there.stderr
    assert re.sub(r'"seconds": .*', "", here.stdout) == re.sub(r'"seconds": .*', "", there.stdout)
    assert there.stderr == ""
