"""The environments of PettingZoo and Gymnasium, held to what those libraries test."""

import copy
import pickle
import random
import shlex
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from encoded_games import ENCODED, ONE_GAME
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import coprime
from coprime.adapters.gym import SingleSeatEnv, env_id
from coprime.adapters.zoo import aec, parallel
from coprime.core.errors import BadInput
from coprime.core.match import Match
from coprime.env.batch import Batch
from coprime.env.episode_limit import MAX_STEPS
from coprime.env.sequential_env import SequentialEnv


def made(name, make=aec, **more):
    return make(name, options=ONE_GAME.get(name), **more)


@pytest.mark.parametrize("name", ENCODED)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_tests(name, capsys):
    api_test(made(name), num_cycles=60)
    parallel_api_test(made(name, parallel), num_cycles=60)
    seed_test(lambda: made(name), num_cycles=30)
    render_test(lambda render_mode: made(name, render_mode=render_mode))


@pytest.mark.parametrize("name", ENCODED)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasiums_own_test(name):
    others = ["random"] * (coprime.game(name).seats[1] > 1)
    check_env(made(name, SingleSeatEnv, bots=others, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("name", ENCODED)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_game_has_an_id_in_gymnasiums_registry(name):
    game = coprime.game(name)
    short = f"coprime/{name.title().replace('_', '')}-v0"
    assert env_id(game) == short
    others = ["random"] * (game.seats[1] > 1)
    env = gymnasium.make(short, options=ONE_GAME.get(name), bots=others, render_mode="ansi")
    assert env.unwrapped.encoder.game is game and env.spec.id == short
    check_env(env.unwrapped, skip_render_check=True)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert isinstance(env.render(), str)
    env.close()


def test_ids_take_presets_and_options():
    preset = gymnasium.make("coprime/FactorRummy-v0", preset="first").unwrapped.encoder.options
    first = coprime.game("factor_rummy").presets["first"]
    assert preset == SingleSeatEnv("factor_rummy", options=first).encoder.options
    changed = gymnasium.make("coprime/FactorRummy-v0", preset="first", options={"target_score": 100})
    assert changed.unwrapped.encoder.options == {**preset, "target_score": 100}
    assert coprime.batch("factor_rummy", 1, preset="first").options == preset
    assert aec("factor_rummy", preset="first").encoder.options == preset
    limited = gymnasium.make("coprime/PrimeClimb-v0", max_episode_steps=3, bots=["random"])
    _, info = limited.reset(seed=1)
    cut = [limited.step(int(np.flatnonzero(info["action_mask"])[-1]))[3] for _ in range(3)]
    assert cut == [False, False, True]
    for make in (SingleSeatEnv, aec, parallel, lambda name, preset: coprime.batch(name, 1, preset=preset)):
        with pytest.raises(BadInput, match="Prime Climb has no preset 'hard'; the presets are: "):
            make("prime_climb", preset="hard")
    with pytest.raises(BadInput, match="has no preset"):
        coprime.simulate("prime_climb", preset="hard")


def test_an_id_can_name_the_module_that_registers_it():
    code = ("import gymnasium\nenv = gymnasium.make('coprime.adapters.gym:coprime/PrimeClimb-v0')\n"
            "import coprime.adapters.gym as gym\ngym.register_envs()\nprint(env.reset(seed=1)[0].shape)\n")
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.stdout == "(855,)\n", done.stderr


@pytest.mark.parametrize("name", ["prime_daifugo", "secret_number"])
def test_a_whole_match_agent_by_agent(name):
    env, luck = made(name), np.random.default_rng(1)
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else luck.choice(np.flatnonzero(seen["action_mask"])))
    assert list(total.values()) == pytest.approx(env._match_env.match.returns())
    assert any(total.values())


def test_a_reward_is_what_came_since_an_agents_last_action(monkeypatch):
    """By PettingZoo's convention: rewards of the others' actions add up, and one's own action takes them away."""
    env = made("prime_daifugo")
    env.reset(seed=4)
    monkeypatch.setattr(env._match_env.match, "returns", lambda: [float(env._steps), -2.0 * env._steps])
    told = []
    for _ in range(6):
        agent = env.agent_selection
        seen, reward, *_ = env.last()
        told.append((env.possible_agents.index(agent), reward))
        env.step(np.flatnonzero(seen["action_mask"])[-1])
    acted, expected = {}, []
    for step, (seat, _) in enumerate(told):
        expected.append((seat, (step - acted.get(seat, 0)) * (1.0, -2.0)[seat]))
        acted[seat] = step
    assert told == expected and {seat for seat, _ in told} == {0, 1}


@pytest.mark.parametrize("name", ["prime_daifugo", "secret_number"])
def test_a_whole_match_against_bots(name):
    env, luck = made(name, SingleSeatEnv, seats=3, seat=1), random.Random(2)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        total, over, steps = 0.0, False, 0
        while not over:
            seen, reward, over, cut, info = env.step(luck.choice(np.flatnonzero(info["action_mask"]).tolist()))
            total, steps = total + reward, steps + 1
            assert not cut and not info["slip"] and env.observation_space.contains(seen)
        assert total == pytest.approx(env.match.returns()[1]) and steps > 1
        assert {event.seat for event in env.match.events} >= {0, 1, 2}


def test_where_a_match_is_over_before_the_learner_is_asked_another_begins(monkeypatch):
    """The bot who begins a sprint reaches its goal in one turn, once in 4,000 matches."""
    begun = []
    monkeypatch.setattr("coprime.adapters.gym.Match", lambda *given: begun.append(Match(*given)) or begun[-1])
    env = SingleSeatEnv("prime_climb", options={"sprint": "on"}, bots=["casual"])
    _, info = env.reset(seed=9055)
    assert [match.over for match in begun] == [True, False]
    _, _, over, _, _ = env.step(info["action_mask"].argmax())
    assert {event.seat for event in env.match.events} >= {0} and not over


# The first listed action ends no match of Factor Rummy, the last one none of Prime Climb.
ENDLESS = pytest.mark.parametrize(("name", "place"), [("factor_rummy", 0), ("prime_climb", -1)])


@ENDLESS
def test_a_seat_that_never_ends_a_match_is_truncated(name, place):
    env = SingleSeatEnv(name, bots=["random"], max_steps=50)
    for seed in range(2):
        _, info = env.reset(seed=seed)
        for step in range(1, 51):
            assert not env.match.over
            seen, reward, over, cut, info = env.step(np.flatnonzero(info["action_mask"])[place])
            assert not over and cut == (step == 50)
        assert np.array_equal(seen, env.encoder.observation(env.match.view(0), 0)), "the final observation"
        assert reward == 0 and info["action_mask"].any(), "no result is invented"
        with pytest.raises(BadInput, match=r"truncated after 50 steps: call reset\(\)"):
            env.step(0)


@ENDLESS
def test_seats_that_never_end_a_match_are_truncated(name, place):
    env, steps = aec(name, max_steps=50), 0
    env.reset(seed=1)
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        assert not over and cut == (steps >= 50)
        env.step(None if cut else np.flatnonzero(seen["action_mask"])[place])
        steps += not cut
    assert steps == 50 and not env.agents


def test_the_limit_of_an_episode_can_be_taken_away():
    for env in (SingleSeatEnv("prime_climb"), aec("prime_climb")):
        assert env.max_steps == MAX_STEPS
    assert SingleSeatEnv("prime_climb", max_steps=None).max_steps is None
    for make in (SingleSeatEnv, aec, parallel):
        with pytest.raises(BadInput, match="“max_steps” is 0"):
            make("prime_climb", max_steps=0)


def test_what_may_not_be_chosen_is_replaced_for_one_seat_and_refused_for_all():
    env = made("prime_daifugo", SingleSeatEnv)
    _, info = env.reset(seed=1)
    barred = int(np.flatnonzero(~info["action_mask"])[0])
    assert env.step(barred)[4]["slip"] and env.match.events[-1].seat in (0, 1, 30)
    everybody = made("prime_daifugo")
    everybody.reset(seed=1)
    mask = everybody.observe(everybody.agent_selection)["action_mask"]
    with pytest.raises(BadInput, match="which its mask does not allow"):
        everybody.step(int(np.flatnonzero(mask == 0)[0]))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))],
                         ids=["copied", "pickled"])
@pytest.mark.parametrize("name", ENCODED)
def test_a_seat_can_be_copied_and_goes_on_like_its_original(name, copied):
    seat = made(name, SingleSeatEnv)
    copied(seat).reset(seed=4)
    seat.reset(seed=3)
    for _ in range(7):
        seat.step(int(np.flatnonzero(seat.action_masks())[-1]))
        if seat.match.over:
            seat.reset()
    twin = copied(seat)
    for _ in range(20):
        assert np.array_equal(seat.action_masks(), twin.action_masks())
        if seat.match.over:
            break
        ours, theirs = (one.step(int(np.flatnonzero(one.action_masks())[0])) for one in (seat, twin))
        assert np.array_equal(ours[0], theirs[0]) and ours[1:3] == theirs[1:3]
    assert seat.match is not twin.match and seat.match.events == twin.match.events


def test_a_state_can_be_saved_and_restored_as_often_as_wanted():
    env = made("prime_daifugo", SingleSeatEnv)
    env.reset(seed=3)

    def go_on(steps=6):
        for _ in range(steps):
            if env.match.over:
                env.reset()
            found = env.step(int(np.flatnonzero(env.action_masks())[-1]))
            yield found[0].tobytes(), found[1:4]

    list(go_on(3))
    state, before = env.save_state(), env._encode_view()
    first = list(go_on())
    for _ in range(2):
        seen, info = env.restore_state(pickle.loads(pickle.dumps(state)))
        assert np.array_equal(seen, before) and np.array_equal(info["action_mask"], env.action_masks())
        assert list(go_on()) == first
    aec_env = made("prime_daifugo")
    aec_env.reset(seed=3)

    def walk():
        for _ in range(8):
            seen, reward, over, cut, _ = aec_env.last()
            yield aec_env.agent_selection, seen["observation"].tobytes(), reward, over, cut
            aec_env.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))

    list(walk())
    state = aec_env.save_state()
    first = list(walk())
    for _ in range(2):
        aec_env.restore_state(pickle.loads(pickle.dumps(state)))
        assert list(walk()) == first
    for copied in (copy.deepcopy(aec_env), pickle.loads(pickle.dumps(aec_env))):
        state = aec_env.save_state()
        theirs = copied.last()[0]["observation"]
        assert np.array_equal(theirs, aec_env.last()[0]["observation"]) and copied.agents == aec_env.agents
        assert copied._match_env.match is not aec_env._match_env.match


def test_before_a_match_and_after_it_a_sentence_says_what_to_do():
    seat, seats = made(ENCODED[0], SingleSeatEnv, render_mode="ansi"), made(ENCODED[0])
    for use in (lambda: seat.step(0), seat.action_masks, seat.render, lambda: seats.step(0), seats.last):
        with pytest.raises(BadInput, match=r"call reset\(\) first"):
            use()
    seat.reset(seed=1)
    while not seat.match.over:
        seat.step(int(np.flatnonzero(seat.action_masks())[0]))
    seats.reset(seed=1)
    for _ in seats.agent_iter():
        observation, _, over, _, _ = seats.last()
        seats.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    for use in (lambda: seat.step(0), lambda: seats.step(0), seats.last):
        with pytest.raises(BadInput, match="The match is over"):
            use()


def test_questions_are_those_of_the_batch():
    """Question by question in Python, and side by side compiled: both say the same of one position."""
    for name in ("prime_daifugo", "secret_number"):
        asking, batch = SequentialEnv(coprime.game(name), seed=3), Batch(coprime.game(name), 1, seed=3)
        luck = np.random.default_rng(3)
        for _ in range(60):
            asking.match.state = batch.state(0)
            asking.seat = seat = int(batch.now.seat[0])
            assert np.array_equal(asking.mask(seat), batch.now.mask[0])
            assert np.array_equal(asking.observation(seat), batch.now.observation[0])
            batch.step([luck.choice(np.flatnonzero(batch.now.mask[0]))])


def test_what_cannot_be_had_is_said():
    with pytest.raises(BadInput, match="There is no seat 2; seats are numbered from 0 to 1"):
        SingleSeatEnv("prime_daifugo", seat=2)
    with pytest.raises(BadInput, match="There are 3 bots for 1 other seat"):
        SingleSeatEnv("prime_daifugo", bots=["random"] * 3)
    with pytest.raises(BadInput, match="There is no bot|knows no"):
        SingleSeatEnv("prime_daifugo", bots=["nobody"])
    ended = SequentialEnv(coprime.game("prime_daifugo"), seed=1)
    ended.seat = None
    with pytest.raises(BadInput, match="begin another one"):
        ended.choose(0)


@pytest.mark.parametrize(("module", "library"), [("zoo", "pettingzoo"), ("gym", "gymnasium")])
def test_without_the_library_a_sentence_says_what_to_install(module, library):
    code = (f"import sys; sys.modules[{library!r}] = None\n"
            f"from coprime.core.errors import BadInput\n"
            f"try:\n    import coprime.adapters.{module}\nexcept BadInput as wrong:\n    print(wrong)\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "is not installed; it comes with: pip install coprime[env]" in done.stdout, done.stderr


def test_programs_that_play_as_bots_end_with_the_environment(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("import json, sys\nfor line in sys.stdin:\n"
                   "    print(json.dumps(json.loads(line)['actions'][-1]), flush=True)\n")
    env = SingleSeatEnv("prime_daifugo", bots=[f"exec:{shlex.quote(sys.executable)} {bot}"])
    _, info = env.reset(seed=1)
    for _ in range(5):
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        assert not over
    program = env._players[1].choose._process.process
    assert program.poll() is None
    env.close()
    assert program.poll() is not None
