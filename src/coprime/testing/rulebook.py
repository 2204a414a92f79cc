"""Every numbered rule has a test: the numbers of a rulebook against the names of the tests beside it.

A rulebook is the rules.md of a folder and its pages/*.md.
"""

import re
from pathlib import Path

RULE = re.compile(r"^- ([A-Z]{2}-\d+)\b", re.MULTILINE)
TEST = re.compile(r"def test_([A-Z]{2})_(\d+)")
NAMED = re.compile(r"\b([A-Z]{2}-\d+)\b")


def pages_of(folder: Path) -> list[Path]:
    """The pages of a game's or a deck's rulebook, its rules.md first."""
    return [folder / "rules.md", *sorted(folder.glob("pages/*.md"))]


def text_of(folder: Path) -> str:
    """All that a rulebook says."""
    return "\n".join(page.read_text(encoding="utf-8") for page in pages_of(folder))


def rules_of(folder: Path) -> list[str]:
    """The rule numbers of a game or a deck, in the order of its pages."""
    return RULE.findall(text_of(folder))


def tested(folder: Path) -> set[str]:
    """The rule numbers that tests under a folder are named after."""
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py")]
    return {f"{letters}-{number}" for text in texts for letters, number in TEST.findall(text)}


def untested(folder: Path) -> list[str]:
    """Rules without a test."""
    return [rule for rule in rules_of(folder) if rule not in tested(folder / "tests")]


def unknown(folder: Path) -> list[str]:
    """Rule numbers that the sources of a folder cite but its rulebook does not have."""
    known = set(rules_of(folder))
    letters = {rule[:2] for rule in known}
    texts = [path.read_text(encoding="utf-8") for path in [*folder.glob("*.py"), *folder.glob("messages/*")]]
    return sorted({rule for text in texts for rule in NAMED.findall(text) if rule[:2] in letters and rule not in known})
