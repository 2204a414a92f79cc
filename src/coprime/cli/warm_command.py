"""The command `coprime warm`: compile once what would else be compiled when it is first used."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import join_with_commas
from ..core.registry import all_games as all_games
from ..core.registry import find_game as find
from .error_reporting import err, out, say

JIT, SERIES, BATCH = "coprime.table.jit_warmup", "coprime.arena.bot_function_warmup", "coprime.arena.batch_step_warmup"


def warm(names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all by default.")] = None,
         search: Annotated[bool, typer.Option(help="Also what the strong bots and the masters search with.")] = True,
         review: Annotated[bool, typer.Option(help="Also what looks back on matches.")] = True,
         batch: Annotated[bool, typer.Option(help="Also what steps batches of matches for learners.")] = True) -> None:
    """Compile what is used into the cache, so that everything starts quickly; say what is still missing."""
    games = [find(name) for name in names] if names else list(all_games().values())
    from ..search.levels import search_level_names as levels

    def commands_for(game: Game) -> list[list[str]]:
        return [[JIT], [SERIES], *([JIT, f"--{level}"] for level in levels(game) if search),
                *[[JIT, "--review"]] * review, *[[BATCH]] * (batch and game.has_module("encoding"))]

    commands = [commands_for(game) for game in games]
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                   console=err, transient=True)
    with bar, ThreadPoolExecutor(os.cpu_count()) as pool:        # each waits for a process of its own
        task = bar.add_task(say("warm.busy"), total=sum(map(len, commands)))
        done = pool.map(lambda game, own: compile_in_subprocesses(game.name, own, lambda: bar.advance(task)),
                        games, commands)
        for game, (seconds, why) in zip(games, done, strict=True):
            if why:
                raise BadInput(say("warm.failed", title=game.localized_title, why=why))
            out.print(say("warm.done", title=game.localized_title, seconds=f"{seconds:.1f}"), highlight=False)
    for line in missing_lines():
        out.print(line, highlight=False, markup=False, soft_wrap=True)


def compile_in_subprocesses(name: str, commands: Sequence[Sequence[str]],
                            progress: Callable[[], None] = lambda: None) -> tuple[float, str]:
    """Compile a game in child processes, one for each module with its arguments.

    Return the seconds that it took, and the error output of the first failure, "" for none.
    """
    start, why = time.perf_counter(), ""
    for words in commands:
        done = subprocess.run([sys.executable, "-m", *words, name], capture_output=True, text=True)
        if done.returncode:
            why = done.stderr.strip() or str(done.returncode)
            break
        progress()
    return time.perf_counter() - start, why


def missing_lines() -> Iterator[str]:
    """Yield what is still to be compiled: the games of each part; nothing where all is there."""
    for part, games in find_missing().items():
        if games:
            yield say(f"warm.missing.{part}", games=join_with_commas(game.localized_title for game in games))


def find_missing() -> dict[str, list[Game]]:
    """Return the games of which a part is still to be compiled, by part."""
    from ..arena import batch_step_warmup, compiled_code
    from ..search import exact_endings, levels, paired_playouts

    games = list(all_games().values())
    return {
        "rules": [game for game in games if not compiled_code.has_compiled_rules(game)],
        "search": [game for game in games if not all(levels.get_level(game, level).ready()
                                                     for level in levels.search_level_names(game))],
        "review": [game for game in games if not (paired_playouts.ready(game) and exact_endings.ready(game))],
        "batch": [game for game in games if game.has_module("encoding") and not batch_step_warmup.is_ready(game)]}
