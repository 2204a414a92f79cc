"""A table's journal, played again: it becomes the match as it stands, or a record of one that was played."""

import json
from collections.abc import Iterable
from typing import Any

from ..core.errors import BadInput, BadRecord
from ..core.game import Game, Rules
from ..core.match import Match
from ..core.options import Value
from ..core.record import GameRecord, GameRecorder, parse_event
from ..core.sealed import Seal, SealRecord
from ..core.seats import CHANCE, CLOCK
from .history import SPAN, History, Trial
from .ports import Row
from .sentences import say


class UnreadableJournal(BadRecord):
    """A journal that today's rules do not play: `n` is the first line that is missing or refused."""

    def __init__(self, n: int, why: str) -> None:
        super().__init__(why)
        self.n = n


ACTORS = {"chance": CHANCE, "clock": CLOCK}


def replay_journal(game: Game, rows: Iterable[Row], rules: Rules) -> History | None:
    """The last match of a journal, played again; None when none was begun.  Raises BadRecord."""
    history: History | None = None
    trial: Trial | None = None
    head: dict[str, Any] = {}
    due = 0
    rows = list(rows)
    for row in rows:
        if due and row.n != due:
            raise UnreadableJournal(due, say("no.hole", n=due))
        due = row.n + 1
        try:
            if row.seat in ("start", "undo"):
                if history is not None and trial is not None:
                    history.keep(trial)
                if row.seat == "start":
                    head = json.loads(row.action)
                    if _diverges(game, head, rows, row.match):
                        raise UnreadableJournal(row.n, say("no.diverges", then=head["version"], now=game.version))
                    match = _begun(game, head, rules)
                    history = History(match, row.n, read_seal(head))
                elif history is not None:
                    history.cut_back(int(row.action))
                trial = Trial(history.match) if history else None
            elif trial is not None:
                seat = ACTORS.get(row.seat, -1)
                seat = int(row.seat) if seat < 0 else seat
                trial.act(seat, parse_event(game.words, seat, row.action))
                if history is not None and len(trial.done) >= SPAN:     # a trial keeps every position
                    history.keep(trial)
                    trial = Trial(history.match)
        except UnreadableJournal:
            raise
        except (BadInput, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as wrong:
            key = "no.journal" if head.get("version", game.version) == game.version else "no.version"
            why = wrong if isinstance(wrong, BadInput) else f"{row.seat} {row.action[:60]}"
            raise UnreadableJournal(row.n,
                                    say(key, n=row.n, why=why, then=head.get("version"), now=game.version)) from wrong
    if history is not None and trial is not None:
        history.keep(trial)
    return history


def journal_options(game: Game, head: dict[str, Any]) -> dict[str, Value]:
    """The options of the match that the first row of a journal begins.  Raises BadInput."""
    return game.check_stored(head["seats"], head["options"])


def _diverges(game: Game, head: dict[str, Any], rows: list[Row], match: int) -> bool:
    """Would a match of an older version of the rules go on with other cards, turns or points?  Raises BadInput."""
    version = head.get("version", game.version)
    if version >= game.version:
        return False
    labels = [row.action for row in rows_of_match(rows, match) if row.seat.isdigit()]
    return bool(game.diverges(version, journal_options(game, head), labels))


def _begun(game: Game, head: dict[str, Any], rules: Rules) -> Match:
    return Match(game, head["seats"], journal_options(game, head), rules)


def read_seal(head: dict[str, Any]) -> Seal | None:
    """How the first row of a match says that it was sealed; None where it was not."""
    found = head.get("sealed")
    return Seal(str(found["secret"]), tuple(map(str, found["numbers"]))) if found else None


def rows_of_match(rows: Iterable[Row], match: int) -> list[Row]:
    """The journal of one match, numbered from 1."""
    return [row for row in rows if row.match == match]


def journal_names(rows: list[Row]) -> list[str]:
    """The names by seat, as they were when one match's journal began; of a team as the spoken language has it."""
    head = json.loads(rows[0].action)
    teams = head.get("teams", ())
    return [say("names.team", name=name) if seat in teams else str(name)
            for seat, (_, name) in enumerate(head["players"])]


def journal_record(game: Game, rows: Iterable[Row], rules: Rules) -> GameRecord:
    """The record of one match's journal, without what was taken back.  Its secret is told when the match is over."""
    rows = list(rows)
    history = replay_journal(game, rows, rules)
    if history is None:
        raise BadRecord(say("no.notstarted"))
    head = json.loads(rows[0].action)
    match = _begun(game, head, rules)
    recorder = GameRecorder(match, journal_names(rows))
    recorder.record.version, recorder.record.deal = head["version"], head.get("deal", 0)
    recorder.record.sealed = _sealed(history)
    for event in history.happened:
        recorder.act(event.seat, event.action)
    return recorder.record


def _sealed(history: History) -> SealRecord | None:
    """What a record may say of the seal."""
    seal = history.seal
    if seal is None:
        return None
    return SealRecord(seal.commitment, seal.secret if history.match.over else "", seal.numbers, tuple(history.draws))
