"""Matches of Sosu Daifugo as records in the players' notation (数譜), and such records replayed in sentences.

A text may hold several games.  A line `# options: hand=7;penalty=one` before a game names the options that are not
defaults; other lines that begin with # are read over.
"""

from collections.abc import Iterator
from typing import Any

from ...core.bits import count_kind
from ...core.match import Match
from ...core.options import option_text
from ...core.seats import CHANCE, CLOCK, WATCHER
from . import rules
from .actions import verb_of
from .clock import deadline, is_game_time_over, spend_time
from .game import GAME
from .labels import played_signs
from .play_verdicts import effect_of
from .record_notation import Record, Turn, format_record, parse_records
from .record_replay import iterate_states, set_up_game
from .screen import HAND_ORDER
from .state import Effect, Phase, State, Verb
from .words import describe_event

Hands = tuple[tuple[int, ...], ...]
LETTERS = "ABCDEF"                      # players, by seat
MARKS = {Effect.CUT: "GC", Effect.TURN: "RR", Effect.JOKER: "IN"}


def is_notated(text: str) -> bool:
    """Tell whether a text is meant as a record of this game: its first line that is no comment is a hand."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    name, _, rest = first.partition(":")
    return bool(name) and rest.startswith("(") and rest.endswith(")")


def narrate_notated_record(text: str) -> Iterator[str]:
    """Yield a sentence for each event of the games of a record.  Raises BadRecord with the line that disagrees."""
    for record in parse_records(text):
        state = set_up_game(record)
        said: list[str] = []

        def hear(before: State, seat: int, action: int, after: State, said: list[str] = said,
                 names: tuple[str, ...] = record.players) -> None:
            line = describe_event(before, seat, action, after, names, WATCHER).text
            if line:
                said.append(line)

        for _ in iterate_states(record, state, hear):
            yield from said
            said.clear()


def write_match(match: Match) -> str:
    """Return the games of a match as records, an empty line between two; the players are A, B, ... by seat."""
    return "\n".join(map(format_record, list_records(match)))


def list_records(match: Match) -> list[Record]:
    """Return a record for each game that was dealt."""
    rules_of_match = match.rules
    state = GAME.new_state(match.seats, match.options, rules_of_match)
    changed = {option.name: option_text(match.options[option.name]) for option in GAME.options
               if match.options[option.name] != option.default_for(match.seats)}
    games: list[tuple[Hands, list[Turn]]] = []
    drawn: tuple[int, ...] = ()
    for seat, action in match.events:
        before = state.copy()
        rules_of_match.apply(state, seat, action)
        if seat == CHANCE:
            if before.phase == Phase.DEAL:
                games.append((_hands_of(state), []))
        elif seat != CLOCK and verb_of(action) == Verb.DRAW:
            drawn = (int(before.deck[before.left - 1]),)
        elif turn := _turn_of(before, seat, action, state, drawn):
            games[-1][1].append(turn)
            drawn = ()
    return [Record(tuple(LETTERS[:match.seats]), hands, tuple(turns), changed) for hands, turns in games]


def _hands_of(state: State) -> Hands:
    return tuple(tuple(kind for kind in HAND_ORDER for _ in range(count_kind(state.held[seat], kind)))
                 for seat in range(state.seats))


def _turn_of(before: Any, seat: int, action: int, after: Any, drawn: tuple[int, ...]) -> Turn | None:
    """Return the turn that an event ended; None where it ended none, or is of the last numbers (SD-40)."""
    if before.phase != Phase.TURN:
        return None
    if seat == CLOCK:
        spent = before.copy()
        spend_time(spent, action)
        timed_out = action == deadline(before) and not is_game_time_over(spent)
        return Turn(0, int(before.turn), drawn, time_out=True) if timed_out else None
    if verb_of(action) == Verb.PASS:
        return Turn(0, seat, drawn)
    if verb_of(action) != Verb.PLAY:
        return None
    signs, penalty = tuple(played_signs(after)), None
    n = len(signs)
    effect = effect_of(before, signs, n)
    marks = (MARKS[effect],) if effect else ()
    if rules.play_violation(before, seat, signs, n):
        cards = int(rules.penalty_due(before, seat, signs, n))
        penalty = tuple(int(before.deck[before.left - 1 - i]) for i in range(cards))
        marks = ()
    return Turn(0, seat, drawn, signs, penalty, marks=marks, wins=bool(after.place[seat] > 0))
