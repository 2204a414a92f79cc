"""Every numbered rule has a test: the numbers of rules.md against the names of the tests beside it."""

import re
from pathlib import Path

RULE = re.compile(r"^- ([A-Z]{2}-\d+)\b", re.MULTILINE)
TEST = re.compile(r"def test_([A-Z]{2})_(\d+)")
NAMED = re.compile(r"\b([A-Z]{2}-\d+)\b")


def rules_of(folder: Path) -> list[str]:
    """The rule numbers of a game or a deck, in the order of its rules.md."""
    return RULE.findall((folder / "rules.md").read_text(encoding="utf-8"))


def tested(folder: Path) -> set[str]:
    """The rule numbers that tests under a folder are named after."""
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py")]
    return {f"{letters}-{number}" for text in texts for letters, number in TEST.findall(text)}


def untested(folder: Path) -> list[str]:
    """Rules without a test."""
    return [rule for rule in rules_of(folder) if rule not in tested(folder / "tests")]


def unknown(folder: Path) -> list[str]:
    """Rule numbers that the sources of a folder cite but its rules.md does not have."""
    known = set(rules_of(folder))
    letters = {rule[:2] for rule in known}
    texts = [path.read_text(encoding="utf-8") for path in [*folder.glob("*.py"), *folder.glob("messages/*")]]
    return sorted({rule for text in texts for rule in NAMED.findall(text) if rule[:2] in letters and rule not in known})
