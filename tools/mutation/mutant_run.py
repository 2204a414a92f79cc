"""A plugin for pytest that runs the tests in the file $MUTATION_TESTS, in its order of files, or all if it is empty.

Names of tests that fail are appended to the file $MUTATION_FAILURES.
"""

import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    listed = Path(os.environ["MUTATION_TESTS"]).read_text(encoding="utf-8").splitlines()
    if listed:
        chosen, files = set(listed), {}
        for test in listed:
            files.setdefault(test.partition("::")[0], len(files))
        items[:] = [item for item in items if item.nodeid in chosen]        # tests of a file may share a server
        items.sort(key=lambda item: files[item.nodeid.partition("::")[0]])


def record_failure(name):
    with open(os.environ["MUTATION_FAILURES"], "a", encoding="utf-8") as file:
        file.write(f"{name}\n")


def pytest_runtest_logreport(report):
    if report.failed:
        record_failure(report.nodeid)


def pytest_collectreport(report):
    if report.failed:
        record_failure(report.nodeid)
