"""What mypy leaves out is compiled, or tests: everything else carries types that it checks strictly."""

import re
import tomllib
from pathlib import Path

from coprime.core.kernel import PACKAGE

ROOT = Path(__file__).resolve().parents[1]
WHOLE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
IGNORED = [part["module"] for part in WHOLE["overrides"] if part.get("ignore_errors")]
# Sources that are compiled once for each game, by search/search_engine.py, env/batch.py, env/seat_batch.py,
# testing/random_matches.py and core/game.py; one by a master.
INSTANTIATED = {"coprime.env.stepping", "coprime.env.seat_stepping",
                "coprime.search.exact_kernels", "coprime.search.baseline_kernels",
                "coprime.search.ismcts",
                "coprime.search.paired_kernels", "coprime.search.playout", "coprime.search.stub_heuristics",
                "coprime.search.race_kernels", "coprime.testing.random_matches",
                "coprime.games.prime_daifugo.expert.tree_search", "coprime.core.default_observation"}


# Compiled, and typed all the same.
TYPED = {"coprime.contest.protocol_tables", "coprime.contest.apply_if_allowed"}


def modules():
    for path in sorted(PACKAGE.rglob("*.py")):
        if "static" not in path.parts and "tests" not in path.parts:
            yield ".".join(("coprime", *path.relative_to(PACKAGE).with_suffix("").parts)), path


def test_what_mypy_leaves_out_is_compiled_and_says_so():
    """A compiled module carries the marker itself, so that a new game changes nothing outside its folder."""
    compiled, marked = set(INSTANTIATED), set()
    for name, path in modules():
        text = path.read_text(encoding="utf-8")
        if re.search(r"^compile_rules\(", text, re.M):
            compiled.add(name)
        if re.search(r"^# mypy: ignore-errors", text, re.M):
            marked.add(name)
    assert marked and marked - TYPED == compiled - TYPED


def test_nothing_else_is_left_out():
    assert WHOLE["strict"] and IGNORED == [["coprime.decks.*.tests.*", "coprime.games.*.tests.*"]]
    loose = {key for part in WHOLE["overrides"] for key, value in part.items() if value is False}
    assert loose == {"follow_untyped_imports"}
