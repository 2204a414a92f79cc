"""Many matches side by side in which a learner plays one seat.

The other seats choose by chance, compiled, or by a function of their observations and masks.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import kernel
from ..core.errors import BadInput
from ..core.game import Game
from ..core.options import Value
from ..search.search_engine import free_names, source_digest
from .batch import SAY, Batch, digest_codes, load_step_module
from .encoder import SAY as ENCODER_SAY

HERE = Path(__file__).parent
SHARED_NAMES = ("select_action", "advance_match", "restart_match", "write_question", "write_observation",
                "unpack_state", "sample_random_actions", "clear_marks")
Opponent = Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]
"""(observation float32[k, size], mask bool[k, choices]) -> k choices, for the seats of k matches that are asked."""


class SeatBatch:
    """`n` matches in which the learner is asked for one seat.  The same arguments and choices give the same matches.

    Matches do not start again by themselves: `start_matches` does. Can be copied and pickled if its opponent can.

    batch     the matches: `batch.now` has observations and masks of the learner
    seat      the learner's seat
    opponent  chooses for all others; None: they choose by chance
    gained    float64[n]  change of the learner's `returns` since it was asked before
    slip      bool[n]     whether its last choice was not allowed, so that another was drawn
    """

    def __init__(self, game: Game, n: int, seats: int | None = None, options: Mapping[str, Value] | None = None,
                 seat: int = 0, opponent: Opponent | None = None, seed: int | None = 1, threads: int = 1) -> None:
        self.batch = Batch(game, n, seats, options, seed, threads, max_steps=None)
        if not 0 <= seat < self.batch.seats:
            raise BadInput(ENCODER_SAY["nobody"].format(seat=seat, last=self.batch.seats - 1))
        self.seat, self.opponent = seat, opponent
        self.gained, self.slip = np.zeros(n), np.zeros(n, np.bool_)
        self._rows = np.arange(n)
        self.start_matches(self._rows)

    def reset(self, seed: int | None = None) -> None:
        """Start all matches again, as `Batch.reset` does."""
        self.batch.reset(seed)
        self.slip[:] = False
        self.start_matches(self._rows)

    def start_matches(self, rows: NDArray[np.int64]) -> None:
        """Start other matches in these rows, up to the learner's first question."""
        while len(rows):
            self._run("start_matches", rows, self.gained)
            self._play_opponents(rows)
            rows = rows[self.batch.now.done[rows]]          # where a match was over before the learner was asked
        self.gained[:] = 0

    def play_rows(self, rows: NDArray[np.int64], choices: NDArray[np.int64]) -> None:
        """Carry out the learner's choices in these rows, one each, and go on until it is asked again or all is over."""
        self.gained[:], self.slip[:] = 0, False
        self.batch.choice[rows] = choices
        self._run("step_rows", rows, self.gained, self.slip)
        self._play_opponents(rows)

    def save_state(self) -> Mapping[str, Any]:
        """Return everything that the next steps depend on but the opponent; it can be pickled."""
        return {"batch": self.batch.save_state(), "gained": self.gained.copy(), "slip": self.slip.copy()}

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Go back to a saved state, as often as wanted.  Raises BadInput, as `Batch.restore_state` does."""
        self.batch.restore_state(state["batch"])
        self.gained[:], self.slip[:] = state["gained"], state["slip"]

    def _play_opponents(self, rows: NDArray[np.int64]) -> None:
        now = self.batch.now
        while self.opponent and len(rows := rows[(now.seat[rows] != self.seat) & ~now.done[rows]]):
            choices = np.asarray(self.opponent(now.observation[rows], now.mask[rows]))
            if choices.shape != rows.shape or choices.dtype.kind not in "iu":
                raise BadInput(SAY["choices"].format(n=len(rows), shape=choices.shape, kind=choices.dtype))
            inside = (choices >= 0) & (choices < self.batch.choices)
            allowed = inside & now.mask[rows, np.where(inside, choices, 0)]
            if not allowed.all():
                at = int(np.argmin(allowed))
                raise BadInput(SAY["masked"].format(row=int(rows[at]), choice=int(choices[at]),
                                                    last=self.batch.choices - 1))
            self.batch.choice[rows] = choices
            self._run("step_rows", rows, self.gained, np.zeros_like(self.slip))

    def _run(self, name: str, rows: NDArray[np.int64], *arrays: Any) -> None:
        step = getattr(load_seat_module(self.batch.game), name)
        self.batch.run_rows(step, rows, self.seat, self.opponent is None, *arrays)


SEAT_MODULES: dict[str, ModuleType] = {}


def load_seat_module(game: Game) -> ModuleType:
    """Return the compiled module of a game that steps a learner's seat, created once per process."""
    if game.name not in SEAT_MODULES:
        stepping = load_step_module(game)
        free = free_names(game) | {name: getattr(stepping, name) for name in SHARED_NAMES}
        source, key = seat_step_source(game)
        SEAT_MODULES[game.name] = kernel.specialize_source(source, f"coprime.env.seat_stepping_{game.name}", free, key,
                                                           makers="")
    return SEAT_MODULES[game.name]


def seat_step_source(game: Game) -> tuple[Path, str]:
    """Return the file of a learner's steps and the key under which they are compiled for a game."""
    return (HERE / "seat_stepping.py",
            f"{source_digest(game)} {kernel.digest_source(HERE / 'stepping.py')} {digest_codes(game)}")
