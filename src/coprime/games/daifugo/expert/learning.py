"""Train the policy of Daifugo's master by self-play (REINFORCE): `coprime train daifugo`.

R. J. Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement learning", 1992; steps
by Adam (Kingma and Ba, 2015).  A batch is a step: every deal is played several times, half of the seats by rules of
thumb, and no search is used.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ....search.learner import ExpertLearner, Schedule, Training, TrainingTable
from .. import policy_gradient
from ..fitted_policy import ANSWERS, QUESTIONS
from ..game import GAME
from . import POLICY_FILE

REPEATS = 8                     # how often each deal is played
BATCH = 64 * REPEATS            # hands of a step
FIRST_RATE, LAST_RATE = 0.05, 0.0025
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-6
WEIGHT_DECAY = 1e-4             # of every weight, with each step of one
SEATS = 5
TABLE = TrainingTable(SEATS, {**GAME.presets["uecda"], "match_length": 1})


class PolicyHands:
    """Hands against itself and against rules of thumb, with a step of Adam after every batch: see `SelfPlay`."""

    def __init__(self, name: str, seed: int) -> None:
        rules, size, room = GAME.rules, QUESTIONS * ANSWERS, GAME.rules.MAX_ACTIONS + 1
        self.weights = [np.zeros(size)]
        self._states, self._x, self._steps = rules.State.new(3), seed, 0
        # Of two hands, so that `match_length` does not end the match with the one that is played.
        self._states[0] = GAME.new_state(SEATS, {**TABLE.options, "match_length": 2, "reset_period": 0,
                                                 "seat_shuffle": 1})
        self._mean, self._squares = np.zeros(size), np.zeros(size)
        self._grads, self._results = np.zeros((REPEATS, SEATS, size)), np.zeros((REPEATS, SEATS))
        self._work = np.zeros(room, np.int64), np.zeros(room), np.zeros(room, np.int64)

    def play(self, games: int, rate: float, opponent: Sequence[Any] | None = None) -> None:
        """Play about so many hands, each deal `REPEATS` times, and take the step."""
        (policy,), deals, gradient = self.weights, max(1, games // REPEATS), np.zeros_like(self.weights[0])
        words = self._states.view(np.int64).reshape(3, -1)
        self._x = policy_gradient.accumulate_policy_gradient(self._states, words, policy, gradient, self._grads,
                                                             self._results, *self._work, deals, REPEATS, self._x)
        gradient /= deals * REPEATS
        self._steps += 1
        self._mean = BETA_1 * self._mean + (1 - BETA_1) * gradient
        self._squares = BETA_2 * self._squares + (1 - BETA_2) * gradient**2
        policy += rate * self._mean / (1 - BETA_1**self._steps) / (
            np.sqrt(self._squares / (1 - BETA_2**self._steps)) + EPSILON)
        policy -= WEIGHT_DECAY * rate * policy


def step_rate(done: int, total: int) -> float:
    """Return how far the step goes that follows so many hands."""
    return FIRST_RATE + (LAST_RATE - FIRST_RATE) * (done // BATCH + 1) / -(-total // BATCH)


def file_arrays(weights: Mapping[str, Sequence[Any]]) -> Mapping[str, Any]:
    """Return the arrays of the file."""
    return {"policy": weights[""][0]}


# The last weights are kept, not a mean: 1.0 of the hands, and those of the last batch.
LEARNER = ExpertLearner(tables={"": TABLE}, schedule=Schedule(5_000 * BATCH, BATCH, step_rate, 1.0), start=PolicyHands,
                        arrays=file_arrays, file=POLICY_FILE)


def train_policy(steps: int, seed: int, on_step: Callable[[], None]) -> Any:
    """Return the weights after so many steps, the same for the same arguments; `on_step` is called after each."""
    training = Training(LEARNER, steps * BATCH, seed)
    for _ in training.batches():
        on_step()
    return training.mean_weights()[""][0]
