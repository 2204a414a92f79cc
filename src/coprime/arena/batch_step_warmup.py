"""Compile what steps batches of a game's matches for learners."""

import numpy as np

from ..core.game import Game
from ..core.kernel import PURE, code_folder_name
from ..env import batch, seat_batch
from .compiled_code import is_saved


def warm(game: Game) -> None:
    """Compile the steps of a batch, and of a batch in which a learner plays one seat, by one step of each."""
    needs = game.load_module("encoding").NEEDS          # type: ignore[union-attr]
    matches = batch.Batch(game, 2, options=needs, threads=1)
    matches.step(matches.sample())
    learner = seat_batch.SeatBatch(game, 2, options=needs, threads=1)
    learner.play_rows(np.arange(2), learner.batch.sample())


def is_ready(game: Game) -> bool:
    """Tell whether the steps of a game's batches have been compiled."""
    return PURE or all(is_saved(code_folder_name(source, key)) for source, key in (
        batch.step_source(game), seat_batch.seat_step_source(game)))
