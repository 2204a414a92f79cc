"""Compile the games in the background: a child process fills the cache, then a thread loads from it."""

import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple

from ...core import kernel
from ...core.game import Game, Rules
from ...core.registry import all_games
from ...search import exact_endings, levels, paired_playouts
from ...table.jit_warmup import warm_rules, warm_search

log = logging.getLogger(__name__)
LEVEL_ORDER = ["", levels.STRONG, levels.MASTER]


class CompileJob(NamedTuple):
    """Something to compile: a game's rules, or one of its levels that search."""

    game: Game
    level: str = ""


class CompileQueue:
    """Provides pure-Python rules until the compiled ones are ready; likewise the searches of bots.

    on_compiled  called in a thread of the queue when something of a game is ready
    """

    def __init__(self, is_enabled: bool, on_compiled: Callable[[Game], object] = lambda game: None) -> None:
        self._on_compiled = on_compiled
        self._rules: dict[str, Rules] = {}
        self._searches: dict[tuple[str, str], Callable[..., Any]] = {}
        self._wanted: set[str] = set()
        self._child: subprocess.Popen[bytes] | None = None
        self._reviewing: dict[str, subprocess.Popen[bytes]] = {}
        self._stopped = False
        if is_enabled:
            threading.Thread(target=self._run_jobs, name="warming", daemon=True).start()

    @cached_property
    def _jobs(self) -> list[CompileJob]:
        """What is left to compile. The thread asks first: the bots of all games are loaded once the server is open."""
        return [CompileJob(game, level) for game in all_games().values()
                for level in ("", *levels.search_level_names(game))]

    def current_rules(self, game: Game) -> Rules:
        """Return the rules that a table runs now; asking moves the game ahead of unplayed ones."""
        self._wanted.add(game.name)
        return self._rules.get(game.name) or game.pure_rules

    def find_search(self, game: Game, level: str) -> Callable[..., Any] | None:
        """Return a searching level's `choose` if it is compiled, else None."""
        return self._searches.get((game.name, level))

    def is_review_ready(self, game: Game) -> bool:
        """Tell whether a match of this game can be reviewed without compiling; if not, start to compile."""
        ready = paired_playouts.ready(game) and exact_endings.ready(game)
        if ready or game.hints and game.hints.action_value or kernel.PURE:
            return True
        if game.name not in self._reviewing:
            self._reviewing[game.name] = _start_child(["coprime.table.jit_warmup", "--review", game.name])
        # What could not be kept is compiled by whoever looks back.
        return self._reviewing[game.name].poll() is not None

    def pop_job(self) -> CompileJob:
        """Pop the most urgent job: played games first, and rules before searches."""
        job = min(self._jobs, key=lambda job: (job.game.name not in self._wanted, LEVEL_ORDER.index(job.level)))
        self._jobs.remove(job)
        return job

    def _run_jobs(self) -> None:
        while self._jobs and not self._stopped:
            game, level = self.pop_job()
            if not level:
                self._compile_and_load(game, ["coprime.table.jit_warmup", game.name], self._load_rules)
            elif game.name in self._rules:
                self._compile_and_load(game, ["coprime.table.jit_warmup", f"--{level}", game.name],
                                       partial(self._load_search, level), partial(_is_search_kept, level))
        relax_garbage_collector()

    def _compile_and_load(self, game: Game, module: list[str], load: Callable[[Game], None],
                          is_kept: Callable[[Game], bool] = lambda game: False) -> None:
        """Fill the cache, unless all that is needed is kept there, and load from it."""
        try:
            if not self._stopped and (is_kept(game) or self._compile_in_child(game, module)):
                load(game)
                self._on_compiled(game)
        except Exception:
            log.exception("%s goes on uncompiled", game.name)

    def _compile_in_child(self, game: Game, module: list[str]) -> bool:
        """Has a child process filled the cache?  It gives way to everything else."""
        self._child = _start_child(module)
        if self._stopped:                                   # while it began, so that `stop` did not know it
            self._child.kill()
        _, errors = self._child.communicate()
        if self._child.returncode > 0:
            log.warning("%s goes on uncompiled: %s", game.name, errors.decode(errors="replace")[-500:])
        return self._child.returncode == 0

    def _load_rules(self, game: Game) -> None:
        """Take the compiled rules out of the cache, then let the tables switch."""
        rules = game.rules
        warm_rules(game, rules)
        self._rules[game.name] = rules

    def _load_search(self, level: str, game: Game) -> None:
        """Only what the child has kept: else the search would be compiled here, and hold up every table."""
        found = levels.get_level(game, level)
        if not found.ready():
            return log.warning("%s bots of %s play like weaker ones: their search could not be kept", level, game.name)
        warm_search(game, level)
        self._searches[game.name, level] = found.choose
        return None

    def stop(self) -> None:
        """Stop compiling and kill the child processes."""
        self._stopped = True
        for child in (self._child, *self._reviewing.values()):
            if child and child.poll() is None:
                child.kill()


def _is_search_kept(level: str, game: Game) -> bool:
    return levels.get_level(game, level).ready()


def _start_child(module: list[str]) -> subprocess.Popen[bytes]:
    """A process that gives way to everything else."""
    return subprocess.Popen(
        [sys.executable, "-m", *module], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, start_new_session=True, preexec_fn=lambda: os.nice(15) and None)


def relax_garbage_collector() -> None:
    """Shorten pauses: freeze the objects that exist now, and let threads yield sooner."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 100)
    sys.setswitchinterval(0.001)
