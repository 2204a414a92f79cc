"""Mutation test: draw single small changes of the sources and check that the tests notice each.

    python tools/mutate.py --count 100 --seed 7                 of all of src/coprime
    python tools/mutate.py --count 40 src/coprime/table         of a folder
    python tools/mutate.py src/coprime/core/chance.py:54        every change of a line
    python tools/mutate.py --again --results mutants.jsonl      those that survived, after tests were added
    python tools/mutate.py --list --seed 7                      which ones, without trying them
    python tools/mutate.py --record                             which quick tests run which lines

Each is tried by the quick tests that run the changed line, as recorded, or else by the tests nearest to its module;
then by mypy and all quick tests, as README's test command has them (`--tier near`: by the first only; `--tier all`: by
the slow ones too).  Code that would have to be compiled anew runs as pure Python (COPRIME_PURE=1).  A mutant is killed
only if the test that failed passes again without the change.
Results are appended to a file, one JSON object a line; mutants in it are not tried again.  Mutants that no test can
notice are listed in tools/equivalent_mutants.toml, with reasons.
"""

import argparse
import difflib
import hashlib
import json
import os
import random
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from mutation.nearness import SourceTree
from mutation.operators import Change, find_changes, is_sound
from mutation.recorded_tests import RecordedTests
from mutation.recording import record
from mutation.running import STAGES, TreeCopy

ROOT = Path(__file__).resolve().parents[1]
EQUIVALENT = ROOT / "tools/equivalent_mutants.toml"


class Mutant(NamedTuple):
    """A change of a file; `text` is the file's."""

    file: str
    change: Change
    text: str

    @property
    def key(self) -> str:
        """Names it as long as its file stays as it is."""
        of = f"{self.file}|{self.change.start}|{self.change.end}|{self.change.new}|{self.text}"
        return hashlib.blake2b(of.encode(), digest_size=8).hexdigest()

    @property
    def diff(self) -> str:
        before, after = (one.splitlines(keepends=True) for one in (self.text, self.change.apply(self.text)))
        return "".join(difflib.unified_diff(before, after, self.file, self.file, n=1))

    @property
    def lines(self) -> tuple[str, str]:
        """The changed lines before and after, without the blanks around them."""
        changed = [line for line in self.diff.splitlines()[2:] if line[0] in "+-"]
        before, after = ([line[1:].strip() for line in changed if line[0] == sign] for sign in "-+")
        return "\n".join(before), "\n".join(after)


def find_modules(tests: SourceTree, paths: list[str]) -> Iterator[tuple[Path, int | None]]:
    """The modules in files and folders, each with the line that was asked for."""
    for given in paths or ["src/coprime"]:
        name, _, line = given.partition(":")
        path = (ROOT / name).resolve()
        found = [module for module in tests.modules if module == path or module.is_relative_to(path)]
        if not found:
            sys.exit(f"There is no module in {given}.")
        yield from ((module, int(line) if line else None) for module in found)


def draw(modules: Iterator[tuple[Path, int | None]], count: int, seed: int) -> list[Mutant]:
    """Draw so many places evenly, and of each one of its mutants; of a line that was asked for take all."""
    chance, places, asked, texts = random.Random(seed), defaultdict[Any, list[Change]](list), [], {}
    for module, line in modules:
        file = module.relative_to(ROOT).as_posix()
        texts[file] = module.read_text(encoding="utf-8")
        for change in find_changes(texts[file]):
            if line is None:
                places[file, change.start].append(change)
            elif change.line == line and is_sound(change, texts[file]):
                asked.append(Mutant(file, change, texts[file]))
    keys = sorted(places)
    chance.shuffle(keys)
    found: list[Mutant] = []
    for file, start in keys:
        if len(found) == count:
            break
        change = chance.choice(places[file, start])
        if is_sound(change, texts[file]):
            found.append(Mutant(file, change, texts[file]))
    return asked + found


def read_equivalents() -> dict[tuple[str, str, str], str]:
    """{(file, lines before, lines after): why no test can notice}."""
    rows = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(row["file"], row["before"], row["after"]): row["why"] for row in rows}


class Results:
    """Known results of mutants, in a file that is only appended to; the last line of a mutant counts."""

    def __init__(self, file: Path) -> None:
        self.file, self.lock = file, threading.Lock()
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        self.rows: dict[str, dict[str, Any]] = {row["key"]: row for row in map(json.loads, lines)}

    def add(self, row: dict[str, Any]) -> None:
        with self.lock, self.file.open("a", encoding="utf-8") as file:
            self.rows[row["key"]] = row
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def try_all(mutants: list[Mutant], results: Results, recorded: RecordedTests, tier: str, workers: int, again: bool,
            minutes: float) -> None:
    """Try what is not decided yet, several at a time, each in a copy of the tree; begin none after so many minutes."""
    wanted = STAGES[:STAGES.index(tier) + 1]
    copies: SimpleQueue[TreeCopy] = SimpleQueue()
    until = time.monotonic() + 60 * minutes

    def try_one(mutant: Mutant) -> None:
        before = results.rows.get(mutant.key)
        survived = before is not None and before["result"] == "survived"
        passed = before["stages"] if before and survived and not again else []
        stages = [stage for stage in wanted if stage not in passed]
        if before and not survived or not stages or time.monotonic() > until:
            return
        copy, began = copies.get(), time.monotonic()
        try:
            verdict = copy.judge(mutant.file, mutant.change.line, mutant.change.apply(mutant.text), stages)
        finally:
            copies.put(copy)
        results.add({"key": mutant.key, "file": mutant.file, "line": mutant.change.line,
                     "operator": mutant.change.operator, "result": verdict.result, "test": verdict.test,
                     "stages": [*passed, *verdict.stages], "seconds": round(time.monotonic() - began),
                     "diff": mutant.diff})
        print(f"{verdict.result:>9}  {mutant.file}:{mutant.change.line}  {verdict.test}", file=sys.stderr, flush=True)

    tests = SourceTree(ROOT)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as threads:
        for number in range(workers):
            copies.put(TreeCopy(ROOT, Path(folder) / str(number), tests, recorded))
        list(threads.map(try_one, mutants))
        left_out = {one for _ in range(workers) for one in copies.get().left_out}
    for plain, test in sorted(left_out):
        print(f"left out, as it fails with nothing changed{' and compiled' * plain}: {test}", file=sys.stderr)


def report(mutants: list[Mutant], results: Results) -> float:
    """Print survivors and counts; returns the share that was noticed."""
    known, counts = read_equivalents(), Counter[str]()
    for mutant in mutants:
        row = results.rows.get(mutant.key)
        result = "untried" if row is None else row["result"]
        if result == "survived" and (mutant.file, *mutant.lines) in known:
            result = "equivalent"
        counts[result] += 1
        if result not in ("killed", "equivalent"):
            print(f"{result}: {mutant.file}:{mutant.change.line} ({mutant.change.operator})\n{mutant.diff}")
    noticed, decided = counts["killed"] + counts["endless"], len(mutants) - counts["equivalent"] - counts["untried"]
    print(", ".join(f"{count} {result}" for result, count in counts.most_common()))
    print(f"{noticed} of {decided} mutants that a test could notice were noticed.")
    return noticed / decided if decided else 1.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a file, FILE:LINE or a folder; src/coprime if none")
    parser.add_argument("--count", type=int, default=100, help="how many mutants are drawn (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tier", choices=STAGES, default="quick", help="the last stage of tests that is tried")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin none after so many")
    parser.add_argument("--record", action="store_true", help="run the quick tests and record which lines each runs")
    parser.add_argument("--recorded", type=Path, default=Path("covered_lines.json"), help="where that is written")
    parser.add_argument("--again", action="store_true", help="try survivors again, as tests were added")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    parser.add_argument("--goal", type=float, default=0.0, help="exit with 1 if a smaller share is noticed")
    given = parser.parse_args()
    if given.record:
        record(ROOT, given.recorded, given.workers)
        return 0
    mutants = draw(find_modules(SourceTree(ROOT), given.paths), given.count, given.seed)
    if given.list:
        print("\n".join(mutant.diff for mutant in mutants))
        return 0
    results = Results(given.results)
    recorded = RecordedTests.read(given.recorded)
    try_all(mutants, results, recorded, given.tier, given.workers, given.again, given.minutes)
    return 0 if report(mutants, results) >= given.goal else 1


if __name__ == "__main__":
    sys.exit(main())
