"""What the match tells beside its rules: codes for learners, numbers met, what is practised, rare rules, the ending."""

import random

import numpy as np
import pytest

import coprime
from coprime.core.kernel import import_pure
from coprime.core.seats import CHANCE
from coprime.games.sosu_daifugo import encoding
from coprime.games.sosu_daifugo.tests.playing import RULES, actions, deal, put

GAME = coprime.game("sosu_daifugo")
codes, ending = import_pure("coprime.games.sosu_daifugo.codes"), GAME.ending


def happen(s, play):
    """Carry out a play of seat 0 in one action; return the state before, the action and the state after."""
    action = actions(play)[-1]
    after = s.copy()
    RULES.apply(after, 0, action)
    return s, action, after


def test_every_listed_action_has_its_own_code_and_label():
    chance, out = random.Random(3), np.zeros(GAME.pure_rules.MAX_ACTIONS, np.int64)
    for seed in range(30):
        s = deal(seed=seed, hand=chance.choice([3, 7, 11]), two_jokers=seed % 2)
        listed = [int(action) for action in out[:RULES.sound_actions(s, int(s.turn), out)]]
        found = [int(codes.code(s, action)) for action in listed]
        assert len(set(found)) == len(found) and max(found) < codes.CODE_COUNT
        for action, code in zip(listed, found, strict=True):
            label = encoding.label(code).removeprefix("play ")
            said = GAME.words.label(action).removeprefix("play ")
            assert said.partition("|")[0].replace("X", "") in label or "X" in said or label == said


@pytest.mark.parametrize(("play", "found"), [
    ("QK", [(1213, "+")]), ("KK", [(1313, "-")]), ("KK=A3*TX|X=A", [(1313, "+"), (13, "+"), (101, "+")]),
    ("KK=A3*TX|X=2", []), ("57", []), ("X", []), ("A729", []), ("A", [])])
def test_numbers_that_a_seat_meets(play, found):
    s, action, after = happen(put("QKKKA3TX57A7292", "2", deck="88888888"), play)
    assert [tuple(one) for one in GAME.met_numbers.met_numbers(s, 0, action, after, 0)] == found
    assert list(GAME.met_numbers.met_numbers(s, 0, action, after, 1)) == []


@pytest.mark.parametrize(("play", "found"), [
    ("QK", ("prime", 1213, "1213", True)), ("KK", ("prime", 1313, "1313 = 13 × 101", False)),
    ("KK=A3*TX|X=A", ("factors", 1313, "1313 = 13 × 101", True)),
    ("KK=A3*TX|X=2", ("factors", 1313, "1313 = 13 × 102", False)), ("57", None), ("A", ("prime", 1, "1", False))])
def test_what_a_play_practises(play, found):
    s, action, after = happen(put("QKKKA3TX57A7292", "2", deck="88888888"), play)
    assert [tuple(one) for one in GAME.practice.practice_items(s, 0, action, after)] == ([found] if found else [])


@pytest.mark.parametrize(("play", "keys"), [
    ("QK", ["SD-14"]), ("KK", ["SD-15"]), ("KK=A3*TX|X=A", ["SD-19"]), ("KK=A3*TX|X=2", ["SD-16"]),
    ("57", ["SD-28"]), ("X", ["SD-44"]), ("A729", ["SD-29"])])
def test_which_rules_a_play_uses(play, keys):
    s, action, after = happen(put("QKKKA3TX57A7292", "2", deck="88888888"), play)
    assert list(GAME.report_events.rule_events(s, 0, action, after)) == keys


def test_rules_that_a_deal_draw_pass_and_win_use():
    s = put("23", "57", deck="89")
    names = {"D": ["SD-6"], "%": ["SD-11 lead"], "23": ["SD-14", "SD-34"]}
    for play, keys in names.items():
        assert list(GAME.report_events.rule_events(*happen_at(s, play))) == keys
    dealt = deal()
    before = dealt.copy()
    before.phase = RULES.Phase.DEAL
    gains = list(GAME.report_events.card_gains(before, CHANCE, 1, dealt))
    assert {seat for seat, _ in gains} == {0, 1} and {card for _, card in gains} <= set("A23456789TJQKX")


def happen_at(s, play):
    """Return what `rule_events` takes, of a play."""
    before, action, after = happen(s, play)
    return before, 0, action, after


def test_the_best_moment_is_the_largest_number_that_stood():
    s = put("QKKKA3TX2", "2", deck="88888888")
    values = {play: ending.moment_value(*happen_at(s, play), 0) for play in ("QK", "KK", "KK=A3*TX|X=A", "X")}
    assert values == {"QK": (1213,), "KK": None, "KK=A3*TX|X=A": (1313,), "X": None}
    best = ending.best_moment(*happen_at(s, "KK=A3*TX|X=A"), 0)
    assert best.figure == "1313" and best.text.startswith("Your largest number, a composite of 2 cards")
    assert [one["card"]["figure"] for one in best.drawn] == ["K", "K"]
    assert ending.best_moment(*happen_at(s, "QK"), 0).text == "Your largest prime, 2 cards with 4 digits."


def test_the_last_play_decides():
    names = ["Ada", "Ben"]
    before, seat, action, after = happen_at(put("23", "57", deck="89"), "23")
    assert ending.decided_text(before, seat, action, after, names, 1) == "Ada’s last play was 23."
    before, seat, action, after = happen_at(put("235", "57", deck="89"), "23")
    assert ending.decided_text(before, seat, action, after, names, 1) == ""
