"""Hints and sentences of Factor Rummy over random games: what they say is held against a search of its own."""

import re
from collections import Counter

import pytest

from coprime.core.attr_view import to_object
from coprime.decks.primepak.cards import NUMBERS, WILD
from coprime.decks.primepak.factor_set_catalogue import SETS
from coprime.testing.laws import RandomWalk, random, random_options, view_of

from .table import GAME, NAMES, RULES, WORDS, Phase, kinds, table

HINT = WORDS.SAY["hint"]
CARDS = [Counter(int(kind) for kind in row if kind >= 0) for row in SETS]


def cards_of(hand):
    return Counter({kind: int(n) for kind, n in enumerate(hand) if n > 0})


def least_over(cards):
    """How many cards every way of laying sets leaves over at least: a plain search, without the rules' tables."""
    sets = [row for row in CARDS if row <= cards]

    def search(left, first):
        best = left.total()
        for i in range(first, len(sets)):
            if sets[i] <= left:
                best = min(best, search(left - sets[i], i))
        return best
    return search(cards, 0)


def held(view, seat):
    """Hold a ladder against the search; return which sentence it has said."""
    rungs = [str(rung) for rung in GAME.hints.ladder(view, seat)]
    cards, top = cards_of(view.hand[seat]), int(view.pile[view.height - 1]) if view.height else WILD
    if view.phase == Phase.TURN and len(rungs) == 3 and top != WILD:
        more = cards + Counter([top])
        if rungs[1].startswith(HINT["clue_turn_no"].format(card=NUMBERS[top])):
            assert least_over(more) > least_over(cards), (rungs, cards)
            return "no"
        if "you would have a set" in rungs[1]:
            assert least_over(more) <= least_over(cards), (rungs, cards)
            assert any(row <= more and row[top] for row in CARDS)
            return "yes"
    for form in ("clue_drawn", "clue_out"):
        for n in range(15):
            if len(rungs) > 1 and rungs[1].startswith(HINT[form].format(n=n)):
                discarded = re.match(r"Go out and discard (\w+|a wild):", rungs[-1])
                gone = Counter(kinds(discarded[1].replace("a wild", "W")) if discarded else [])
                assert n == least_over(cards - gone), (rungs, cards)
                return form
    return ""


@pytest.mark.parametrize("seeds", [range(6), (range(6, 60))])
def test_what_hints_say_of_sets_is_so(seeds):
    """Issue 26, D29: half of the sentences "makes no new set" stood where it made one."""
    said = Counter()
    for seed in seeds:
        seats, options = random_options(GAME, random.Random(seed))
        walk = RandomWalk(GAME, RULES, seats, options | {"level": min(int(options["level"]), 4)}, seed)
        for state in walk.walk_positions(60):
            if state.phase in (Phase.TURN, Phase.DRAWN) and walk.random.random() < 0.3:
                seat = int(state.turn)
                said[held(to_object(view_of(RULES, state, seat)), seat)] += 1
    assert said["no"] > 5 and said["clue_drawn"] > 5 and (len(seeds) < 10 or said["yes"] > 5), said


def test_a_card_that_makes_a_set_may_leave_no_fewer_over():
    s = table("W 2 2 13 15 19 20 35 78 80", "3 5", pile="90", drawn=False)
    rungs = GAME.hints.ladder(to_object(view_of(RULES, s, 0)), 0)
    assert str(rungs[1]).startswith("With the 90 no fewer cards would be left over.")
    assert any(row <= cards_of(s.hand[0]) + Counter(kinds("90")) and row[kinds("90")[0]] for row in CARDS)


@pytest.mark.parametrize(("pile", "why"), [
    ("W", "A wild lies on the discards."), ("11", "The 11 lies on the discards.")])
def test_what_lies_on_the_discards(pile, why):
    s = table("42 6 7 30", "2 3 5", pile=pile, drawn=False)
    assert WORDS.scene(to_object(view_of(RULES, s, 1)), 1, NAMES)["why"] == why


def test_a_terminal_counts_one_card_as_one():
    s = table("42", "2 3", score=(1, 0))
    assert "Ann: 1 card, 1 point" in WORDS.text(view_of(RULES, s, 1), 1, NAMES)
