"""A plugin for pytest that records into the folder $MUTATION_COVERAGE which lines each test runs, and its seconds.

Of this process only: what other processes run, and what is compiled, is not recorded.
"""

import json
import os
import time
from pathlib import Path

import coverage
import pytest

FOLDER = Path(os.environ["MUTATION_COVERAGE"])
COVERAGE = coverage.Coverage(data_file=str(FOLDER / f"{os.getpid()}.coverage"), source=[os.environ["MUTATION_SOURCE"]],
                             config_file=False)
SECONDS = {}


def pytest_sessionstart():
    COVERAGE.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    COVERAGE.switch_context(item.nodeid)
    began = time.perf_counter()
    result = yield
    SECONDS[item.nodeid] = time.perf_counter() - began
    COVERAGE.switch_context("")
    return result


def pytest_sessionfinish():
    COVERAGE.stop()
    COVERAGE.save()
    (FOLDER / f"{os.getpid()}.json").write_text(json.dumps(SECONDS), encoding="utf-8")
