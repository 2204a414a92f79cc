"""Which tests to try a mutant by first: of the quick ones those that run the changed line, as coverage.py recorded."""

import ast
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Any

MOST_TESTS, MOST_SECONDS = 300, 60.0        # of a line, and together


class RecordedTests:
    """The quick tests that run each line, with everything compiled and with nothing compiled.

    rows  {"compiled" or "plain": {"tests": [[name, seconds]], "files": {file: {"digest": of its text when it was
          recorded, "lines": {line: numbers of tests}}}}};  a file of tests is a test whose processes run the line
    """

    def __init__(self, rows: dict[str, Any]) -> None:
        self.rows = rows

    @classmethod
    def read(cls, path: Path) -> "RecordedTests":
        """What `recording.record` has written; without a file, none are known."""
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
