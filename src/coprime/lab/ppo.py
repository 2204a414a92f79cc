"""Proximal policy optimisation (PPO) by self-play.

Schulman and others, "Proximal policy optimization algorithms", 2017; advantages as in "High-dimensional continuous
control using generalized advantage estimation", 2016.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.options import Value
from ..env.batch import Batch, FinalObservations
from ..env.network import FloatArray, Network

HIDDEN_UNITS = 128
ROLLOUT_STEPS = 64              # of every match in a round
EPOCHS = 4              # over what a round has seen
MINIBATCH = 2_048           # choices that are learned from at a time
LEARNING_RATE = 1e-3             # of Adam (Kingma and Ba, 2015)
ADAM_BETA1, ADAM_BETA2 = 0.9, 0.999
CLIP_EPS = 0.2              # how far a choice's likelihood may move in a round
GAE_LAMBDA = 0.95           # how much later estimates count; nothing is discounted
ENTROPY_COEF = 0.01           # what entropy is worth
VALUE_COEF = 0.5             # what an error of the expected worth weighs


class Rollout(NamedTuple):
    """The choices of a rollout, one row each."""

    obs: Any           # float32[n, size]
    mask: Any           # bool[n, choices]
    choice: Any         # int64[n]
    prob_old: Any         # float32[n]: how likely the choice was
    advantage: Any           # float32[n]: how much better than expected it turned out
    return_: Any         # float32[n]: what the expectation should have been


class Transition(NamedTuple):
    """One step of all matches: observation, choice, seat, estimated value and outcome."""

    obs: Any
    mask: Any
    choice: Any
    prob_old: Any
    seat: Any           # int64[n]
    value: Any          # float32[n]
    reward: Any         # float32[n, seats]
    done: Any           # bool[n]
    final: FinalObservations | None = None         # of matches that were truncated


class Learner:
    """Learns a game by self-play, round by round.

    The same arguments give the same weights on one machine.

    network  the policy
    batch    the matches that it plays
    """

    def __init__(self, game: Game, n: int, seats: int | None, options: dict[str, Value], seed: int,
                 threads: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.batch = Batch(game, n, seats, options, seed, threads)
        self.network = Network.new(self.batch.encoder, HIDDEN_UNITS, self.rng)
        self._reward_unit, self._updates = float(game.rules.SWING), 0
        self._means = {name: np.zeros_like(part) for name, part in self.network.weights.items()}
        self._squares = {name: np.zeros_like(part) for name, part in self.network.weights.items()}

    def train_round(self) -> int:
        """Play a rollout of every match and learn from it; return the number of choices."""
        found = self._collect_rollout()
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(found.choice))
            for first in range(0, len(order), MINIBATCH):
                rows = order[first:first + MINIBATCH]
                self._adam_step(Rollout(*(part[rows] for part in found)))
        return len(found.choice)

    def _collect_rollout(self) -> Rollout:
        batch, network, rows, steps = self.batch, self.network, np.arange(self.batch.n), []
        for _ in range(ROLLOUT_STEPS):
            now = batch.now
            obs, mask, seat = now.observation.copy(), now.mask.copy(), now.seat.copy()
            hidden, among = network.hidden_layer(obs), list_allowed_choices(mask)
            allowed = mask[:, among]
            probs = network.choice_probabilities(hidden, allowed, among)
            place = sample_choices(probs, allowed, self.rng)
            choice = among[place]
            batch.step(choice)
            steps.append(Transition(obs, mask, choice, probs[rows, place], seat, network.state_value(hidden),
                                    now.reward / self._reward_unit, now.done.copy(), batch.final))
        kept = []
        for step, advantage, known in self._estimate_advantages(steps):
            parts = (step.obs, step.mask, step.choice, step.prob_old, advantage, advantage + step.value)
            kept.append(Rollout(*(part[known] for part in parts)))
        return Rollout(*map(np.concatenate, zip(*kept, strict=True)))

    def _estimate_advantages(self,
                             steps: list[Transition]) -> Iterator[tuple[Transition, FloatArray, NDArray[np.bool_]]]:
        """Yield from the last step to the first the advantage of each choice, and whether it is known.

        It is known where the seat chose again, or the match ended, within the round. Of a truncated match only the
        seat that would have chosen knows a value, which the network estimates.
        """
        rows, shape = np.arange(self.batch.n), (self.batch.n, self.batch.seats)
        next_advantage, next_value, rewards = (np.zeros(shape, np.float32) for _ in range(3))
        known = np.zeros(shape, np.bool_)
        for step in reversed(steps):
            done, mine = step.done, (rows, step.seat)
            rewards = np.where(done[:, None], 0, rewards) + step.reward
            next_advantage[done], next_value[done], known[done] = 0, 0, True
            if step.final is not None and len(step.final.row):
                known[step.final.row], asked = False, (step.final.row, step.final.seat)
                hidden = self.network.hidden_layer(step.final.observation)
                next_value[asked], known[asked] = self.network.state_value(hidden), True
            advantage = rewards[mine] + next_value[mine] - step.value + GAE_LAMBDA * next_advantage[mine]
            is_known = known[mine]
            next_advantage[mine] = np.where(is_known, advantage, 0)
            next_value[mine], rewards[mine], known[mine] = step.value, 0, True
            yield step, advantage.astype(np.float32), is_known

    def _adam_step(self, minibatch: Rollout) -> None:
        """Take one Adam step on a minibatch."""
        network, weights, n = self.network, self.network.weights, len(minibatch.choice)
        rows, among = np.arange(n), list_allowed_choices(minibatch.mask)
        chosen = rows, np.searchsorted(among, minibatch.choice)
        advantage = (minibatch.advantage - minibatch.advantage.mean()) / (minibatch.advantage.std() + 1e-8)
        hidden = network.hidden_layer(minibatch.obs)
        probs = network.choice_probabilities(hidden, minibatch.mask[:, among], among)
        ratio = probs[chosen] / minibatch.prob_old
        inside = np.where(advantage > 0, ratio < 1 + CLIP_EPS, ratio > 1 - CLIP_EPS)
        logs = np.log(np.maximum(probs, 1e-30))
        entropy = -(probs * logs).sum(axis=1, keepdims=True)
        logits_grad = probs * (inside * advantage * ratio)[:, None]               # of the logits, downhill
        logits_grad[chosen] -= inside * advantage * ratio
        logits_grad = (logits_grad + ENTROPY_COEF * probs * (logs + entropy)) / n
        value_grad = (VALUE_COEF * (network.state_value(hidden) - minibatch.return_) / n).astype(np.float32)
        from_logits = logits_grad @ weights["out"].take(among, axis=1).T
        hidden_grad = (from_logits + value_grad[:, None] * weights["worth"]) * (1 - hidden**2)
        out_grad, off_grad = np.zeros_like(weights["out"]), np.zeros_like(weights["off"])
        out_grad[:, among], off_grad[among] = hidden.T @ logits_grad, logits_grad.sum(axis=0)
        self._updates += 1
        for name, grad in {"into": minibatch.obs.T @ hidden_grad, "at": hidden_grad.sum(axis=0), "out": out_grad,
                           "off": off_grad, "worth": hidden.T @ value_grad,
                           "base": value_grad.sum(keepdims=True)}.items():
            mean, square = self._means[name], self._squares[name]
            mean += (1 - ADAM_BETA1) * (grad - mean)
            square += (1 - ADAM_BETA2) * (grad**2 - square)
            far = np.sqrt(square / (1 - ADAM_BETA2**self._updates)) + 1e-8
            weights[name] -= LEARNING_RATE * mean / (1 - ADAM_BETA1**self._updates) / far


def list_allowed_choices(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the choices that some row of a mask allows, ascending; all where those are more than half.

    Of Prime Canasta's 18,691 choices 2,000 positions allow a tenth.
    """
    allowed = np.flatnonzero(mask.any(axis=0))
    return allowed if 2 * len(allowed) < mask.shape[1] else np.arange(mask.shape[1])


def sample_choices(probs: FloatArray, mask: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """Sample a choice for each row by its probabilities."""
    at = rng.random((len(probs), 1), np.float32) * probs.sum(axis=1, keepdims=True)
    found: NDArray[np.int64] = (probs.cumsum(axis=1) > at).argmax(axis=1)
    # Rounding may leave nothing above a number next to 1, and argmax then names the first.
    return np.where(mask[np.arange(len(found)), found], found, probs.argmax(axis=1))
