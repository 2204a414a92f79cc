"""Mutants: each change is one program changed in one place, and what tests notice is told apart from what they miss."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import mutate
from mutation.nearness import SourceTree
from mutation.operators import find_changes, is_sound
from mutation.recorded_tests import MOST_SECONDS, MOST_TESTS, RecordedTests, choose, digest, lines_to_ask_for
from mutation.running import TreeCopy

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def suite():
    found = SourceTree(ROOT)
    found.nearest(found.package / "core/chance.py")     # what it keeps counts for all tests, not for the first
    return found


def made(text):
    """The programs that single changes make of a text."""
    return {change.apply(text) for change in find_changes(text) if is_sound(change, text)}


@pytest.mark.parametrize(("text", "others"), [
    ("a < b", {"a <= b", "a >= b"}),
    ("(a) is not (\n  b)", {"(a) is (\n  b)"}),
    ("a in b  # is it?", {"a not in b  # is it?"}),
    ("a and b or c", {"a or b or c", "a and b and c"}),
    ("a + b * c", {"a - b * c", "a + b + c"}),
    ("a += b", {"a -= b", "pass"}),
    ("x = not a", {"x = a"}),
    ("x = 3", {"x = 4", "x = 2"}),
    ("x = True", {"x = False"}),
    ("x = 2.5", set()),
    ("x = 0.0", {"x = 1.0"}),
    ("if a: b()", {"if (not (a)): b()", "if a: pass"}),
    ("[b for b in c if d(b)]", {"[b for b in c if (not (d(b)))]"}),
    ("def f(x: int | str = 1) -> int | None:\n    return x",
     {"def f(x: int | str = 2) -> int | None:\n    return x", "def f(x: int | str = 0) -> int | None:\n    return x",
      "def f(x: int | str = 1) -> int | None:\n    return None"}),
    ("while a:\n    break", {"while (not (a)):\n    break", "while a:\n    pass"}),
    ("a.b = c", {"pass"}),
    ("b = c", set()),
    ("'text'", set()),
    ("x = 'long ' * 2", {"x = 'long ' * 3", "x = 'long ' * 1"}),
    ("if __name__ == '__main__':\n    main(1)", set()),
    ("compile_rules(globals())", set()),
    ("log.info('%s', a + 1)", set()),
    ("a.info(b)", {"pass"}),
    ("zip(a, b, strict=True)", {"pass"}),
    ("é = 1; ü = é < 2", {"é = 2; ü = é < 2", "é = 0; ü = é < 2", "é = 1; ü = é <= 2", "é = 1; ü = é >= 2",
                          "é = 1; ü = é < 3", "é = 1; ü = é < 1"})])
def test_what_is_changed(text, others):
    assert made(text) == others


def test_nothing_but_the_text_of_the_change_is_another(suite):
    for mutant in mutate.draw(mutate.find_modules(suite, ["src/coprime/table", "src/coprime/core/chance.py"]), 30, 1):
        changed = mutant.change.apply(mutant.text)
        assert changed.startswith(mutant.text[:mutant.change.start])
        assert changed.endswith(mutant.text[mutant.change.end:]) and changed != mutant.text


def test_the_same_seed_draws_the_same():
    modules = [(ROOT / "src/coprime/core" / name, None) for name in ("bits.py", "chance.py", "numbers.py")]
    one, again, other = (mutate.draw(iter(modules), 5, seed) for seed in (1, 1, 2))
    assert one == again != other and len({mutant.key for mutant in one}) == len(one) == 5


def test_of_a_line_that_is_asked_for_all_are_tried():
    file = ROOT / "src/coprime/core/chance.py"
    line = file.read_text(encoding="utf-8").splitlines().index("        least = (0x100000000 - n) % n") + 1
    found = mutate.draw(iter([(file, line)]), 5, 1)
    assert {mutant.lines for mutant in found} == {("least = (0x100000000 - n) % n", other) for other in (
        "least = (0x100000000 + n) % n", "least = (0x100000000 - n) // n",
        "least = (4294967297 - n) % n", "least = (4294967295 - n) % n")}


@pytest.mark.parametrize(("module", "nearest"), [
    ("server/diagnostics/doctor.py", "tests/server/test_doctor.py"), ("core/chance.py", "tests/test_chance.py"),
    ("games/prime_climb/rules.py", "src/coprime/games/prime_climb/tests/test_rules.py"),
    ("games/daifugo/refusal_texts.py", "src/coprime/games/daifugo/tests/test_refusals.py"),
    ("games/prime_canasta/expert/laying.py", "src/coprime/games/prime_canasta/tests/test_master.py"),
    ("table/game_clock.py", "tests/table/test_game_clock.py")])
def test_what_is_named_after_a_module_is_nearest_to_it(suite, module, nearest):
    found = suite.nearest(suite.package / module)
    assert found[0] == ROOT / nearest and len(set(found)) == len(suite.tests)
    assert not [path for path in found if "data" in path.parts]


def test_what_would_be_compiled_anew_runs_plain(suite):
    compiled = {name for name in ("games/daifugo/rules.py", "core/chance.py", "search/ismcts.py",
                                  "server/diagnostics/doctor.py")
                if suite.is_compiled(suite.package / name)}
    assert compiled == {"games/daifugo/rules.py", "core/chance.py", "search/ismcts.py"}
    assert suite.tests_compiling(suite.package / "core/numba_linker.py")
    assert not suite.tests_compiling(suite.package / "core/kernel.py")


def test_known_equivalents_are_changes_of_lines_that_are_there():
    for file, before, after in mutate.read_equivalents():
        texts = (ROOT / file).read_text(encoding="utf-8")
        assert before in (line.strip() for line in texts.splitlines()), f"{file} says no longer: {before}"
        mutants = mutate.draw(((ROOT / file, line) for line, text in enumerate(texts.splitlines(), 1)
                               if text.strip() == before), 0, 1)
        assert (before, after) in {mutant.lines for mutant in mutants}


PROGRAM = """\
LIMIT = 3

@register(
    2)
def small(a, most=LIMIT):
    if (a <
            most):
        return [
            a]
    return None

other(LIMIT)
"""


@pytest.mark.parametrize(("line", "lines"), [
    (1, [1, 5, 12]),                                        # a constant: wherever it is named
    *((line, [6, 7, 8, 9, 10]) for line in (3, 4, 5)),      # the head of a function: its body
    (6, [6, 7]), (7, [6, 7]), (8, [8, 9]), (9, [8, 9]), (10, [10]),
    (12, list(range(1, 13)))])
def test_which_lines_tell_the_tests_of_a_line(line, lines):
    assert list(lines_to_ask_for(PROGRAM, line)) == lines


def test_of_each_function_the_fastest_test_is_tried_first():
    seconds = {"t.py::a[1]": 0.3, "t.py::a[2]": 0.1, "t.py::b": 0.2, "u.py::c": 5.0, "t.py::a[3]": 0.4}
    assert choose(seconds) == ["t.py::a[2]", "t.py::b", "u.py::c", "t.py::a[1]", "t.py::a[3]"]
    assert choose({f"t.py::{number}": MOST_SECONDS / 4.5 for number in range(9)}) == [f"t.py::{n}" for n in range(4)]
    assert choose({"t.py::a": 2 * MOST_SECONDS}) == ["t.py::a"] and not choose({})
    assert len(choose({f"t.py::{number}": 0.0 for number in range(MOST_TESTS + 1)})) == MOST_TESTS


def test_what_was_recorded_of_another_text_says_nothing():
    files = {"a.py": {"digest": digest("a = 1\nb(a)\n"), "lines": {"2": [0, 1]}}}
    recorded = RecordedTests({"compiled": {"tests": [["t.py::slow", 2.0], ["t.py::fast", 1.0]], "files": files}})
    assert recorded.tests_of_line("a.py", "a = 1\nb(a)\n", 1, plain=False) == ["t.py::fast", "t.py::slow"]
    assert recorded.tests_of_line("a.py", "a = 2\nb(a)\n", 1, plain=False) is None
    assert recorded.tests_of_line("a.py", "a = 1\nb(a)\n", 1, plain=True) is None
    assert recorded.tests_of_line("b.py", "a = 1\nb(a)\n", 1, plain=False) is None


def test_a_constant_that_its_own_module_does_not_use_is_not_known_to_be_untested():
    text = "A = 1\n\n\ndef f():\n    return 2\n"
    recorded = RecordedTests({"plain": {"tests": [], "files": {"a.py": {"digest": digest(text), "lines": {}}}}})
    assert recorded.tests_of_line("a.py", text, 1, plain=True) is None
    assert recorded.tests_of_line("a.py", text, 5, plain=True) == []
    assert recorded.tests_of_line("a.py", text, 4, plain=True) == []


MODULE = ("def larger(a, b):\n    return a if a > b else b\n\n\ndef unseen(a):\n    return a + 1\n\n\n"
          "def unused():\n    return None\n")
TESTS = """
import os
from coprime.core.thing import larger

def test_larger():
    assert larger(1, 2) == 2 and larger(2, 1) == 2

def test_that_fails_anyway():
    assert "changed" == "nothing"
"""


OTHER_PROCESS = """
import multiprocessing

def add(queue):
    from coprime.core.thing import unseen
    queue.put(unseen(4))

def test_in_a_process():
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    process = context.Process(target=add, args=(queue,))
    process.start()
    found = queue.get()
    process.join()
    assert found == 5
"""
CONFTEST = """import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        item.add_marker("quick")
"""


def test_bytecode_of_another_change_is_never_run(tmp_path, monkeypatch):
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree/thing.py").write_text("print(0)")
    copy = TreeCopy(tmp_path / "tree", tmp_path / "copy", None, RecordedTests({}))

    def said():
        return subprocess.check_output([sys.executable, "-c", "import thing"], cwd=copy.folder, text=True).strip()

    for number in "123":                # several in a second, all of one size
        with copy.with_changed_file("thing.py", f"print({number})"):
            assert said() == number
        assert said() == "0"


def test_a_wrong_type_is_noticed(tmp_path):
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree/pyproject.toml").write_text("[tool.mypy]\nfiles = ['thing.py']\nstrict = true\n")
    (tmp_path / "tree/thing.py").write_text("def f() -> str:\n    return ''\n")
    copy = TreeCopy(tmp_path / "tree", tmp_path / "copy", None, RecordedTests({}))
    assert copy.judge_types("thing.py", "def f() -> str:\n    return None\n") == ("killed", "mypy")
    assert copy.judge_types("thing.py", "def f() -> str:\n    return 'a'\n") == ("survived", "")


def write_tree(folder, monkeypatch):
    """A tree with two functions, one of which a test calls."""
    root = folder / "tree"
    (root / "src/coprime/core").mkdir(parents=True)
    (root / "tests").mkdir()
    for name in ("src/coprime/__init__.py", "src/coprime/core/__init__.py"):
        (root / name).touch()
    (root / "src/coprime/core/thing.py").write_text(MODULE)
    (root / "tests/test_thing.py").write_text(TESTS)
    (root / "pyproject.toml").write_text("[tool.mypy]\noverrides = []\n[tool.pytest.ini_options]\n"
                                         "markers = ['quick', 'browser', 'long']\n")
    (root / "conftest.py").write_text(CONFTEST)
    (root / "tools").symlink_to(ROOT / "tools")
    monkeypatch.setattr(mutate, "ROOT", root)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    return root


def test_survivors_are_told_and_kept(tmp_path, monkeypatch, capsys):
    root = write_tree(tmp_path, monkeypatch)
    results = tmp_path / "mutants.jsonl"
    words = ["mutate.py", "--count=9", "--tier=near", "--workers=2", f"--results={results}", "--goal=0.9"]
    monkeypatch.setattr(sys, "argv", words)
    assert mutate.main() == 1
    told = capsys.readouterr()
    rows = [json.loads(line) for line in results.read_text().splitlines()]
    assert {row["line"]: row["result"] for row in rows if row["line"] == 6} == {6: "survived"}
    assert {row["test"] for row in rows if row["result"] == "killed"} == {"tests/test_thing.py::test_larger"}
    assert "survived: src/coprime/core/thing.py:6" in told.out and "test_that_fails_anyway" in told.err
    assert mutate.main() == 1 and results.read_text().count("\n") == len(rows), "nothing is tried twice"
    (root / "tests/test_thing.py").write_text(TESTS + """
def test_unseen():
    from coprime.core.thing import unseen
    assert unseen(4) == 5
""")
    monkeypatch.setattr(sys, "argv", [*words, "--again"])
    assert mutate.main() == 0, capsys.readouterr().out


def test_tests_that_run_a_line_are_tried_before_others(tmp_path, monkeypatch, capsys):
    root = write_tree(tmp_path, monkeypatch)
    monkeypatch.chdir(tmp_path)
    (root / "tests/test_thing.py").write_text(TESTS.replace("anyway", "first").replace('"nothing"', '"changed"'))
    (root / "tests/test_other.py").write_text(OTHER_PROCESS)
    monkeypatch.setattr(sys, "argv", ["mutate.py", "--record", "--workers=1"])
    assert mutate.main() == 0
    recorded = RecordedTests.read(tmp_path / "covered_lines.json")
    for plain in (False, True):
        assert recorded.tests_of_line("src/coprime/core/thing.py", MODULE, 2, plain) == [
            "tests/test_thing.py::test_larger"]
        assert recorded.tests_of_line("src/coprime/core/thing.py", MODULE, 6, plain) == ["tests/test_other.py"]
        assert recorded.tests_of_line("src/coprime/core/thing.py", MODULE, 10, plain) == []
    monkeypatch.setattr(sys, "argv", ["mutate.py", "--count=0", "--tier=near", "src/coprime/core/thing.py:2",
                                      "src/coprime/core/thing.py:6"])
    assert mutate.main() == 0
    rows = [json.loads(line) for line in (tmp_path / "mutants.jsonl").read_text().splitlines()]
    assert {(row["line"], row["test"]) for row in rows if row["result"] == "killed"} == {
        (2, "tests/test_thing.py::test_larger"), (6, "tests/test_other.py::test_in_a_process")}
    assert sum(row["result"] == "killed" for row in rows) == len(rows) - 1, "a >= b returns what a > b does"
