"""Every numbered rule has a test, every sum in the rules is right, every worked example is tried."""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from ..core.kernel import PACKAGE
from ..core.rulebook import CITED, Example, ExampleRow, parse_page, rulebook_files

TEST = re.compile(r"def test_([A-Z]{2})_(\d+)")
TERM = r"−?\d+(?: [×÷+−] \d+)*"
SUM = re.compile(rf"{TERM}(?: = {TERM})+")


def text_of(folder: Path) -> str:
    """All that a rulebook says."""
    return "\n".join(path.read_text(encoding="utf-8") for path in rulebook_files(folder))


def rules_of(folder: Path) -> list[str]:
    """The rule numbers of a game or a deck, in the order of its pages."""
    return [rule for path in rulebook_files(folder) for rule in parse_page(path).numbers()]


def tested(folder: Path) -> set[str]:
    """The rule numbers that tests under a folder are named after."""
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py")]
    return {f"{letters}-{number}" for text in texts for letters, number in TEST.findall(text)}


def untested(folder: Path) -> list[str]:
    """Rules without a test, in the folder's own tests or, in a checkout, the house's (the contest's protocol)."""
    known = tested(folder / "tests") | tested(PACKAGE.parents[1] / "tests")
    return [rule for rule in rules_of(folder) if rule not in known]


def unknown(folder: Path) -> list[str]:
    """Rule numbers that the sources of a folder cite but its rulebook does not have."""
    known = set(rules_of(folder))
    letters = {rule[:2] for rule in known}
    texts = [path.read_text(encoding="utf-8") for path in [*folder.glob("*.py"), *folder.glob("messages/*")]]
    return sorted({rule for text in texts for rule in CITED.findall(text) if rule[:2] in letters and rule not in known})


# Examples.

def examples(folder: Path) -> list[Example]:
    """The worked examples of a rulebook."""
    return [example for path in rulebook_files(folder) for example in parse_page(path).examples()]


def cases(folder: Path) -> list[tuple[str, ExampleRow]]:
    """Every worked case with the kind of its example."""
    return [(example.kind, case) for example in examples(folder) for case in example.cases]


def groups(drawn: Sequence[str], sign: str = ">") -> list[list[str]]:
    """What is drawn, cut at a sign: what lies there and what is played on it."""
    found: list[list[str]] = [[]]
    for name in drawn:
        if name == sign:
            found.append([])
        else:
            found[-1].append(name)
    return found


Try = Callable[[ExampleRow], bool]


def holds(case: ExampleRow, tried: Try) -> None:
    """The mark of a case is what the rules say."""
    assert case.mark in ("yes", "no"), f"{case.text}: nothing is asked"
    assert tried(case) is (case.mark == "yes"), case.text


def sums(text: str) -> Iterator[tuple[str, bool]]:
    """Every equation in a text, and whether it is true: 42 = 6 × 7."""
    for found in SUM.findall(text):
        values = [value(term) for term in found.split(" = ")]
        yield found, all(one == values[0] for one in values)


def value(term: str) -> Fraction:
    """The value of a sum such as 25 + 2 × 4: products first."""
    total, sign = Fraction(0), 1
    for part in re.split(r"(?<=\d) ([+−]) ", term):
        if part in ("+", "−"):
            sign = 1 if part == "+" else -1
        else:
            total += sign * _product(part)
    return total


def _product(text: str) -> Fraction:
    first, *rest = re.split(r" ([×÷]) ", text.replace("−", "-"))
    result = Fraction(first)
    for sign, number in zip(rest[::2], rest[1::2], strict=True):
        result = result * int(number) if sign == "×" else result / int(number)
    return result
