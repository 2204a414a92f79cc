"""Rank tests by how likely they notice a change of a module: by what they import, name and lie beside."""

import ast
import re
from collections import defaultdict, deque
from functools import cached_property
from pathlib import Path

FAR = 99
SAME_LETTERS = 6        # of words that begin alike: refusal_texts.py and test_refusals.py
TESTED_AS = {"expert": "master"}        # a folder, and what its game's tests call it
MARKER = "\n# mypy: ignore-errors"                # in every compiled module


class SourceTree:
    """The sources and tests of a tree, and which imports which."""

    def __init__(self, root: Path) -> None:
        self.root, self.package = root, root / "src/coprime"
        files = sorted(self.package.rglob("*.py"))
        self.modules = [path for path in files if "tests" not in path.relative_to(self.package).parts]
        testing = [*sorted((root / "tests").rglob("*.py")), *(path for path in files if path.parent.name == "tests")]
        kept = root / "tests/data"              # games of old, whose tests are for the code that made them
        self.tests = [path for path in testing if path.name.startswith("test_") and not path.is_relative_to(kept)]
        self._helpers = {path.stem: path for path in testing if path.is_relative_to(root / "tests")}
        self._known = set(self.modules)
        self._imported: dict[Path, set[Path]] = {}          # by file, as far as was asked
        self._reaching: dict[Path, set[Path]] = {}
        self._texts = {path: path.read_text(encoding="utf-8") for path in {*files, *testing}}

    def nearest(self, module: Path) -> list[Path]:
        """All tests, the likeliest first.

        What is named after the module comes first, then what lies with its game and has a similar name, then what
        imports it over the fewest steps or lies with its game; of equals the one that imports least besides.
        """
        steps = self._steps_to(module)
        words = first_letters([*module.stem.split("_"), TESTED_AS.get(module.parent.name, "")])

        def rank(test: Path) -> tuple[bool, bool, float, bool, int, Path]:
            beside = self._beside(test, module)
            named = beside and test.stem == f"test_{module.stem}" or self._name(module) in self._texts[test]
            alike = beside and not first_letters(test.stem.split("_")[1:]).isdisjoint(words)
            return not named, not alike, self.distance(test, module, steps), not beside, len(self._reached(test)), test
        return sorted(self.tests, key=rank)

    def distance(self, test: Path, module: Path, steps: dict[Path, int] | None = None) -> float:
        """Over how many imports a test reaches a module; half a step for the tests of the game that it is a part of."""
        steps = self._steps_to(module) if steps is None else steps
        found: float = min((1 + steps[one] for one in self._reached(test) if one in steps), default=FAR)
        game = self._game(module)
        if game and test.is_relative_to(game):
            return min(found, 1.5)
        if game and re.search(rf"[\"']{game.name}[\"']", self._texts[test]):
            return min(found, 2.5)
        return found

    def tests_compiling(self, module: Path) -> bool:
        """Does it have to do with Numba itself, so that it does nothing where all is plain?"""
        return any(re.match(r"\s*(from|import) (numba|llvmlite)\b", line) for line in self._texts[module].splitlines())

    def is_compiled(self, module: Path) -> bool:
        """Is a change of it a change of something that is compiled?"""
        return module in self._compiled

    # What is in a file.

    @cached_property
    def _importing(self) -> dict[Path, set[Path]]:
        """{module: modules that import it}."""
        found: dict[Path, set[Path]] = defaultdict(set)
        for path in self.modules:
            for other in self._imports(path):
                found[other].add(path)
        return found

    @cached_property
    def _compiled(self) -> set[Path]:
        """The modules that are compiled, as they tell mypy, and all that they import."""
        left = deque(path for path in self.modules if MARKER in self._texts[path])
        found = set(left)
        while left:
            for other in self._imports(left.popleft()) - found:
                found.add(other)
                left.append(other)
        return found

    def _steps_to(self, module: Path) -> dict[Path, int]:
        """{module that imports it, over however many others: how many}."""
        steps, left = {module: 0}, deque([module])
        while left:
            one = left.popleft()
            for other in self._importing[one] - steps.keys():
                steps[other] = steps[one] + 1
                left.append(other)
        return steps

    def _reached(self, test: Path) -> set[Path]:
        """The modules that a test, the conftest.py beside it and its helpers import or name."""
        if test not in self._reaching:
            found: set[Path] = set()
            left = deque([test, *(path for path in [test.parent / "conftest.py"] if path in self._texts)])
            seen = set(left)
            while left:
                one = left.popleft()
                for other in (self._imports(one) | self._named(one)) - seen:
                    seen.add(other)
                    if other in self._known:
                        found.add(other)
                    else:
                        left.append(other)
            self._reaching[test] = found
        return self._reaching[test]

    def _imports(self, path: Path) -> set[Path]:
        """The files that a file's imports name: modules, and helpers of tests."""
        if path not in self._imported:
            self._imported[path] = self._parsed_imports(path)
        return self._imported[path]

    def _parsed_imports(self, path: Path) -> set[Path]:
        found: set[Path] = set()
        for node in ast.walk(ast.parse(self._texts[path])):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    found |= self._files(alias.name.split("."))
            elif isinstance(node, ast.ImportFrom):
                words = node.module.split(".") if node.module else []
                if node.level:
                    base = path.parents[node.level - 1].joinpath(*words)
                    for stem in (base, *(base / alias.name for alias in node.names)):
                        found |= self._file(stem)
                else:
                    found |= self._files(words)
                    for alias in node.names:
                        found |= self._files([*words, alias.name])
        return found - {path}

    def _named(self, path: Path) -> set[Path]:
        """Modules whose dotted names stand in a test's texts."""
        names = re.findall(r"\bcoprime(?:\.\w+)+", self._texts[path])
        return {file for name in names for file in self._files(name.split("."))}

    def _files(self, words: list[str]) -> set[Path]:
        if words[0] in ("coprime", "coprime_pure"):
            return self._file(self.package.joinpath(*words[1:]))
        helper = self._helpers.get(words[0]) if len(words) == 1 else None
        return {helper} if helper else set()

    @staticmethod
    def _file(stem: Path) -> set[Path]:
        return {file for file in (stem.with_suffix(".py"), stem / "__init__.py") if file.is_file()}

    def _name(self, module: Path) -> str:
        """As it is imported: `coprime.server.diagnostics.doctor`."""
        return ".".join(["coprime", *module.relative_to(self.package).with_suffix("").parts])

    def _game(self, module: Path) -> Path | None:
        parts = module.relative_to(self.package).parts
        return self.package.joinpath(*parts[:2]) if parts[0] in ("games", "decks") and len(parts) > 2 else None

    def _beside(self, test: Path, module: Path) -> bool:
        """Does a test lie where the tests of the module's game or package do?"""
        game = self._game(module)
        folder = game / "tests" if game else self.root / "tests" / module.relative_to(self.package).parts[0]
        return test.parent == (folder if folder.is_dir() else self.root / "tests")


def first_letters(words: list[str]) -> set[str]:
    """The first letters of words, by which similar ones are known."""
    return {word[:SAME_LETTERS] for word in words}
