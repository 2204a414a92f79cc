"""Measure how far the code keeps to the rules for names and docs:  python tools/measure_names.py [FOLDER]

Counts functions and classes of src/coprime without tests, and source lines of the docs.  The figures are indicators:
whether a stranger guesses what a function does decides.  CONTRIBUTING.md shows the shares.
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
        if not {"tests", "static"} & set(path.relative_to(root).parts):
            yield path


def starts_with_participle(name: str) -> bool:
    """Return whether the first word of a name is a past participle, as far as its form tells."""
    first = name.strip("_").split("_")[0].lower()
    return first in IRREGULAR_PARTICIPLES - NO_PARTICIPLES or (
        first.endswith("ed") and len(first) > 3 and first not in NO_PARTICIPLES)


def contract_functions(root: Path) -> set[str]:
    """Return the functions that `core/game.py` documents for every game that says nothing itself."""
    game = root / "src/coprime/core/game.py"
    tree = ast.parse(game.read_text(encoding="utf-8") if game.is_file() else "")
    return {str(key.value) for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
            for key in node.value.keys if isinstance(key, ast.Constant)}


def public_functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Find the functions and methods that others can name: none within a function, no setter of a property."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            setter = any(isinstance(one, ast.Attribute) and one.attr == "setter" for one in node.decorator_list)
            if not node.name.startswith("_") and not setter:
                yield node
        else:
            yield from public_functions(node)


def prose_lines(text: str) -> list[str]:
    """Return a page's lines without tables and blocks of code."""
    text = re.sub(r"^( *)```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return [line for line in text.splitlines() if not line.lstrip().startswith("|")]


def measure(root: Path) -> list[Measure]:
    """Count names, docstrings and long lines below a checkout."""
    contract = contract_functions(root)
    functions: list[str] = []
    classes: Counter[str] = Counter()
    public = undocumented = 0
    for path in source_files(root):
        is_game = {"games", "decks"} & set(path.relative_to(root).parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        exempt = contract if is_game and path.name in ("rules.py", "observation.py") else set()
        for function in public_functions(tree):
            public += 1
            undocumented += not ast.get_docstring(function) and function.name not in exempt
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not re.fullmatch("__.*__", node.name):
                functions.append(node.name)
            elif isinstance(node, ast.ClassDef) and not is_game:
                classes[node.name] += 1
    pages = [page for page in (*root.glob("*.md"), *(root / "docs").rglob("*.md")) if page.name != "THIRD_PARTY.md"]
    lines = [line for page in pages for line in prose_lines(page.read_text(encoding="utf-8"))]
    return [
        Measure("function names of one word", sum("_" not in name.strip("_") for name in functions), len(functions),
                "below 40 %"),
        Measure("function names that begin with a participle", sum(map(starts_with_participle, functions)),
                len(functions), "below 3 %"),
        Measure("class names with several owners outside games", sum(n > 1 for n in classes.values()), len(classes),
                "0"),
        Measure("public functions without a docstring", undocumented, public, "0"),
        Measure(f"lines of docs with more than {LONGEST_LINE} characters, tables and code apart",
                sum(len(line) > LONGEST_LINE for line in lines), len(lines), "0"),
    ]


def main(args: list[str]) -> int:
    """Print the figures as a table."""
    print("| measure | now | goal |\n|---|---|---|")
    for one in measure(Path(args[0]) if args else ROOT):
        print(one)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
