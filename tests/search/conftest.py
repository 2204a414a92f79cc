"""Positions of random matches, for tests of any game."""

import random

import pytest

from coprime.core.match import Match
from coprime.core.seats import CHANCE, CLOCK


def walk(game, seats, seed, options=None):
    """Random play of a match: the match, at every point where a seat has a choice, and the seat."""
    luck = random.Random(seed)
    match = Match(game, seats, options)
    while not match.over:
        seat = luck.choice(match.to_act())
        if seat == CHANCE:
            match.act(CHANCE, match.chance(luck.getrandbits))
            continue
        listed = match.sound_actions(seat)
        if seat != CLOCK and len(listed) > 1:
            yield match, seat
        match.act(seat, luck.choice(listed))


def sample(game, count, seed=1, every=7):
    """Some (view, seat) of random matches."""
    found, match_seed = [], seed
    while len(found) < count:
        for i, (match, seat) in enumerate(walk(game, min(max(2, game.seats[0]), game.seats[1]), match_seed)):
            if i % every == match_seed % every:
                found.append((match.view(seat), seat))
            if len(found) >= count or i > 40 * every:
                break
        match_seed += 1
    return found


@pytest.fixture
def decisions():
    return walk


@pytest.fixture
def some():
    return sample
