"""The worked examples of the rules' pages, tried by the rules."""

import pytest

from coprime.core.rulebook_parser import RuleTable, load_pages
from coprime.decks.primepak.tests.trying import TRIES as DECK
from coprime.games.prime_solitaire.tests.test_rules import GAME, Refusal, table, why
from coprime.testing import rulebook


def from_the_stack(case):
    """`20 > 5 4 9`: an open 20, and the stack with its top card first; some run of it makes a set."""
    (answer,), stack = rulebook.split_at_sign(case.drawn)
    s = table(answer, stack=" ".join(reversed(stack)), pile="2")
    return any(why(s, f"take 1 +{run}") == Refusal.NONE for run in range(1, len(stack) + 1))


TRIES = DECK | {"stack": from_the_stack}


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])


def test_wilds_of_the_deck_page():
    table = [block for block in load_pages()["/rules/primepak"].iter_blocks() if isinstance(block, RuleTable)][1]
    (row,) = [row for row in table.rows if row[0] == GAME.title]
    assert row[1:] == ["0"] * 6
