"""Golden games: whole matches as records, one for each ending and each variation.

The first line of a golden file says what it shows: `# ending: won` or `# variation: cards_0=on`; the rest is the
record. A change of the rules that changes any state or sentence fails here.
"""

import random
from pathlib import Path

from ..core.errors import BadInput, BadRecord
from ..core.game import Game
from ..core.match import Match
from ..core.options import Value
from ..core.record import (
    GameRecord,
    GameRecorder,
    dump_record,
    load_record,
    parse_event_action,
    parse_seat,
    replay_record,
)
from .laws import RandomWalk

NAMES = ["Finch", "Heron", "Otter", "Badger", "Wren", "Vole"]


def golden_files(game: Game) -> list[Path]:
    """Return the golden files of a game."""
    return sorted((game.folder / "tests" / "golden").glob("*.txt"))


def read_golden_record(path: Path) -> GameRecord:
    """Return the record of a golden file.  Raises BadRecord."""
    return load_record(path.read_text(encoding="utf-8").partition("\n")[2])


def check_golden(path: Path, game: Game) -> Match:
    """Replay a golden file on pure-Python rules, and check that writing it again gives the same text."""
    head, _, text = path.read_text(encoding="utf-8").partition("\n")
    record = load_record(text)
    match = replay_record(record, game.pure_rules)
    assert dump_record(record_match(match, record.players)) == text, f"{path.name}: the words or the form have changed"
    assert head.startswith("# "), f"{path.name}: the first line must say what it shows"
    return match


def record_match(match: Match, players: list[str]) -> GameRecord:
    """Return the record of a played match."""
    recorder = GameRecorder(Match(match.game, match.seats, match.options, match.game.pure_rules), players)
    for event in match.events:
        recorder.act(*event)
    return recorder.record


def play_by_bots(game: Game, seats: int, options: dict[str, Value], seed: int, level: str | None = None,
                 most: int = 4000) -> Match:
    """Play a match with bots of a level, or at random."""
    walk = RandomWalk(game, game.pure_rules, seats, game.check_options(seats, options), seed)
    match = Match(game, seats, options, game.pure_rules)
    chance = random.Random(seed)
    for _ in range(most):
        if match.over:
            break
        walk.state = match.state
        seat, action = walk.draw_event()
        if level and seat < seats:
            chosen, _ = game.bots.choose(match.view(seat), seat, level, chance.getrandbits(60))
            action = action if chosen is None else chosen
        match.act(seat, action)
    return match


def write_golden_file(path: Path, match: Match, shows: str) -> None:
    """Write a match as a golden file."""
    text = dump_record(record_match(match, NAMES[:match.seats]))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {shows}\n{text}", encoding="utf-8")


def read_heading(path: Path) -> str:
    """Return what a golden file shows: `ending: won`."""
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def read_events(path: Path) -> list[tuple[str, str, str, str]]:
    """Return the events of a golden file."""
    return read_golden_record(path).events


def rewrite_golden_file(path: Path, game: Game) -> None:
    """Rewrite a golden file with today's words and states.

    Raises BadRecord where it no longer fits the rules.
    """
    try:
        record = read_golden_record(path)
        options = {name: tuple(value) if isinstance(value, list) else value for name, value in record.options.items()}
        match = Match(game, record.seats, options, game.pure_rules)
    except BadInput as wrong:
        raise BadRecord(f"{path}: {wrong}") from None
    for number, (seat, label, *_) in enumerate(record.events, 3):
        actor = parse_seat(seat)
        try:
            match.act(actor, parse_event_action(game.words, actor, label))
        except BadInput as wrong:
            raise BadRecord(f"{path}, line {number}: {wrong}") from None
    path.write_text(f"# {read_heading(path)}\n{dump_record(record_match(match, record.players))}", encoding="utf-8")
