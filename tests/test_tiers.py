"""What the quick tier holds, and which tests depend on a changed file."""

import importlib.util
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from coprime.core.kernel import PACKAGE
from coprime.core.registry import find_game
from coprime.testing import rulebook

ROOT = Path(__file__).resolve().parents[1]
# Those of the project: other games that are installed here have their own tests.
GAMES = sorted(file.parent for file in PACKAGE.glob("games/*/game.py"))
DECKS = sorted(file.parent for file in PACKAGE.glob("decks/*/rules.md"))


@pytest.fixture(scope="module")
def affected():
    spec = importlib.util.spec_from_file_location("affected", ROOT / "tools" / "affected.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.import_graph()                       # which it keeps: here it counts for all tests, not for the first
    return module


@pytest.fixture(scope="module")
def tiers():
    """The conftest.py of all tests."""
    spec = importlib.util.spec_from_file_location("tiers", ROOT / "conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def quick(quick_tests):
    """The node ids of the quick tier; where this run has not collected them, another process does."""
    if quick_tests is not None:
        return quick_tests
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "quick", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "COPRIME_CHROMIUM": ""})
    assert done.returncode == 0, done.stdout[-2000:]
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_the_quick_tier_tests_every_numbered_rule(quick):
    names = {match for line in quick for match in re.findall(r"test_([A-Z]{2}_\d+)", line)}
    for folder in GAMES + DECKS:
        untested = [rule for rule in rulebook.rules_of(folder) if rule.replace("-", "_") not in names]
        assert untested == [], f"{folder.name}: only slower tests hold {untested}"


def test_the_quick_tier_holds_every_game_to_the_laws_and_plays_it_in_the_browser(quick):
    for folder in (folder for folder in GAMES if not find_game(folder.name).preview):
        for test in ("tests/test_laws.py::test_laws_compiled", "tests/browser/test_quick_tier.py::test_a_game_from"):
            assert any(line.startswith(test) and line.endswith(f"[{folder.name}]") for line in quick), (test, folder)


def test_every_browser_test_of_the_quick_tier_is_there(quick, tiers):
    for test in tiers.QUICK_BROWSER_TESTS:
        assert any(line.startswith(test) for line in quick), test


def test_slower_tests_that_are_quick_nevertheless_are_there(quick, tiers):
    assert tiers.also_quick_tests() - set(quick) == set()


@pytest.mark.parametrize("marks", [
    "not quick and not browser and not long", "not quick and not browser", "not browser"])
def test_files_without_a_slower_test_are_not_read_for_these(tiers, marks):
    """With longer samples every file is read: the table does not say which tests have one."""
    config = SimpleNamespace(getoption={"markexpr": marks}.get)
    files = ("tests/server/test_workers.py", "tests/test_bits.py", "tests/browser/test_quick_tier.py",
             "tests/installed_game.py")
    ignored = {name: tiers.pytest_ignore_collect(ROOT / name, config) for name in files}
    unread = {"tests/test_bits.py", "tests/browser/test_quick_tier.py"} if marks.endswith("not long") else set()
    assert {name for name, is_ignored in ignored.items() if is_ignored} == unread
    slower = {file.relative_to(ROOT).as_posix() for file in tiers.slower_files()}
    assert slower == {test.partition("::")[0] for test, seconds in tiers.read_durations().items()
                      if seconds > tiers.QUICK_SECONDS and not test.startswith("tests/browser/")}


@pytest.mark.parametrize("name", ["durations.json", "cold_durations.json"])
def test_measured_files_are_there(name):
    """`python3 run.py test --all --measure` and `--measure-cold` write the tables again."""
    table = json.loads((ROOT / "tests" / name).read_text())
    assert [file for file in table if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("changed, chosen, spared", [
    ("src/coprime/games/prime_climb/rules.py", "src/coprime/games/prime_climb/tests/test_rules.py",
     "src/coprime/games/daifugo/tests/test_rules.py"),
    # A module that only a module between it and the test imports.
    ("src/coprime/core/chance.py", "tests/table/test_table.py", "tests/test_workflows.py"),
    # A server in a process of its own, and the browser that talks to it.
    ("src/coprime/server/app/request_context.py", "tests/server/test_socket.py", "tests/table/test_game_clock.py"),
    ("src/coprime/server/app/request_context.py", "tests/browser/test_seat_return.py",
     "src/coprime/games/daifugo/tests/test_rules.py"),
    # A source that is made a module by its file's name.
    ("src/coprime/search/ismcts.py", "tests/search/test_search.py", "tests/test_workflows.py"),
    ("src/coprime/games/daifugo/web/Table.svelte", "tests/browser/test_daifugo.py", "tests/server/test_store.py"),
    ("docs/bots.md", "tests/arena/test_external_bots.py", "tests/test_laws.py"),
    ("tests/server/server_process.py", "tests/server/test_socket.py", "tests/test_laws.py"),
])
def test_a_test_is_chosen_if_it_depends_on_what_changed(affected, changed, chosen, spared):
    assert (ROOT / changed).exists()
    tests = affected.affected_tests([ROOT / changed])
    assert ROOT / chosen in tests and ROOT / spared not in tests


def test_what_all_tests_run_under_chooses_all(affected):
    tests = affected.affected_tests([ROOT / "conftest.py"])
    assert ROOT / "tests/test_laws.py" in tests and ROOT / "src/coprime/games/daifugo/tests/test_rules.py" in tests


class Item:
    """A test as pytest has collected it."""

    def __init__(self, path, name):
        self.path, self.nodeid, self.marks = ROOT / path, f"{path}::{name}", []

    def get_closest_marker(self, name):
        return None

    def add_marker(self, mark):
        self.marks.append(mark)


def test_a_shuffle_keeps_the_tests_of_a_file_together(tiers):
    files = ["tests/test_bits.py", "tests/test_chance.py", "tests/test_adding_a_game_page.py"]

    def order(seed):
        items = [Item(file, f"test_{n}") for file in files for n in range(6)]
        tiers.pytest_collection_modifyitems(SimpleNamespace(getoption={"shuffle": seed}.get, stash={}), items)
        return [item.nodeid for item in items]
    runs = [order(1), order(1), order(2)]
    assert runs[0] == runs[1] != runs[2] and sorted(runs[0]) == sorted(runs[2])
    for run in runs:
        paths = [test.partition("::")[0] for test in run]
        assert len(list(itertools.groupby(paths))) == len(files)


def test_files_that_take_longest_come_first_and_stay_whole(tiers, monkeypatch):
    monkeypatch.setattr(tiers, "read_durations", lambda: {
        "tests/test_bits.py::test_0": 5, "tests/test_chance.py::test_0": 4, "tests/test_chance.py::fixture all": 2})
    items = [Item(file, f"test_{n}") for n in range(2) for file in
             ("tests/test_walk.py", "tests/test_bits.py", "tests/test_chance.py")]
    tiers.pytest_collection_modifyitems(SimpleNamespace(getoption={}.get, stash={}), items)
    assert [item.nodeid for item in items] == [f"tests/test_{file}.py::test_{n}" for file in ("chance", "bits", "walk")
                                               for n in range(2)]


def test_what_a_part_leaves_out_does_not_bring_its_file_to_the_front(tiers, monkeypatch):
    """Minutes of long samples in a file of which little is run, and a file of a single long test."""
    monkeypatch.setattr(tiers, "read_durations", lambda: {
        "tests/test_bits.py::test_0": 3, "tests/test_bits.py::test_1": 200, "tests/test_chance.py::test_0": 4})
    for marks, first in (("not quick and not browser and not long", "chance"), ("not quick and not browser", "bits")):
        items = [Item(file, f"test_{n}") for file in ("tests/test_bits.py", "tests/test_chance.py") for n in range(2)]
        items[1].get_closest_marker = {"long": True}.get
        tiers.pytest_collection_modifyitems(
            SimpleNamespace(getoption={"markexpr": marks}.get, stash={}), items)
        assert items[0].path == ROOT / f"tests/test_{first}.py"


def test_laws_of_sources_and_one_of_each_game_are_quick_whatever_they_take(tiers):
    for path, name, quick in (("tests/test_layout.py", "test_files_are_small", True),
                              ("tests/test_laws.py", "test_laws_compiled[daifugo]", True),
                              ("tests/server/test_team_leagues.py", "test_who_may_do_what", True),
                              ("tests/test_laws.py", "test_laws_compiled_over_many_options[daifugo]", False)):
        item = Item(path, name)
        assert tiers.is_quick(item, {item.nodeid: 60}) == quick, name


def test_a_test_whose_shared_fixture_takes_long_is_not_quick(tiers):
    shared, own = (SimpleNamespace(baseid="tests/test_site.py", argname="site", scope=scope)
                   for scope in ("module", "function"))
    for fixture, seconds, quick in ((shared, 33, False), (shared, 2, True), (own, 33, True)):
        item = SimpleNamespace(nodeid="tests/test_site.py::test_it", get_closest_marker=lambda name: None,
                               _fixtureinfo=SimpleNamespace(name2fixturedefs={"site": (fixture,)}))
        assert tiers.is_quick(item, {"tests/test_site.py::fixture site": seconds}) == quick


def test_a_test_is_as_slow_as_the_slower_of_its_two_times(tiers, monkeypatch, tmp_path):
    for path, table in (("DURATIONS", {"a": 0.2, "b": 3, "test_PC_1": 0.2}),
                        ("COLD_DURATIONS", {"a": 9, "b": 2, "c": 4, "test_PC_1": 9})):
        monkeypatch.setattr(tiers, path, tmp_path / path)
        (tmp_path / path).write_text(json.dumps({"test_x.py": table}))
    assert tiers.read_durations() == {
        "test_x.py::a": 9, "test_x.py::b": 3, "test_x.py::c": 4, "test_x.py::test_PC_1": 0.2}


def test_what_is_short_only_once_a_search_has_been_compiled_is_for_the_slower_tests(tiers):
    """The second table says so of tests of searches, of which the first measures some milliseconds."""
    item = SimpleNamespace(nodeid="tests/search/test_x.py::test_a", get_closest_marker=lambda name: None)
    assert tiers.is_quick(item, {}) and not tiers.is_quick(item, {item.nodeid: 2})
    assert ROOT / "tests/search/test_search.py" in tiers.slower_files()


def test_a_shared_fixture_is_measured_apart_from_the_test_that_comes_first(tiers):
    recorder = tiers.DurationRecorder(tiers.DURATIONS, tiers.INSTANT_SECONDS)
    name = "tests/test_site.py::fixture site"
    report = {"nodeid": "tests/test_site.py::test_it", "passed": True,
              "user_properties": [(tiers.SHARED_SETUP, (name, 30.0))]}
    recorder.pytest_runtest_logreport(SimpleNamespace(when="setup", duration=30.5, **report))
    recorder.pytest_runtest_logreport(SimpleNamespace(when="call", duration=0.25, **report))
    assert recorder.measured == {report["nodeid"]: 0.75, name: 30.0}
