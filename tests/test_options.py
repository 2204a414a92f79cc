"""Options: declared once, read from text, refused with what is allowed."""

import random
import tomllib

import pytest

import coprime
from coprime.core.errors import BadInput, UnknownGame
from coprime.core.messages import load_messages
from coprime.core.options import Option, complete_options, complete_stored
from coprime.testing.laws import random_option_value, random_options

NAMED = Option("deck", ("full", "none"), "full", "X-1")
NUMBER = Option("limit", (0, *range(20, 31)), 0, "X-2")
SET = Option("stations", (31, 37, 41), (), "X-3", many=True)


@pytest.mark.parametrize(("option", "text", "held", "value"), [
    (NAMED, "none", 1, "none"), (NUMBER, "25", 25, 25), (SET, "31,41", 5, (31, 41)), (SET, "none", 0, ())])
def test_text_to_state_and_back(option, text, held, value):
    assert option.parse(text) == value and option.encode(value) == held and option.decode(held) == value


@pytest.mark.parametrize(("option", "value", "says"), [
    (NAMED, "half", "cannot be 'half'; allowed is full or none (X-1)"),
    (NUMBER, 5, "cannot be 5; allowed is 0 or 20 to 30 (X-2)"),
    (NUMBER, True, "cannot be True"),
    (SET, (31, 43), "cannot be 43; allowed is any of 31, 37 or 41 (X-3)"),
    (NAMED, None, "cannot be None"), (NUMBER, 3.5, "cannot be 3.5")])
def test_what_is_not_allowed_is_refused_with_what_is(option, value, says):
    with pytest.raises(BadInput) as wrong:
        option.encode(value)
    assert says in str(wrong.value)


def test_numbers_must_be_numbers():
    with pytest.raises(BadInput, match="'many'"):
        NUMBER.parse("many")


def test_an_unknown_option_names_those_there_are():
    with pytest.raises(BadInput, match="no option 'colour'; the options are: deck, limit"):
        complete_options([NAMED, NUMBER], 2, {"colour": 1})


def test_defaults_may_follow_the_seats():
    option = Option("deck", ("full", "small"), lambda seats: "small" if seats == 1 else "full", "X-1")
    assert complete_options([option], 1, {}) == {"deck": "small"} and complete_options([option], 3,
                                                                                       {}) == {"deck": "full"}


@pytest.mark.parametrize("game", coprime.all_games().values(), ids=lambda game: game.name)
def test_every_value_of_every_option_reaches_the_state_and_comes_back(game):
    for option in game.options:
        for value in (*option.values[:1000], option.values[-1]):
            value = (value,) if option.many else value
            assert option.decode(option.encode(value)) == value
        for seats in range(game.seats[0], game.seats[1] + 1):
            assert option.decode(option.encode(option.default_for(seats))) == option.default_for(seats)


@pytest.mark.parametrize("game", coprime.all_games().values(), ids=lambda game: game.name)
@pytest.mark.parametrize("seats", [-1, 0, 99, "two", None])
def test_seats_that_a_game_does_not_have(game, seats):
    with pytest.raises(BadInput, match="is played by"):
        game.check_options(seats)


def test_an_unknown_game_names_those_there_are():
    with pytest.raises(UnknownGame, match="no game 'chess'; the games are: .*prime_daifugo"):
        coprime.game("chess")


def test_a_range_too_long_to_be_listed():
    wide = Option("deal", range(100_000_000), 0, "X-5")
    assert wide.allowed_text == "0 to 99999999" and wide.encode(99_999_999) == 99_999_999
    with pytest.raises(BadInput, match=r"cannot be 100000000; allowed is 0 to 99999999 \(X-5\)"):
        wide.encode(100_000_000)


@pytest.mark.parametrize("game", coprime.all_games().values(), ids=lambda game: game.name)
def test_a_ladder_is_an_option_of_one_value(game):
    assert not game.progression or [option.many for option in game.options
                                    if option.name == game.progression] == [False]


@pytest.mark.parametrize("game", coprime.all_games().values(), ids=lambda game: game.name)
def test_what_does_not_go_together_is_said_in_a_sentence_of_the_message_file(game):
    say, met, random_ = load_messages(game.folder).get("conflict", {}), set(), random.Random(1)
    for _ in range(3_000):
        seats = random_.randint(*game.seats)
        options = {option.name: random_option_value(option, seats, random_) for option in game.options}
        if wrong := game.conflict(seats, options):
            met.add(wrong)
            with pytest.raises(BadInput) as raised:
                game.check_options(seats, options)
            assert str(raised.value).endswith(".") and "{" not in str(raised.value)
    assert met == {name for name in say if name != "none_known"}              # of Prime Solitaire: every kind is known


@pytest.mark.parametrize("game", coprime.all_games().values(), ids=lambda game: game.name)
def test_a_warning_is_a_sentence_of_the_message_file_and_refuses_nothing(game):
    said, met, random_ = load_messages(game.folder).get("warning", {}), set(), random.Random(1)
    for _ in range(1_000):
        seats, options = random_options(game, random_)
        met.update(game.warnings(seats, options))
        for line in game.warning_sentences(seats, game.check_options(seats, options)):
            assert line.endswith(".") and "{" not in line
    assert met == set(said)
    for file in (game.folder / "messages").glob("*.toml"):
        for line in tomllib.loads(file.read_text(encoding="utf-8")).get("warning", {}).values():
            assert not [option.name for option in game.options if option.name in line], "options have titles"


def test_an_option_that_was_added_since_stands_in_a_stored_match_as_it_was_before():
    added = [Option("lock", ("off", "on"), "on", "X-4", before="off"),
             Option("factors", ("shown", "hidden"), "shown", "X-5"),
             Option("rounds", range(1, 9), lambda seats: seats, "X-6")]
    stored = {"deck": "none", "stations": [31, 41]}
    found = complete_stored([NAMED, SET, *added], 4, stored)
    assert found == {"deck": "none", "stations": (31, 41), "lock": "off", "factors": "shown", "rounds": 4}
    assert complete_stored(added, 4, {"lock": "on", "factors": "hidden", "rounds": 2}) == {
        "lock": "on", "factors": "hidden", "rounds": 2}
    assert stored == {"deck": "none", "stations": [31, 41]}
