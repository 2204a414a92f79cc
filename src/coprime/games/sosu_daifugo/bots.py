"""Rule-of-thumb bots for Sosu Daifugo."""

import random

import numpy as np

from . import rules
from .actions import count_signs, verb_of
from .state import State, Verb

LEVELS = ("novice", "casual")


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action of the seat whose view it is, and milliseconds (0)."""
    chance = random.Random(seed)
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    found = [int(action) for action in out[:rules.sound_actions(view, seat, out)]]
    plays = [action for action in found if verb_of(action) == Verb.PLAY]
    if level == "novice":
        plays = [action for action in plays if count_signs(action) < 3]
    if plays:
        most = max(count_signs(action) for action in plays)
        return chance.choice([action for action in plays if count_signs(action) == most]), 0
    return (int(Verb.DRAW) if Verb.DRAW in found else int(Verb.PASS)), 0
