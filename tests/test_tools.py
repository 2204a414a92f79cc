"""What the tools import is there: nobody runs them between two releases but by hand."""

import ast
import importlib
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = sorted((ROOT / "tools").glob("**/*.py"))
FOLDERS = [ROOT / "tools", ROOT / "tests/server", ROOT / "tests/browser", ROOT / "tests/contest"]


def defined_names(tree):
    """The names that a module defines at its top level."""
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        else:
            names |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return names


def missing(module, names):
    """Which of the names that a tool imports from a module are not there; the module itself where it is not."""
    for folder in FOLDERS:
        file = folder / (module.replace(".", "/") + ".py")
        if file.is_file():
            return [f"{module}.{name}" for name in names if name not in defined_names(ast.parse(file.read_text()))]
    if module.split(".")[0] != "coprime":
        return [] if importlib.util.find_spec(module) else [module]
    found = importlib.import_module(module)
    return [f"{module}.{name}" for name in names
            if not hasattr(found, name) and not importlib.util.find_spec(f"{module}.{name}")]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.relative_to(ROOT / "tools").as_posix())
def test_a_tool_finds_what_it_imports(tool):
    absent = []
    for node in ast.walk(ast.parse(tool.read_text())):
        if isinstance(node, ast.ImportFrom) and not node.level:
            absent += missing(node.module, [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            absent += [name for alias in node.names for name in missing(alias.name, [])]
    assert absent == []
