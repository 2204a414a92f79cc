"""`coprime train`: weights by self-play, measured on the way, kept when it is stopped, and played by a bot."""

import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

import coprime
from coprime.arena import players
from coprime.arena.statistics import Interval
from coprime.arena.weights_evaluation import Evaluation, evaluate_weights
from coprime.cli import app, train_command
from coprime.core.errors import BadInput
from coprime.core.language_selection import use_language
from coprime.search import learner as learning
from coprime.search.learner import ExpertLearner, Schedule, TrainingTable
from coprime.search.network_weights import PROVENANCE, NetworkFile, Provenance, read_provenance, save_weights

GAME = coprime.game("factor_rummy")
SHIPPED = GAME.folder / "data" / "master.npz"


class Counting:
    """Self-play whose one array counts the games, and that is stopped when it says so."""

    stop_at, seconds = 0, 0.0

    def __init__(self, name, seed):
        self.weights = [np.zeros(1)]

    def play(self, games, rate, opponent=None):
        time.sleep(games * self.seconds)
        self.weights[0] += games
        if self.weights[0] == self.stop_at:
            raise KeyboardInterrupt


@pytest.fixture
def counting(monkeypatch, tmp_path):
    """A learner that learns nothing, in place of the game's; a test may stop it."""
    monkeypatch.chdir(tmp_path)
    play = type("Play", (Counting,), {})
    learner = ExpertLearner({"": TrainingTable(2, {"level": 3})}, Schedule(40, 10, lambda done, total: 1.0, 1.0), play,
                           lambda weights: {"count": weights[""][0]},
                           NetworkFile(GAME.name, 1, SHIPPED, {"count": (1,)}))
    monkeypatch.setattr(learning, "get_learner", lambda game: learner)
    return play


def run(*words):
    done = CliRunner().invoke(app, ["train", *words])
    return done, " ".join(f"{done.output} {done.exception or ''}".split())


class Trap:
    """An object that does something when it is read back."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return self.path.touch, ()


def test_a_file_of_weights_carries_nothing_out(tmp_path):
    """Whoever gets weights from somebody else runs nothing of theirs."""
    file, sprung = tmp_path / "weights.npz", tmp_path / "sprung"
    np.savez(file, **{PROVENANCE: np.array([Trap(sprung)], object)})
    with pytest.raises(ValueError):
        read_provenance(file)
    with pytest.raises(ValueError):
        NetworkFile(GAME.name, 1, file, {PROVENANCE: (1,)}).load()
    assert not sprung.exists()


def test_brackets_in_a_path_are_printed(capsys):
    train_command.print_sentence("weights[bold].npz")
    assert capsys.readouterr().out == "weights[bold].npz\n"


def count(path):
    with np.load(path) as found:
        return float(found["count"][0])


def test_it_writes_weights_that_say_where_they_come_from(counting, tmp_path):
    done, text = run("factor_rummy", "--seed", "7")
    assert done.exit_code == 0 and "They play as master:factor_rummy.npz." in text
    found = read_provenance(tmp_path / "factor_rummy.npz")
    assert count(tmp_path / "factor_rummy.npz") == 40 and found == Provenance(
        "factor_rummy", 1, coprime.__version__, "coprime train factor_rummy --games 40 --seed 7", 7, 40, 40)


def test_what_was_learnt_is_kept_when_it_is_stopped(counting, tmp_path):
    counting.stop_at = 30
    done, text = run("factor_rummy", "--out", "new.npz")
    assert done.exit_code == 0 and "Stopped after 20 of 40 games; what was learnt until then is kept." in text
    found = read_provenance(tmp_path / "new.npz")
    assert count(tmp_path / "new.npz") == 20 and (found.games, found.planned) == (20, 40)


def test_where_nothing_was_learnt_nothing_is_written(counting, tmp_path):
    counting.stop_at = 10
    done, _ = run("factor_rummy")
    assert done.exit_code and list(tmp_path.iterdir()) == []


def test_minutes_choose_the_number_of_games(counting, tmp_path):
    """A game takes at least a millisecond, so at most 600 fit into 0.6 seconds."""
    counting.seconds = 0.001
    done, text = run("factor_rummy", "--minutes", "0.01")
    found = read_provenance(tmp_path / "factor_rummy.npz")
    assert done.exit_code == 0 and found.games % 10 == 0 and 10 <= found.games <= 600
    assert f"{found.games} games of each network take about 0.01 min here." in text


@pytest.mark.parametrize(("schedule", "games"), [(40, 610), (10, 10)])
def test_as_many_games_fit_as_a_trial_has_played_in_its_time(counting, monkeypatch, schedule, games):
    """1,024 games a second, by a clock that goes on with the games alone; after one batch nothing has been timed."""
    clock = [0.0]

    def play(self, games, rate, opponent=None):
        clock[0] += games / 1024
    monkeypatch.setattr(counting, "play", play)
    monkeypatch.setattr(train_command, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    learner = learning.get_learner(GAME)
    trained = replace(learner, schedule=replace(learner.schedule, games=schedule))
    assert train_command.plan_games(trained, 1, 0, 0.6) == games


def test_it_is_measured_after_each_fifth(counting, monkeypatch):
    asked = []

    def measure(game, tables, file, matches, seed, executor):
        asked.append((count(file), matches, seed, dict(tables)))
        return {"": Evaluation(Interval(0.25, 0.2, 0.3), 0.5)}
    monkeypatch.setattr("coprime.arena.weights_evaluation.evaluate_weights", measure)
    done, text = run("factor_rummy", "--games", "50", "--evaluate", "8", "--seed", "3", "--jobs", "1")
    assert done.exit_code == 0
    assert asked == [(games, 8, 3, {"": TrainingTable(2, {"level": 3})}) for games in (10, 20, 30, 40, 50)]
    assert "30 games: won 0.250 (0.200 to 0.300) against the shipped weights (as good: 0.500)" in text


def test_the_best_weights_are_written(counting, monkeypatch, tmp_path):
    shares = iter((0.25, 0.75, 0.5, 0.5, 0.5))
    monkeypatch.setattr("coprime.arena.weights_evaluation.evaluate_weights",
                        lambda *_: {"": Evaluation(Interval(next(shares), 0.0, 1.0), 0.5)})
    done, _ = run("factor_rummy", "--games", "50", "--evaluate", "8", "--keep-best", "--jobs", "1")
    found = read_provenance(tmp_path / "factor_rummy.npz")
    assert done.exit_code == 0 and count(tmp_path / "factor_rummy.npz") == 20
    assert found.command == "coprime train factor_rummy --games 50 --seed 1 --evaluate 8 --keep-best"


def test_stopping_a_measurement_stops_the_training(counting, monkeypatch):
    monkeypatch.setattr("coprime.arena.weights_evaluation.evaluate_weights",
                        lambda *_: {"": Evaluation(Interval(0.5, 0.4, 0.6), 0.5, stopped=True)})
    done, text = run("factor_rummy", "--games", "50", "--evaluate", "2", "--jobs", "1")
    assert done.exit_code == 0 and "Stopped after 10 of 50 games" in text


@pytest.mark.parametrize(("words", "says"), [
    (["secret_number"], "This command does not train the master of Secret Number. It trains those of: "),
    (["factor_rummy", "--games", "5", "--minutes", "1"], "either a number of games or minutes"),
    (["factor_rummy", "--keep-best"], "name their matches with --evaluate"),
    (["factor_rummy", "--pool", "3"], "Factor Rummy learns without opponents from a pool"),
    (["factor_rummy", "--out", "nowhere/x.npz"], "there is no such folder"),
    (["factor_rummy", "--out", str(SHIPPED)], "is there already"),
    (["factor_rummy", "--games", "0"], "--games"),
    (["nothing"], "nothing")])
def test_what_cannot_be_is_told(words, says, counting, tmp_path):
    done, text = run(*words)
    assert done.exit_code and says in text and list(tmp_path.iterdir()) == []


def test_the_games_with_a_learner_are_named(counting):
    with use_language("en"):
        _, text = run("secret_number")
    names = ("Daifugo", "Factor Rummy", "Prime Canasta", "Prime Climb", "Prime Daifugo Lv. 0", "Prime Solitaire")
    assert all(name in text for name in names)


# Playing by them.

def test_a_bot_plays_by_the_weights_of_a_file(monkeypatch):
    """As it does by the shipped ones, when they are those."""
    asked = []
    expert = GAME.load_module("expert")
    monkeypatch.setattr(expert, "choose", lambda *words, **more: asked.append((words[1:], more)) or 5)
    player = players.make_player(GAME, f"master:{SHIPPED}")
    assert player(GAME.new_state(2, None, GAME.pure_rules), 1, 3)[0] == 5
    assert asked == [((1, 3), {"iterations": players.ITERATIONS, "weights": SHIPPED})]


@pytest.mark.parametrize(("game", "file", "says"), [
    ("secret_number", "x.npz", "does not play by weights from a file"),
    ("factor_rummy", "none.npz", "cannot be read: No such file"),
    ("factor_rummy", "strange.npz", "holds no weights for the master of Factor Rummy; `coprime train factor_rummy`"),
    ("factor_rummy", "other.npz", "holds no weights for the master"),
    ("prime_challenge", "x.npz", "weights")])
def test_weights_that_do_not_fit_are_told(game, file, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strange.npz").write_text("hello", encoding="utf-8")
    with np.load(SHIPPED) as found:
        arrays = {name: array for name, array in found.items() if name != PROVENANCE}
        save_weights(tmp_path / "other.npz", arrays, Provenance("prime_climb", 1, "", "", 1, 1, 1))
    with pytest.raises(BadInput, match=says):
        players.make_player(coprime.game(game), f"master:{file}")


@pytest.mark.compiled
def test_the_shipped_weights_are_as_good_as_themselves():
    """Every deal is played from both seats by the same player, so that each wins exactly half."""
    table = TrainingTable(2, {"level": 3, "target_score": 50})
    found = evaluate_weights(GAME, {"": table}, SHIPPED, 4, 1)
    assert found[""].share.mean == found[""].even == 0.5 and not found[""].stopped


@pytest.mark.compiled
def test_alone_the_shipped_weights_play_the_same_deals(monkeypatch):
    asked = []

    def play(game, bots, matches, seed, options, seats, executor):
        asked.append((bots, matches, seed, seats))
        return replace_rate(0.25 if len(bots[0]) > len("master") else 0.75)
    monkeypatch.setattr("coprime.arena.weights_evaluation.play_series", play)
    found = evaluate_weights(GAME, {"": TrainingTable(1, {})}, SHIPPED, 9, 2)
    assert asked == [([f"master:{SHIPPED}"], 9, 2, 1), (["master"], 9, 2, 1)]
    assert (found[""].share.mean, found[""].even) == (0.25, 0.75)


def replace_rate(rate):
    return SimpleNamespace(standings=[SimpleNamespace(rate=Interval(rate, None, None))], stopped=False)


@pytest.mark.parametrize(("table", "bots", "in_order"), [
    (TrainingTable(3, {}), ["mine", "master"], False),
    (TrainingTable(4, {"partnerships": "on"}, partners=True), ["mine", "master"] * 2, True)])
def test_partners_sit_across(table, bots, in_order, monkeypatch):
    asked = []

    def play(game, bots, matches, seed, options, seats, executor, in_order):
        asked.append((["mine" if bot != "master" else bot for bot in bots], seats, in_order))
        return replace_rate(0.2)
    monkeypatch.setattr("coprime.arena.weights_evaluation.play_series", play)
    found = evaluate_weights(GAME, {"x": table}, SHIPPED, 9, 2)
    assert asked == [(bots, table.seats, in_order)] and found["x"].even == 1 / table.seats


def test_an_evaluation_names_the_network():
    share = Evaluation(Interval(0.5, 0.4, 0.6), 0.25)
    assert train_command.evaluation_text(1, {"four": share, "partners": share}) == (
        "1 game: four won 0.500 (0.400 to 0.600) against the shipped weights (as good: 0.250); "
        "partners won 0.500 (0.400 to 0.600) against the shipped weights (as good: 0.250)")


def test_a_file_that_cannot_be_written_is_told(counting, monkeypatch):
    def full(self, path, arrays, provenance):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(NetworkFile, "save", full)
    done, text = run("factor_rummy")
    assert done.exit_code and "cannot be written: No space left on device" in text
