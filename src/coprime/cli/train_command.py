"""The command `coprime train`: train the networks of a game's expert bot, and measure them on the way."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from .. import __version__
from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import join_with_commas
from ..core.os_errors import describe_os_error
from ..core.registry import all_games as all_games
from ..core.registry import find_game as find
from .error_reporting import err, out, say

if TYPE_CHECKING:               # what brings the compiler is imported by the command
    from ..arena.weights_evaluation import Evaluation
    from ..search.learner import ExpertLearner, Training

EVALUATIONS = 5                 # of a training, at equal distances
TRIAL_SHARE = 0.05              # of the minutes: the time in which the speed is measured
print_sentence = partial(out.print, highlight=False, markup=False, soft_wrap=True)


def train(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    games: Annotated[int | None, typer.Option(
        min=1, help="How many games each network learns from; by default as many as the shipped weights.")] = None,
    minutes: Annotated[float | None, typer.Option(
        min=0.01, help="Instead of a number of games: about how long it may take on this machine.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same games and the same weights again.")] = 1,
    file: Annotated[Path | None, typer.Option(
        "--out", help="Where the weights go; by default GAME.npz in this folder.")] = None,
    evaluate: Annotated[int, typer.Option(
        min=0, metavar="MATCHES", help="After each fifth of the games play at least so many matches against the "
                                       "shipped weights, every deal from each seat.")] = 0,
    keep_best: Annotated[bool, typer.Option(
        "--keep-best", help="Write each network's weights of the best evaluation instead of the last.")] = False,
    pool: Annotated[int, typer.Option(
        min=0, metavar="VERSIONS", help="Play half of the games against one of so many earlier versions.")] = 0,
    jobs: Annotated[int | None, typer.Option(
        min=1, help="Processes that play these matches; by default as many as cores.")] = None,
) -> None:
    """Train a master's networks by self-play; `master:FILE` names them as a bot.  Ctrl-C keeps what is learnt so far.
    """
    game = find(name)
    file = check_file(file or Path(f"{game.name}.npz"))
    if games and minutes:
        raise BadInput(say("train.either"))
    if keep_best and not evaluate:
        raise BadInput(say("train.unmeasured"))
    learner = load_learner(game)
    if pool and not learner.has_opponents:
        raise BadInput(say("train.no_pool", title=game.localized_title))
    if minutes:
        games = plan_games(learner, seed, pool, 60 * minutes)
        print_sentence(say("train.planned", games=games, minutes=f"{minutes:g}"))
    from ..search.learner import Training

    training = Training(learner, games or learner.schedule.games, seed, pool)
    try:
        run_training(game, training, evaluate, keep_best, jobs)
    except KeyboardInterrupt:
        if not training.done:
            raise
    if training.done < training.total:
        print_sentence(say("train.stopped", done=f"{training.done:,}", total=training.total))
    save_training(training, file, [*[f"--pool {pool}"] * (pool > 0),
                                   *[f"--evaluate {evaluate} --keep-best"] * keep_best])
    print_sentence(say("train.written", file=file, size=f"{file.stat().st_size / 1000:.0f}"))


def check_file(file: Path) -> Path:
    """Return a file that can be written and is not there yet.  Raises BadInput."""
    if not file.parent.is_dir():
        raise BadInput(say("train.unwritten", file=file, why=say("train.no_folder")))
    if file.exists():
        raise BadInput(say("train.there", file=file))
    return file


def load_learner(game: Game) -> "ExpertLearner":
    """Return a game's learner.  Raises BadInput, with the games that have one."""
    from ..search.learner import get_learner, has_learner

    if not has_learner(game):
        known = [one.localized_title for one in all_games().values() if has_learner(one)]
        raise BadInput(say("train.none", title=game.localized_title, known=len(known), names=join_with_commas(known)))
    return get_learner(game)


def plan_games(learner: "ExpertLearner", seed: int, pool: int, seconds: float) -> int:
    """Return how many games of each network take about so long here: a multiple of the batch.

    A training that is thrown away is timed: after a batch in which everything is compiled, at least one more.
    """
    from ..search.learner import Training

    trial, start, first, spent = Training(learner, learner.schedule.games, seed, pool), time.perf_counter(), 0, 0.0
    for done in trial.batches():
        if not first:
            first, start = done, time.perf_counter()
            continue
        spent = time.perf_counter() - start
        if spent >= TRIAL_SHARE * seconds:
            break
    batch = learner.schedule.batch
    speed = (trial.done - first) / spent if spent else batch / seconds
    return max(batch, int(speed * seconds) // batch * batch)


def run_training(game: Game, training: "Training", evaluate: int, keep_best: bool, jobs: int | None) -> None:
    """Train under a bar, print evaluations on the way, and keep the best weights if that is wanted."""
    from ..arena.match_progress import MatchProgress

    marks = [training.total * n // EVALUATIONS for n in range(1, EVALUATIONS + 1)] if evaluate else []
    with MatchProgress(err, game, training.total) as bar:
        for done in training.batches():
            bar.update(done)
            if marks and done >= marks[0]:
                marks = [mark for mark in marks if mark > done]
                found = evaluate_training(game, training, evaluate, jobs)
                err.print(evaluation_text(done, found), highlight=False, markup=False, soft_wrap=True)
                if any(one.stopped for one in found.values()):
                    return
                for name, one in found.items() if keep_best else ():
                    training.keep_best(name, one.share.mean - one.even)


def evaluate_training(game: Game, training: "Training", matches: int,
                      jobs: int | None) -> "dict[str, Evaluation]":
    """Measure what has been learnt so far against the shipped weights; the deals are always the same."""
    from ..arena.executor_factory import make_executor
    from ..arena.weights_evaluation import evaluate_weights

    with TemporaryDirectory() as folder, make_executor(jobs) as executor:
        file = Path(folder, f"{training.done}.npz")
        training.save(file, __version__, "", is_best=False)
        return evaluate_weights(game, training.learner.tables, file, matches, training.seed, executor)


def evaluation_text(done: int, found: "dict[str, Evaluation]") -> str:
    """Return an evaluation in words."""
    shares = (say("train.share", name=say("train.name", name=name) if name else "", share=f"{one.share:.3f}",
                  even=f"{one.even:.3f}") for name, one in found.items())
    return say("train.evaluated", games=say("train.games", n=done), shares=say("train.between").join(shares))


def save_training(training: "Training", file: Path, options: Sequence[str]) -> None:
    """Write what has been learnt so far to a file, with the command that gives the same.  Raises BadInput.

    options  of that command, besides the number of games and the seed
    """
    words = ["coprime train", training.learner.file.game, f"--games {training.total} --seed {training.seed}", *options]
    try:
        training.save(file, __version__, " ".join(words))
    except OSError as wrong:
        raise BadInput(say("train.unwritten", file=file, why=describe_os_error(wrong))) from None
