"""Measure how far the code keeps to the rules for names and docs:  python tools/measure_names.py [FOLDER]

Counts functions and classes of src/coprime without tests, and source lines of the docs.  The figures are indicators:
whether a stranger guesses what a function does decides.  CONTRIBUTING.md shows the output.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LONGEST_LINE = 150
IRREGULAR_PARTICIPLES = frozenset(
    "begun born bought brought built caught chosen cut dealt done drawn driven fallen felt forgotten found given gone "
    "grown had heard held hidden kept known laid learnt led left lent lost made meant met paid put read rested run "
    "said seen sent set shown shut sold spent split spoken stood sung taken taught thought thrown told understood "
    "woken won worn written".split())
NO_PARTICIPLES = frozenset("cut embed exceed feed need proceed put read red run seed set shed shut speed split".split())


class Measure(NamedTuple):
    """One figure: what was counted, of how many, and what it should be at most."""

    title: str
    count: int
    total: int
    goal: str

    def __str__(self) -> str:
        share = f" of {self.total} ({100 * self.count / self.total:.1f} %)" if self.total else ""
        return f"| {self.title} | {self.count}{share} | {self.goal} |"


def source_files(root: Path) -> Iterator[Path]:
    """Find the package's Python files that are no tests."""
    for path in sorted((root / "src/coprime").rglob("*.py")):
        if not {"tests", "static"} & set(path.parts):
            yield path


def starts_with_participle(name: str) -> bool:
    """Return whether the first word of a name is a past participle, as far as its form tells."""
    first = name.strip("_").split("_")[0].lower()
    return first in IRREGULAR_PARTICIPLES - NO_PARTICIPLES or (
        first.endswith("ed") and len(first) > 3 and first not in NO_PARTICIPLES)


def measure(root: Path) -> list[Measure]:
    """Count names, docstrings and long lines below a checkout."""
    functions: list[str] = []
    classes: Counter[str] = Counter()
    public = undocumented = 0
    for path in source_files(root):
        is_game = {"games", "decks"} & set(path.relative_to(root).parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not re.fullmatch("__.*__", node.name):
                functions.append(node.name)
                if not node.name.startswith("_"):
                    public += 1
                    undocumented += not ast.get_docstring(node)
            elif isinstance(node, ast.ClassDef) and not is_game:
                classes[node.name] += 1
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    lines = [line for page in pages for line in page.read_text(encoding="utf-8").splitlines()]
    return [
        Measure("function names of one word", sum("_" not in name.strip("_") for name in functions), len(functions),
                "below 40 %"),
        Measure("function names that begin with a participle", sum(map(starts_with_participle, functions)),
                len(functions), "below 3 %"),
        Measure("class names with several owners outside games", sum(n > 1 for n in classes.values()), len(classes),
                "0"),
        Measure("public functions without a docstring", undocumented, public, "0"),
        Measure(f"lines of docs with more than {LONGEST_LINE} characters, tables apart",
                sum(len(line) > LONGEST_LINE and not line.lstrip().startswith("|") for line in lines), len(lines), "0"),
    ]


def main(args: list[str]) -> int:
    """Print the figures as a table."""
    print("| measure | now | goal |\n|---|---|---|")
    for one in measure(Path(args[0]) if args else ROOT):
        print(one)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
