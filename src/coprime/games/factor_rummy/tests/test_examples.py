"""The worked examples and tables of the rules' page, tried by the rules."""

import pytest

from coprime.core.kernel import import_pure
from coprime.core.rulebook_parser import RuleTable, load_pages, parse_page
from coprime.decks.primepak.cards import LEVELS
from coprime.decks.primepak.tests.trying import TRIES as DECK
from coprime.decks.primepak.tests.trying import is_set
from coprime.games.factor_rummy.deck_data import PRIME_WILDS
from coprime.games.factor_rummy.tests.table import GAME, Going, counts, do, table
from coprime.testing import rulebook

groups = import_pure("coprime.games.factor_rummy.hand_grouping")


def a_hand(case):
    """The whole hand stands in sets as it is grouped; where it does not, no other grouping does better."""
    parts = rulebook.split_at_sign(case.drawn, "/")
    cards = " ".join(name for part in parts for name in part)
    assert len(cards.split()) == 11
    whole = all(map(is_set, parts))
    over = groups.best_grouping(counts(cards)).deadwood
    assert over == 0 if whole else over == sum(len(part) for part in parts if not is_set(part))
    if whole:
        going = do(table(cards, "2 3"), "out").going
        assert going == (Going.PRIME_FACTOR if "Prime Factor" in case.text else Going.FACTOR_RUMMY)
    return whole


TRIES = DECK | {"hands": a_hand}
OVER = ["", "2", "2 3", "2 3 5", "2 3 5 7", "2 3 5 7 11"]


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])


def scores():
    return next(block for block in parse_page(GAME.folder / "rules.md").iter_blocks()
                if isinstance(block, RuleTable)).rows[1:]


@pytest.mark.parametrize(("way", "others", "told"), scores())
def test_the_table_of_scores(way, others, told):
    """Played: the hand goes out against others with so many cards left over."""
    left = [int(word) for word in others.replace(",", "").replace("and ", "").split()]
    with_deadwood = "Deadwood" in way
    mine = int(way.split()[-2]) if with_deadwood else 0
    hand = "42 2 3 7" if way == "Prime Factor" else "42 6 7"
    if with_deadwood:
        hand = {1: "42 6 7 11 5", 2: "42 6 7 11 5 2"}[mine]
    s = do(table(hand, *(OVER[n] or "20 4 5" for n in left)), {0: "out", 1: "out 5", 2: "out 2"}[mine])
    assert [int(n) for n in s.deadwood[:len(left) + 1]] == [mine, *left]
    assert str(int(s.gain)).replace("-", "−") == told.split(" = ")[1]


def test_wilds_of_the_deck_page():
    table = [block for block in load_pages()["/rules/primepak"].iter_blocks() if isinstance(block, RuleTable)][1]
    (row,) = [row for row in table.rows if row[0] == GAME.title]
    assert [int(n) for n in row[1:]] == [PRIME_WILDS[level] for level in range(1, LEVELS + 1)]
