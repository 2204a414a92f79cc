"""Replay recorded games of the original Prime Daifugo, from text files or from a folder of primeqk_database.

    git clone https://github.com/greenplus/primeqk_database
    python tools/replay_external_records.py primeqk_database/data/match-details

Prints each record that disagrees with the rules, with the line, and how many agree.  A text file holds one record, a
JSON file the games of a match, each with its record under `raw_block`.  The exit code is 1 if any disagrees.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from coprime.core.errors import BadRecord
from coprime.games.sosu_daifugo.record_notation import format_record, parse_record
from coprime.games.sosu_daifugo.record_replay import replay_record


def read_records(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each record in a file, or in the files of a folder."""
    if path.is_dir():
        for file in sorted(path.iterdir()):
            yield from read_records(file)
    elif path.suffix == ".txt":
        yield path.stem, path.read_text(encoding="utf-8")
    elif path.suffix == ".json":
        for game in json.loads(path.read_text(encoding="utf-8"))["games"]:
            lines = [line for line in game["raw_block"].splitlines() if not line.startswith("###")]
            yield f"{path.stem} game {game['game_no']}", "\n".join(lines)


def main(paths: list[str]) -> int:
    """Replay all records below the paths; return the exit code."""
    good = turns = wrong = 0
    for name, text in (found for path in paths for found in read_records(Path(path))):
        try:
            record = parse_record(text)
            replay_record(record)
            if parse_record(format_record(record)) != record:
                raise BadRecord("it is written otherwise than it was read.")
            good, turns = good + 1, turns + len(record.turns)
        except BadRecord as why:
            wrong += 1
            print(f"{name}: {why}")
    print(f"{good} records of {turns} turns agree, {wrong} do not")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
