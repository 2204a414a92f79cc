"""Learns Prime Daifugo Lv. 0 by playing against itself, and keeps what it has learned in policy.npz."""

import numpy as np

import coprime

MATCHES, STEPS, RATE = 256, 128, 2.0


def begin_batch(seed):
    """Many matches of one game each, as they begin."""
    return coprime.batch("prime_daifugo", MATCHES, options={"games_to_win": 1}, seed=seed)


def probabilities(seen, mask, weights):
    """How likely each choice is: those that the mask forbids never."""
    scores = np.where(mask, seen @ weights, -np.inf)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def draw_choices(chance, luck):
    """A choice for each row."""
    return (chance.cumsum(axis=1) > luck.random((len(chance), 1))).argmax(axis=1)


def play_steps(batch, weights, luck):
    """Some steps of every match that came to an end: what was seen, the chances, what was chosen, who won."""
    steps, rows = [], np.arange(batch.n)
    for _ in range(STEPS):
        seen, seat = batch.now.observation.copy(), batch.now.seat.copy()
        chance = probabilities(seen, batch.now.mask, weights)
        choice = draw_choices(chance, luck)
        step = batch.step(choice)
        steps.append((seen, chance, choice, seat, step.reward.copy(), step.done.copy()))
    result, known = np.zeros((batch.n, batch.seats)), np.zeros(batch.n, bool)
    for seen, chance, choice, seat, reward, done in reversed(steps):
        result = np.where(done[:, None], 0, result) + reward
        known |= done
        yield seen[known], chance[known], choice[known], result[rows, seat][known]


def learn(rounds=150, seed=1):
    """The weights after so many rounds of self-play."""
    batch, luck = begin_batch(seed), np.random.default_rng(seed)
    weights = np.zeros((batch.size, batch.choices))
    for n in range(1, rounds + 1):
        seen, chance, choice, result = map(np.concatenate, zip(*play_steps(batch, weights, luck), strict=True))
        wish = -chance
        wish[np.arange(len(choice)), choice] += 1
        weights += RATE * seen.T @ (wish * (result - result.mean())[:, None]) / len(choice)
        if n % 25 == 0:
            print(f"{n} rounds: it wins {against_chance(weights):.3f} of its matches against chance")
    return weights


def against_chance(weights, steps=500):
    """The share of matches that it wins in seat 0, where the other one's choices are drawn evenly."""
    batch, luck, won, over = begin_batch(9), np.random.default_rng(9), 0, 0
    for _ in range(steps):
        own = draw_choices(probabilities(batch.now.observation, batch.now.mask, weights), luck)
        step = batch.step(np.where(batch.now.seat == 0, own, batch.sample()))
        won, over = won + (step.reward[step.done, 0] > 0).sum(), over + step.done.sum()
    return won / over


if __name__ == "__main__":
    np.savez("policy.npz", weights=learn())
