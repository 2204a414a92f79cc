"""The rollout policy as a bot, and perfect-information Monte Carlo."""

import random

import numpy as np
import pytest
from sampled_games import sample_games

import coprime
from coprime.arena.players import make_player
from coprime.arena.simulate import play_series
from coprime.core.errors import BadInput
from coprime.core.match import Match
from coprime.core.seats import CHANCE
from coprime.search.baselines import choose_by_pimc, choose_by_policy, choose_greedily
from coprime.search.reference_ismcts import choose_by_ismcts

GAME = coprime.game("prime_daifugo")
POSITIONS = 4            # of each game
QUICK = {"games_to_win": 1}


def positions(game, n, seed=1):
    """Positions in which a seat is asked, from matches that are played by chance."""
    luck, found = random.Random(seed), 0
    while found < n:
        match = Match(game, game.seats[0])
        while not match.over and found < n:
            match.settle(luck.getrandbits)
            asked = [seat for seat in match.to_act() if seat < CHANCE]
            if not asked:
                if not match.over:
                    match.act(match.to_act()[-1], match.chance(luck.getrandbits))
                continue
            yield match, asked[0]
            found += 1
            match.act(asked[0], luck.choice(match.sound_actions(asked[0])))


@pytest.mark.parametrize("choose", [choose_by_policy, choose_greedily, lambda *given: choose_by_pimc(*given, 3),
                                    lambda *given: choose_by_ismcts(*given, 12)],
                         ids=["policy", "greedy", "pimc", "ismcts"])
def test_they_choose_a_listed_action_and_the_same_one_again(choose):
    for match, seat in positions(GAME, 40):
        view = match.view(seat)
        before = view.tobytes()
        action = choose(GAME, view, seat, 7)
        assert action in match.sound_actions(seat) and view.tobytes() == before
        assert choose(GAME, match.view(seat), seat, 7) == action


@pytest.mark.parametrize("name", sample_games(without=["prime_daifugo"]))
def test_they_play_every_game(name):
    game = coprime.game(name)
    for match, seat in positions(game, POSITIONS):
        assert choose_by_policy(game, match.view(seat), seat, 3) in match.sound_actions(seat)
        assert choose_greedily(game, match.view(seat), seat, 3) in match.sound_actions(seat)
        assert choose_by_pimc(game, match.view(seat), seat, 3, 2) in match.sound_actions(seat)
        assert choose_by_ismcts(game, match.view(seat), seat, 3, 4) in match.sound_actions(seat)


def test_what_wins_at_once_is_seen():
    """A hand of one prime that may be played: whoever searches plays it in any world."""
    luck = random.Random(3)
    for match, seat in positions(GAME, 4000, seed=2):
        winning = [action for action in match.sound_actions(seat) if wins(match, seat, action)]
        if winning:
            assert choose_by_pimc(GAME, match.view(seat), seat, luck.getrandbits(40), 5) in winning
            assert choose_by_ismcts(GAME, match.view(seat), seat, luck.getrandbits(40), 60) in winning
            return
    raise AssertionError("no such position")


def wins(match, seat, action):
    after = np.frombuffer(bytearray(match.state.tobytes()), match.state.dtype)[0]
    match.rules.apply(after, seat, action)
    return int(after.wins[seat]) > int(match.state.wins[seat])


def test_they_are_named_as_bots_are(sample_size):
    few = sample_size(20, 40)
    result = play_series(GAME, ["pimc:4", "policy"], few, seed=1, options=QUICK)
    assert [one.bot for one in result.standings] == ["pimc:4", "policy"] and result.standings[0].rate.mean > 0.5
    assert play_series(GAME, ["policy", "random"], 60, seed=2, options=QUICK).standings[0].rate.mean > 0.6
    assert play_series(GAME, ["greedy", "random"], 60, seed=2, options=QUICK).standings[0].rate.mean > 0.6
    assert play_series(GAME, ["ismcts:100", "random"], few, seed=2, options=QUICK).standings[0].rate.mean > 0.6
    for name in ("pimc:0", "pimc:x", "pimc:99999999999", "pimc:" + "1" * 5000, "policy:3", "strong:²", "ismcts:0",
                 "greedy:2"):
        with pytest.raises(BadInput, match="pimc:N with N worlds a move"):
            make_player(GAME, name)
