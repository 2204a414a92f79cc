"""Compile the games in the background: a child process fills the cache, then a thread loads from it."""

import gc
import logging
import sys
import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from ...core import kernel
from ...core.game import Game, Rules
from ...core.registry import all_games
from ...search import exact_endings, levels, paired_playouts
from ...table.compiler_process import CompilerProcess
from ...table.jit_warmup import warm_rules, warm_search

log = logging.getLogger(__name__)
RULES = "rules"


class CompileJob(NamedTuple):
    """Something to compile: a game's rules, or one of its levels that search."""

    game: Game
    part: str = RULES


class CompileQueue:
    """Provides pure-Python rules until the compiled ones are ready; likewise the searches of bots.

    on_compiled  called in a thread of the queue when something of a game is ready
    """

    def __init__(self, is_enabled: bool, on_compiled: Callable[[Game], object] = lambda game: None) -> None:
        self._on_compiled = on_compiled
        self._rules: dict[str, Rules] = {}
        self._searches: dict[tuple[str, str], Callable[..., Any]] = {}
        self._wanted: set[str] = set()
        self._compiler: CompilerProcess | None = None
        self._reviewing: dict[str, CompilerProcess] = {}
        self._stopped = False
        if is_enabled:
            threading.Thread(target=self._run_jobs, name="warming", daemon=True).start()

    @cached_property
    def _jobs(self) -> list[CompileJob]:
        """What is left to compile. The thread asks first: the bots of all games are loaded once the server is open."""
        return [CompileJob(game, part) for game in all_games().values()
                for part in (RULES, *levels.search_level_names(game))]

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
            self._reviewing[game.name] = compiler = CompilerProcess(game.name, is_background=True)
            compiler.request("review")
            compiler.finish()
        # What could not be kept is compiled by whoever looks back.
        return self._reviewing[game.name].exit_code() is not None

    def pop_job(self) -> CompileJob:
        """Pop the most urgent job: played games first, rules before searches, and the searches of a game together."""
        job = min(self._jobs, key=lambda job: (job.game.name not in self._wanted, job.part != RULES))
        self._jobs.remove(job)
        return job

    def _run_jobs(self) -> None:
        while self._jobs and not self._stopped:
            job = self.pop_job()
            if job.part == RULES or job.game.name in self._rules:
                self._compile_and_load(job)
        self._leave_compiler()
        relax_garbage_collector()

    def _compile_and_load(self, job: CompileJob) -> None:
        """Fill the cache, unless all that is needed is kept there, and load from it."""
        game, part = job
        try:
            is_kept = part != RULES and levels.get_level(game, part).ready()
            if not self._stopped and (is_kept or self._compile_in_child(job)):
                if part == RULES:
                    self._load_rules(game)
                else:
                    self._load_search(part, game)
                self._on_compiled(game)
        except Exception:
            log.exception("%s goes on uncompiled", game.name)

    def _compile_in_child(self, job: CompileJob) -> bool:
        """Has a child process filled the cache?  One takes all jobs of a game that follow each other."""
        if not self._compiler or self._compiler.game_name != job.game.name:
            self._leave_compiler()
            self._compiler = CompilerProcess(job.game.name, is_background=True)
        if self._stopped:                                   # while it began, so that `stop` did not know it
            self._compiler.kill()
        if self._compiler.compile(job.part):
            return True
        self._leave_compiler()
        return False

    def _leave_compiler(self) -> None:
        """End the child process, and log why it failed unless it was killed."""
        compiler, self._compiler = self._compiler, None
        if compiler and (why := compiler.close()) and not self._stopped:
            log.warning("%s goes on uncompiled: %s", compiler.game_name, why[-500:])

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
        for compiler in (self._compiler, *self._reviewing.values()):
            if compiler and compiler.exit_code() is None:
                compiler.kill()


def relax_garbage_collector() -> None:
    """Shorten pauses: freeze the objects that exist now, and let threads yield sooner."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 100)
    sys.setswitchinterval(0.001)
