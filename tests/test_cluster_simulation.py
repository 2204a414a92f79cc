"""The simulation of a server of many processes, held to what is known of queues and to its own books."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import cluster_latency_simulation


def simulated(*given, **costs):
    return cluster_latency_simulation.main([*given, "--json", *(f"--{name}={value}" for name, value in costs.items())])


def test_one_process_is_the_queue_that_the_textbook_solves(capsys):
    """M/M/1: an action takes 1/(mu - lambda) in the mean, and ln 2 and ln 100 of that within the half and 99 of 100."""
    free = dict.fromkeys(("show", "passed", "begin", "row", "disk", "wake"), 0.0)
    found = simulated("--processes=1", "--without=0", "--people=800", "--pause=1", "--seconds=200", hear=1.0, **free)
    mean = 1 / (1 - 0.8)
    assert found["busy"] == pytest.approx(0.8, abs=0.02)
    assert found["steady"]["p50"] == pytest.approx(0.693 * mean, rel=0.1)
    assert found["steady"]["p99"] == pytest.approx(4.605 * mean, rel=0.15)


def test_every_action_is_answered_though_processes_are_killed(capsys):
    found = simulated("--processes=5", "--without=2", "--people=3000", "--seconds=40", "--seed=3")
    assert found["answered"] == found["asked"] > 10_000
    assert found["moved"] == 2 * 150, "two fifths of 750 tables"
    assert found["after"]["max"] < cluster_latency_simulation.LEASE + 3000


def test_a_full_database_is_felt(capsys):
    little = simulated("--processes=4", "--people=4000", "--cores=1", begin=0.1)["steady"]["p99"]
    assert simulated("--processes=4", "--people=4000", "--cores=1", begin=4.0)["steady"]["p99"] > 3 * little
