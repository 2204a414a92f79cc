"""Series between bots: fair seats, honest intervals, clear sentences."""

import pytest

from coprime.arena.match import bootstrap, play, shares, wilson
from coprime.arena.players import names, player
from coprime.core.faults import BadInput
from coprime.core.shelf import games


def test_wilson_has_the_bounds_of_the_textbooks():
    """Newcombe 1998, table I: 81 of 263, and none of 20."""
    some, none = wilson(81, 263), wilson(0, 20)
    assert (round(some.low, 4), round(some.high, 4)) == (0.2553, 0.3662)
    assert (round(none.low, 4), round(none.high, 4)) == (0.0, 0.1611)


def test_bootstrap_brackets_the_mean_and_repeats():
    figure = bootstrap([0, 1] * 50)
    assert figure.mean == 0.5
    assert 0.38 < figure.low < 0.45 < 0.55 < figure.high < 0.62
    assert bootstrap([0, 1] * 50) == figure


def test_a_victory_is_shared_evenly():
    assert shares([1.0, -1.0, 1.0]) == [0.5, 0.0, 0.5]
    assert shares([0.0, 0.0]) == [0.5, 0.5]
    assert shares([1.0]) == [1.0] and shares([0.0]) == [0.0]       # alone one wins or does not


@pytest.mark.parametrize("name", sorted(games()))
def test_every_bot_plays_and_takes_every_seat_equally_often(name):
    game = games()[name]
    bots = [bot for bot in names(game) if bot != "strong"]
    seats = min(max(2, game.seats[0]), game.seats[1])
    rounds = max(2, seats)
    for bot in bots:
        result = play(game, [bot, "random"][:seats], rounds, seed=4, seats=seats)
        assert [one.bot for one in result.standings][0] == bot
        assert all(games == result.standings[0].by_seat[0][1] for _, games in result.standings[0].by_seat)
        assert seats == 1 or sum(one.wins for one in result.standings) == pytest.approx(rounds)


def test_the_same_seed_gives_the_same_series():
    game = games()["prime_daifugo"]
    first, second = (play(game, ["casual", "strong:20"], 4, seed=7, options={"games_to_win": 1}) for _ in range(2))
    assert first.as_dict() | {"seconds": 0} == second.as_dict() | {"seconds": 0}


def test_bots_left_over_are_the_last_one_and_counted_together():
    game = games()["prime_daifugo"]
    result = play(game, ["casual", "random"], 3, options={"games_to_win": 1}, seats=3)
    assert [(one.bot, one.games) for one in result.standings] == [("casual", 3), ("random", 6)]


def test_a_strong_player_has_as_many_iterations_as_it_says():
    game = games()["prime_daifugo"]
    assert player(game, "strong:5")
    for wrong in ("strong:0", "strong:", "strong:x", "grandmaster"):
        with pytest.raises(BadInput, match="the bots are: random, novice, casual, strong"):
            player(game, wrong)


def test_more_bots_than_seats_are_turned_away():
    with pytest.raises(BadInput, match="3 bots cannot fill 2 seats"):
        play(games()["prime_daifugo"], ["casual"] * 3, 1, seats=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["prime_daifugo", "prime_climb"])
def test_strong_beats_casual(name):
    """Three games in five is the goal; figures over a thousand games are in docs/figures.md."""
    game = games()[name]
    options = {"games_to_win": 1} if name == "prime_daifugo" else {}
    result = play(game, ["strong:1000", "casual"], 60, seed=1, options=options)
    assert result.standings[0].rate.mean > 0.5
