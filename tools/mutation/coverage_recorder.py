"""A plugin for pytest that records into the folder $MUTATION_COVERAGE which lines each test runs, and its seconds.

What other processes of a test run is recorded too, for its file as a whole, when they have ended by then; what is
compiled is not.
"""

import json
import os
import time
from collections import defaultdict
from pathlib import Path

import coverage
import pytest

FOLDER, SOURCE = Path(os.environ["MUTATION_COVERAGE"]), os.environ["MUTATION_SOURCE"]
OWN, OTHERS = FOLDER / f"{os.getpid()}.own", FOLDER / f"{os.getpid()}.others"
SETTINGS = FOLDER / f"{os.getpid()}.cfg"        # which other processes read
SETTINGS.write_text(f"[run]\nsource = {SOURCE}\ndata_file = {OTHERS}\nconcurrency = thread,multiprocessing\n"
                    "parallel = true\nsigterm = true\n", encoding="utf-8")
COVERAGE = coverage.Coverage(data_file=str(OWN), data_suffix=False, config_file=str(SETTINGS))
SECONDS, BY_FILE = {}, defaultdict(list)        # of each test; what the processes of a file of tests have left
CLAIMED = set()


def pytest_sessionstart():
    COVERAGE.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    COVERAGE.switch_context(item.nodeid)
    began = time.perf_counter()
    result = yield
    SECONDS[item.nodeid] = time.perf_counter() - began
    COVERAGE.switch_context("")
    new = {path.name for path in FOLDER.glob(f"{OTHERS.name}.*")} - CLAIMED
    BY_FILE[item.nodeid.partition("::")[0]] += sorted(new)
    CLAIMED.update(new)
    return result


def pytest_sessionfinish():
    COVERAGE.stop()
    COVERAGE.save()
    found = {"seconds": SECONDS, "own": OWN.name, "others": BY_FILE}
    (FOLDER / f"{os.getpid()}.json").write_text(json.dumps(found), encoding="utf-8")
