"""Record which quick tests run which lines of a tree, by coverage.py, for `recorded_tests`."""

import contextlib
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from .recorded_tests import choose, digest
from .running import FAST, make_environment

SLOWEST = 60            # seconds for a test while lines are recorded


def record(root: Path, path: Path, workers: int) -> None:
    """Run the quick tests of a tree, compiled and plain, and write which of them run which line."""
    rows = {}
    for name, plain in (("compiled", False), ("plain", True)):
        rows[name] = record_once(root, plain, workers)
        path.write_text(json.dumps(rows), encoding="utf-8")         # what is there serves while the rest is recorded


def record_once(root: Path, plain: bool, workers: int) -> dict[str, Any]:
    """Run the quick tests and return their seconds and the tests of each line, as RecordedTests keeps them."""
    with tempfile.TemporaryDirectory() as folder:
        environment = make_environment(root, plain, MUTATION_COVERAGE=folder, MUTATION_SOURCE=str(root / "src/coprime"))
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", str(workers), "--dist=loadfile", "-m", FAST,
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
