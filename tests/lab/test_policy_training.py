"""A policy learns by playing against itself: what it is told is right, and it gets better."""

import os
import subprocess
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

import coprime
from coprime.arena.players import make_player
from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.env.batch import FinalObservations
from coprime.env.encoder import Encoder
from coprime.env.network import Network
from coprime.lab.ppo import VALUE_COEF, Learner, Rollout, Transition, list_allowed_choices, sample_choices

GAME = coprime.game("prime_daifugo")
ONE = {"games_to_win": 1}


def learner(seed=1, n=32, **more):
    return Learner(GAME, n, None, ONE, seed, **more)


def test_the_same_seed_learns_the_same():
    one, other, third = learner(), learner(threads=2), learner(seed=2)
    assert one.train_round() == other.train_round() > 0
    third.train_round()
    assert all(np.array_equal(one.network.weights[part], other.network.weights[part]) for part in one.network.weights)
    assert not np.array_equal(one.network.weights["into"], third.network.weights["into"])


def test_it_gets_better(tmp_path):
    file, learning = tmp_path / "weights.npz", learner(n=128, threads=2)
    for _ in range(2):
        learning.train_round()
    learning.network.save(file)
    result = coprime.simulate(GAME, [f"learned:{file}", "random"], 100, options=ONE)
    assert result.standings[0].rate.low > 0.7


def test_gains_are_those_of_a_match_written_out():
    """Two seats in turn: seat 0 is asked at steps 0 and 2, seat 1 at 1 and 3; the match ends with step 3."""
    learning = learner(n=1)
    rewards, worths = [(0, 0), (0.25, 0), (0, 0), (1, -1)], [0.1, 0.2, 0.3, 0.4]
    steps = [Transition(None, None, None, None, np.array([n % 2]), np.array([worths[n]], np.float32),
                        np.array([rewards[n]], np.float32), np.array([n == 3])) for n in range(4)]
    found = [float(gain[0]) for _, gain, known in learning._estimate_advantages(steps) if known[0]]
    last = [-1 - 0.4, 1 - 0.3]
    assert found == pytest.approx([*last, 0.4 - 0.2 + 0.95 * last[0], 0.25 + 0.3 - 0.1 + 0.95 * last[1]])


def test_what_has_not_come_out_yet_teaches_nothing():
    learning = learner(n=1)
    steps = [Transition(None, None, None, None, np.array([0]), np.zeros(1, np.float32), np.zeros((1, 2), np.float32),
                        np.array([False])) for _ in range(2)]
    assert [bool(known[0]) for *_, known in learning._estimate_advantages(steps)] == [False, True]


def test_a_truncated_match_is_worth_what_its_last_question_is():
    """Seats in turn, truncated after step 1 when seat 0 would be asked: what seat 1 would have got is unknown."""
    learning = learner(n=1)
    learning.network.state_value = lambda hidden: np.full(len(hidden), 0.7, np.float32)
    final = FinalObservations(np.array([0]), np.zeros((1, learning.batch.size), np.float32), np.array([0]))
    steps = [Transition(None, None, None, None, np.array([n % 2]), np.array([0.2], np.float32),
                        np.array([[0.25, 0]], np.float32), np.array([n == 1]), final if n == 1 else None)
             for n in range(3)]
    found = [(float(gain[0]), bool(known[0])) for _, gain, known in learning._estimate_advantages(steps)]
    assert [known for _, known in found] == [False, False, True]
    assert found[2][0] == pytest.approx(0.25 + 0.25 + 0.7 - 0.2)


@pytest.mark.parametrize("game", [GAME, coprime.game("factor_rummy")], ids=["most choices allowed", "few"])
def test_slopes_are_those_of_what_it_makes_small(game):
    """Each weight's direction, compared with the objective a little beside it."""
    learning = Learner(game, 8, 2, {}, 1)
    network = learning.network
    found = learning._collect_rollout()
    part = Rollout(*(values[:40] for values in found))
    before = {name: weight.astype(np.float64) for name, weight in network.weights.items()}
    gain = (part.advantage - part.advantage.mean()) / (part.advantage.std() + 1e-8)

    def objective():
        hidden = network.hidden_layer(part.obs)
        chances = network.choice_probabilities(hidden, part.mask)
        ratio = chances[np.arange(40), part.choice] / part.prob_old
        entropy = -(chances * np.log(np.maximum(chances, 1e-30))).sum(axis=1)
        miss = network.state_value(hidden) - part.return_
        return float((-np.minimum(ratio * gain, np.clip(ratio, 0.8, 1.2) * gain) - 0.01 * entropy
                      + VALUE_COEF / 2 * miss**2).mean())

    network.weights.update({name: weight.copy() for name, weight in before.items()})
    learning._adam_step(part)
    for name in before:                     # the first mean of slopes is a tenth of the slope
        slope = learning._means[name] / 0.1
        at = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        sides = []
        for far in (1e-5, -1e-5):
            network.weights.update({other: weight.copy() for other, weight in before.items()})
            network.weights[name][at] += far
            sides.append(objective())
        assert slope[at] == pytest.approx((sides[0] - sides[1]) / 2e-5, rel=2e-3), name


def test_choices_that_no_row_allows_are_left_out_where_they_are_many():
    mask = np.zeros((2, 7), np.bool_)
    mask[0, [1, 4]] = mask[1, 6] = True
    assert list_allowed_choices(mask).tolist() == [1, 4, 6]
    mask[1, 0] = True
    assert list_allowed_choices(mask).tolist() == list(range(7))


def test_probabilities_among_some_choices_are_those_among_all():
    learning = Learner(coprime.game("factor_rummy"), 32, 2, {}, 1)
    hidden, mask = learning.network.hidden_layer(learning.batch.now.observation), learning.batch.now.mask
    among = list_allowed_choices(mask)
    assert 0 < len(among) < mask.shape[1] / 2
    chances = learning.network.choice_probabilities(hidden, mask)
    assert chances[:, among] == pytest.approx(learning.network.choice_probabilities(hidden, mask[:, among], among))
    assert chances.sum() == pytest.approx(chances[:, among].sum())


def test_choices_are_drawn_as_likely_as_they_are():
    chances = np.tile(np.array([0.0, 0.25, 0.75, 0.0], np.float32), (20_000, 1))
    found = sample_choices(chances, chances > 0, np.random.default_rng(1))
    assert set(found.tolist()) == {1, 2} and np.mean(found == 1) == pytest.approx(0.25, abs=0.02)
    # Where rounding leaves nothing above the number drawn.
    assert sample_choices(chances[:1] * 0, np.array([[False, True, False, False]]),
                          np.random.default_rng(1)).tolist() == [0]


def test_weights_are_kept_and_play(tmp_path):
    file = tmp_path / "weights.npz"
    network = Network.new(Encoder(GAME, 2, ONE), 16, np.random.default_rng(1))
    network.save(file)
    again = Network.load(file, GAME)
    assert again.encoder.options == network.encoder.options
    assert all(np.array_equal(again.weights[part], network.weights[part]) for part in network.weights)
    result = coprime.simulate(GAME, [f"learned:{file}", "novice"], 4, options=ONE)
    assert not any(standing.slips for standing in result.standings)


def test_weights_that_do_not_fit_are_refused(tmp_path):
    file, strange = tmp_path / "weights.npz", tmp_path / "strange.npz"
    network = Network.new(Encoder(GAME, 2, ONE), 16, np.random.default_rng(1))
    network.save(file)
    strange.write_text("hello")
    for name, game, says in (
        (file, "secret_number", "were learned for prime_daifugo, not for secret_number"),
        (strange, "prime_daifugo", "holds no weights of `coprime learn`"),
        (tmp_path / "none.npz", "prime_daifugo", "cannot be read: No such file"),
        (tmp_path, "prime_daifugo", "cannot be read"),
    ):
        with pytest.raises(BadInput, match=says):
            make_player(coprime.game(game), f"learned:{name}")
    network.weights["into"] = network.weights["into"][1:]
    network.save(file)
    with pytest.raises(BadInput, match="for another version of Prime Daifugo Lv. 0"):
        make_player(GAME, f"learned:{file}")


def test_another_number_of_seats_is_refused(tmp_path):
    file = tmp_path / "weights.npz"
    Network.new(Encoder(GAME, 2, ONE), 16, np.random.default_rng(1)).save(file)
    with pytest.raises(BadInput, match="for 2 seats of Prime Daifugo Lv. 0; here there are 3"):
        coprime.simulate(GAME, [f"learned:{file}", "novice", "novice"], 3, options=ONE)


def test_the_command_leaves_weights_and_a_page(tmp_path):
    file = tmp_path / "x.npz"
    words = "--rounds 3 --every 2 --matches 8 --games 2 --against random -o games_to_win=1 --out"
    done = CliRunner().invoke(app, ["learn", "prime_daifugo", *words.split(), str(file)])
    assert done.exit_code == 0, done.output
    assert Network.load(file, GAME).encoder.options["games_to_win"] == 1
    said = f"The weights are in {file}, how it went in {file.with_suffix('.html')}.\n"
    assert len(said) > 80 and said in done.output, "a path is never broken into lines"
    page = file.with_suffix(".html").read_text(encoding="utf-8")
    assert "2 rounds" in page and "3 rounds" in page and "against random" in page and "games_to_win=1" in page


def test_a_game_for_one_learns_alone(tmp_path):
    file = tmp_path / "x.npz"
    words = ["learn", "prime_solitaire", "--rounds", "1", "--matches", "2", "--games", "2", "-o", "level=1"]
    done = subprocess.run([sys.executable, "-m", "coprime", *words, "--out", str(file)], capture_output=True, text=True,
                          env={**os.environ, "COPRIME_PURE": "1"})      # to compile its steps takes longer
    assert done.returncode == 0, done.stderr
    assert "1 round, " in done.stderr + done.stdout and ": wins " in done.stderr + done.stdout


def test_weights_that_are_there_stay(tmp_path, monkeypatch):
    file = tmp_path / "x.npz"
    network = Network.new(Encoder(GAME, 2, ONE), 16, np.random.default_rng(1))
    network.save(file)
    kept = file.read_bytes()
    done = CliRunner().invoke(app, ["learn", "prime_daifugo", "--out", str(file)])
    assert done.exit_code and "is there already" in str(done.exception or done.output) + done.output

    def killed(file, /, **_):
        file.write(b"half")
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(np, "savez_compressed", killed)
    with pytest.raises(BadInput, match="cannot be written to .*: No space left on device"):
        network.save(file)
    assert file.read_bytes() == kept


@pytest.mark.parametrize(("words", "says"), [
    (["--against", "nobody"], "There is no bot 'nobody'"),
    (["--out", "nowhere/x.npz"], "there is no such folder"),
    (["--seats", "9"], "2 to 3"),
    (["-o", "colour=red"], "no option 'colour'"),
])
def test_what_cannot_be_is_told(words, says):
    done = CliRunner().invoke(app, ["learn", "prime_daifugo", "--rounds", "1", "--matches", "2", *words])
    assert done.exit_code and says in " ".join(str(done.exception or done.output).split()) + done.output
