"""The log of Daifugo over random games: what clears the cards is named rightly, for screens and reports as well."""

import re

import pytest

from coprime.core.attr_view import to_object
from coprime.core.seats import CHANCE, WATCHER
from coprime.testing.laws import RandomWalk, random, random_options, view_of

from .test_rules import GAME, RULES, WORDS, Phase, bag, dealt, four, plays, table

NAMES = ["Ada", "Ben", "Cyd", "Dan", "Eva", "Fay"]
EIGHT = re.compile(r"\b8[shdc]\b|=8\b")                  # in a label: a card, or a joker that stands for one
FIVE = re.compile(r"\b5[shdc]\b|=5\b")                  # in a label: a card, or a joker that stands for one
CUTS, PASSED = "The 8 clears the cards.", "Everyone has passed, the cards are cleared."
THREE = "The 3 of spades beats the joker"
SKIPPED = "Everyone else is skipped, the cards are cleared."


def line_of(s, text, observer=WATCHER):
    """Carry out a play of whoever is on turn, and return its line and what a report counts."""
    before, seat, action = s.copy(), int(s.turn), WORDS.parse(text)
    assert not RULES.refusal(s, seat, action)
    RULES.apply(s, seat, action)
    views = [to_object(view_of(RULES, one, observer)) for one in (before, s)]
    line = WORDS.describe_event(views[0], seat, action, views[1], NAMES, observer)
    return line, list(GAME.report_events.rule_events(to_object(before), seat, action, to_object(s)))


def test_a_play_that_nobody_is_left_to_answer_is_no_eight():
    """Issue 26, D29: Ada's 10 lies there, she is out, Cyd has passed, and Dan is exiled."""
    s = four("3h", "Jh 3s", "4s 5s", "4d 5d", turn=1)
    s.hand[0] = s.cards[0] = 0
    s.live, s.passed, s.owner, s.meld = 0b0110, 0b0100, 0, plays.encode_group(bag("10d"), 0, 0)
    s.kind, s.count, s.low, s.suits, s.place[0] = 1, 1, plays.lowest_column(s.meld), plays.play_suits(s.meld), 1
    line, fired = line_of(s, "play Jh")
    assert line.text == "Ben plays the jack of hearts. Everyone has passed, the cards are cleared. Ben leads."
    assert not line.detail["play"]["cut"] and fired == ["DF-7"]


def test_an_eight_clears_the_cards():
    line, fired = line_of(four("8h 3s", "Jh", "4s", "4d"), "play 8h")
    assert line.text == "Ada plays the 8 of hearts. The 8 clears the cards. Ada leads."
    assert line.detail["play"]["cut"] and fired == ["DF-10"]


def test_two_who_choose_are():
    s = dealt(4, ranks=(1, 2, 3, 4))
    assert s.phase == Phase.EXCHANGE
    ask = WORDS.scene(to_object(view_of(RULES, s, 3)), 3, NAMES[:4])["ask"]
    assert ask == "Ada and Ben are choosing what to give back."


def test_one_card_and_one_point_in_a_terminal():
    s = table("3h", "4h 5h", "3c 4c", "3d 4d", illegal_play="refuse")
    s.points[0] = 1
    assert WORDS.text(view_of(RULES, s, 1), 1, NAMES).splitlines()[0] == "Ada: 1 card, 1 point"


@pytest.mark.parametrize("seeds", [range(4), (range(4, 60))])
def test_what_cleared_the_cards_is_so(seeds):
    """Held against the label of the play: the rules' own answer is not asked."""
    found = []
    for seed in seeds:
        seats, options = random_options(GAME, random.Random(seed))
        walk = RandomWalk(GAME, RULES, seats, options | {"eight_cut": "on"}, seed)
        for state in walk.walk_positions(150):
            if not walk.acting_seats() or walk.acting_seats() == [CHANCE] or state.phase != Phase.PLAY:
                continue
            before, seat = state.copy(), int(state.turn)
            action = walk.random.choice(walk.listed_actions(seat))
            after = before.copy()
            RULES.apply(after, seat, action)
            line = WORDS.describe_event(to_object(before), seat, action, to_object(after), NAMES[:seats], WATCHER)
            if action and after.phase == Phase.PLAY and not after.meld:
                eight = bool(EIGHT.search(WORDS.label(action)))
                said = [one for one in (CUTS, THREE, PASSED, SKIPPED) if one in line.text]
                assert said in ([CUTS], [THREE]) if eight else said in ([THREE], [PASSED], [SKIPPED]), line.text
                assert said != [SKIPPED] or (options["five_skip"] == "on" and FIVE.search(WORDS.label(action)))
            found += [one for one in (CUTS, PASSED) if one in line.text]
    assert {CUTS, PASSED} <= set(found)
