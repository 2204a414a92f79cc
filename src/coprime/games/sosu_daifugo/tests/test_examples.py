"""The worked examples of the rules: those of their page, and recorded turns replayed by `coprime replay`'s reader."""

from collections import Counter

import pytest

from coprime.core.errors import BadRecord
from coprime.core.language_selection import use_language
from coprime.core.registry import find_game
from coprime.games.sosu_daifugo.figures import draw_notation
from coprime.games.sosu_daifugo.record_notation import RANKS, format_record, parse_record
from coprime.games.sosu_daifugo.record_replay import replay_record
from coprime.games.sosu_daifugo.tests.playing import (
    Refusal,
    Violation,
    area,
    deck,
    do,
    fault,
    hand,
    number,
    put,
    why,
)
from coprime.testing import rulebook

GAME = find_game("sosu_daifugo")
PACK = Counter({letter: 2 if letter == "X" else 4 for letter in RANKS})


def notation(drawn):
    """Return the cards of a drawing as a play in the players' notation."""
    values = [name.partition("=")[2] for name in drawn if name.startswith("X=")]
    return "".join(name[0] for name in drawn).replace("×", "*") + "".join(f"|X={value}" for value in values)


def position(case, **options):
    """Return the position in which the last play of a drawing is tried, and that play."""
    *below, last = map(notation, rulebook.split_at_sign(case.drawn))
    cards = "".join(letter for letter in last.partition("|")[0] if letter in RANKS)
    lain = "".join(letter for play in below for letter in play.partition("|")[0])
    s = put(*([lain + "2"] if below else []), cards + "K", "44", deck="8888", **options)
    do(s, *below)
    return s, last


def stands(case, **options):
    """Tell whether a play is neither refused nor wrong; its sentence says when its player leads again."""
    s, last = position(case, **options)
    if why(s, last) != Refusal.NONE:
        assert "judge" not in case.text
        return False
    seat, held = int(s.turn), int(s.cards[s.turn])
    right = fault(s, last) == Violation.NONE
    do(s, last)
    assert right or s.cards[seat] > held
    assert ("lead again" in case.text or "57 cuts" in case.text) is bool(right and s.turn == seat)
    return right


def stands_under_revolution(case):
    return stands(case, start_revolution=1)


TRIES = {"beats": stands, "composite": stands, "special": stands, "turned": stands_under_revolution}


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])


@pytest.mark.parametrize("name", ["A=3", "X=Y", "10", ""])
def test_what_is_no_card_is_not_drawn(name):
    with pytest.raises(ValueError, match=r"not in list|=") as wrong:
        draw_notation(name)
    assert wrong.type is ValueError


def test_a_joker_is_drawn_with_its_value():
    drawn = [draw_notation(name)["card"] for name in ("X", "X=0", "X=7", "X=Q", "K", "5")]
    assert [(one["figure"], one["word"], one["power"]) for one in drawn] == [
        ("", "X", ""), ("", "X", "0"), ("", "X", "7"), ("", "X", "12"), ("K", "", "13"), ("5", "", "")]


def record(cards, unseen, *turns):
    """Return a record of turns in which A holds `cards`, the deck `unseen`, and B all others."""
    rest = PACK - Counter(cards) - Counter(unseen)
    return "\n".join([f"A:({cards})", f"B:({''.join(rest.elements())})", *turns]) + "\n"


def last_state(text):
    """Return the state after a record, which is also written as it was read."""
    assert format_record(parse_record(text)) == text
    return replay_record(parse_record(text))


def sentences(text):
    """Return what `coprime replay` says of a record."""
    return list(GAME.records.narrate_notated_record(text))


def test_a_composite_play_shows_two_cards_and_four_factors():
    text = record("KKA3TX2", "44", "A:KK=A3*TX|X=A")
    s = last_state(text)
    assert number(s) == 1313 == 13 * 101 and area(s) == "KK" and s.count == 2 and s.cards[0] == 1
    assert deck(s)[-4:] == "A3TX"                           # the factors are under the deck at once
    assert sentences(text)[-1] == "A plays KK = A3 × TX, X = A: 1313 = 13 × 101. Right."


def test_57_as_a_composite_wins_and_does_not_cut():
    s = last_state(record("5X3A9", "44", "A:5X=3*A9|X=7#"))
    assert s.winner == 0 and s.wins[0] == 1 and area(s) == "5X"
    with pytest.raises(BadRecord, match="# was expected"):
        last_state(record("5X3A9", "44", "A:5X=3*A9|X=7"))


def test_a_penalty_is_cut_short_by_the_deck():
    s = last_state(record("TA338992", "655A57", "A:TA33899,P(655A57)"))
    assert s.left == 0 and s.cards[0] == 8 + 6 and s.turn == 1
    s = last_state(record("TTT892", "", "A:TTT89,P()"))
    assert s.left == 0 and s.cards[0] == 6


def test_the_order_stays_turned_in_the_next_round():
    text = record("A7292", "44", "A:A729[RR]", "B:[R]AXA3|X=0", "A:[R]%", "B:[R]5", "A:[R]2#")
    s = last_state(text)
    assert s.revolution == 1 and number(s) == 2 and s.winner == 0
    said = sentences(text)
    assert said[0] == "A plays A729. Revolution: now the smaller number wins."
    assert said[1] == "B plays AXA3, X = 0: 1013. Prime." and said[2].endswith("B leads.")
    with pytest.raises(BadRecord, match="not smaller"):
        last_state(record("A7292", "44", "A:A729[RR]", "B:[R]AXA3|X=0", "A:[R]%", "B:[R]2", "A:[R]2#"))


def test_a_lone_joker_is_drawn_back_from_the_bottom_of_the_deck():
    """Three actions of one player: nobody answers a joker alone, and the deck has no other card."""
    text = record("XA7292", "", "A:X[IN]", "A:D(X)X[IN]", "A:D(X)A729[RR]")
    s = last_state(text)
    assert s.turn == 1 and s.revolution == 1 and hand(s, 0) == "X2" and s.left == 0


def test_cards_that_flowed_come_back_in_their_order():
    s = last_state(record("5757K6789", "", "A:57[GC]", "A:57[GC]", "A:K6789,P(5757)"))
    assert sorted(hand(s, 0)) == sorted("K67895757") and s.left == 0
    with pytest.raises(BadRecord, match=r"D\(7\) cannot come from the deck"):
        last_state(record("57K6789", "", "A:57[GC]", "A:D(7)%"))


@pytest.mark.parametrize(("play", "value"), [("T48576=2^4*2^8*2^2^3", 2**20), ("67A8464=3^2^3*2^T", 3**8 * 2**10)])
def test_towers_are_read_from_the_top(play, value):
    cards = "".join(letter for letter in play if letter not in "=*^")
    s = last_state(record(cards + "2" if cards.count("2") < 4 else cards + "9", "JJ", f"A:{play}"))
    assert number(s) == value and s.count == play.index("=")


def test_a_drawn_card_stays_when_time_is_up():
    text = record("57", "6J", "A:D(6)%%")
    s = last_state(text)
    assert hand(s, 0) == "567" and s.turn == 1
    assert sentences(text) == ["A draws a card.", "A passed: out of time."]
    with use_language("ja"):
        assert sentences(text)[-1] == "Aは時間切れでパスになりました。"
