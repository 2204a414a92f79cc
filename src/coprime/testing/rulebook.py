"""Check a rulebook: every numbered rule has a test, every sum is right, every worked example is tried."""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from ..core.kernel import PACKAGE
from ..core.rulebook_parser import CITED_RULE, Example, ExampleRow, parse_page, rulebook_files

TEST = re.compile(r"def test_([A-Z]{2})_(\d+)")
TERM = r"−?\d+(?: [×÷+−] \d+)*"
SUM = re.compile(rf"{TERM}(?: = {TERM})+")


def read_rulebook(folder: Path) -> str:
    """Return the whole text of a rulebook."""
    return "\n".join(path.read_text(encoding="utf-8") for path in rulebook_files(folder))


def rules_of(folder: Path) -> list[str]:
    """Return the rule numbers of a game or a deck, in the order of its pages."""
    return [rule for path in rulebook_files(folder) for rule in parse_page(path).rule_numbers()]


def list_tested_rules(folder: Path) -> set[str]:
    """Return the rule numbers that tests under a folder are named after."""
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py")]
    return {f"{letters}-{number}" for text in texts for letters, number in TEST.findall(text)}


def list_untested_rules(folder: Path) -> list[str]:
    """Return the rules without a test in the folder's own tests or, in a checkout, in the project's."""
    known = list_tested_rules(folder / "tests") | list_tested_rules(PACKAGE.parents[1] / "tests")
    return [rule for rule in rules_of(folder) if rule not in known]


def unknown_rules(folder: Path) -> list[str]:
    """Return rule numbers that a folder's sources cite but its rulebook does not have."""
    known = set(rules_of(folder))
    letters = {rule[:2] for rule in known}
    texts = [path.read_text(encoding="utf-8") for path in [*folder.glob("*.py"), *folder.glob("messages/*")]]
    return sorted({rule for text in texts for rule in CITED_RULE.findall(text) if rule[:2] in letters
                   and rule not in known})


# Examples.

def list_worked_examples(folder: Path) -> list[Example]:
    """Return the worked examples of a rulebook."""
    return [example for path in rulebook_files(folder) for example in parse_page(path).find_examples()]


def list_worked_cases(folder: Path) -> list[tuple[str, ExampleRow]]:
    """Return every worked case with the kind of its example."""
    return [(example.kind, case) for example in list_worked_examples(folder) for case in example.cases]


def split_at_sign(labels: Sequence[str], sign: str = ">") -> list[list[str]]:
    """Split the drawing of a case at a sign."""
    found: list[list[str]] = [[]]
    for name in labels:
        if name == sign:
            found.append([])
        else:
            found[-1].append(name)
    return found


CaseCheck = Callable[[ExampleRow], bool]


def check_case(case: ExampleRow, check: CaseCheck) -> None:
    """Check that the mark of a case agrees with the rules."""
    assert case.mark in ("yes", "no"), f"{case.text}: nothing is asked"
    assert check(case) is (case.mark == "yes"), case.text


def find_equations(text: str) -> Iterator[tuple[str, bool]]:
    """Yield every equation in a text and whether it is true: 42 = 6 × 7."""
    for found in SUM.findall(text):
        values = [evaluate_sum(term) for term in found.split(" = ")]
        yield found, all(one == values[0] for one in values)


def evaluate_sum(term: str) -> Fraction:
    """Return the value of a sum such as 25 + 2 × 4, products first."""
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
