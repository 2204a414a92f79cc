"""Matches of bots in which one seat makes a mistake on purpose."""

import random
from functools import cache

import pytest

import coprime
from coprime.arena.match import play_actions
from coprime.arena.players import make_player
from coprime.core.match import Match
from coprime.core.record import GameRecorder, dump_record

NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve"]
SHORT = {                   # options of a match that is soon over, and its seats
    "daifugo": ({"match_length": 1}, 4), "factor_rummy": ({"target_score": 50}, 2),
    "prime_canasta": ({"target_score": 500, "level": 3}, 2), "prime_challenge": ({"level": 1}, 2),
    "prime_climb": ({}, 2), "prime_daifugo": ({"games_to_win": 1}, 3), "prime_solitaire": ({"level": 2}, 1),
    "secret_number": ({"match_length": 1}, 3), "sosu_daifugo": ({"games_to_win": 1}, 2)}


def asleep(view, seat, seed):
    """A player that never does anything."""
    return None, 0


class Played:
    """A match that is written down while bots play it; `slip` may replace what the first seat does.

    bots  levels; "asleep" never does anything
    slip  (match, seat) -> an action instead of the bot's, or None
    at    the step of the first slip, None as long as there is none
    """

    def __init__(self, name, bots, seed, slip=lambda match, seat: None, options=None):
        self.game = coprime.game(name)
        self.match = Match(self.game, len(bots), options, self.game.pure_rules)
        self.recorder, self.slip, self.at = GameRecorder(self.match, NAMES[:len(bots)]), slip, None
        players = [asleep if bot == "asleep" else make_player(self.game, bot) for bot in bots]
        for _ in play_actions(self, players, random.Random(seed)):
            pass
        self.text = dump_record(self.recorder.record)

    def __getattr__(self, name):
        return getattr(self.match, name)

    def act(self, seat, action):
        instead = self.slip(self.match, seat) if seat == 0 and self.at is None else None
        if instead is not None:
            self.at, action = len(self.match.events), instead
        self.recorder.act(seat, action)


@pytest.fixture(scope="session")
def played():
    return Played


@pytest.fixture(scope="session")
def novice():
    """By name of a game: a short match of a novice in the first seat."""
    @cache
    def of(name, seed=1):
        options, seats = SHORT[name]
        return Played(name, ["novice"] + ["casual"] * (seats - 1), seed, options=options)
    return of


@pytest.fixture(scope="session")
def reviewed(novice):
    """By name of a game: what is to be learnt from that match by the hints, without a limit of time."""
    return cache(lambda name: coprime.review(novice(name).text, seconds=None, master=False))


@pytest.fixture(scope="session")
def slipped():
    """By name of a game, seed and slip: a short match of casual bots with that slip."""
    @cache
    def of(name, seed, slip):
        options, seats = SHORT[name]
        return Played(name, ["casual"] * seats, seed, slip, options)
    return of
