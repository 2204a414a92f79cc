"""What is asked on one's own turn: the goal, what a pass costs, and that nothing can be played."""

import random
from itertools import product

import pytest

from coprime.core.bits import count_kind
from coprime.core.language_selection import use_language
from coprime.core.seats import UNKNOWN
from coprime.games.prime_daifugo.actions import encode_play
from coprime.games.prime_daifugo.tables import FACES
from coprime.testing import laws

from .test_rules import RULES, WORDS, table


def asked(s, seat=0):
    shown = WORDS.scene(laws.view_of(RULES, s, seat), seat, ["Ann", "Bo", "Cy"])
    return shown["ask"], shown["why"]


@pytest.mark.parametrize("position, ask, why", [
    (lambda: table("3 7", "1 2", deck="9"), "Make a prime with one to three cards.",
     "You may draw a card first, or pass."),
    (lambda: table("3 7", "1 2"), "Make a prime with one to three cards.", "You may also pass."),
    (lambda: table("3 7", "1 2", last="5 3", owner=1, deck="9"), "Make a prime above 53 with two cards.",
     "You may draw a card first, or pass."),
    (lambda: table("3 7", "1", last="5 3", owner=1, deck="9"), "Make a prime above 53 with two cards.",
     "Bo holds only one card."),
    (lambda: table("13 7", "1", last="10 3", owner=1, deck="9 9"), "Make a prime above 103 with two cards.",
     "Draw 2 is on: if you pass, you draw two."),
    (lambda: table("13 7", "1", last="10 3", owner=1, deck="9"), "Make a prime above 103 with two cards.",
     "Draw 2 is on: if you pass, you draw one."),
    (lambda: table("3 4", "1", last="5 3", owner=1, deck="9"), "You cannot beat 53: draw, or pass.",
     "No two of your cards may follow it."),
    (lambda: table("3 4", "1", last="19", owner=1), "You cannot beat 19: pass.", "None of your cards may follow it."),
    (lambda: table("9", "1", last="4 1 9", owner=1), "You cannot beat 419: pass.",
     "No three of your cards may follow it."),
    (lambda: table("9 9 8", "1", last="4 1 9", owner=1), "Make a prime above 419 with three cards.",
     "Bo holds only one card."),
    (lambda: table("0 0", "1 2", cards_0="on"), "You cannot make a number: pass.",
     "Your cards make no number that may be played."),
])
def test_the_sentence_names_the_goal_or_says_that_nothing_can_be_played(position, ask, why):
    assert asked(position()) == (f"Your turn. {ask}", why)


def test_nothing_can_be_played_only_where_every_play_is_refused():
    found = {True: 0, False: 0}
    for seed in range(150):
        dealt = random.Random(seed)
        names = [name for name in WORDS.NAMES if name != "SKIP"]
        s = table(" ".join(dealt.choices(names, k=dealt.randint(1, 4))), "1 2",
                  last=dealt.choice(["", "7", "13", "5 3", "10 19", "4 1 9", "8 7 7"]), owner=1,
                  cards_0="on", cards_5_9="on", cards_4_6_8="on", multi_in_three=dealt.choice(["on", "off"]))
        faces = [i for i, (kind, _) in enumerate(FACES) if count_kind(s.hand[0], kind)]
        able = any(not RULES.refusal(s, 0, encode_play(*some, *[UNKNOWN] * (3 - n)))
                   for n in (1, 2, 3) for some in product(faces, repeat=n))
        assert WORDS.has_possible_play(s, 0) == able
        found[able] += 1
    assert min(found.values()) > 20


def test_a_card_is_called_without_its_power_in_every_language():
    """The screen says the power itself."""
    for language, copies in ("en", "5 or 9, as you say"), ("ja", "5か9のどれかになるカード"):
        with use_language(language):
            ten, several = [WORDS.card_scene(WORDS.NAMES.index(name), False) for name in ("10", "5/9")]
            assert (ten["name"], several["name"]) == ("10", copies)
            assert ten["power"]


def test_a_failed_play_is_told_in_japanese():
    s = table("5 11", "1 2", last="10 1", owner=1, deck="9 9")
    after = s.copy()
    RULES.apply(after, 0, WORDS.parse("play 5 11"))
    with use_language("ja"):
        line = WORDS.describe_event(s, 0, WORDS.parse("play 5 11"), after, ["Ann", "Bo"], 1)
    assert line.text.startswith("Annは511を出しましたが、511 = 7 × 73 なので素数ではありません。")
    assert "Annは2枚引きました。" in line.text and " Ann" not in line.text
