"""What Japanese keyboards type is read at every entrance: full-width letters, digits, signs and blanks."""

import json

import pytest
from test_cli import run

from coprime.core.match import Match
from coprime.core.options import parse_options
from coprime.core.registry import all_games
from coprime.server.join_codes import parse_code

WIDE = {ord(" "): 0x3000} | {n: n + 0xFEE0 for n in range(0x21, 0x7F)}


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_listed_action_is_read_from_its_label_in_full_width(game):
    match = Match(game, game.seats[0], rules=game.pure_rules)
    for step in range(12):
        acting = match.to_act()
        if not acting:
            break
        seat = acting[0]
        if seat >= match.seats:
            match.act(seat, match.chance(lambda bits, step=step: (step + 7) % 2**bits))
            continue
        listed = match.sound_actions(seat)
        for action in listed[:20]:
            label = game.words.label(action)
            assert game.words.parse(label.translate(WIDE)) == match.read(seat, label.translate(WIDE)) == action
        match.act(seat, listed[0])


@pytest.mark.parametrize("typed", ["ＡＢ２３４", "ａｂ２　３４", "AB-234", "ＡＢ－２３４", "ａｂー２３４", "ab–234"])
def test_codes(typed):
    assert parse_code(typed) == "AB234"


def test_numbers_that_are_judged_and_options():
    assert [verdict["factors"] for verdict in json.loads(run("judge", "５１１", "--json").stdout)] == [[7, 73]]
    game = all_games()["prime_daifugo"]
    option = next(option for option in game.options if not option.many and not option.has_names)
    value = str(option.values[-1])
    assert parse_options(game.options, [f"{option.name}＝{value}".translate(WIDE)],
                         game.title) == {option.name: int(value)}
