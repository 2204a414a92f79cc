"""The vector environment of Gymnasium: what the batch says of one seat, the autoreset modes, the library's wrappers."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from encoded_games import ENCODED
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

from coprime.adapters.gym_vector import BatchVectorEnv
from coprime.core.errors import BadInput
from coprime.core.match import copy_state

ONE = {"games_to_win": 1}
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]


def allowed(rng, masks):
    """A choice that each row allows; 0 where it allows none."""
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def first_allowed(observation, mask):
    return mask.argmax(axis=1)


def worth(env, row):
    out = np.zeros(env.encoder.seats)
    env.encoder.game.rules.returns(env._seat_batch.batch.state(row), out)
    return out[env._seat_batch.seat]


def check_question(env, row, observation, mask):
    """The learner sees its own view, of which it may choose what the rules list; of a match that is over nothing."""
    state, seat = env._seat_batch.batch.state(row), env._seat_batch.seat
    view, expected = copy_state(state), np.zeros(env.encoder.choices, np.bool_)
    rules = env.encoder.game.rules
    rules.redact(view, seat)
    assert np.array_equal(observation, env.encoder.observation(view, seat))
    if int(rules.to_act(state)):
        out = np.zeros(rules.MAX_ACTIONS, np.int64)
        expected[[env.encoder.choice(state, action) for action in out[:rules.sound_actions(state, seat, out)]]] = True
    assert np.array_equal(mask[:-1], expected[:-1])


@pytest.mark.parametrize(("name", "seats", "seat", "opponent"), [
    ("prime_daifugo", 3, 1, None), ("prime_daifugo", 2, 0, first_allowed), ("secret_number", 2, 1, None),
    ("secret_number", 3, 2, first_allowed)])
def test_it_asks_the_learner_what_the_rules_ask_its_seat(name, seats, seat, opponent):
    short = ONE if name == "prime_daifugo" else {"match_length": 1}
    env, rng = BatchVectorEnv(name, 5, seats, short, seat, opponent), np.random.default_rng(1)
    _, infos = env.reset(seed=3)
    gained, ended = np.zeros(5), 0
    for _ in range(120):
        was_over = env._is_over.copy()
        seen, reward, over, cut, infos = env.step(allowed(rng, infos["action_mask"]))
        gained[was_over] = 0
        gained += reward
        assert not cut.any() and not infos["slip"].any() and env.observation_space.contains(seen)
        assert seen.dtype == np.float32 and reward.dtype == np.float64 and over.dtype == np.bool_
        for row in range(5):
            check_question(env, row, seen[row], infos["action_mask"][row])
            if not was_over[row]:
                assert over[row] == (not int(env.encoder.game.rules.to_act(env._seat_batch.batch.state(row))))
            else:
                assert not over[row] and reward[row] == 0
            if over[row]:
                assert gained[row] == pytest.approx(worth(env, row))
        ended += int(over.sum())
    assert ended > 2


PURE = """
import gymnasium, numpy as np, coprime.adapters.gym
rng = np.random.default_rng(1)
for name in {names}:
    env = gymnasium.make_vec("coprime/" + name.title().replace("_", "") + "-v0", num_envs=2)
    assert env.spec.id.startswith("coprime/") and not env.metadata["render_modes"]
    seen, infos = env.reset(seed=1)
    for _ in range(8):
        choices = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        assert env.observation_space.contains(seen) and env.action_space.contains(choices)
        seen, *_, infos = env.step(choices)
        assert not infos["slip"].any()
    env.close()
    print(name)
"""


def test_every_game_is_made_by_its_id_and_stays_within_its_arrays():
    """In pure Python, which checks an array's end, where compiled code would write beyond it without a word."""
    done = subprocess.run([sys.executable, "-c", PURE.format(names=ENCODED)], capture_output=True, text=True,
                          env={**os.environ, "COPRIME_PURE": "1"})
    assert done.stdout.split() == ENCODED, done.stderr[-2000:]


def test_the_same_seed_gives_the_same_matches_with_any_number_of_threads():
    def play(threads):
        env, rng = BatchVectorEnv("prime_daifugo", 9, options=ONE, threads=threads), np.random.default_rng(1)
        _, infos = env.reset(seed=7)
        for _ in range(60):
            seen, reward, *_, infos = env.step(allowed(rng, infos["action_mask"]))
            yield seen.tobytes(), reward.tobytes()

    assert list(play(1)) == list(play(4))
    env = BatchVectorEnv("prime_daifugo", 9, options=ONE)
    first, again, other = (env.reset(seed=seed)[0] for seed in (7, 7, 8))
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    assert not np.array_equal(env.reset()[0], env.reset()[0])


@pytest.mark.parametrize("mode", MODES)
def test_an_episode_that_is_too_long_is_truncated_and_starts_again_as_the_mode_says(mode):
    env = BatchVectorEnv("prime_daifugo", 3, max_steps=4, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    _, infos = env.reset(seed=1)
    for step in range(1, 5):
        choices = env.single_action_space.n - 1 - infos["action_mask"][:, ::-1].argmax(axis=1)
        seen, reward, over, cut, infos = env.step(choices)
        assert not over.any() and not reward.any() and cut.all() == cut.any() == (step == 4)
    first = infos["action_mask"].argmax(axis=1)
    if mode == AutoresetMode.SAME_STEP:
        final = infos["final_obs"]
        assert infos["_final_obs"].all() and infos["final_info"]["action_mask"].any(axis=1).all()
        assert not any(np.array_equal(old, new) for old, new in zip(final, seen, strict=True))
        assert not env.step(first)[3].any()
    elif mode == AutoresetMode.NEXT_STEP:
        assert "final_obs" not in infos
        after, reward, over, cut, _ = env.step(first)
        assert not reward.any() and not over.any() and not cut.any() and not np.array_equal(after, seen)
    else:
        with pytest.raises(BadInput, match="Match 0 is over: start it again with reset"):
            env.step(first)
        after, _ = env.reset(options={"reset_mask": np.array([True, False, True])})
        assert np.array_equal(after[1], seen[1]) and not np.array_equal(after[0], seen[0])
        with pytest.raises(BadInput, match="Match 1 is over"):
            env.step(first)
        env.reset(options={"reset_mask": np.array([False, True, False])})
        assert not env.step(env.action_masks().argmax(axis=1))[3].any()


@pytest.mark.parametrize("mode", MODES[:2])
def test_gymnasiums_wrappers_count_what_was_played(mode):
    env, rng = BatchVectorEnv("prime_daifugo", 6, options=ONE, autoreset_mode=mode), np.random.default_rng(1)
    env = wrappers.DictInfoToList(wrappers.RecordEpisodeStatistics(env))
    env, lengths, episodes = env.env, np.zeros(6, int), 0
    _, infos = env.reset(seed=2)
    returns, was_over = np.zeros(6), np.zeros(6, bool)
    for _ in range(150):
        seen, reward, over, cut, infos = env.step(allowed(rng, infos["action_mask"]))
        counts = ~was_over if mode == AutoresetMode.NEXT_STEP else np.ones(6, bool)
        lengths[counts] += 1
        returns[counts] += reward[counts]
        if over.any():
            assert np.array_equal(infos["episode"]["l"][over], lengths[over])
            assert np.allclose(infos["episode"]["r"][over], returns[over]) and abs(returns[over]).all()
        episodes += int(over.sum())
        lengths[over], returns[over] = 0, 0
        was_over = over | cut
    assert env.episode_count == episodes > 10


@pytest.mark.parametrize("mode", MODES[:2])
def test_other_wrappers_of_gymnasium_take_it(mode):
    env, rng = BatchVectorEnv("prime_daifugo", 4, options=ONE, autoreset_mode=mode.value), np.random.default_rng(1)
    env = wrappers.ClipReward(wrappers.RecordEpisodeStatistics(env), -0.5, 0.5)
    if mode == AutoresetMode.NEXT_STEP:                 # Gymnasium's own wrappers of observations refuse the other one
        env = wrappers.NormalizeObservation(env)
    env = wrappers.DictInfoToList(env)
    _, infos = env.reset(seed=1)
    rewards, ended = [], 0
    for _ in range(80):
        _, reward, over, _, infos = env.step(allowed(rng, [info["action_mask"] for info in infos]))
        rewards.append(reward)
        ended += int(over.sum())
        assert sum("episode" in info for info in infos) == over.sum()
        assert sum("final_obs" in info for info in infos) == over.sum() * (mode == AutoresetMode.SAME_STEP)
    assert np.abs(rewards).max() == 0.5 and ended > 5


def test_what_is_not_allowed_is_replaced_and_said():
    env = BatchVectorEnv("prime_daifugo", 4, options=ONE)
    _, infos = env.reset(seed=1)
    choices = infos["action_mask"].argmax(axis=1)
    choices[1], choices[2] = infos["action_mask"][1].argmin(), -5
    assert env.step(choices)[4]["slip"].tolist() == [False, True, True, False]
    for wrong in (choices[:3], choices * 1.0, None):
        with pytest.raises(BadInput, match="A step takes 4 whole numbers"):
            env.step(wrong)
    for mask in ([True] * 4, np.ones(4), np.zeros(4, bool), np.ones(3, bool)):
        with pytest.raises(BadInput, match="array of 4 truth values"):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(BadInput, match="goes without a seed"):
        env.reset(seed=1, options={"reset_mask": np.ones(4, bool)})
    with pytest.raises(BadInput, match="There is no seat 2|no seat 2"):
        BatchVectorEnv("prime_daifugo", 2, seat=2)
    with pytest.raises(BadInput, match="which its mask does not allow"):
        BatchVectorEnv("prime_daifugo", 16, opponent=lambda seen, mask: mask.argmin(axis=1)).reset(seed=1)


def test_what_it_returns_is_the_callers_own():
    env = BatchVectorEnv("prime_daifugo", 3, options=ONE)
    twin = BatchVectorEnv("prime_daifugo", 3, options=ONE)
    for one in (env, twin):
        one.reset(seed=1)
    seen, infos = env.reset(seed=1)
    choices = infos["action_mask"].argmax(axis=1)
    seen[:], infos["action_mask"][:] = 9, True
    twin.reset(seed=1)
    assert np.array_equal(env.step(choices)[0], twin.step(choices)[0])


def test_a_state_can_be_saved_and_restored_as_often_as_wanted():
    env, rng = BatchVectorEnv("prime_daifugo", 4, options=ONE, max_steps=9), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    for _ in range(12):
        infos = env.step(allowed(rng, infos["action_mask"]))[4]

    def go_on():
        for _ in range(20):
            yield [part.tobytes() for part in env.step(env.action_masks().argmax(axis=1))[:4]]

    state = pickle.loads(pickle.dumps(env.save_state()))
    first = list(go_on())
    for _ in range(2):
        seen, infos = env.restore_state(state)
        assert np.array_equal(infos["action_mask"], env.action_masks()) and env.observation_space.contains(seen)
        assert list(go_on()) == first


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))],
                         ids=["copied", "pickled"])
def test_it_can_be_copied_and_goes_on_like_its_original(copied):
    env, rng = BatchVectorEnv("secret_number", 4, options={"match_length": 1}), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    for _ in range(30):
        infos = env.step(allowed(rng, infos["action_mask"]))[4]
    twin = copied(env)
    for _ in range(60):
        choices = allowed(rng, env.action_masks())
        ours, theirs = env.step(choices), twin.step(choices)
        assert all(np.array_equal(one, other) for one, other in zip(ours[:4], theirs[:4], strict=True))
