"""The tiers of the tests, their order, language and games, and failures that are told at once.

`tests/durations.json` has the measured seconds of every test that is not instant, `tests/cold_durations.json` those of
tests that take long while only the rules have been compiled. From both a test of at most QUICK_SECONDS gets the marker
`quick`; one of a numbered rule or of the laws has more time, ALWAYS_QUICK and those of `tests/also_quick.txt` have it
whatever they take. Of the browser tests only QUICK_BROWSER_TESTS have the marker. A test that the tables do not know
counts as instant. `--measure` and `--measure-cold` write the tables (see CONTRIBUTING.md).
"""

import collections
import functools
import gc
import importlib.util
import json
import os
import random
import re
import time
from pathlib import Path

import pytest

os.environ["COPRIME_LANGUAGE"] = "en"              # whatever the machine speaks
os.environ["COPRIME_PACKAGES"] = ""                # whatever games are installed; tests/installed_game.py names its own

DURATIONS = Path(__file__).parent / "tests" / "durations.json"
COLD_DURATIONS = DURATIONS.with_name("cold_durations.json")
QUICK_SECONDS = 0.12
QUICK_RULE_SECONDS = 2                             # a test of a numbered rule, or a law
QUICK_FIXTURE_SECONDS = 2                          # of a fixture that several tests share
RULE_OR_LAW = re.compile(r"::test_[A-Z]{2}_\d+|^tests/test_laws\.py::")
ALSO_QUICK = DURATIONS.with_name("also_quick.txt")
ALWAYS_QUICK = ("tests/test_layout.py::", "tests/test_laws.py::test_laws_compiled[")    # whatever they take
INSTANT_SECONDS = 0.05                             # what takes less is not in the table
COMPILING_SECONDS = 1.5                            # a test that takes more while little is compiled does compile
# Every game from the shelf to an ending, and one test each of a class, a replay and the layout on a phone.
QUICK_BROWSER_TESTS = (
    "tests/browser/test_quick_tier.py::",
    "tests/browser/test_class.py::test_a_pupil_is_moved_and_a_class_is_deleted",
    "tests/browser/test_replays.py::test_a_link_works_for_whoever_has_it_and_opens_where_it_was_decided",
    "tests/browser/test_every_game.py::test_every_page_of_the_server_is_whole_on_the_smallest_phone[en-US]",
)
BROWSER_FOLDER = Path(__file__).parent / "tests" / "browser"
OLD_DATA = Path(__file__).parent / "tests/data"
SLOWER_MARKS = "not quick and not browser and not long"
SHARED_SETUP = "shared_setup_seconds"
QUICK_TESTS = pytest.StashKey[list[str]]()


def pytest_addoption(parser):
    parser.addoption("--measure", action="store_true", help="write the tests' seconds to tests/durations.json")
    parser.addoption("--measure-cold", action="store_true", help="write to tests/cold_durations.json what takes long")
    parser.addoption("--shuffle", type=int, metavar="SEED", help="another order: of files, and of the tests in each")
    parser.addoption("--changed", action="store_true", help="only tests that depend on files changed since main")


def pytest_configure(config):
    if hasattr(config, "workerinput"):
        return
    config.pluginmanager.register(FailureReporter(config))
    if config.getoption("measure"):
        config.pluginmanager.register(DurationRecorder(DURATIONS, INSTANT_SECONDS))
    if config.getoption("measure_cold"):
        config.pluginmanager.register(DurationRecorder(COLD_DURATIONS, COMPILING_SECONDS))


def pytest_ignore_collect(collection_path, config):
    """Games in tests/data have tests of their own, for the code that made them.

    Files of which a part of a run chooses no test are not read: that would take longer than many of its tests.

    The quick tier leaves out most browser tests; the slower tests are those that the table has.
    """
    if collection_path == OLD_DATA:
        return True
    marks = config.getoption("markexpr")
    if marks.startswith("quick") and collection_path.parent == BROWSER_FOLDER:
        name = f"tests/browser/{collection_path.name}::"
        return not any(test.startswith(name) for test in QUICK_BROWSER_TESTS) or None
    if marks.startswith(SLOWER_MARKS) and collection_path.name.startswith("test_"):
        return collection_path not in slower_files() or None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Let every second worker read the folders from their end.

    The first to read a file rewrites its assertions for all, which takes longer than to read it.
    Two workers that begin at the same end would both rewrite every file.
    """
    report = yield
    worker = getattr(collector.config, "workerinput", {"workerid": "gw0"})["workerid"]
    if int(worker.removeprefix("gw")) % 2 and isinstance(collector, (pytest.Session, pytest.Directory)):
        report.result.reverse()
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is imported stays until the end.  To look for garbage in it took a seventh of the quick tests' time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark the quick tests; begin with the files that take longest, so that the last to end is short.

    The tests of a file stay together: they may share a server.
    """
    items.sort(key=file_of)                                # in whatever order a worker has read them
    if config.getoption("changed"):
        keep_affected(config, items)
    seconds = read_durations()
    for item in items:
        if is_quick(item, seconds):
            item.add_marker("quick")
        if os.environ.get("COPRIME_PURE") == "1" and item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="needs compiled code, and COPRIME_PURE=1 compiles nothing"))
    config.stash[QUICK_TESTS] = [item.nodeid for item in items if item.get_closest_marker("quick")]
    if (seed := config.getoption("shuffle")) is not None:
        return shuffle_files(items, random.Random(seed))
    marks, total = config.getoption("markexpr") or "", collections.Counter()
    left_out = {item.nodeid for item in items if is_left_out(item, marks)}
    for nodeid, taken in seconds.items():
        if nodeid not in left_out:
            total[nodeid.partition("::")[0]] += taken      # of what its tests share, too
    items.sort(key=lambda item: -total[file_of(item)])


def file_of(item):
    return item.nodeid.partition("::")[0]


def shuffle_files(items, luck):
    """Put the files, and the tests of each, into a random order; tests of one file stay together."""
    luck.shuffle(items)
    place = {path: luck.random() for path in sorted({item.path for item in items})}
    items.sort(key=lambda item: place[item.path])


def keep_affected(config, items):
    """Leave only tests of affected files, and of any file the cases of a game that has changed."""
    affected = load_affected()
    changed = affected.changed_files()
    files, games = affected.affected_tests(changed), affected.games_of(changed)
    kept, left_out = [], []
    for item in items:
        case = set(re.findall(r"\w+", item.nodeid.partition("[")[2]))
        (kept if item.path in files or case & games else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def load_affected():
    spec = importlib.util.spec_from_file_location("affected", Path(__file__).parent / "tools" / "affected.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def quick_tests(request):
    """The node ids of the quick tier, where the run has collected all of them; else None."""
    config = request.config
    folders = {config.invocation_params.dir / name for name in config.args}
    has_all = folders == {config.rootpath / name for name in config.getini("testpaths")}
    return config.stash[QUICK_TESTS] if has_all and config.getoption("markexpr").startswith("quick") else None


@pytest.fixture(scope="session")
def sample_size():
    """`sample_size(few, many)`: `few` in every run, `many` with COPRIME_LONG=1."""
    return lambda few, many: many if os.environ.get("COPRIME_LONG") else few


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Where a browser is required, a browser test that is skipped has failed."""
    report = yield
    if report.skipped and item.get_closest_marker("browser") and os.environ.get("COPRIME_REQUIRE_BROWSER"):
        report.outcome = "failed"
    return report


def is_left_out(item, marks):
    """Whether a part of a run leaves a test out: its seconds say nothing of when its file ends."""
    return any(f"not {name}" in marks and item.get_closest_marker(name) for name in ("quick", "long", "browser"))


def is_quick(item, seconds):
    if item.get_closest_marker("browser"):
        return item.nodeid.startswith(QUICK_BROWSER_TESTS)
    if item.nodeid.startswith(ALWAYS_QUICK) or item.nodeid in also_quick_tests():
        return True
    if any(seconds.get(name, 0) > QUICK_FIXTURE_SECONDS for name in shared_fixtures(item)):
        return False
    limit = QUICK_RULE_SECONDS if RULE_OR_LAW.search(item.nodeid) else QUICK_SECONDS
    return seconds.get(item.nodeid, 0) <= limit and not item.get_closest_marker("long")


@functools.cache
def also_quick_tests():
    """The node ids of the slower tests that the quick tier has, too."""
    return {line for line in ALSO_QUICK.read_text(encoding="utf-8").splitlines() if not line.startswith("#")}


def shared_fixtures(item):
    """The names, in the table, of the fixtures that a test may share with others."""
    found = getattr(item, "_fixtureinfo", None)
    for fixtures in found.name2fixturedefs.values() if found else ():
        for fixture in fixtures:
            if fixture.scope != "function" and fixture.baseid.endswith(".py"):
                yield shared_name(fixture)


def shared_name(fixture):
    return f"{fixture.baseid}::fixture {fixture.argname}"


@functools.cache
def slower_files():
    """The files that may have a slower test, without those of browser tests."""
    root = DURATIONS.parents[1]
    slower = {nodeid.partition("::")[0] for nodeid, seconds in read_durations().items() if seconds > QUICK_SECONDS}
    return {root / name for name in slower if (root / name).parent != BROWSER_FOLDER}


def read_durations():
    """The seconds of each test by its node id, `file::test[case]`: the longer ones of both tables.

    Rules and laws are tested from the beginning, whatever they have to compile.
    """
    warm, cold = read_table(DURATIONS), read_table(COLD_DURATIONS)
    return warm | {nodeid: max(seconds, warm.get(nodeid, 0)) for nodeid, seconds in cold.items()
                   if not RULE_OR_LAW.search(nodeid)}


def read_table(path):
    files = json.loads(path.read_text()) if path.exists() else {}
    return {f"{file}::{test}": seconds for file, tests in files.items() for test, seconds in tests.items()}


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    """Note the seconds of fixtures that several tests share: the first of these tests does not pay for the others."""
    began = time.perf_counter()
    try:
        return (yield)
    finally:
        if fixturedef.scope != "function":
            request._pyfuncitem.user_properties.append(
                (SHARED_SETUP, (shared_name(fixturedef), time.perf_counter() - began)))


class DurationRecorder:
    """Writes a table at the end of a run: tests that ran anew, others as they were; none of at most `least` seconds."""

    def __init__(self, path, least):
        self.path, self.least = path, least
        self.measured = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "teardown" or not report.passed:
            return
        seconds = report.duration
        if report.when == "setup":
            shared = dict(value for name, value in report.user_properties if name == SHARED_SETUP)
            seconds -= sum(shared.values())
            self.measured |= {name: value for name, value in shared.items() if ".py::" in name}
        self.measured[report.nodeid] = self.measured.get(report.nodeid, 0) + max(seconds, 0)

    def pytest_sessionfinish(self):
        root = DURATIONS.parents[1]
        table = {}
        for nodeid, seconds in sorted((read_table(self.path) | self.measured).items()):
            file, _, test = nodeid.partition("::")
            if seconds > self.least and (root / file).exists():
                table.setdefault(file, {})[test] = float(f"{seconds:.2g}")
        self.path.write_text(json.dumps(table, indent=0, ensure_ascii=False) + "\n")


class FailureReporter:
    """Tells of a failure when it happens: a run that is cut off has still said what failed."""

    def __init__(self, config):
        self.config = config

    def pytest_runtest_logreport(self, report):
        if report.failed:
            terminal = self.config.pluginmanager.get_plugin("terminalreporter")
            terminal.write_line("")
            terminal.write_line(f"FAILED {report.nodeid} ({report.when}, after {report.duration:.0f} s)")
            terminal.write_line(str(report.longreprtext).strip()[-1500:])
