"""Sentences, labels and refusals of Sosu Daifugo, compared with numbers worked out otherwise."""

import random

import pytest

from coprime.core.errors import BadInput
from coprime.core.registry import find_game
from coprime.games.sosu_daifugo import screen
from coprime.games.sosu_daifugo.tests.playing import Refusal, Violation, actions, do, put

GAME = find_game("sosu_daifugo")
WORDS = GAME.words
NAMES = ["Ada", "Ben"]


def told(s, play, watcher=0):
    """Return the line of the log for the last action of a play by seat 0."""
    *before, last = actions(play)
    for action in before:
        GAME.pure_rules.apply(s, 0, action)
    after = s.copy()
    GAME.pure_rules.apply(after, 0, last)
    return WORDS.describe_event(view(s, watcher), 0, last, view(after, watcher), NAMES, watcher)


def view(s, seat):
    """Return what a seat sees."""
    shown = s.copy()
    GAME.pure_rules.redact(shown, seat)
    return shown


@pytest.mark.parametrize(("play", "text"), [
    ("QK", "You play QK: 1213. Prime."), ("23", "You play 23. Prime."),
    ("KK=A3*TX|X=A", "You play KK = A3 × TX, X = A: 1313 = 13 × 101. Right."),
    ("57", "You play 57. 57 clears the table, and you lead again."),
    ("A729", "You play A729. Revolution: now the smaller number wins."),
    ("X", "You play a joker alone, which beats everything. You lead again."),
    ("TJK", "You play TJK: 101 113. Prime."),
])
def test_a_play_is_told(play, text):
    assert told(put("QK23KKA3TX57A729XJ4", "2", deck="8888"), play).text == text


@pytest.mark.parametrize(("shows", "text"), [
    (0, "You play KK. 1313 is not a prime. The cards come back, and you draw 2."),
    (1, "You play KK. 1313 is not a prime: 13 divides it. The cards come back, and you draw 2."),
    (2, "You play KK. 1313 = 13 × 101 is not a prime. The cards come back, and you draw 2.")])
def test_SD_42_what_is_told_of_a_number_that_fails(shows, text):
    s = put("KK2", "2", deck="8888", show_factors=shows)
    assert told(s, "KK").text.startswith(text)
    assert told(s, "KK", 1).text.startswith(text.replace("You play", "Ada plays").replace(
        "come back, and you draw", "go back, and Ada draws"))


@pytest.mark.parametrize(("shows", "primes"), [(0, []), (1, ["13"]), (2, ["13", "101"])])
def test_SD_42_the_screen_is_told_no_more_factors_than_the_log(shows, primes):
    verdict = told(put("KX2", "2", deck="8888", show_factors=shows), "KX|X=K").detail["verdict"]
    assert (verdict["primes"], verdict["line"]) == (primes, "KX|X=K")


def test_SD_5_the_last_play_is_shown_with_its_jokers_and_factors():
    s = put("KKA3TX2", "2", deck="8888")
    do(s, "KK=A3*TX|X=A")
    assert WORDS.scene(view(s, 1), 1, NAMES)["area"] == {
        "cards": ["K", "K"], "below": [], "count": 2, "owner": 0, "number": "1313", "joker": False,
        "line": "KK=A3*TX|X=A"}


def test_SD_5_a_failed_play_hides_no_play_that_lies_there():
    s = put("KKA3TX2", "6T", "99", deck="8888")
    do(s, "AX|X=K")
    do(s, "6T")
    area = WORDS.scene(view(s, 2), 2, NAMES)["area"]
    assert (area["cards"], area["number"], area["line"]) == (["A", "X"], "113", "")


WANTED = {"count": 0, "most": 0, "above": "", "below": "", "beatable": True, "plain": False, "alone": [1]}


@pytest.mark.parametrize(("options", "lies", "wanted"), [
    ({}, "", {}),
    ({}, "QK", {"count": 2, "above": "1213"}),
    ({"start_revolution": 1}, "QK", {"count": 2, "below": "1213"}),
    ({"max_play": 7}, "", {"most": 7}),
    ({"lone_joker": 1}, "X", {"count": 1, "beatable": False}),
    ({"lone_joker": 2, "two_jokers": 1}, "", {"alone": []}),
    ({"two_jokers": 1}, "", {"alone": [1, 2]})])
def test_SD_13_the_screen_is_told_what_a_play_has_to_be(options, lies, wanted):
    s = put("QKX5", "KK25X", deck="8888", **options)
    if lies:
        do(s, lies)
    assert WORDS.scene(view(s, 1), 1, NAMES)["wanted"] == WANTED | wanted


def test_SD_40_the_screen_is_told_that_the_whole_hand_is_wanted():
    s = put("QKX5", "KK25X", deck="8888", max_play=3)
    s.phase = GAME.pure_rules.module.Phase.LAST
    assert WORDS.scene(view(s, 1), 1, NAMES)["wanted"] == WANTED | {"count": 5, "plain": True, "alone": []}


def test_SD_41_the_judge_is_exact_for_the_longest_prime_of_the_pack():
    """The largest prime that all cards but an ace make, jokers as kings: 71 digits (tsujimotter, 2016)."""
    play = "99998888777766665555444433332222" + "KKKKXX" + "QQQQJJJTATTTJAA"
    number = "99998888777766665555444433332222131313131313121212121111111011010101111"
    line = told(put(play + "A", "2"), play + "|X=K|X=K")
    assert line.detail["verdict"] | {"number": number, "count": 53, "stands": True} == line.detail["verdict"]
    assert len(number) == 71 and line.mark == "prime"


def test_a_long_play_is_told_to_everybody():
    s = put("23456789TJQKA23456", "2", deck="8888")
    line = told(s, "23456789TJQKA", 1)
    assert "23456789TJQKA" in line.text and line.detail["verdict"]["count"] == 13


@pytest.mark.parametrize(("play", "reason", "text"), [
    ("8", Refusal.NOT_IN_HAND, "You hold no 8."), ("777", Refusal.NOT_IN_HAND, "You hold only one 7, not 3."),
    ("2", Refusal.NOT_LARGER, "2 is not larger than 3, the number that lies there."),
    ("3", Refusal.NOT_LARGER, "3 lies there already, and the same number never follows itself."),
    ("57", Refusal.WRONG_COUNT, "One card lies there: show one, not 2."),
    ("X|X=0", Refusal.VALUE_ALONE, "A joker alone has no value: it beats every card."),
])
def test_refusals_name_the_cards_and_numbers(play, reason, text):
    s = put("2357X", "3579", deck="88")
    s.turn = 1
    do(s, "3")
    action = actions(play)[-1]
    assert GAME.pure_rules.refusal(s, 0, action) == reason
    assert WORDS.explain_refusal(reason, view(s, 0), action)[0] == text


def test_violations_say_what_is_wrong():
    for play, wrong, text in [
            ("A6=4*4", Violation.BASE_NOT_PRIME, "4 among the factors is not a prime."),
            ("A5=3*7", Violation.WRONG_PRODUCT, "3 × 7 does not make 15."),
            ("7=7", Violation.PRIME_AS_PRODUCT, "7 is a prime, so it has no factors to show.")]:
        s = put("".join(letter for letter in play if letter not in "=*^") + "2", "2")
        assert WORDS.explain_refusal(wrong, view(s, 0), actions(play)[-1])[0] == text


@pytest.mark.parametrize(("typed", "label"), [
    ("play kk = a3 x ta", "play KK=A3*TA"), ("play 13 10 2", "play A3T2"), ("PLAY 5x|x=7", "play 5X|X=7"),
    ("play KK=A3×TX|X=1", "play KK=A3*TX|X=A"), ("add QJ", "add QJ"), (" draw ", "draw"), ("Pass", "pass"),
    ("play ＱＫ", "play QK"), ("play XX|X=?|X=A", "play XX|X=?|X=A")])
def test_labels_are_read_as_people_type_them(typed, label):
    assert WORDS.label(WORDS.parse(typed)) == label


@pytest.mark.parametrize("typed", ["", "fly", "play", "play 0", "play Z", "play 5|X=7", "play 234567892345678",
                                   "draw 2", "play 2|X", "play 5X|X=88"])
def test_what_cannot_be_read_gets_a_sentence(typed):
    with pytest.raises(BadInput) as wrong:
        WORDS.parse(typed)
    assert str(wrong.value).endswith(".")


def test_label_and_parse_are_inverse():
    chance = random.Random(7)
    tables = GAME.pure_rules
    for _ in range(500):
        signs = [chance.randrange(1, 32) for _ in range(chance.randrange(1, 13))]
        for verb in (tables.module.Verb.PLAY, tables.module.Verb.ADD):
            action = int(tables.module.encode_signs(verb, signs, 0, len(signs)))
            assert WORDS.parse(WORDS.label(action)) == action


@pytest.mark.parametrize(("number", "asked"), [
    (1213, "1213"), (131313131112, "131 313 131 112"), (1313131311127, "a number of 13 digits")])
def test_a_sentence_names_no_number_of_more_than_twelve_digits(number, asked):
    assert screen.asked_number(number) == asked
