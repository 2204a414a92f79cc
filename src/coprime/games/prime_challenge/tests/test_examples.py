"""The worked examples and tables of the rules' page, tried by the rules."""

import pytest

from coprime.core.rulebook_parser import RuleTable, load_pages, parse_page
from coprime.decks.primepak.tests.trying import a_set
from coprime.games.prime_challenge.layout_data import WILD_COUNTS
from coprime.games.prime_challenge.tests.playing import GAME, do, names, points, table
from coprime.testing import rulebook


def collected(case):
    """A set, and what it counts where the sentence says so."""
    if "It counts" in case.text:
        s = table(" ".join(case.drawn) + " 10 2 5", seats=2)
        do(s, "0: take " + " ".join(str(i + 1) for i in range(len(case.drawn))), "clock: 2000")
        assert f"It counts {points(s)[0]}," in case.text
        assert all(names.parse_kind(name) >= 0 for name in case.drawn)
    return a_set(case)


TRIES = {"sets": collected}


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])


CHALLENGED = {                          # cards, what is taken, what is named
    "a set with a wrong product": ("42 6 8 10 2 5", "take 1 2 3", "product"),
    "the answer was not picked up first": ("6 42 7 10 2 5", "take 1 2 3", "order"),
    "more than three wilds": ("64 4 W W W W 10 2 5", "take 1 2 3 4 5 6", "wilds"),
    "fewer than two natural cards": ("20 W W W 10 2 5", "take 1 2 3 4", "naturals"),
    "a wrong product, and the answer not first, both named": ("6 42 8 10 2 5", "take 1 2 3", "product order"),
    "a challenge that is false": ("42 6 7 10 2 5", "take 1 2 3", "product"),
}


def penalties():
    return next(block for block in parse_page(GAME.folder / "rules.md").iter_blocks()
                if isinstance(block, RuleTable)).rows[1:]


@pytest.mark.parametrize(("what", "who", "told"), penalties())
def test_the_table_of_penalties(what, who, told):
    cards, take, named = CHALLENGED[what]
    s = do(table(cards, seats=2), f"0: {take}", f"1: challenge 0 {named}")
    moved = int(told.split(" = ")[-1])
    assert points(s)[1] == (-moved if who == "the challenger" else moved)


def test_wilds_of_the_deck_page():
    table = [block for block in load_pages()["/rules/primepak"].iter_blocks() if isinstance(block, RuleTable)][1]
    (row,) = [row for row in table.rows if row[0] == GAME.title]
    assert [int(n) for n in row[1:]] == [WILD_COUNTS[level] for level in range(1, 7)]
