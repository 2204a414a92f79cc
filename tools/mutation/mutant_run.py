"""A plugin for pytest that appends the names of tests that fail to the file $MUTATION_FAILURES."""

import os


def record_failure(name):
    with open(os.environ["MUTATION_FAILURES"], "a", encoding="utf-8") as file:
        file.write(f"{name}\n")


def pytest_runtest_logreport(report):
    if report.failed:
        record_failure(report.nodeid)


def pytest_collectreport(report):
    if report.failed:
        record_failure(report.nodeid)
