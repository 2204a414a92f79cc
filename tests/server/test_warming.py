"""Which game is compiled next."""

from coprime.core.shelf import games
from coprime.server.warming import Warming


def test_games_that_are_played_come_first_and_rules_before_searches():
    *others, last = games().values()
    warming = Warming(on=False)
    first = warming.take()
    assert (first.game, first.search) == (others[0], False)
    warming.rules(last)
    asked = [(job.game, job.search) for job in (warming.take(), warming.take())]
    assert asked == [(last, False), (last, True)], "whoever plays waits for both"
    left = [warming.take() for _ in range(2 * len(others) - 1)]
    assert [job.search for job in left] == [False] * (len(others) - 1) + [True] * len(others)
    assert {(job.game.name, job.search) for job in left} | {(first.game.name, False)} == {
        (game.name, search) for game in others for search in (False, True)}
