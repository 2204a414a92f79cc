"""The primes that a line of the log says were played: primes, open to everybody, and the same for all who look on."""

import pytest

import coprime
from coprime.core.attr_view import to_object
from coprime.core.match import Match
from coprime.core.numbers import is_prime
from coprime.core.seats import WATCHER
from coprime.testing.golden import play_by_bots
from coprime.testing.laws import view_of

NAMES = ["Ada", "Ben", "Cyd"]
# Games in which somebody plays primes; a challenge's cards may go back as well.
WITH_PRIMES = ("prime_daifugo", "prime_climb", "prime_challenge", "factor_rummy", "prime_canasta", "prime_solitaire",
               "sosu_daifugo")
MOST = {"factor_rummy": 400, "prime_canasta": 150}
OBSERVERS = (0, WATCHER)


@pytest.mark.parametrize("name", coprime.all_games())
def test_played_primes_are_told_alike_to_everybody(name):
    game, found = coprime.game(name), []
    seats = max(game.seats[0], min(3, game.seats[1]))
    played = play_by_bots(game, seats, {}, 1, game.bots.LEVELS[0], most=MOST.get(name, 200))
    match = Match(game, seats, played.options)
    for event in played.events:
        before = match.state.copy()
        match.act(*event)
        lines = [game.words.describe_event(to_object(view_of(match.rules, before, observer)), event.seat, event.action,
                                           to_object(view_of(match.rules, match.state, observer)), NAMES, observer)
                 for observer in OBSERVERS]
        told = [(line.detail or {}).get("primes", []) for line in lines]
        assert all(primes == told[0] for primes in told), lines
        assert all(is_prime(prime) for prime in told[0])
        taken = [(line.detail or {}).get("taken") for line in lines]
        assert all(one == taken[0] for one in taken)
        found += told[0]
    assert bool(found) == (name in WITH_PRIMES)
