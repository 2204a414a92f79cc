"""A game's options in words."""

from coprime.core.language import speaking
from coprime.core.shelf import game
from coprime.table import catalogue


def values(name, option):
    one = next(one for one in game(name).options if one.name == option)
    return [value["text"] for value in catalogue.option(game(name), one)["values"]]


def test_a_switch_is_on_and_off_unless_the_game_says_otherwise():
    assert values("prime_climb", "sprint") == ["off", "on"]
    assert values("prime_challenge", "teacher_plays") == ["no", "yes"]
    with speaking("ja"):
        assert values("prime_climb", "sprint") == ["なし", "あり"]
