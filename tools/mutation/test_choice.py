"""Which tests to try a mutant by first: of the quick ones those that run the changed line, as coverage.py recorded."""

import ast
import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Any

MOST_TESTS, MOST_SECONDS = 300, 60.0        # of a line, and together
SLOWEST = 60                                # seconds for a test while lines are recorded
QUICK = "quick and not browser"


class RecordedTests:
    """The quick tests that run each line, with everything compiled and with nothing compiled.

    rows  {"compiled" or "plain": {"tests": [[name, seconds]], "files": {file: {"digest": of its text when it was
          recorded, "lines": {line: numbers of tests}}}}};  a file of tests is a test whose processes run the line
    """

    def __init__(self, rows: dict[str, Any]) -> None:
        self.rows = rows

    @classmethod
    def read(cls, path: Path) -> "RecordedTests":
        """What `record` has written; without a file, none are known."""
        return cls(json.loads(path.read_text(encoding="utf-8")) if path.exists() else {})

    def tests_of_line(self, file: str, text: str, line: int, plain: bool) -> list[str] | None:
        """Tests that run the statement on a line of a file, the fastest first.

        None where nothing is known, as the file is another now.  What runs while a module is imported is no test's: of
        a function's head take its body, of another statement the lines with a name that it defines; where no test runs
        them, it may serve other modules, and nothing is known.
        """
        recorded = self.rows.get("plain" if plain else "compiled", {"tests": [], "files": {}})
        module = recorded["files"].get(file)
        if module is None or module["digest"] != digest(text):
            return None
        numbers = {test for one in lines_to_ask_for(text, line) for test in module["lines"].get(str(one), [])}
        if not numbers and not is_in_function(text, line):
            return None
        return choose(dict(recorded["tests"][number] for number in numbers))


def digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def is_in_function(text: str, line: int) -> bool:
    """Is a line one of a function, its head included?"""
    return any(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) for one in statements_around(text, line))


def statements_around(text: str, line: int) -> list[ast.stmt]:
    """The statements that a line belongs to."""
    statements = (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.stmt))
    return [one for one in statements if first_line(one) <= line <= (one.end_lineno or line)]


def lines_to_ask_for(text: str, line: int) -> Iterable[int]:
    """The lines whose tests run, or use, what is on a line."""
    around = statements_around(text, line)
    if not around:
        return [line]
    innermost = max(around, key=lambda one: (first_line(one), -(one.end_lineno or line)))
    if isinstance(innermost, ast.FunctionDef | ast.AsyncFunctionDef):
        return range(innermost.body[0].lineno, (innermost.end_lineno or line) + 1)
    if any(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) for one in around):
        body = getattr(innermost, "body", None)
        end = body[0].lineno if body else (innermost.end_lineno or line) + 1
        return range(innermost.lineno, max(end, innermost.lineno + 1))
    names = {word.id for word in ast.walk(innermost) if isinstance(word, ast.Name) and isinstance(word.ctx, ast.Store)}
    if not names:
        return range(1, len(text.splitlines()) + 1)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    return [number for number, row in enumerate(text.splitlines(), 1) if pattern.search(row)]


def first_line(statement: ast.stmt) -> int:
    """The first line of a statement, of its decorators the first."""
    return min(one.lineno for one in (statement, *getattr(statement, "decorator_list", ())))


def choose(seconds: dict[str, float]) -> list[str]:
    """Of tests with their seconds the fastest of each function, then the next of each, until they take too long."""
    by_function = defaultdict(list)
    for test in sorted(seconds, key=lambda test: (seconds[test], test)):
        by_function[test.partition("[")[0]].append(test)
    total, found = 0.0, []
    for test in (one for row in zip_longest(*by_function.values()) for one in row if one):
        total += seconds[test]
        if found and (total > MOST_SECONDS or len(found) == MOST_TESTS):
            break
        found.append(test)
    return found


def record(root: Path, path: Path, workers: int) -> None:
    """Run the quick tests of a tree, compiled and plain, and write which of them run which line."""
    rows = {}
    for name, plain in (("compiled", False), ("plain", True)):
        rows[name] = record_once(root, plain, workers)
        path.write_text(json.dumps(rows), encoding="utf-8")         # what is there serves while the rest is recorded


def record_once(root: Path, plain: bool, workers: int) -> dict[str, Any]:
    """Run the quick tests and return their seconds and the tests of each line, as RecordedTests keeps them."""
    with tempfile.TemporaryDirectory() as folder:
        imported = [root / "src", root / "tools", os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, imported)), "MUTATION_COVERAGE": folder,
                       "MUTATION_SOURCE": str(root / "src/coprime"), **({"COPRIME_PURE": "1"} if plain else {})}
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", str(workers), "--dist=loadfile", "-m", QUICK,
                        "-p", "mutation.coverage_recorder", "-p", "no:cacheprovider", f"--timeout={SLOWEST}"],
                       cwd=root, env=environment, check=False)      # one that fails under coverage is recorded, too
        seconds, parts = read_recording(Path(folder))
        numbers = {test: number for number, test in enumerate(seconds)}
        files = {}
        for path in sorted({path for _, part in parts for path in part.measured_files()}):      # one after the other:
            file = Path(path).relative_to(root).as_posix()              # together they would take gigabytes
            lines = {line: [numbers[test] for test in choose({one: seconds[one] for one in tests})]
                     for line, tests in tests_by_line(path, parts).items()}
            if lines:
                files[file] = {"digest": digest((root / file).read_text(encoding="utf-8")), "lines": lines}
        return {"tests": list(seconds.items()), "files": files}


def read_recording(folder: Path) -> tuple[dict[str, float], list[tuple[str, Any]]]:
    """Return what the recorder left in a folder: seconds by test; and data of coverage.py, each with its file of tests.

    The file is "" for data by test; other data is of processes of a file, which has the seconds of all its tests.
    """
    from coverage import CoverageData
    from coverage.exceptions import CoverageException

    seconds: dict[str, float] = {}
    parts = []
    for noted in sorted(folder.glob("*.json")):
        found = json.loads(noted.read_text(encoding="utf-8"))
        seconds |= found["seconds"]
        for file, names in {"": [found["own"]], **found["others"]}.items():
            for name in names:
                part = CoverageData(str(folder / name))
                with contextlib.suppress(CoverageException):            # of a process that was killed meanwhile
                    part.read()
                    parts.append((file, part))
            if file and names:
                seconds[file] = sum(taken for test, taken in found["seconds"].items() if test.startswith(f"{file}::"))
    return seconds, parts


def tests_by_line(path: str, parts: list[tuple[str, Any]]) -> dict[int, set[str]]:
    """Return the tests, and files of tests, that run each line of a source."""
    lines: dict[int, set[str]] = defaultdict(set)
    for file, part in parts:
        for line, contexts in part.contexts_by_lineno(path).items():
            if tests := {file} if file else set(filter(None, contexts)):
                lines[line] |= tests
    return lines
