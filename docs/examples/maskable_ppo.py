"""Trains MaskablePPO of sb3-contrib in one seat of a game, against casual bots, and plays as a bot what it has learnt.

    pip install 'coprime[env]' sb3-contrib
    python maskable_ppo.py prime_daifugo 100000 seats=2 games_to_win=1
    coprime simulate prime_daifugo --bots maskable_ppo.py,casual --games 400 --jobs 1 -o games_to_win=1

A policy plays with as many seats as it was trained for. It is kept after each fifth of the steps, as maskable_ppo_1.zip
to maskable_ppo_5.zip; the bot plays the one that the variable MASKABLE_PPO names, or the last.
"""

import json
import os
import sys
from functools import cache
from pathlib import Path

import numpy as np
from sb3_contrib import MaskablePPO

import coprime
from coprime.adapters.gym import SingleSeatEnv
from coprime.core.seats import CLOCK
from coprime.env.encoder import Encoder

PARTS, OPTIONS = 5, Path("maskable_ppo.json")


def learn(name, steps, options):
    """Train on one core, and keep the policy after each part."""
    seats = options.pop("seats", None)
    OPTIONS.write_text(json.dumps(options))
    env = SingleSeatEnv(name, seats, options=options, bots=["casual"] if name != "prime_solitaire" else [])
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, batch_size=256, seed=1, device="cpu")
    for part in range(1, PARTS + 1):
        model.learn(steps // PARTS, reset_num_timesteps=part == 1)
        model.save(f"maskable_ppo_{part}")


@cache
def load_policy():
    return MaskablePPO.load(os.environ.get("MASKABLE_PPO", f"maskable_ppo_{PARTS}"), device="cpu")


@cache
def make_encoder(name, seats):
    return Encoder(coprime.game(name), seats, json.loads(OPTIONS.read_text()))


def choose(asked):
    encoder = make_encoder(asked.game.name, int(asked.view.seats))
    choices = [encoder.choice(asked.view, action) for action in asked.actions]
    mask = np.zeros(encoder.choices, bool)
    mask[choices] = True
    mask[-1] = asked.game.rules.to_act(asked.view) >> CLOCK & 1         # to wait
    seen = encoder.observation(asked.view, asked.seat)
    chosen, _ = load_policy().predict(seen, action_masks=mask, deterministic=True)
    return None if chosen == len(mask) - 1 else asked.actions[choices.index(chosen)]


if __name__ == "__main__":
    name, steps, *named = sys.argv[1:]
    values = dict(option.split("=") for option in named)
    learn(name, int(steps), {key: int(value) if value.isdigit() else value for key, value in values.items()})
