"""The learner without a game: batches, rates, the mean, files; and that each game with one fits it."""

from dataclasses import replace

import numpy as np
import pytest

import coprime
from coprime.search import levels, network_weights
from coprime.search.learner import (
    ExpertLearner,
    Schedule,
    Training,
    TrainingTable,
    exponential_rate_schedule,
    get_learner,
    has_learner,
    linear_rate_schedule,
    make_trajectory,
)
from coprime.search.network_weights import NetworkFile, Provenance, read_provenance

VALUE_GAMES = ["factor_rummy", "prime_canasta", "prime_climb", "prime_solitaire"]       # their weights are .npz files
PROVENANCE = Provenance("counting", 1, "0.2", "coprime train counting", 1, 10, 10)


class Counting:
    """Self-play whose one array counts the games."""

    def __init__(self, name, seed):
        self.weights, self.played = [np.full(2, float(seed - 1))], []

    def play(self, games, rate, opponent=None):
        self.played.append((games, rate) if opponent is None else (games, rate, opponent[0][0]))
        self.weights[0] += games


@pytest.fixture
def learner(tmp_path):
    file = NetworkFile("counting", 1, tmp_path / "shipped.npz", {"a": (2,), "b": (2,)}, {"b": np.float16})
    return ExpertLearner({"a": TrainingTable(2, {}), "b": TrainingTable(3, {})},
                        Schedule(20, 3, linear_rate_schedule(0.5, 0.1), 0.5), Counting,
                        lambda weights: {name: array for name, (array,) in weights.items()}, file)


# Training.

def test_every_network_plays_every_batch_at_a_falling_rate(learner):
    training = Training(learner, 10)
    assert list(training.batches()) == [3, 6, 9, 10]
    for self_play in training._networks.values():
        assert [games for games, _ in self_play.played] == [3, 3, 3, 1]
        assert [rate for _, rate in self_play.played] == pytest.approx([0.5, 0.365, 0.23, 0.095])


def test_rates_fall_to_a_share_of_the_first():
    assert [linear_rate_schedule(2.0, 0.25)(done, 10) for done in (0, 5, 10)] == [2.0, 1.25, 0.5]
    assert [exponential_rate_schedule(2.0, 0.25)(done, 10) for done in (0, 5, 10)] == [2.0, 1.0, 0.5]


def test_the_mean_is_over_the_last_part_of_the_training(learner):
    """Ten games in batches of three: the weights after 3, 6, 9 and 10; after half of them begin the last two."""
    training = Training(learner, 10)
    for _ in training.batches():
        pass
    assert {name: array.tolist() for name, (array,) in training.mean_weights().items()} == {"a": [9.5] * 2,
                                                                                         "b": [9.5] * 2}


def test_one_batch_is_its_own_mean(learner):
    training = Training(learner, 2, seed=5)
    assert list(training.batches()) == [2] and training.mean_weights()["a"][0].tolist() == [6.0, 6.0]


def test_a_training_that_is_broken_off_has_the_weights_of_the_last_whole_batch(learner):
    training = Training(learner, 20)
    batches = training.batches()
    assert [next(batches), next(batches)] == [3, 6]

    def interrupt(games, rate, opponent=None):
        training._networks["a"].weights[0] += 99
        raise KeyboardInterrupt
    training._networks["a"].play = interrupt
    with pytest.raises(KeyboardInterrupt):
        next(batches)
    assert training.done == 6 and training.mean_weights()["a"][0].tolist() == [6.0, 6.0]


def test_half_of_a_batch_is_played_against_earlier_versions(learner):
    """Of 40 games in batches of two a version is added after each batch; the two latest are kept."""
    learner = replace(learner, schedule=replace(learner.schedule, batch=2), has_opponents=True)
    found = []
    for _ in range(2):
        training = Training(learner, 40, pool=2)
        assert list(training.batches()) == list(range(2, 41, 2))
        found.append(training._networks["b"].played)
    assert found[0] == found[1] and found[0][0][:1] == (2,)
    against = [one[2] for one in found[0] if len(one) == 3]
    assert len(against) == 19 and all(2 * n + 2 - version in (2, 4) for n, version in enumerate(against, 1))
    assert {2 * n + 2 - version for n, version in enumerate(against, 1)} == {2, 4}
    assert [one[0] for one in found[0]] == [2, *[1] * 38]


def test_without_opponents_there_is_no_pool(learner):
    with pytest.raises(ValueError, match="takes no opponents"):
        Training(learner, 40, pool=2)


def test_the_best_weights_are_kept_for_each_network(learner, tmp_path):
    training, kept = Training(learner, 9), []
    for done, scores in zip(training.batches(), ((0.5, 0.1), (0.25, 0.3), (0.25, 0.2)), strict=True):
        kept.append([training.keep_best(name, score) for name, score in zip("ab", scores, strict=True)])
        assert done == 3 * len(kept)
    assert kept == [[True, True], [False, True], [False, False]]
    training.save(tmp_path / "best.npz", "", "")
    training.save(tmp_path / "last.npz", "", "", is_best=False)
    assert [float(array[0]) for array in learner.file.load(tmp_path / "best.npz").values()] == [3, 6]
    assert [float(array[0]) for array in learner.file.load(tmp_path / "last.npz").values()] == [9, 9]


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["factor_rummy", pytest.param("prime_canasta", marks=pytest.mark.long)])
def test_an_opponent_is_played_against_and_not_changed(name):
    """Another opponent makes other games, and what it plays by stays as it was."""
    learner = get_learner(coprime.game(name))
    network, found = next(iter(learner.tables)), []
    for scale in (0.0, 5.0):
        self_play = learner.start(network, 1)
        opponent = [scale * array for array in learner.start(network, 2).weights]
        before = [array.copy() for array in opponent]
        self_play.play(20, 0.05, opponent)
        assert all((one == other).all() for one, other in zip(opponent, before, strict=True))
        found.append(self_play.weights)
    assert any((one != other).any() for one, other in zip(*found, strict=True))


# Files.

def test_weights_are_read_as_they_were_written(learner, tmp_path):
    training, path = Training(learner, 10, seed=2), tmp_path / "new.npz"
    for _ in training.batches():
        pass
    training.save(path, "0.2", "coprime train counting --games 10")
    assert read_provenance(path) == Provenance("counting", 1, "0.2", "coprime train counting --games 10", 2, 10, 10)
    found = learner.file.load(path)
    assert {name: array.tolist() for name, array in found.items()} == {"a": [10.5] * 2, "b": [10.5] * 2}
    assert all(array.dtype == np.float64 for array in found.values())
    with np.load(path) as saved:
        assert saved["a"].dtype == np.float32 and saved["b"].dtype == np.float16
    before = path.read_bytes()
    training.save(path, "0.2", "coprime train counting --games 10")
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_file_without_provenance_is_read(learner):
    """So are those that were shipped before there was any."""
    np.savez_compressed(learner.file.path, a=np.ones(2), b=np.zeros(2))
    assert read_provenance(learner.file.path) is None and learner.file.load()["a"].tolist() == [1.0, 1.0]


@pytest.mark.parametrize(("arrays", "provenance", "says"), [
    ({"a": np.zeros(3), "b": np.zeros(2)}, PROVENANCE, "learnt anew"),
    ({"a": np.zeros(2)}, PROVENANCE, "learnt anew"),
    ({"a": np.zeros(2), "b": np.zeros(2)}, replace(PROVENANCE, game="other"), "of networks of other 1"),
    ({"a": np.zeros(2), "b": np.zeros(2)}, replace(PROVENANCE, inputs=2), "not of counting 1")])
def test_weights_of_other_networks_are_refused(arrays, provenance, says, learner, tmp_path):
    network_weights.save_weights(tmp_path / "new.npz", arrays, provenance)
    with pytest.raises(ValueError, match=says):
        learner.file.load(tmp_path / "new.npz")


def test_other_files_are_refused(learner, tmp_path):
    path = tmp_path / "strange.npz"
    for content in (b"", b"hello", b"PK\x03\x04", b"\x80\x04K\x01."):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="no file of weights"):
            learner.file.load(path)
    np.save(tmp_path / "one.npy", np.zeros(2))
    with pytest.raises(ValueError, match="no file of weights"):
        learner.file.load(tmp_path / "one.npy")
    with pytest.raises(FileNotFoundError):
        learner.file.load(tmp_path / "none.npz")


def test_a_file_has_at_most_a_megabyte(monkeypatch, tmp_path):
    path, noise = tmp_path / "large.npz", np.random.default_rng(1).normal(size=1_000)
    monkeypatch.setattr(network_weights, "MOST_BYTES", 5_000)
    with pytest.raises(ValueError, match="more than 5,000"):
        network_weights.save_weights(path, {"a": noise}, PROVENANCE)
    assert list(tmp_path.iterdir()) == []
    np.savez(path, a=noise)
    with pytest.raises(ValueError, match="larger than any"):
        network_weights.load_weights(path, {"a": noise.shape})


# Games.

def test_these_games_have_learners():
    assert [name for name, game in sorted(coprime.all_games().items()) if has_learner(game)] == sorted(
        [*VALUE_GAMES, "daifugo", "prime_daifugo"])


@pytest.mark.parametrize("name", VALUE_GAMES)
def test_the_expert_takes_the_shipped_weights_as_a_file(name):
    game = coprime.game(name)
    check = levels.get_level(game, levels.MASTER).check_weights
    shipped = game.folder / "data" / "master.npz"
    check(shipped)
    others = [one for one in VALUE_GAMES if one != name]
    for other in others:
        with pytest.raises(ValueError, match=f"learnt anew|is of networks of {other}"):
            check(coprime.game(other).folder / "data" / "master.npz")


def test_a_trajectory_begins_empty():
    trajectory = make_trajectory(2, 5, 3)
    assert not any(array.any() for array in trajectory) and trajectory.indices.shape == (2, 5, 3)
    assert trajectory.targets.shape == (5,) and trajectory.counts.dtype == np.int64
