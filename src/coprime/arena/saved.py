"""Every game of a series as a record in a folder, written by the process that has played it."""

import os
import re
from pathlib import Path

from ..core.faults import BadInput
from ..core.match import Match
from ..core.messages import messages
from ..core.record import Recorder, save

SAY = messages(Path(__file__).parent)["saved"]
LONGEST = 60            # letters of a bot's name in that of a file


def opened(folder: Path, more: bool) -> Path:
    """The folder for a series, made where it is not there.  Raises BadInput; `more`: it may hold files already."""
    try:
        folder.mkdir(exist_ok=True)
        if not more and any(folder.iterdir()):
            raise BadInput(SAY["full"].format(folder=folder))
        if not os.access(folder, os.W_OK):
            raise BadInput(SAY["unwritten"].format(folder=folder, why=SAY["barred"]))
    except FileExistsError:
        raise BadInput(SAY["unwritten"].format(folder=folder, why=SAY["no_folder"])) from None
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(folder=folder, why=wrong.strerror)) from None
    return folder


def name_of(deal: int, game: int, bots: tuple[str, ...]) -> str:
    """A file's name: files sort by deal and game, and tell who sat where."""
    seated = "-".join(re.sub(r"[^\w.]+", "_", bot)[:LONGEST] for bot in bots)
    return f"{deal:06}-{game}-{seated}"[:200] + ".json"


def keep(folder: Path, name: str, match: Match, players: tuple[str, ...]) -> None:
    """Write the record of a match that has been played; it is whole or not there.  Raises BadInput."""
    recorder = Recorder(Match(match.game, match.seats, match.options, match.rules), list(players))
    for event in match.events:
        recorder.act(*event)
    fresh = folder / f".{name}.{os.getpid()}"
    try:
        fresh.write_text(save(recorder.record), encoding="utf-8")
        fresh.replace(folder / name)
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(folder=folder, why=wrong.strerror)) from None
