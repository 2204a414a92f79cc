"""The bar of a command that plays matches."""

from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ..core.game import Game
from ..core.messages import load_messages
from .compiled_code import has_compiled_rules

SAY = load_messages(Path(__file__).parent)["progress"]


class MatchProgress:
    """A bar of matches, deals or rounds; where something is compiled first, it says so until the first is done."""

    def __init__(self, console: Console, game: Game, total: int | None = None, is_hidden: bool = False,
                 is_compiled: bool | None = None) -> None:
        """Prepare a bar.

        is_compiled  whether nothing has to be compiled; by default whether the game's rules are
        """
        self._bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                             TimeRemainingColumn(), console=console, transient=True, disable=is_hidden)
        self._title = game.localized_title
        ready = has_compiled_rules(game) if is_compiled is None else is_compiled
        text = self._title if ready else SAY["compiling"].format(title=self._title)
        self._task = self._bar.add_task(text, total=total)

    @property
    def description(self) -> str:
        """What stands before the bar."""
        return self._bar.tasks[0].description

    def update(self, done: int, of: int | None = None) -> None:
        """Show how many are done, of another total if one is given."""
        self._bar.update(self._task, description=self._title, completed=done, total=of)

    def __enter__(self) -> "MatchProgress":
        """Show the bar."""
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        """Take the bar away."""
        self._bar.stop()
