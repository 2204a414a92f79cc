"""The driver of a match: every game is played to its end by the loop of README, and wrong players are told."""

import random

import pytest

import coprime
from coprime.core.errors import BadInput, Refused
from coprime.core.registry import known_games
from coprime.core.seats import CHANCE, CLOCK

GAMES = [pytest.param(game, id=name) for name, game in known_games().items()]


def player_of(game, level):
    def play(view, seat, seed):
        return game.bots.choose(view, seat, level, seed)
    return play


@pytest.mark.parametrize("game", GAMES)
def test_the_loop_of_readme_plays_every_game_with_its_defaults(game):
    """Through rests, dice and clocks; a match that is long is stopped after some thousand events."""
    match = coprime.Match(game, game.default_seat_count(2), rules=game.pure_rules)
    told = list(match.play(player_of(game, game.bots.LEVELS[0]), random.Random(7), most_events=3_000))
    assert told == match.events and (match.over or len(told) >= 3_000)
    assert {event.seat for event in told} <= {*range(match.seats), CHANCE, CLOCK}
    again = coprime.Match(game, match.seats, rules=game.pure_rules)
    assert list(again.play([player_of(game, game.bots.LEVELS[0])] * match.seats, random.Random(7), 60)) \
        == told[:len(again.events)]


def test_between_games_of_a_match_it_goes_on():
    game = coprime.game("prime_daifugo")
    match = coprime.Match(game, 2, {"games_to_win": 2}, game.pure_rules)
    for _ in match.play(player_of(game, "casual"), random.Random(1)):
        pass
    assert match.over and max(match.state.wins) == 2 and match.state.game >= 2


def test_what_is_asked_of_players():
    game = coprime.game("prime_daifugo")
    match = coprime.Match(game, 2, rules=game.pure_rules)
    with pytest.raises(BadInput, match="There are 2 seats, so 2 players are needed, not 3"):
        next(match.play([player_of(game, "novice")] * 3, random.Random(1)))
    match = coprime.Match(game, 2, rules=game.pure_rules)
    with pytest.raises(BadInput, match=r"answers with \(action, milliseconds\), not with 5"):
        list(match.play(lambda view, seat, seed: 5, random.Random(1)))
    match = coprime.Match(game, 2, rules=game.pure_rules)
    with pytest.raises(BadInput, match="Everybody waits in Prime Daifugo Lv. 0"):
        list(match.play(lambda view, seat, seed: (None, 0), random.Random(1)))
    match = coprime.Match(game, 2, rules=game.pure_rules)
    with pytest.raises(Refused):
        list(match.play(lambda view, seat, seed: (game.words.parse("discard 2"), 0), random.Random(1)))
