"""The command `coprime warm`: compile once what would else be compiled when it is first used."""

import os
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
from ..table.compiler_process import CompilerProcess
from .error_reporting import err, out, say


def warm(names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all by default.")] = None,
         search: Annotated[bool, typer.Option(help="Also what the strong bots and the masters search with.")] = True,
         review: Annotated[bool, typer.Option(help="Also what looks back on matches.")] = True,
         batch: Annotated[bool, typer.Option(help="Also what steps batches of matches for learners.")] = True) -> None:
    """Compile what is used into the cache, so that everything starts quickly; say what is still missing."""
    games = [find(name) for name in names] if names else list(all_games().values())
    from ..search.levels import search_level_names as levels

    def parts_of(game: Game) -> list[str]:
        return ["rules", "series", *(levels(game) if search else []), *["review"] * review,
                *["batch"] * (batch and game.has_module("encoding"))]

    # What has most sources takes longest and comes first: the last to end is short.
    games.sort(key=lambda game: -sum(file.stat().st_size for file in game.folder.rglob("*.py")))
    parts = [parts_of(game) for game in games]
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                   console=err, transient=True)
    with bar, ThreadPoolExecutor(os.cpu_count()) as pool:        # each waits for a process of its own
        task = bar.add_task(say("warm.busy"), total=sum(map(len, parts)))
        done = pool.map(lambda game, own: compile_in_subprocess(game.name, own, lambda: bar.advance(task)),
                        games, parts)
        for game, (seconds, why) in zip(games, done, strict=True):
            if why:
                raise BadInput(say("warm.failed", title=game.localized_title, why=why))
            out.print(say("warm.done", title=game.localized_title, seconds=f"{seconds:.1f}"), highlight=False)
    for line in missing_lines():
        out.print(line, highlight=False, markup=False, soft_wrap=True)


def compile_in_subprocess(name: str, parts: Sequence[str],
                          progress: Callable[[], None] = lambda: None) -> tuple[float, str]:
    """Compile parts of a game in a child process; call `progress` after each.

    Return the seconds that it took, and the child's error output, "" where it succeeded.
    """
    start = time.perf_counter()
    compiler = CompilerProcess(name)
    try:
        for part in parts:
            if compiler.compile(part):
                progress()
        return time.perf_counter() - start, compiler.close()
    except BaseException:
        compiler.kill()
        raise


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
