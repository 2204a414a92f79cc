"""Many matches of a game in parallel, for reinforcement learning: one call steps them all."""

import secrets
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import index
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import kernel
from ..core.chance import mix, wrapping_add, wrapping_mul
from ..core.deprecated import forward_old_names
from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import restore_state
from ..core.messages import load_messages
from ..core.options import Value
from ..core.packed_layout import PackedLayout, PackedRows, constant_fields
from ..core.seats import MAX_OUTCOMES, UNKNOWN
from ..search.search_engine import SearchEngine, free_names, source_digest
from . import identity_action_codes
from .encoder import Encoder, load_codes
from .episode_limit import MAX_STEPS, check_max_steps

HERE = Path(__file__).parent
SAY = load_messages(HERE)["batch"]
MAX_MARKS = 64          # allowed choices of a mask whose indices are kept, so that it is cleared without a full pass
MAX_NONZERO = 64        # indices kept in the same way of an observation's sparse lines (`core/observation_writer.py`)
MAX_MATCHES = 1 << 20   # in a batch
SEEDS = 1 << 62
# Both are odd, so that no two generators start alike: those of rows (the golden ratio, 0x9E3779B97F4A7C15) and resets.
STREAM_MULTIPLIER = -0x61C8864680B583EB
RESET_MULTIPLIER = -0x3F4A5B2D6E1C8795


class Step(NamedTuple):
    """The state of all matches of a batch, one row each.

    The arrays belong to the batch and change with the next step: copy what is kept or written to.

    observation  float32[n, size]     the view of the seat to choose, see `Encoder.stretches`
    mask         bool[n, choices]     the allowed choices
    seat         int64[n]             the seat to choose
    reward       float32[n, seats]    change of each seat's `returns` in this step
    done         bool[n]              whether the match ended or was truncated; another has started in its place
    truncated    bool[n]              whether it was truncated: it had `max_steps` choices and no end, see `Batch.final`
    """

    observation: NDArray[np.float32]
    mask: NDArray[np.bool_]
    seat: NDArray[np.int64]
    reward: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class FinalObservations(NamedTuple):
    """The final observations of the matches that a step truncated (Gymnasium's `final_obs`), one row each.

    Truncation is no result: a learner bootstraps, with the value that it expects after these observations.

    row          int64[k]             the rows of the batch, ascending
    observation  float32[k, size]     the view of the seat that would have chosen
    seat         int64[k]             this seat
    """

    row: NDArray[np.int64]
    observation: NDArray[np.float32]
    seat: NDArray[np.int64]


class BatchArrays(NamedTuple):
    """The arrays of the compiled steps: one row per match or, from `listed` on, one per thread."""

    states: Any             # of each thread: the match that it steps, and then a view of it
    words: Any              # the same bytes as rows of int64
    narrow: Any             # the states of all matches, packed (`core/packed_layout.py`): numbers of 16 bits
    wide: Any               # and of 64 bits
    draws: Any              # state of the generator of CHANCE and of the seat that acts
    choice: Any             # chosen by the caller for the next step
    luck: Any               # state of the generator of `sample`
    drawn: Any              # the choices that `sample` has drawn
    observation: Any
    nonzero: Any            # of its sparse lines: how many numbers are not 0, and their indices
    mask: Any
    marks: Any              # how many choices the mask allows, and their indices
    actions: Any            # where no `find_action` does: the actions of these indices; UNKNOWN: not listed yet
    seat: Any
    reward: Any
    over: Any
    listed: Any             # the sound actions of a seat
    weights: Any            # how likely each face of CHANCE is
    before: Any             # the returns of all seats before a step, and after it
    after: Any
    strange: Any            # a listed action that the game's encoding does not know; -1: none
    lost: Any               # whether a number did not fit where it is stored
    blank_words: Any        # a match that has not begun
    narrow_spans: Any       # where the packed numbers stand in a state
    wide_spans: Any
    narrow_filled: Any      # how many items their lists have held in the thread's state
    wide_filled: Any
    codes: Any              # [choice]: the code
    keys: Any               # hash table of the codes, and their choices in the same places
    numbers: Any
    table: Any              # `table`, `scale` and `spans` of the observation's layout (`core/encoding.py`)
    scale: Any
    spans: Any


# What the arrays hold of the matches; the others are each thread's own, or never change.
MATCH_ARRAYS = ("draws", "choice", "luck", "drawn", "observation", "mask", "marks", "seat", "reward", "over")
SAVED_FIELDS = ("_seed", "_resets", "_step_number", "final")      # of a batch, beside its arrays


class Batch:
    """`n` matches of a game, stepped together.

    The same arguments give the same matches with any number of threads; without a seed one is drawn. A batch can be
    copied and pickled. Where several seats may act at once, one of them is drawn. In an open window each decision
    takes the rules' `simulated_ms`, and the last choice means waiting. CHANCE and CLOCK act by themselves.

    encoder  meaning of the observations and choices
    seats    of each match
    options  of each match, by name
    size     length of an observation
    choices  number of choices
    now      the last step
    final    the last questions of the matches that the last step truncated
    """

    def __init__(self, game: Game, n: int, seats: int | None = None, options: Mapping[str, Value] | None = None,
                 seed: int | None = 1, threads: int = 1, max_steps: int | None = MAX_STEPS) -> None:
        for name, value, most in ("n", n, MAX_MATCHES), ("threads", threads, 256):
            if not isinstance(value, int) or not 1 <= value <= most:
                raise BadInput(SAY["number"].format(name=name, value=value, most=most))
        seed = secrets.randbelow(SEEDS) if seed is None else _check_seed(seed)
        self.game, self.n, self.max_steps = game, n, check_max_steps(max_steps)
        self.encoder = Encoder(game, seats, options)
        self.seats, self.options = self.encoder.seats, self.encoder.options
        self.size, self.choices = self.encoder.size, self.encoder.choices
        self._threads = threads = min(threads, n)
        edges = [n * i // threads for i in range(threads + 1)]
        self._parts = list(zip(edges, edges[1:], range(threads), strict=False))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._steps = load_step_module(game)
        self._packed = PackedLayout(game.rules.State, constant_fields(game.options), self.seats)
        arrays = self._arrays = self._make_arrays(threads)
        self.now = Step(arrays.observation, arrays.mask, arrays.seat, arrays.reward, arrays.over, np.zeros(n, np.bool_))
        # The number of the step before each match began, and of the first step after which one may be too long.
        self._before, self._step_number, self._next_check = np.zeros(n, np.int64), 0, 0
        self._rows, self._seed, self._resets = np.arange(n), seed, 0
        self.reset(seed)

    def _make_arrays(self, threads: int) -> BatchArrays:
        n, encoder, State = self.n, self.encoder, self.game.rules.State
        states, blank = State.new(threads), State.new(1)
        states[:] = blank[0] = encoder.begun
        packed = self._packed.make_rows(n)
        most = max(self.game.rules.MAX_ACTIONS, MAX_OUTCOMES)
        capacity = 1 << (2 * len(encoder.codes)).bit_length()
        keys, numbers = np.full(capacity, -1), np.zeros(capacity, np.int64)
        self._steps.fill_code_table(keys, numbers, encoder.codes)
        return BatchArrays(
            states=states, words=as_words(states), narrow=packed.narrow, wide=packed.wide,
            draws=np.zeros(n, np.int64), choice=np.zeros(n, np.int64),
            luck=np.zeros(n, np.int64), drawn=np.zeros(n, np.int64),
            observation=np.zeros((n, self.size), np.float32),
            nonzero=np.zeros((n, MAX_NONZERO), np.int32), mask=np.zeros((n, self.choices), np.bool_),
            marks=np.zeros((n, MAX_MARKS), np.int32),
            actions=np.full((n, 0 if encoder.finds_actions else MAX_MARKS - 1), UNKNOWN), seat=np.zeros(n, np.int64),
            reward=np.zeros((n, self.seats), np.float32), over=np.zeros(n, np.bool_),
            listed=np.zeros((threads, most), np.int64),
            weights=np.zeros((threads, most)), before=np.zeros((threads, self.seats)),
            after=np.zeros((threads, self.seats)), strange=np.full(threads, -1), lost=np.zeros(threads, np.bool_),
            blank_words=as_words(blank),
            codes=encoder.codes, keys=keys, numbers=numbers, table=encoder.layout.table,
            scale=encoder.layout.scale, spans=encoder.layout.spans, narrow_spans=self._packed.narrow_spans,
            wide_spans=self._packed.wide_spans,
            narrow_filled=np.zeros((threads, len(self._packed.narrow_spans)), np.int64),
            wide_filled=np.zeros((threads, len(self._packed.wide_spans)), np.int64))

    def reset(self, seed: int | None = None) -> Step:
        """Restart all matches: with a seed as a new batch of that seed, without one with chance that no seed gives.

        Chance is keyed by seed, number of the reset and row, so resets never repeat the matches of another seed.
        """
        self._seed, self._resets = (self._seed, self._resets + 1) if seed is None else (_check_seed(seed), 0)
        base = mix(self._seed % SEEDS)
        if self._resets:
            base = mix(wrapping_add(base, wrapping_mul(self._resets, RESET_MULTIPLIER)))
        self._arrays.draws[:] = [mix(wrapping_add(base, wrapping_mul(i, STREAM_MULTIPLIER))) for i in range(self.n)]
        self._arrays.luck[:] = [mix(draws) for draws in self._arrays.draws]
        self._arrays.reward[:] = 0
        self._before[:], self._step_number, self._next_check = 0, 0, self.max_steps or 0
        self.now.truncated[:], self.final = False, self._final_observations(self._rows[:0])
        self._arrays.choice[:] = self._steps.RESTART
        self._run_in_threads(self._steps.step_all)
        return self.now

    def step(self, choices: Any) -> Step:
        """Carry out a choice in every match and go on to the next decision.

        choices  n numbers of actions, or the last number to wait.  Raises BadInput, and changes nothing, where one
                 is masked.
        """
        chosen = np.asarray(choices)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise BadInput(SAY["choices"].format(n=self.n, shape=chosen.shape, kind=chosen.dtype))
        inside = (chosen >= 0) & (chosen < self.choices)
        allowed = inside & self._arrays.mask[self._rows, np.where(inside, chosen, 0)]
        if not allowed.all():
            row = int(np.argmin(allowed))
            raise BadInput(SAY["masked"].format(row=row, choice=int(chosen[row]), last=self.choices - 1))
        self._arrays.choice[:] = chosen
        self._run_in_threads(self._steps.step_all)
        self._check_encoding()
        if self.max_steps is not None:
            self._truncate_matches(self.max_steps)
        return self.now

    def _truncate_matches(self, max_steps: int) -> None:
        """Count this step; note the last questions of matches that are too long, and start others in their place."""
        now, before = self.now, self._before
        self._step_number += 1
        before[now.done] = self._step_number
        if len(self.final.row):
            now.truncated[:], self.final = False, self._final_observations(self._rows[:0])
        if self._step_number < self._next_check:
            return
        np.less_equal(before, self._step_number - max_steps, out=now.truncated)
        rows = np.flatnonzero(now.truncated)
        if len(rows):
            self.final = self._final_observations(rows)
            self._arrays.choice[rows] = self._steps.RESTART
            for run in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1):
                self._steps.step_all(self._arrays, int(run[0]), int(run[-1]) + 1, 0)
            now.done[rows], before[rows] = True, self._step_number
        self._next_check = int(before.min()) + max_steps

    def _final_observations(self, rows: NDArray[np.int64]) -> FinalObservations:
        return FinalObservations(rows, self.now.observation[rows], self.now.seat[rows])

    def sample(self) -> NDArray[np.int64]:
        """Return a uniformly random allowed choice for each match, int64[n]."""
        self._run_in_threads(self._steps.sample_random_actions)
        return self._arrays.drawn.copy()

    def _run_in_threads(self, do: Any) -> None:
        """Let the threads do something in all rows."""
        if self._pool is None:
            do(self._arrays, 0, self.n, 0)
        else:
            for done in [self._pool.submit(do, self._arrays, *part) for part in self._parts]:
                done.result()

    @property
    def choice(self) -> NDArray[np.int64]:
        """The choices that the next step carries out, int64[n]; `step` writes them."""
        found: NDArray[np.int64] = self._arrays.choice
        return found

    def run_rows(self, do: Any, rows: NDArray[np.int64], *arguments: Any) -> None:
        """Let the threads do something compiled in some rows: `do(arrays, rows, *arguments, thread)`.

        Raises RuntimeError where the game lists an action that its encoding does not know.
        """
        if self._pool is None:
            do(self._arrays, rows, *arguments, 0)
        else:
            for done in [self._pool.submit(partial(do, self._arrays, part, *arguments, me))
                         for me, part in enumerate(np.array_split(rows, self._threads))]:
                done.result()
        self._check_encoding()

    def _check_encoding(self) -> None:
        if (self._arrays.strange >= 0).any():
            action = int(self._arrays.strange.max())
            raise RuntimeError(f"{self.game.name}: encoding.actions() leaves out {action}")
        if self._arrays.lost.any():
            raise RuntimeError(f"{self.game.name}: a number of a state lies beyond what its RANGES say")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments and the state."""
        arguments = (self.game, self.n, self.seats, self.options, self._seed, self._threads, self.max_steps)
        return Batch, arguments, self.save_state()

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.restore_state(state)

    def save_state(self) -> Mapping[str, Any]:
        """Return everything that the next steps depend on, for `restore_state`; it can be pickled."""
        arrays = {"words": self._unpack_rows(self._rows)}
        arrays |= {name: getattr(self._arrays, name).copy() for name in MATCH_ARRAYS}
        others = {name: getattr(self, name) for name in SAVED_FIELDS}
        return {"of": (self.game.name, self.n, self.seats, self.options), "arrays": arrays,
                "before": self._before.copy(), "truncated": self.now.truncated.copy(), "others": others}

    def restore_state(self, state: Mapping[str, Any]) -> Step:
        """Go back to a saved state, as often as wanted; return its step.

        Raises BadInput for the state of a batch with another game, other options or another number of matches or seats.
        """
        if state["of"] != (self.game.name, self.n, self.seats, self.options):
            raise BadInput(SAY["foreign_state"])
        for name in MATCH_ARRAYS:
            getattr(self._arrays, name)[:] = state["arrays"][name]
        self._arrays.nonzero[:, 0] = MAX_NONZERO                # where is not known: the next step clears whole rows
        self._arrays.actions[:] = UNKNOWN
        self._packed.pack(state["arrays"]["words"], PackedRows(self._arrays.narrow, self._arrays.wide))
        self._before[:], self.now.truncated[:] = state["before"], state["truncated"]
        self.__dict__.update(state["others"])
        self._next_check = int(self._before.min()) + (self.max_steps or 0)
        return self.now

    def state(self, row: int) -> Any:
        """Return a copy of a match's true state, which a learner must not use."""
        return restore_state(self._unpack_rows(self._rows[[row]]).tobytes(), self._arrays.states.dtype)

    def _unpack_rows(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the true states of some matches as rows of words."""
        words: NDArray[np.int64] = np.repeat(self._arrays.blank_words, len(rows), axis=0)
        self._packed.unpack(PackedRows(self._arrays.narrow[rows], self._arrays.wide[rows]), words)
        return words


def _check_seed(seed: Any) -> int:
    """A seed as a whole number.  Raises BadInput."""
    try:
        return index(seed)
    except TypeError:
        raise BadInput(SAY["seed"].format(value=repr(seed))) from None


def as_words(states: Any) -> Any:
    """Return states as rows of int64 that share their memory."""
    return states.view(np.int64).reshape(len(states), -1)


def digest_codes(game: Game) -> str:
    """Return a digest of the source that numbers a game's actions, which steps are compiled with."""
    return kernel.digest_source(Path(load_codes(game).__file__))


STEP_MODULES: dict[str, ModuleType] = {}


def load_step_module(game: Game) -> ModuleType:
    """Return the compiled step module of a game, created once per process."""
    if game.name not in STEP_MODULES:
        playout = SearchEngine(game, use_saved=False).playout
        free = free_names(game) | {name: getattr(playout, name) for name in ("next_actor", "let_chance")}
        codes = load_codes(game)
        free["code"], free["FINDS_ACTIONS"] = codes.code, hasattr(codes, "find_action")
        free["find_action"] = getattr(codes, "find_action", identity_action_codes.find_action)
        # Rules that make arrays have to name what does (`makers` of compile_rules), or this does not compile.
        name = f"coprime.env.stepping_{game.name}"
        source, key = step_source(game)
        STEP_MODULES[game.name] = kernel.specialize_source(source, name, free, key, makers="")
    return STEP_MODULES[game.name]


def step_source(game: Game) -> tuple[Path, str]:
    """Return the file of the steps and the key under which they are compiled for a game."""
    return HERE / "stepping.py", f"{source_digest(game)} {digest_codes(game)}"


__getattr__ = forward_old_names(__name__, {"FinalQuestions": "FinalObservations"})     # saved states name it, too
