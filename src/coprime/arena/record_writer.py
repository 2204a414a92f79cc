"""Write every game of a series as a record in a folder."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from ..core.errors import BadInput
from ..core.match import Match
from ..core.messages import load_messages
from ..core.os_errors import describe_os_error
from ..core.record import GameRecorder, dump_record

SAY = load_messages(Path(__file__).parent)["saved"]
LONGEST = 60            # letters of a bot's name in that of a file


def open_folder(folder: Path, may_hold_files: bool) -> None:
    """Create the folder for a series if needed.  Raises BadInput; `may_hold_files`: it need not be empty."""
    try:
        folder.mkdir(exist_ok=True)
        if not may_hold_files and any(folder.iterdir()):
            raise BadInput(SAY["full"].format(folder=folder))
        if not os.access(folder, os.W_OK):
            raise BadInput(SAY["unwritten"].format(folder=folder, why=SAY["barred"]))
    except FileExistsError:
        raise BadInput(SAY["unwritten"].format(folder=folder, why=SAY["no_folder"])) from None
    except OSError as wrong:
        raise BadInput(SAY["unwritten"].format(folder=folder, why=describe_os_error(wrong))) from None


def record_file_name(deal: int, game: int, bots: tuple[str, ...]) -> str:
    """Return a record's file name: sorts by deal and game, and shows who sat where."""
    seated = "-".join(re.sub(r"[^\w.]+", "_", bot)[:LONGEST] for bot in bots)
    return f"{deal:06}-{game}-{seated}"[:200] + ".json"


def record_text(match: Match, players: tuple[str, ...]) -> str:
    """Return the record of a played match as text."""
    recorder = GameRecorder(Match(match.game, match.seats, match.options, match.rules), list(players))
    for event in match.events:
        recorder.act(*event)
    return dump_record(recorder.record)


def write_records(folder: Path, records: Mapping[str, str]) -> None:
    """Write records by file name, each atomically.  Raises BadInput."""
    for name, record in records.items():
        fresh = folder / f".{name}.new"
        try:
            fresh.write_text(record, encoding="utf-8")
            fresh.replace(folder / name)
        except OSError as wrong:
            raise BadInput(SAY["unwritten"].format(folder=folder, why=describe_os_error(wrong))) from None
