"""A game's options in words."""

from coprime.core.language_selection import use_language
from coprime.core.registry import find_game
from coprime.table import catalogue


def values(name, option):
    one = next(one for one in find_game(name).options if one.name == option)
    return [value["text"] for value in catalogue.describe_option(find_game(name), one)["values"]]


def test_a_switch_is_on_and_off_unless_the_game_says_otherwise():
    assert values("prime_climb", "sprint") == ["off", "on"]
    assert values("prime_challenge", "teacher_plays") == ["no", "yes"]
    with use_language("ja"):
        assert values("prime_climb", "sprint") == ["なし", "あり"]
