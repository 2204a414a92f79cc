"""Replay the journal of a table: into the running match, or into the record of a finished one."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.errors import BadInput, BadRecord
from ..core.game import Game, Rules
from ..core.match import Match
from ..core.options import Value
from ..core.record import GameRecord, GameRecorder, label_event, parse_event_action
from ..core.sealed import Seal, SealRecord
from ..core.seats import CHANCE, CLOCK
from .event_history import CHECKPOINT_STEPS, EventHistory, Trial
from .ports import JournalRow
from .sentences import say


class UnreadableJournal(BadRecord):
    """A journal that today's rules cannot replay; `n` is the first row that is missing or refused."""

    def __init__(self, n: int, why: str) -> None:
        super().__init__(why)
        self.n = n


ACTOR_SEATS = {"chance": CHANCE, "clock": CLOCK}


def replay_journal(game: Game, rows: Iterable[JournalRow], rules: Rules) -> EventHistory | None:
    """Replay the last match of a journal; None when none was begun. Raises BadRecord.

    Raises UnreadableJournal at a missing row, at a row that the rules refuse, and for a match of older rules that would
    go on differently today.
    """
    history: EventHistory | None = None
    trial: Trial | None = None
    match_settings: dict[str, Any] = {}
    expected = 0
    rows = list(rows)
    for row in rows:
        if expected and row.n != expected:
            raise UnreadableJournal(expected, say("no.hole", n=expected))
        expected = row.n + 1
        try:
            if row.seat in ("start", "undo"):
                if history is not None and trial is not None:
                    history.commit_trial(trial)
                if row.seat == "start":
                    match_settings = json.loads(row.action)
                    if _has_diverged(game, match_settings, rows, row.match):
                        raise UnreadableJournal(row.n,
                                                say("no.diverges", then=match_settings["version"], now=game.version))
                    match = _begin_match(game, match_settings, rules)
                    history = EventHistory(match, row.n, read_seal(match_settings))
                elif history is not None:
                    history.cut_back(*map(int, row.action.split()))
                trial = Trial(history.match) if history else None
            elif trial is not None:
                seat = ACTOR_SEATS.get(row.seat, -1)
                seat = int(row.seat) if seat < 0 else seat
                trial.apply_action(seat, parse_event_action(game.words, seat, row.action))
                if history is not None and len(trial.entries) >= CHECKPOINT_STEPS:     # a trial keeps every position
                    history.commit_trial(trial)
                    trial = Trial(history.match)
        except UnreadableJournal:
            raise
        except (BadInput, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as wrong:
            key = "no.journal" if match_settings.get("version", game.version) == game.version else "no.version"
            why = wrong if isinstance(wrong, BadInput) else f"{row.seat} {row.action[:60]}"
            raise UnreadableJournal(row.n,
                                    say(key, n=row.n, why=why, then=match_settings.get("version"),
                                        now=game.version)) from wrong
    if history is not None and trial is not None:
        history.commit_trial(trial)
    return history


def match_game_name(rows: Sequence[JournalRow], first_game: str) -> str:
    """Return the name of the game of one match, by the first row of its journal.

    first_game  the one that the table was opened for: matches of Coprime 1.0 name none, and a row that cannot be read
                does not either; whoever replays it says which row that is
    """
    try:
        return str(json.loads(rows[0].action).get("game", first_game)) if rows else first_game
    except (ValueError, AttributeError):
        return first_game


def journal_options(game: Game, match_settings: dict[str, Any]) -> dict[str, Value]:
    """The options of the match that the first row of a journal begins.  Raises BadInput."""
    return game.check_stored(match_settings["seats"], match_settings["options"])


def _has_diverged(game: Game, match_settings: dict[str, Any], rows: list[JournalRow], match: int) -> bool:
    """Would a match of an older version of the rules go on with other cards, turns or points?  Raises BadInput."""
    version = match_settings.get("version", game.version)
    if version >= game.version:
        return False
    labels = [row.action for row in rows_of_match(rows, match) if row.seat.isdigit()]
    return bool(game.diverges(version, journal_options(game, match_settings), labels))


def _begin_match(game: Game, match_settings: dict[str, Any], rules: Rules) -> Match:
    return Match(game, match_settings["seats"], journal_options(game, match_settings), rules)


def read_seal(match_settings: dict[str, Any]) -> Seal | None:
    """How the first row of a match says that it was sealed; None where it was not."""
    found = match_settings.get("sealed")
    return Seal(str(found["secret"]), tuple(map(str, found["numbers"]))) if found else None


def rows_of_match(rows: Iterable[JournalRow], match: int) -> list[JournalRow]:
    """The journal of one match, numbered from 1."""
    return [row for row in rows if row.match == match]


def journal_names(rows: list[JournalRow]) -> list[str]:
    """Return the names by seat when the match began; a team is named in the current language."""
    match_settings = json.loads(rows[0].action)
    teams = match_settings.get("teams", ())
    return [say("names.team", name=name) if seat in teams else str(name)
            for seat, (_, name) in enumerate(match_settings["players"])]


def journal_record(game: Game, rows: Iterable[JournalRow], rules: Rules) -> GameRecord:
    """Return the record of one match, without undone actions.

    Its secret is included once the match is over.
    """
    rows = list(rows)
    history = replay_journal(game, rows, rules)
    if history is None:
        raise BadRecord(say("no.notstarted"))
    match_settings = json.loads(rows[0].action)
    match = _begin_match(game, match_settings, rules)
    recorder = GameRecorder(match, journal_names(rows))
    recorder.record.version, recorder.record.deal = match_settings["version"], match_settings.get("deal", 0)
    recorder.record.sealed = _seal_record(history)
    for event in history.events:
        recorder.act(event.seat, event.action)
    recorder.record.taken_back = [(one.step, one.seat, label_event(game.words, one.seat, one.action))
                                  for one in history.taken_back]
    return recorder.record


def _seal_record(history: EventHistory) -> SealRecord | None:
    """What a record may say of the seal."""
    seal = history.seal
    if seal is None:
        return None
    return SealRecord(seal.commitment, seal.secret if history.match.over else "", seal.numbers,
                      tuple(history.draw_numbers))
