"""Compare two choices of a seat: what each seat gains with either, in the same sampled worlds."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import kernel
from ..core.deprecated import find_module_file
from ..core.game import Game
from ..core.seats import MAX_OUTCOMES, UNKNOWN
from . import machine_code_files, search_engine, search_warmup

SOURCE = search_engine.HERE / "paired_kernels.py"
LONGEST = 24                # actions of a choice
BATCH = 16                  # worlds between two looks at the clock
SHARED = ("next_actor", "policy")

# What a choice does: (seat, action), one after the other.  CLOCK may be a seat.  Empty: it does nothing.
ActionSequence = Sequence[tuple[int, int]]


class PairWorkspace(NamedTuple):
    """The arrays of a comparison."""

    states: Any
    words: Any              # the same bytes as rows of int64
    actions: Any
    weights: Any
    payoff: Any
    paths: Any              # [choice, step]: seat and action
    gains: Any              # [choice, world, seat]


def ready(game: Game) -> bool:
    """Tell whether choices of this game can be compared without compiling."""
    return machine_code_files.is_saved(machine_code_folder(game))


def warm(game: Game) -> None:
    """Compile the comparison of a game and save its machine code, unless that has been done."""
    search_warmup.build_once(f"pairs-{game.name}", lambda: ready(game), lambda: compile_and_save(game))


def compile_and_save(game: Game) -> None:
    """Compile the comparison and save its machine code."""
    shutil.rmtree(machine_code_folder(game), ignore_errors=True)
    made = PairedPlayouts(game, use_saved=False)
    view, seat = search_warmup.first_decision(game)
    made.compare_choices(view, seat, [[], []], 1, 1, 16)
    if not machine_code_files.save_functions(machine_code_folder(game), {"sample_paired_gains": made.function}):
        COMPARERS[game.name] = made


def source_digest(game: Game) -> str:
    """Return a key of the game, of all compiled sources and of the playout policy."""
    policy = find_module_file(game.folder, search_engine.GOOD_PLAYER_MODULE)
    files = [search_engine.HERE / "playout.py", *[policy] * (policy is not None)]
    return " ".join([search_engine.source_digest(game), *map(kernel.digest_source, files)])


def machine_code_folder(game: Game) -> Path:
    """Return the cache folder of a game's compiled code."""
    return kernel.code_folder(SOURCE, source_digest(game))


class PairedPlayouts:
    """Compares choices in one game, from saved machine code or compiled now."""

    def __init__(self, game: Game, use_saved: bool = True) -> None:
        functions = machine_code_files.load_functions(machine_code_folder(game)) if use_saved else None
        self.function = functions["sample_paired_gains"] if functions else _compile_source(game)
        rules = game.pure_rules if functions else game.rules
        self.State = rules.State
        self.list_size = max(rules.MAX_ACTIONS, MAX_OUTCOMES) + 1

    def compare_choices(self, view: Any, seat: int, choices: Sequence[ActionSequence], worlds: int, seed: int,
                        max_actions: int) -> np.ndarray[Any, Any]:
        """Return what every seat gains until the next rest: an array [choice, world, seat].

        choices  two, played in the same worlds with the same random numbers
        max_actions  actions of a playout at most
        """
        seats = int(view.seats)
        states = self.State.new(4)
        states[0] = view
        paths = np.full((2, LONGEST, 2), UNKNOWN, np.int64)
        for choice, path in enumerate(choices):
            for i, step in enumerate(path[:LONGEST]):
                paths[choice, i] = step
        pair = PairWorkspace(states, states.view(np.int64).reshape(4, -1), np.zeros(self.list_size, np.int64),
                             np.zeros(self.list_size),
                             np.zeros((2, search_engine.SEATS)), paths, np.zeros((2, worlds, search_engine.SEATS)))
        self.function(pair, seat, seats, worlds, max_actions, seed)
        return pair.gains[:, :, :seats]


def _compile_source(game: Game) -> Any:
    """Compile the comparison for a game; playouts use the policy of the game's good players where it has one."""
    free = search_engine.free_names(game)
    policy = game.load_module(search_engine.GOOD_PLAYER_MODULE, pure=False)
    if policy is not None:
        free["prefer"] = policy.prefer
    playout = kernel.specialize_source(search_engine.HERE / "playout.py", f"coprime.search.playout_{game.name}", free,
                                       search_engine.source_digest(game))
    free |= {name: getattr(playout, name) for name in SHARED}
    made = kernel.specialize_source(SOURCE, f"coprime.search.paired_{game.name}", free, source_digest(game))
    return made.sample_paired_gains


COMPARERS: dict[str, PairedPlayouts] = {}


def get_comparer(game: Game) -> PairedPlayouts:
    """Return the comparison of a game, created once per process.

    The first call may compile it for half a minute.
    """
    if game.name not in COMPARERS:
        warm(game)
    if game.name not in COMPARERS:
        COMPARERS[game.name] = PairedPlayouts(game)
    return COMPARERS[game.name]
