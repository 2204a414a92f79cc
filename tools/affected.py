"""List the test files that depend on changed files:  python tools/affected.py [FILE ...]

Without files: those that differ from the merge base with `main`, and those that git does not track yet.  `python3
run.py test --changed` runs the listed tests.  A test file depends on a module that it imports, directly or not, at the
top or inside a function; on a module that it or they name by a string; on a game or a document that it names.  A
browser test depends on the browser part.  Coverage is not used: it sees neither compiled rules nor other processes
(docs/decisions.md).
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "coprime"
# Where an absolute import is looked for, besides the file's own folder.
IMPORT_FOLDERS = (SOURCE, ROOT / "tests", *(folder for folder in (ROOT / "tests").iterdir() if folder.is_dir()))
# Whatever runs under them may behave otherwise when they change.
EVERYTHING = {"conftest.py", "pyproject.toml", "requirements-test.txt"}


def main(given: list[str]) -> int:
    """Print the affected test files and return the exit status."""
    changed = {Path(name).resolve() for name in given} or changed_files()
    print("\n".join(str(file.relative_to(ROOT)) for file in sorted(affected_tests(changed))))
    return 0


def changed_files(base: str = "main") -> set[Path]:
    """Return absolute paths of untracked files and of files that differ from the merge base with `base`."""
    def git(*args: str) -> list[str]:
        done = subprocess.run(["git", *args], cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    merge_base = git("merge-base", "HEAD", base)[0]
    names = git("diff", "--name-only", merge_base) + git("ls-files", "--others", "--exclude-standard")
    return {ROOT / name for name in names}


def affected_tests(changed: Iterable[Path]) -> set[Path]:
    """Return the test files that depend on any of the changed files."""
    changed = set(changed)
    tests = [file for file in python_files() if is_test(file)]
    if any(file.parent == ROOT and file.name in EVERYTHING for file in changed):
        return set(tests)
    names = games_of(changed) | {file.name for file in changed if file.suffix != ".py"}
    reached = importers_of(python_neighbours(changed))
    folders = [PACKAGE / "games" / name for name in names]
    if any(PACKAGE in file.parents and "web" in file.relative_to(PACKAGE).parts for file in changed):
        folders.append(ROOT / "tests" / "browser")
    return {file for file in tests
            if file in reached or names_any(file, names) or any(folder in file.parents for folder in folders)}


def games_of(changed: Iterable[Path]) -> set[str]:
    """Return the games whose folders hold a changed file; their modules are found by name, not by import."""
    games = PACKAGE / "games"
    return {file.relative_to(games).parts[0] for file in changed if games in file.parents and file.parent != games}


def python_neighbours(changed: Iterable[Path]) -> set[Path]:
    """Return the changed modules.

    For a changed file of another kind (messages, tables) its package's modules.
    """
    found = set()
    for file in changed:
        if file.suffix == ".py":
            found.add(file)
        elif PACKAGE in file.parents:
            folder = next(parent for parent in file.parents if (parent / "__init__.py").is_file() or parent == PACKAGE)
            found |= set(folder.glob("*.py"))
    return found


def importers_of(modules: set[Path]) -> set[Path]:
    """Return the modules and all that import them, directly or not."""
    reached, left = set(modules), list(modules)
    while left:
        new = import_graph().get(left.pop(), set()) - reached
        reached |= new
        left += new
    return reached


@cache
def import_graph() -> dict[Path, set[Path]]:
    """Return for each file the files that import it."""
    importers: dict[Path, set[Path]] = {}
    for file in python_files():
        for imported in imported_files(file):
            importers.setdefault(imported, set()).add(file)
    return importers


@cache
def python_files() -> tuple[Path, ...]:
    """Return all Python files of the sources, tests and tools."""
    return tuple(sorted([*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "tools").glob("*.py")]))


def is_test(file: Path) -> bool:
    """Return whether a file is a test module."""
    return file.name.startswith("test_") and "tests" in file.parts


def names_any(file: Path, words: set[str]) -> bool:
    """Return whether a file contains any of these words."""
    if not words:
        return False
    pattern = "|".join(map(re.escape, words))
    return bool(re.search(rf"(?<![\w-])({pattern})(?![\w-])", file.read_text(encoding="utf-8")))


def imported_files(path: Path) -> Iterator[Path]:
    """Yield the project's files that a file imports, or names by a string as a module or a source file."""
    if "tests" in path.parts:
        yield from (file for folder in path.parents if (file := folder / "conftest.py").is_file() and file != path)
    folder = path.parent
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(".".join(filter(None, (node.module, name.name))) for name in node.names)]
            for parent in (path.parents[node.level - 1],) if node.level else (folder, *IMPORT_FOLDERS):
                for name in names:
                    yield from module_files(parent, name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                for parent in (folder, *IMPORT_FOLDERS):
                    yield from module_files(parent, alias.name)
        elif isinstance(node, ast.List):
            words = [word.value if isinstance(word, ast.Constant) else None for word in node.elts]
            if ("-m", "coprime") in zip(words, words[1:], strict=False):
                yield PACKAGE / "__main__.py"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if "coprime." in node.value:
                for name in re.findall(r"\bcoprime(?:\.\w+)+", node.value):
                    yield from module_files(SOURCE, name)
            if node.value.endswith(".py") and re.fullmatch(r"[\w/]+\.py", node.value):
                yield from (file for file in (folder / node.value, ROOT / node.value) if file.is_file())


@cache
def module_files(folder: Path, name: str) -> tuple[Path, ...]:
    """Return the files that a dotted name may stand for in a folder."""
    base = folder.joinpath(*name.split("."))
    return tuple(file for file in (base.with_suffix(".py"), base / "__init__.py") if file.is_file())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
