"""A plugin for pytest that runs the tests in the file $MUTATION_TESTS, in its order of files, or all if it is empty.

A file of tests in it stands for all its tests.  Names of tests that fail are appended to the file $MUTATION_FAILURES.
"""

import os
from pathlib import Path

import pytest


def file_of(item):
    return item.nodeid.partition("::")[0]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    listed = Path(os.environ["MUTATION_TESTS"]).read_text(encoding="utf-8").splitlines()
    if listed:
        chosen, files = set(listed), {}
        for test in listed:
            files.setdefault(test.partition("::")[0], len(files))
        items[:] = [item for item in items if item.nodeid in chosen or file_of(item) in chosen]
        items.sort(key=lambda item: files[file_of(item)])       # tests of a file may share a server


def record_failure(name):
    with open(os.environ["MUTATION_FAILURES"], "a", encoding="utf-8") as file:
        file.write(f"{name}\n")


def pytest_runtest_logreport(report):
    if report.failed:
        record_failure(report.nodeid)


def pytest_collectreport(report):
    if report.failed:
        record_failure(report.nodeid)
