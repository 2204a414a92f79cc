"""Plays what train.py has learned."""

from functools import cache
from pathlib import Path

import numpy as np

import coprime
from coprime.env.encoder import Encoder

WEIGHTS = np.load(Path(__file__).with_name("policy.npz"))["weights"]


@cache
def encoder_of(game, seats):
    return Encoder(coprime.game(game), seats)


def choose(asked):
    encoder = encoder_of(asked.game.name, int(asked.view.seats))
    scores = encoder.observation(asked.view, asked.seat) @ WEIGHTS
    return max(asked.actions, key=lambda action: scores[encoder.choice(asked.view, action)])
