"""What mypy leaves out is compiled, or tests: everything else carries types that it checks strictly."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from coprime.core.kernel import PACKAGE

ROOT = Path(__file__).resolve().parents[1]
WHOLE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
IGNORED = [part["module"] for part in WHOLE["overrides"] if part.get("ignore_errors")]
# Sources that are compiled once for each game, by search/engine.py, env/batch.py, testing/many.py and core/game.py; one
# by a master.
INSTANTIATED = {"coprime.env.stepping", "coprime.search.exact", "coprime.search.baseline_kernels",
                "coprime.search.ismcts",
                "coprime.search.paired", "coprime.search.playout", "coprime.search.default_features",
                "coprime.search.race",
                "coprime.testing.many", "coprime.games.prime_daifugo.expert.tree", "coprime.core.dice"}


def modules():
    for path in PACKAGE.rglob("*.py"):
        if "static" not in path.parts and "tests" not in path.parts:
            yield ".".join(("coprime", *path.relative_to(PACKAGE).with_suffix("").parts)), path


@pytest.mark.parametrize("pattern", [pattern for patterns in IGNORED for pattern in patterns])
def test_what_mypy_leaves_out_is_compiled(pattern):
    if ".tests." in pattern:
        return
    found = {name: path for name, path in modules() if fnmatch(name, pattern)}
    assert found, f"{pattern} stands for nothing any more"
    for name, path in found.items():
        assert name in INSTANTIATED or re.search(r"^compile_rules\(", path.read_text(encoding="utf-8"), re.M), name


def test_nothing_else_is_left_out():
    assert WHOLE["strict"] and len(IGNORED) == 1
    loose = {key for part in WHOLE["overrides"] for key, value in part.items() if value is False}
    assert loose == {"follow_untyped_imports"}
