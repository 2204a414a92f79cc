"""The worked examples and tables of the deck's pages, tried by its rules."""

from math import prod
from pathlib import Path

import pytest

from coprime.core.rulebook_parser import CardRows, Divisions, RuleTable, load_pages, parse_page
from coprime.decks.primepak import cards
from coprime.decks.primepak.factor_set_catalogue import LEVEL_ENDS, SETS, WILDS
from coprime.decks.primepak.tests.trying import TRIES
from coprime.testing import rulebook

FOLDER = Path(cards.__file__).parent
DECK = parse_page(FOLDER / "rules.md")


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(FOLDER))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])


def test_the_drawn_cards_are_the_deck():
    """Every level's cards with their copies."""
    (drawn,) = [block for block in DECK.iter_blocks() if isinstance(block, CardRows)]
    *levels, (wilds, names) = drawn.rows
    assert wilds == "Wilds" and names == ["W"] and len(levels) == cards.LEVELS
    for level, (_, names) in enumerate(levels, 1):
        found = {int(name): int(copies or 1) for name, _, copies in (name.partition("*") for name in names)}
        assert found == {number: int(cards.COPIES[kind]) for number, kind in cards.KIND.items()
                         if cards.LEVEL[kind] == level}


def test_the_table_of_levels():
    table = next(block for block in DECK.iter_blocks() if isinstance(block, RuleTable))
    for level, primes, number in ((int(row[0]), row[1], int(row[2])) for row in table.rows[1:]):
        assert [*map(int, primes.split(", "))] == [*cards.IN_PLAY[level]] and number == cards.count_number_cards(level)


def test_what_the_digits_tell():
    """The table of tests, for every number up to 999."""
    page = parse_page(FOLDER / "pages/divisibility.md")
    table = next(block for block in page.iter_blocks() if isinstance(block, RuleTable))
    tests = {2: lambda n: str(n)[-1] in "02468", 5: lambda n: str(n)[-1] in "05", 10: lambda n: str(n)[-1] == "0",
             100: lambda n: str(n)[-2:] == "00", 3: lambda n: sum(map(int, str(n))) % 3 == 0,
             9: lambda n: sum(map(int, str(n))) % 9 == 0}
    assert [int(row[0]) for row in table.rows[1:]] == [*tests, 11]
    assert all(tests[d](n) == (n % d == 0) for d in tests for n in range(1, 1000))
    assert all((n // 10 == n % 10) == (n % 11 == 0) for n in range(10, 100))


def test_so_many_sets_have_a_card():
    """The figures of the solitaire's strategy, which are facts of the deck."""
    page = load_pages()["/rules/prime_solitaire/strategy"]
    for table, level in zip([block for block in page.iter_blocks() if isinstance(block, RuleTable)], (3, 6),
                            strict=True):
        rows = [row for row in range(int(LEVEL_ENDS[level])) if not WILDS[row]]
        assert f"{len(rows)} " in page.path.read_text(encoding="utf-8")
        for number, told in zip(table.rows[0][1:], table.rows[1][1:], strict=True):
            assert int(told) == sum(cards.KIND[int(number)] in SETS[row] for row in rows), number


def test_95_has_one_set():
    """The page on factors says so."""
    assert [prod(cards.NUMBERS[kind] for kind in SETS[row, 1:] if kind >= 0) for row in range(int(LEVEL_ENDS[6]))
            if SETS[row, 0] == cards.KIND[95] and not WILDS[row]] == [95]


def test_51_is_divided_by_3_in_both_written_forms():
    """The page on divisibility shows the steps of the rulebook: 3 from 5, then 21 from 21; and the small 2."""
    (block,) = [one for one in parse_page(FOLDER / "pages/divisibility.md").iter_blocks() if isinstance(one, Divisions)]
    long, short = block.rows
    assert {(one.dividend, one.divisor) for one in block.rows} == {(51, 3)}
    assert long.lines == [(3, 1, True), (21, 2, False), (21, 2, True), (0, 2, False)] and not long.carried
    assert short.carried == [0, 2] and not short.lines
