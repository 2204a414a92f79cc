"""The worked examples and tables of the rules' page, tried by the rules."""

import re

import pytest

from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure
from coprime.core.rulebook_parser import RuleTable, load_pages, parse_page
from coprime.decks.primepak.cards import KIND, NUMBERS, PRIMES, WILD
from coprime.games.prime_canasta import tables
from coprime.games.prime_canasta.tests.table import GAME, Refusal, do, kinds, laid_by, rounds, row, table, why
from coprime.testing import rulebook

LONG = GAME.new_state(2, {}, import_pure("coprime.games.prime_canasta.rules"))      # CA-37 tells of a short match
sides = import_pure("coprime.games.prime_canasta.sides")


def label(drawn):
    """How a set is written in labels: a run says what its wilds stand for."""
    first = next(name for name in drawn if name != "W")
    if int(first) not in PRIMES:
        return f"{drawn[0]}={'x'.join(drawn[1:])}"
    low = PRIMES.index(int(first)) - drawn.index(first)
    return "run " + " ".join(f"W{PRIMES[low + i]}" if name == "W" else name for i, name in enumerate(drawn))


def points_of(drawn):
    return int(sum(tables.POINTS[kind] for kind in kinds(" ".join(drawn))))


def a_set(case):
    try:
        found = row(label(case.drawn))
    except BadInput:
        return False
    if not 0 <= found < tables.ALL:
        return False
    says = "canasta" in case.text and "too small" not in case.text or "royal" in case.text
    assert bool(tables.CANASTA[found]) is says and ("mixed" in case.text.lower()) is ("W" in case.drawn)
    return True


def what_it_counts(case):
    return case.text.split(" = ")[1].startswith(str(points_of(case.drawn)))


def first_laydown(case):
    """Enough for the first sets at the total that the sentence names last."""
    sets = rulebook.split_at_sign(case.drawn, "/")
    assert f"{sum(map(points_of, sets))}" in case.text
    total = int(re.findall(r"total (?:up to|of) (\d+)", case.text)[-1])
    s = table(" ".join(name for part in sets for name in part) + " 9 9", "10", score=(total, 0))
    do(s, *(f"lay {label(part)}" for part in sets))
    if why(s, "down") != Refusal.NONE:
        return False
    do(s, "down")
    return len(laid_by(s, 0)) == len(sets)


def it_grows(case):
    old, new = rulebook.split_at_sign(case.drawn)
    s = table(" ".join(new) + " 9 9", "10", laid=[label(old)])
    return why(s, f"extend {label(old)} with {' '.join(new)}") == Refusal.NONE


TRIES = {"sets": a_set, "counts": what_it_counts, "laydown": first_laydown, "grows": it_grows}


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    if kind == "counts":
        assert what_it_counts(case)
    else:
        rulebook.check_case(case, TRIES[kind])


PAGE = parse_page(GAME.folder / "rules.md")
VALUES, NEEDED, BONUSES = [block.rows[1:] for block in PAGE.iter_blocks() if isinstance(block, RuleTable)]


def test_the_table_of_values():
    told = {}
    for cards, points in VALUES:
        for part in cards.split(", "):
            if part == "wild":
                told[WILD] = int(points)
            elif part.isdigit():
                told[KIND[int(part)]] = int(points)
            else:
                words = part.split()
                low, high = {"from": (100, 1000), "below": (0, 39)}.get(words[1], (0, 0))
                if "to" in words:
                    low, high = int(words[2]), int(words[4])
                told |= {KIND[n]: int(points) for n in NUMBERS if low <= n <= high and n not in PRIMES}
    assert told == {kind: int(tables.POINTS[kind]) for kind in range(WILD + 1)}


def test_the_table_of_what_is_needed():
    for totals, least, canastas in NEEDED:
        total = {"below 0": -10}.get(totals) or int(totals.split()[0])
        needed = sides.laydown_minimum(LONG, total), sides.canastas_needed(LONG, total)
        assert needed == (int(least), int(canastas)), totals


def test_the_table_of_bonuses():
    example = {"factor canasta of five cards": ["81 3 3 3 3", "64 2 4 4 W"],
               "factor canasta of six cards or more": ["64 2 2 2 2 4", "64 2 2 2 4 W"],
               "prime canasta, six or seven primes": ["2 3 5 7 11 13", "2 3 5 7 11 W 17"],
               "royal prime canasta, 2 to 19": ["2 3 5 7 11 13 17 19", "2 3 W 7 W W 17 19"]}
    for what, natural, mixed in BONUSES:
        assert [int(tables.BONUS[row(label(cards.split()))]) for cards in example[what]] == [int(natural), int(mixed)]


def test_wilds_of_the_deck_page():
    levels = [block for block in load_pages()["/rules/primepak"].iter_blocks() if isinstance(block, RuleTable)][1]
    (line,) = [line for line in levels.rows if line[0] == GAME.title]
    assert line[1:3] == ["–", "–"]
    for level in range(3, 7):
        assert int(line[level]) == rounds.copies_in_deck(GAME.new_state(2, {"level": level}, GAME.pure_rules), WILD)
