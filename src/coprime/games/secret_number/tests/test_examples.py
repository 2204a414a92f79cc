"""The worked examples and tables of the rules' page, tried by the rules."""

import re

import pytest

from coprime.core.rulebook_parser import RuleTable, parse_page
from coprime.core.seats import UNKNOWN
from coprime.games.secret_number.figures import HIDDEN
from coprime.games.secret_number.tests.test_rules import GAME, rules, table
from coprime.testing import rulebook

SIGNS = {"+": 0, "−": 1, "×": 2, "÷": 3}


def makes(case):
    """`3 1 → 4`: some operation on the two numbers has this result; the sentence names it."""
    (a, b), (result,) = ([int(name) for name in part] for part in rulebook.split_at_sign(case.drawn, "→"))
    low, high = sorted((a, b))
    found = {sign for sign, op in SIGNS.items() if rules.compute_result(low, high, op) == result}
    sums = re.findall(r"\d+ ([+−×÷]) \d+ = (\d+)", case.text)
    told = {sign for sign, value in sums if int(value) == result}
    assert told == found, f"{found} make {result}"
    if "not possible" in case.text:
        assert rules.compute_result(low, high, SIGNS["÷"]) == UNKNOWN
    return bool(found)


def dealt(case):
    """A hand, the open card and the secret number of three players."""
    hand, (open_card,), (secret,) = rulebook.split_at_sign(case.drawn, ",")
    assert secret == HIDDEN and "other five" in parse_page(GAME.folder / "rules.md").path.read_text(encoding="utf-8")
    cards = [n for n in range(4) for _ in range(2)]
    for name in [*hand, open_card]:
        cards.remove(int(name))
    return len(cards) == 5 and bool(table("".join(hand), "00", "13", open=int(open_card)).stage + 1)


TRIES = {"results": makes, "deal": dealt}


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])


def test_the_table_of_points():
    """Its rows are the positions of the tests of SN-10, with these sums."""
    (table_,) = [block for block in parse_page(GAME.folder / "rules.md").iter_blocks() if isinstance(block, RuleTable)]
    assert [row[1].split(" = ")[1] for row in table_.rows[1:]] == ["8", "2", "5", "−2"]
