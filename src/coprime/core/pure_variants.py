"""Names of pure-Python variants, and how modules outside Coprime are loaded as such.

A game in its own package says `from coprime.core.kernel import ...`. Its pure variant must import `coprime_pure`,
and `coprime_pure_<package>` for its own modules, so the source is loaded again with these names.
"""

import ast
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec
from types import CodeType, ModuleType
from typing import Any

PURE_PACKAGE = "coprime_pure"
OWN_PACKAGE = "coprime"


def pure_name(name: str) -> str:
    """Return the module name of the pure-Python variant."""
    top, dot, rest = name.partition(".")
    return (PURE_PACKAGE if top == OWN_PACKAGE else f"{PURE_PACKAGE}_{top}") + dot + rest


def own_name(name: str) -> str:
    """Return the module name of which a name is the pure-Python variant; any other name as it is."""
    top, dot, rest = name.partition(".")
    return (OWN_PACKAGE if top == PURE_PACKAGE else top.removeprefix(f"{PURE_PACKAGE}_")) + dot + rest


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
    """Finds pure-Python variants of modules; see `importlib.abc.MetaPathFinder`."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the import spec of a pure variant; None for any other module."""
        if not name.startswith(f"{PURE_PACKAGE}_"):
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = PureLoader(spec.loader.name, spec.loader.path)
        return spec


class PureLoader(SourceFileLoader):
    """Loads a source with its imports renamed to pure variants."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source with renamed imports, never from a byte-code file, which belongs to the original."""
        tree = ast.parse(self.get_data(self.path), self.path)
        top = fullname.partition(".")[0].removeprefix(f"{PURE_PACKAGE}_")
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                node.module = _pure_import_name(node.module, top)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname:
                        alias.name = _pure_import_name(alias.name, top)
        return compile(tree, self.path, "exec", dont_inherit=True)


def _pure_import_name(name: str, top: str) -> str:
    """Return a module name renamed to its pure variant where the variant exists."""
    return pure_name(name) if name.partition(".")[0] in (OWN_PACKAGE, top) else name
