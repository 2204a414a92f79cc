"""What golden games say and choose beside what is on a page, as digests: hints, refusals, bots, endings and more.

A bot that plays otherwise, or a refusal that says something else, fails here, whether it was wanted or not; `coprime
golden GAME` writes the digests again.  They are of every 29th position, for every seat that is to act there, and of
what endings and reports tell of each event, in English.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.errors import Refused
from ..core.game import Game
from ..core.language_selection import LANGUAGE, use_language
from ..core.match import Match
from ..core.record import GameRecord, parse_event_action, parse_seat
from ..core.seats import CHANCE, WATCHER
from .golden import golden_files, read_golden_record

FILE = "golden_choices.json"            # in a game's folder of tests: {golden file: {what is looked at: digest}}
EVERY = 29                              # positions in which a seat is to act
TRIED = 24                              # different actions of a game that are tried in each position
SEED = 1                                # of what bots draw
DIGITS = 6                              # of a weight
DIGEST_BYTES = 6


def check_golden_choices(game: Game) -> None:
    """Check that golden games say and choose what they did when their digests were written."""
    kept = json.loads(choices_file(game).read_text(encoding="utf-8"))
    found = digest_golden_choices(game)
    again = f"If that is wanted: coprime golden {game.name}"
    assert set(kept) == set(found), f"{FILE} has not the golden games that there are. {again}"
    for name, digests in found.items():
        changed = sorted(one for one in kept[name].keys() | digests.keys() if kept[name].get(one) != digests.get(one))
        assert not changed, f"{name}: something else is said or chosen ({changed[0]}). {again}"


def write_golden_choices(game: Game) -> None:
    """Write the digests of a game's golden games."""
    choices_file(game).write_text(json.dumps(digest_golden_choices(game), indent=2) + "\n", encoding="utf-8")


def choices_file(game: Game) -> Path:
    """Return where the digests of a game's golden games are kept."""
    return game.folder / "tests" / FILE


def digest_golden_choices(game: Game) -> dict[str, dict[str, str]]:
    """Return for every golden game the digests of what is looked at."""
    with use_language(LANGUAGE):
        return {path.name: digest_choices(game, read_golden_record(path)) for path in golden_files(game)}


def digest_choices(game: Game, record: GameRecord) -> dict[str, str]:
    """Return the digests of one record, by what they are of."""
    match = Match(game, record.seats, game.check_stored(record.seats, record.options), game.pure_rules)
    digests: dict[str, Any] = {}

    def add(name: str, said: Any) -> None:
        text = json.dumps(said, default=int)
        digests.setdefault(name, hashlib.blake2b(digest_size=DIGEST_BYTES)).update(text.encode())

    labels = list(dict.fromkeys(label for actor, label, *_ in record.events if parse_seat(actor) < CHANCE))[:TRIED]
    decisions = 0
    for actor, label, *_ in record.events:
        acting = [seat for seat in match.to_act() if seat < match.seats]
        looked = bool(acting) and decisions % EVERY == 0
        if looked:
            for name, said in (one for seat in acting for one in choices_of(match, seat, labels, record.players)):
                add(name, said)
        decisions += bool(acting)
        for name, said in told_of_event(match, parse_seat(actor), label, record.players, looked):
            add(name, said)
    return {name: digest.hexdigest() for name, digest in sorted(digests.items())}


def told_of_event(match: Match, seat: int, label: str, players: list[str],
                  with_missed: bool) -> Iterator[tuple[str, Any]]:
    """Let an event happen, and yield what reports and endings tell of it, and perhaps what its seat missed."""
    game, action = match.game, parse_event_action(match.game.words, seat, label)
    ending, seen_by = game.ending, seat if seat < match.seats else WATCHER
    shown = int(match.rules.observe_action(match.state, seat, action, seen_by))
    before, state = to_object(match.view(seen_by)), match.state.copy()
    match.act(seat, action)
    after = to_object(match.view(seen_by))
    yield "rules", list(game.report_events.rule_events(state, seat, action, match.state))
    yield "endings", [ending.decided_text(before, seat, shown, after, players, seen_by)]
    if seat < match.seats and with_missed:
        yield "missed plays", game.words.missed_play_text(before, seat, shown, players)
    if seat < match.seats and ending.moment_value and ending.best_moment:
        worth = ending.moment_value(before, seat, shown, after, seat)
        if worth is not None:
            yield "endings", [list(worth), *ending.best_moment(before, seat, shown, after, seat)]
    if match.over and ending.standings:
        yield "endings", [[int(value) for value in ending.standings(after)],
                          ending.score_title and ending.score_title(after)]


def choices_of(match: Match, seat: int, labels: list[str], players: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield what is said to a seat that is to act, and what bots and weights choose for it."""
    game, view = match.game, match.view(seat)
    yield "hints", game.hint_sentences(view, seat, players)
    yield "refusals", [refusal_of(match, seat, label) for label in labels]
    for level in game.bots.LEVELS:
        action, milliseconds = game.bots.choose(view, seat, level, SEED)
        yield f"bot {level}", [None if action is None else str(game.words.label(action)), int(milliseconds)]
    prefer: Callable[..., float] | None = getattr(game.load_module("heuristics", pure=True), "prefer", None)
    if prefer is not None:
        actions = np.array(match.sound_actions(seat), np.int64)
        weights = np.zeros(len(actions))
        prefer(view.copy(), seat, actions, len(actions), weights)
        yield "weights", [f"{weight:.{DIGITS}g}" for weight in weights]


def refusal_of(match: Match, seat: int, label: str) -> str:
    """Return the sentence by which an action is refused; "" where it is not."""
    try:
        match.check(seat, int(match.game.words.parse(label)))
    except Refused as refused:
        return f"{refused} {refused.rule}"
    return ""
