"""Run mutants: in a copy of the tree, by the tests that should notice them, and return the results."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .nearness import SourceTree
from .recorded_tests import RecordedTests

NEAR = 8                # test files that are tried by themselves first, where nothing is known of the line
FAST, SLOW = "quick and not browser", "not quick and not browser and not long"
STAGES = ("near", "types", "quick", "all")     # what is tried, one after the other; "types" asks mypy
# {stage: (which tests, seconds for one of them, seconds for all)}
TESTS = {"near": (FAST, 180, 1200), "quick": (FAST, 180, 7200), "all": (SLOW, 600, 14400)}
NEAR_PURE = "not browser and not long"      # where nothing is compiled, which makes many of these tests slow
LEFT, LINKED = (".git", ".venv", ".hypothesis", ".*_cache", "__pycache__", "dist"), ("node_modules",)


class Verdict(NamedTuple):
    """The result of a mutant.

    result  "killed", "endless" (the tests took too long), "undecided" (pytest broke down) or "survived"
    test    the one that noticed, or "mypy";  stages  those that were tried
    """

    result: str
    test: str
    stages: tuple[str, ...]


class TimeIsUp(Exception):
    """The tests took too long."""


class TreeCopy:
    """A copy of a tree, in which one file at a time is another."""

    def __init__(self, root: Path, folder: Path, tests: SourceTree, recorded: RecordedTests) -> None:
        self.root, self.folder, self.tests, self.recorded = root, folder, tests, recorded
        self.left_out: set[tuple[bool, str]] = set()            # (plain, test) that fail with nothing changed
        self.written = int(time.time())                         # when a file was last changed, as its copy says
        shutil.copytree(root, folder, ignore=shutil.ignore_patterns(*LEFT, *LINKED))
        for name in LINKED:
            if (root / name).is_dir():
                (folder / name).symlink_to(root / name)

    def judge(self, file: str, line: int, text: str, stages: Sequence[str]) -> Verdict:
        """Replace a file by `text`, which differs on a line, and run stage after stage until a test notices."""
        module = self.root / file
        compiles = self.tests.tests_compiling(module)
        plain = self.tests.is_compiled(module) and not compiles
        nearest = [str(path.relative_to(self.root)) for path in self.tests.nearest(module)]
        before = (self.folder / file).read_text(encoding="utf-8")
        running = None if compiles else self.recorded.tests_of_line(file, before, line, plain)
        chosen = running or []
        first = list(dict.fromkeys(test.partition("::")[0] for test in chosen))
        if running is None or not running and not plain:        # or perhaps a process of a test runs it
            first = nearest[:NEAR]
        done: list[str] = []
        for stage in stages:
            done.append(stage)
            if stage == "types":
                result, test = self.judge_types(file, text)
            elif stage == "near" and not first:
                result, test = "survived", ""
            else:
                files, tests = (first, chosen) if stage == "near" else ([], [])         # none: all that there are
                with tempfile.TemporaryDirectory() as cache:
                    run = StageRun(self, stage, tests, plain, cache if compiles else None)
                    result, test = run.judge(file, text, files)
            if result != "survived":
                break
        return Verdict(result, test, tuple(done))

    def judge_types(self, file: str, text: str) -> tuple[str, str]:
        """A result, and "mypy" where it finds a wrong type with the change, and none without."""
        with self.with_changed_file(file, text):
            has_errors = self._check_types() == 1
        return ("killed", "mypy") if has_errors and self._check_types() == 0 else ("survived", "")

    def _check_types(self) -> int:
        """The exit status of mypy: 1 where it finds something."""
        return subprocess.run([sys.executable, "-m", "mypy"], cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode

    @contextlib.contextmanager
    def with_changed_file(self, file: str, text: str) -> Iterator[None]:
        """The copy with one file changed."""
        path = self.folder / file
        before = path.read_bytes()
        self._write(path, text.encode())
        try:
            yield
        finally:
            self._write(path, before)

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file, as of another second each time: Python knows by that, and the size, which bytecode is stale."""
        path.write_bytes(content)
        self.written += 1
        os.utime(path, (self.written, self.written))


class StageRun:
    """The tests of one stage, in a copy.

    chosen  only these tests of the files, in this order; all if none
    plain   with nothing compiled, for what would have to be compiled anew;  cache  a folder for compiled code
    """

    def __init__(self, copy: TreeCopy, stage: str, chosen: list[str], plain: bool, cache: str | None) -> None:
        self.copy, self.chosen, self.plain, self.cache = copy, chosen, plain, cache
        self.marker, self.test_seconds, self.seconds = TESTS[stage]
        if plain and stage == "near" and not chosen:
            self.marker = NEAR_PURE

    def judge(self, file: str, text: str, files: list[str]) -> tuple[str, str]:
        """A result and the test that noticed: one that fails with the change and, tried again, passes without."""
        while True:
            try:
                with self.copy.with_changed_file(file, text):
                    status, failed = self._pytest(files, chosen=self.chosen)
            except TimeIsUp:
                return "endless", ""
            if status in (0, 5):                        # all passed, or none was chosen
                return "survived", ""
            if not failed and (status == 3 or not files):
                return "undecided", ""
            test = failed[0] if failed else files[0]    # what cannot even be collected names no test
            if self._passes(test):
                return "killed", test
            self.copy.left_out.add((self.plain, test))

    def _passes(self, test: str) -> bool:
        """Does a test pass, or can a file of tests be collected, with nothing changed?"""
        try:
            return self._pytest([test], *([] if "::" in test else ["--collect-only"]), chosen=[])[0] in (0, 5)
        except TimeIsUp:
            return False

    def _pytest(self, files: list[str], *words: str, chosen: list[str]) -> tuple[int, list[str]]:
        """The exit status, and what failed.  Raises TimeIsUp."""
        left_out = {test for plain, test in self.copy.left_out if plain == self.plain}
        with tempfile.TemporaryDirectory() as folder:
            noted, listed = Path(folder) / "failed", Path(folder) / "tests.txt"
            listed.write_text("\n".join(chosen), encoding="utf-8")
            environment = make_environment(
                self.copy.folder, self.plain, MUTATION_FAILURES=str(noted), MUTATION_TESTS=str(listed),
                **({"COPRIME_CACHE": self.cache} if self.cache else {}))
            command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", self.marker, "-p", "mutation.chosen_tests",
                       "-p", "no:cacheprovider", f"--timeout={self.test_seconds}", f"--basetemp={folder}/tests",
                       *(f"--deselect={test}" for test in left_out), *words,
                       *(file for file in files if file not in left_out)]
            process = subprocess.Popen(command, cwd=self.copy.folder, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                status = process.wait(self.seconds)
            except subprocess.TimeoutExpired:
                raise TimeIsUp from None
            finally:
                with contextlib.suppress(ProcessLookupError):       # servers that the tests began end with them
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            return status, noted.read_text(encoding="utf-8").splitlines() if noted.exists() else []


def make_environment(root: Path, plain: bool, **more: str) -> dict[str, str]:
    """Return the environment of tests of a tree's own sources; `plain`: with nothing compiled."""
    path = [root / "src", root / "tools", os.environ.get("PYTHONPATH", "")]
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), **({"COPRIME_PURE": "1"} if plain else {}),
             **more}
    found.pop("PYTHONDONTWRITEBYTECODE", None)          # to read all tests anew took ten seconds
    return found
