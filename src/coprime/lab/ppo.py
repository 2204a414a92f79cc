"""A learner: proximal policy optimisation by playing against itself.

Schulman and others, "Proximal policy optimization algorithms", 2017; what a choice has brought is estimated as in
"High-dimensional continuous control using generalized advantage estimation", 2016.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.options import Value
from ..env.batch import Batch
from ..env.network import Network, Numbers

HIDDEN = 128
ROLLOUT_STEPS = 64              # of every match in a round
EPOCHS = 4              # over what a round has seen
MINIBATCH = 2_048           # choices that are learned from at a time
LEARNING_RATE = 1e-3             # of Adam (Kingma and Ba, 2015)
DECAY, DECAYS = 0.9, 0.999
CLIP_EPS = 0.2              # how far a choice's likelihood may move in a round
LAMBDA = 0.95           # how much later estimates count; nothing is discounted
ENTROPY_COEF = 0.01           # what entropy is worth
VALUE_COEF = 0.5             # what an error of the expected worth weighs


class Choices(NamedTuple):
    """What a round has seen, a row for each choice."""

    seen: Any           # float32[n, size]
    mask: Any           # bool[n, choices]
    choice: Any         # int64[n]
    likely: Any         # float32[n]: how likely the choice was
    gain: Any           # float32[n]: how much better than expected it turned out
    result: Any         # float32[n]: what the expectation should have been


class Step(NamedTuple):
    """A step of all matches: what was seen and chosen, by whom, what was expected, and what came of it."""

    seen: Any
    mask: Any
    choice: Any
    likely: Any
    seat: Any           # int64[n]
    worth: Any          # float32[n]
    reward: Any         # float32[n, seats]
    done: Any           # bool[n]


class Learner:
    """Plays a game against itself and learns from it, round by round.

    The same arguments give the same weights on one machine.

    network  what it has learned
    batch    the matches that it plays
    """

    def __init__(self, game: Game, n: int, seats: int | None, options: dict[str, Value], seed: int,
                 threads: int = 1) -> None:
        self.luck = np.random.default_rng(seed)
        self.batch = Batch(game, n, seats, options, seed, threads)
        self.network = Network.new(self.batch.encoder, HIDDEN, self.luck)
        self._unit, self._updates = float(game.rules.SWING), 0
        self._means = {name: np.zeros_like(part) for name, part in self.network.weights.items()}
        self._squares = {name: np.zeros_like(part) for name, part in self.network.weights.items()}

    def round(self) -> int:
        """Play some steps of every match and learn from them; returns how many choices that were."""
        found = self._played()
        for _ in range(EPOCHS):
            order = self.luck.permutation(len(found.choice))
            for first in range(0, len(order), MINIBATCH):
                rows = order[first:first + MINIBATCH]
                self._learn(Choices(*(part[rows] for part in found)))
        return len(found.choice)

    def _played(self) -> Choices:
        batch, network, rows, steps = self.batch, self.network, np.arange(self.batch.n), []
        for _ in range(ROLLOUT_STEPS):
            now = batch.now
            seen, mask, seat = now.observation.copy(), now.mask.copy(), now.seat.copy()
            hidden = network.hidden(seen)
            chances = network.chances(hidden, mask)
            choice = drawn(chances, mask, self.luck)
            batch.step(choice)
            steps.append(Step(seen, mask, choice, chances[rows, choice], seat, network.worth(hidden),
                              now.reward / self._unit, now.done.copy()))
        kept = []
        for step, gain, known in self._gains(steps):
            parts = (step.seen, step.mask, step.choice, step.likely, gain, gain + step.worth)
            kept.append(Choices(*(part[known] for part in parts)))
        return Choices(*map(np.concatenate, zip(*kept, strict=True)))

    def _gains(self, steps: list[Step]) -> Iterator[tuple[Step, Numbers, NDArray[np.bool_]]]:
        """From the last step to the first: how much better each choice turned out, and whether that is known.

        It is where the seat was asked again, or the match ended, within the round.
        """
        rows, shape = np.arange(self.batch.n), (self.batch.n, self.batch.seats)
        later, ahead, brought = (np.zeros(shape, np.float32) for _ in range(3))
        known = np.zeros(shape, np.bool_)
        for step in reversed(steps):
            done, mine = step.done, (rows, step.seat)
            brought = np.where(done[:, None], 0, brought) + step.reward
            later[done], ahead[done], known[done] = 0, 0, True
            gain, told = brought[mine] + ahead[mine] - step.worth + LAMBDA * later[mine], known[mine]
            later[mine] = np.where(told, gain, 0)
            ahead[mine], brought[mine], known[mine] = step.worth, 0, True
            yield step, gain.astype(np.float32), told

    def _learn(self, part: Choices) -> None:
        """One step of Adam downhill."""
        network, weights, n = self.network, self.network.weights, len(part.choice)
        rows = np.arange(n)
        gain = (part.gain - part.gain.mean()) / (part.gain.std() + 1e-8)
        hidden = network.hidden(part.seen)
        chances = network.chances(hidden, part.mask)
        ratio = chances[rows, part.choice] / part.likely
        inside = np.where(gain > 0, ratio < 1 + CLIP_EPS, ratio > 1 - CLIP_EPS)
        logs = np.log(np.maximum(chances, 1e-30))
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        push = chances * (inside * gain * ratio)[:, None]               # of the logits, downhill
        push[rows, part.choice] -= inside * gain * ratio
        push = (push + ENTROPY_COEF * chances * (logs + entropy)) / n
        miss = (VALUE_COEF * (network.worth(hidden) - part.result) / n).astype(np.float32)
        inward = (push @ weights["out"].T + miss[:, None] * weights["worth"]) * (1 - hidden**2)
        self._updates += 1
        for name, slope in {"into": part.seen.T @ inward, "at": inward.sum(axis=0), "out": hidden.T @ push,
                            "off": push.sum(axis=0), "worth": hidden.T @ miss, "base": miss.sum(keepdims=True)}.items():
            mean, square = self._means[name], self._squares[name]
            mean += (1 - DECAY) * (slope - mean)
            square += (1 - DECAYS) * (slope**2 - square)
            far = np.sqrt(square / (1 - DECAYS**self._updates)) + 1e-8
            weights[name] -= LEARNING_RATE * mean / (1 - DECAY**self._updates) / far


def drawn(chances: Numbers, mask: NDArray[np.bool_], luck: np.random.Generator) -> NDArray[np.int64]:
    """A choice for each row, each as likely as it says."""
    at = luck.random((len(chances), 1), np.float32) * chances.sum(axis=1, keepdims=True)
    found: NDArray[np.int64] = (chances.cumsum(axis=1) > at).argmax(axis=1)
    # Rounding may leave nothing above a number next to 1, and argmax then names the first.
    return np.where(mask[np.arange(len(found)), found], found, chances.argmax(axis=1))
