"""The order of the tests, the language they are in, and what is told while they run."""

import os

os.environ["COPRIME_LANGUAGE"] = "en"              # whatever the machine speaks


def pytest_collection_modifyitems(items):
    """The laws take longest: when they begin, no worker is left alone with one of them at the end."""
    items.sort(key=lambda item: "test_laws" not in item.nodeid)


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(AtOnce(config))


class AtOnce:
    """Tells of a failure when it happens: a run that is cut off has still said what failed."""

    def __init__(self, config):
        self.config = config

    def pytest_runtest_logreport(self, report):
        if report.failed:
            terminal = self.config.pluginmanager.get_plugin("terminalreporter")
            terminal.write_line("")
            terminal.write_line(f"FAILED {report.nodeid} ({report.when}, after {report.duration:.0f} s)")
            terminal.write_line(str(report.longreprtext).strip()[-1500:])
