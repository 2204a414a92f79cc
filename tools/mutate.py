"""Do the tests notice a changed rule?  A seeded sample of mutants, each tried by the fast tests in a temporary copy.

    python tools/mutate.py prime_climb                  40 mutants of one game's rules
    python tools/mutate.py table --sample 20 --seed 2   of the table
    python tools/mutate.py daifugo --list               which ones, without trying them

The rules run plain (COPRIME_PLAIN=1), so nothing is compiled.  A test that fails or takes too long before anything is
changed is left out, and named.  Needs Cosmic Ray:  pip install -e '.[mutate]'
"""

import argparse
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("src", "tests", "docs", "conftest.py", "pyproject.toml", "house.py", "README.md", "CONTRIBUTING.md")
FAST = ["-q", "-m", "not slow and not browser", "-p", "no:cacheprovider"]
LONGEST = 60            # seconds of one test, plain


class Mutant(NamedTuple):
    """One change of one file; `occurrence` counts an operator's places in it."""

    file: str
    line: int
    operator: str
    occurrence: int

    def made(self, text):
        return mutate_code(text, get_operator(self.operator)(), self.occurrence)


def sources(what):
    """The files to change: the table's, or those that a game's rules and sight are made of; not what only judges."""
    if what == "table":
        return sorted((ROOT / "src/coprime/table").glob("*.py"))
    folder, found, names = ROOT / "src/coprime/games" / what, set(), ["rules", "sight"]
    while names:
        path = folder / f"{names.pop()}.py"
        if path.is_file() and path not in found:
            found.add(path)
            names += re.findall(r"^from \.(\w+) import", path.read_text(encoding="utf-8"), re.M)
    return sorted(found)


def suites(what):
    """The tests that should notice, the nearest first: pytest's arguments."""
    if what == "table":
        return [["tests/table"], ["tests/server/test_socket.py", "tests/server/test_leak.py"]]
    others = [path.name for path in (ROOT / "src/coprime/games").iterdir() if what in path.name and path.name != what]
    own = " and not ".join([what, *others])
    slow = [f"src/coprime/games/{what}/tests/test_knowledge.py", "-m", "slow and not browser"]     # imagined worlds
    return [[f"src/coprime/games/{what}"], ["tests/test_rulebook.py", "tests/test_laws.py", "-k", own], slow]


def mutants(files):
    """All mutants by where they are: a place with many of them counts no more than one with few."""
    places = defaultdict(list)
    for path in files:
        tree = get_ast(path.read_text(encoding="utf-8"))
        for name in sorted(operator_names()):
            kind = get_operator(name)
            if kind.arguments():
                continue
            spots = [start for node in ast_nodes(tree) for start, _ in kind().mutation_positions(node)]
            for occurrence, start in enumerate(spots):
                file = str(path.relative_to(ROOT))
                places[file, start].append(Mutant(file, start[0], name, occurrence))
    return places


def sample(files, count, seed):
    """So many places drawn evenly, and of each one of its mutants; what changes no code is passed over."""
    chance, places, found = random.Random(seed), mutants(files), []
    keys = sorted(places)
    chance.shuffle(keys)
    for key in keys:
        mutant = chance.choice(places[key])
        text = (ROOT / mutant.file).read_text(encoding="utf-8")
        made = mutant.made(text)
        if made is not None and made != text:
            found.append(mutant)
        if len(found) == count:
            break
    return sorted(found)


class Copy:
    """A copy of the tree in which files may be changed, and its tests."""

    def __init__(self, folder, what):
        self.folder, self.suites, self.left_out = folder, suites(what), []
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "static"))
            elif (ROOT / name).exists():
                shutil.copy(ROOT / name, folder / name)

    def pytest(self, *args, limit=None):
        """The exit code of the tests; None when they take too long."""
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.folder / "src"), *filter(None, sys.path)]),
                   "COPRIME_PLAIN": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", *FAST, *args]
        process = subprocess.Popen(command, cwd=self.folder, env=environ, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None

    def rehearse(self):
        """Run everything unchanged, leave out what does not pass, and measure the rest."""
        self.limits = []
        for suite in self.suites:
            report = self.folder / "report.xml"
            code = self.pytest(*suite, f"--timeout={LONGEST}", f"--junitxml={report}")
            if code not in (0, 1, 5):
                sys.exit(f"The tests cannot be run: {' '.join(suite)} ends with {code}.")
            for case in ElementTree.parse(report).iter("testcase"):
                if case.find("failure") is not None or case.find("error") is not None:
                    file = case.get("classname").replace(".", "/") + ".py"
                    self.left_out.append(f"{file}::{case.get('name')}")
            begun = time.monotonic()
            if self.pytest(*suite, *self.deselected()) not in (0, 5):
                sys.exit("The tests do not pass on an unchanged copy.")
            self.limits.append(30 + 4 * (time.monotonic() - begun))

    def deselected(self):
        return [f"--deselect={test}" for test in self.left_out]

    def killed(self, mutant):
        """Does a test notice?  One that never ends has."""
        file = self.folder / mutant.file
        text = file.read_text(encoding="utf-8")
        file.write_text(mutant.made(text), encoding="utf-8")
        try:
            return any(self.pytest("-x", *suite, *self.deselected(), limit=limit) not in (0, 5)
                       for suite, limit in zip(self.suites, self.limits, strict=True))
        finally:
            file.write_text(text, encoding="utf-8")


def diff(mutant):
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    lines = (one.splitlines(keepends=True) for one in (text, mutant.made(text)))
    return "".join(difflib.unified_diff(*lines, mutant.file, mutant.file, n=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", help="a game, or table")
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only say which mutants")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    chosen = sample(sources(given.what), given.sample, given.seed)
    if given.list:
        return print("\n".join(diff(mutant) for mutant in chosen))
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder), given.what)
        copy.rehearse()
        rows = []
        for mutant in chosen:
            rows.append({**mutant._asdict(), "killed": copy.killed(mutant), "diff": diff(mutant)})
            print("." if rows[-1]["killed"] else "S", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    survived = [row for row in rows if not row["killed"]]
    if given.json:
        return print(json.dumps({"what": given.what, "seed": given.seed, "left_out": copy.left_out, "mutants": rows}))
    for row in survived:
        print(f"survived: {row['operator']}\n{row['diff']}")
    for test in copy.left_out:
        print(f"left out, as it fails plain and unchanged: {test}")
    print(f"{len(rows) - len(survived)} of {len(rows)} mutants of {given.what} were noticed (seed {given.seed}).")
    return None


if __name__ == "__main__":
    main()
