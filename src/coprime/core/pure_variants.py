"""Names of the pure-Python variants of modules, and how modules outside of Coprime are loaded as such.

A game in a package of its own says `from coprime.core.kernel import ...`.  Its pure-Python variant has to say
`coprime_pure`, and `coprime_pure_<package>` for what is its own: so the source is read once more, with these names.
"""

import ast
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec
from types import CodeType, ModuleType
from typing import Any

PURE_PACKAGE = "coprime_pure"
OWN = "coprime"


def pure_name(name: str) -> str:
    """Return the name of a module's pure-Python variant."""
    top, dot, rest = name.partition(".")
    return (PURE_PACKAGE if top == OWN else f"{PURE_PACKAGE}_{top}") + dot + rest


def allow_pure_imports(name: str) -> None:
    """Make the pure-Python variants of another package's modules importable."""
    top = name.partition(".")[0]
    if pure_name(top) in sys.modules:
        return
    if PureFinder not in sys.meta_path:
        sys.meta_path.insert(0, PureFinder)
    found = find_spec(top)
    package = ModuleType(pure_name(top))
    package.__path__ = list(found.submodule_search_locations or ()) if found else []
    sys.modules[package.__name__] = package


class PureFinder:
    """Finds pure-Python variants; see `importlib.abc.MetaPathFinder`."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if not name.startswith(f"{PURE_PACKAGE}_"):
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = PureLoader(spec.loader.name, spec.loader.path)
        return spec


class PureLoader(SourceFileLoader):
    """Loads a source with the names of pure-Python variants in its imports."""

    def get_code(self, fullname: str) -> CodeType:
        """Never from a file of byte code: that is the package's own."""
        tree = ast.parse(self.get_data(self.path), self.path)
        top = fullname.partition(".")[0].removeprefix(f"{PURE_PACKAGE}_")
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                node.module = _renamed(node.module, top)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname:
                        alias.name = _renamed(alias.name, top)
        return compile(tree, self.path, "exec", dont_inherit=True)


def _renamed(name: str, top: str) -> str:
    return pure_name(name) if name.partition(".")[0] in (OWN, top) else name
