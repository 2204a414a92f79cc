"""Bots that play Prime Solitaire by rules of thumb."""

import random

from . import rules
from .heuristics import take_value
from .state import State, Verb

LEVELS = ("novice", "casual")
SLIP = 0.3              # how often a novice does not see any set
PATIENCE = 1.0          # what a set must bring for a casual player to take it while there are cards to turn


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action for the view, and 0 milliseconds."""
    chance = random.Random(seed)
    sets = list_takes(view)
    if not sets or (level == "novice" and view.left and chance.random() < SLIP):
        return int(Verb.TURN), 0
    if level == "novice":
        return chance.choice(sets), 0
    best = max(sets, key=lambda action: (take_value(view, action), chance.random()))
    return (best if take_value(view, best) >= PATIENCE or not view.left else int(Verb.TURN)), 0


def list_takes(view: State) -> list[int]:
    """List the actions that take a set."""
    out = [0] * rules.MAX_ACTIONS
    return [int(action) for action in out[:rules.sound_actions(view, 0, out)] if action != Verb.TURN]
