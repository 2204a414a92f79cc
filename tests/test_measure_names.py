"""What tools/measure_names.py counts."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import measure_names  # noqa: E402 - from the folder named above


@pytest.mark.parametrize("name, counted", [("told", True), ("_kept_rows", True), ("added", True), ("feed_cards", False),
                                           ("read_file", False), ("red", False), ("draw_card", False)])
def test_participles(name, counted):
    assert measure_names.starts_with_participle(name) == counted


def test_a_small_tree_is_counted(tmp_path):
    package, game = tmp_path / "src/coprime/core", tmp_path / "src/coprime/games/one"
    for folder in (package, game / "tests", tmp_path / "docs"):
        folder.mkdir(parents=True)
    (package / "a.py").write_text('class Seat:\n    def take(self): ...\n\n\ndef made_up():\n    """Return it."""\n\n\n'
                                  "def _sit_down(): ...\n")
    (package / "b.py").write_text('class Seat:\n    """One."""\n\n    def __init__(self): ...\n')
    (game / "rules.py").write_text("class Seat: ...\n")
    (game / "tests/test_rules.py").write_text("def a(): ...\n")
    (tmp_path / "docs/page.md").write_text("x" * 151 + "\n" + "|" + "x" * 200 + "\nshort\n")
    words, participles, owners, undocumented, long_lines = measure_names.measure(tmp_path)
    assert (words.count, words.total) == (1, 3) and participles.count == 1
    assert (owners.count, owners.total) == (1, 1)
    assert (undocumented.count, undocumented.total) == (1, 2)
    assert (long_lines.count, long_lines.total) == (1, 2)
    assert str(words) == "| function names of one word | 1 of 3 (33.3 %) | below 40 % |"


def test_no_class_name_has_two_owners_and_every_public_function_says_what_it_does():
    """Laws of the tree; shares of names stand in CONTRIBUTING."""
    _words, _participles, owners, undocumented, long_lines = measure_names.measure(ROOT)
    assert owners.count == 0 and undocumented.count == 0 and long_lines.count == 0
