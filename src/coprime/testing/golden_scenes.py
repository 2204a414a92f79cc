"""What golden games show every seat and a watcher, as digests: scenes, texts for a terminal, lines of the log.

A change of what any page gets fails here, whether the change was wanted or not; `coprime golden GAME` writes the
digests again. They are of every seventh event and of the last ones, in English.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..core.game import Game
from ..core.language_selection import LANGUAGE, use_language
from ..core.match import Match
from ..core.record import parse_event_action, parse_seat
from ..core.seats import WATCHER
from .golden import golden_files, read_golden_record

FILE = "golden_scenes.json"             # in a game's folder of tests: digests by golden file
EVERY = 7                               # events
LAST = 3                                # events, each of which is looked at
DIGEST_BYTES = 4


def check_golden_scenes(game: Game) -> None:
    """Check that golden games show what they showed when their digests were written."""
    kept = json.loads(scenes_file(game).read_text(encoding="utf-8"))
    again = f"If that is wanted: coprime golden {game.name}"
    for path in golden_files(game):
        digests, looked = kept.get(path.name, "").split(), 0
        for number, found in digest_golden_game(path, game):
            same = digests[looked:looked + 1] == [found]
            assert same, f"{path.name}, line {number}: a page gets something else. {again}"
            looked += 1
        assert len(digests) == looked, f"{path.name}: {FILE} has digests of other events. {again}"
    assert set(kept) == {path.name for path in golden_files(game)}, f"{FILE} names golden games that are gone. {again}"


def write_golden_scenes(game: Game) -> None:
    """Write the digests of a game's golden games."""
    texts = {path.name: " ".join(found for _, found in digest_golden_game(path, game)) for path in golden_files(game)}
    scenes_file(game).write_text(json.dumps(texts, indent=2) + "\n", encoding="utf-8")


def scenes_file(game: Game) -> Path:
    """Return where the digests of a game's golden games are kept."""
    return game.folder / "tests" / FILE


def digest_golden_game(path: Path, game: Game) -> Iterator[tuple[int, str]]:
    """Yield for every event that is looked at the number of its line, and the digest of what it shows."""
    record = read_golden_record(path)
    match = Match(game, record.seats, game.check_stored(record.seats, record.options), game.pure_rules)
    observers = (*range(match.seats), WATCHER)
    for n, (actor, label, *_) in enumerate(record.events):
        seat = parse_seat(actor)
        action = parse_event_action(game.words, seat, label)
        if n % EVERY and n < len(record.events) - LAST:
            match.act(seat, action)
            continue
        before = {who: (match.view(who), int(match.rules.observe_action(match.state, seat, action, who)))
                  for who in observers}
        match.act(seat, action)
        with use_language(LANGUAGE):
            shown = [shown_to(match, who, seat, *before[who], record.players) for who in observers]
        yield n + 3, digest_of(shown)           # after what the file shows and the record's head


def shown_to(match: Match, who: int, seat: int, before: Any, action: int, players: list[str]) -> list[Any]:
    """Return what an observer gets after an event: the scene, the text of a terminal, and the line of the log."""
    view, words = match.view(who), match.game.words
    return [words.scene(view, who, players), words.text(view, who, players),
            words.describe_event(before, seat, action, view, players, who)]


def digest_of(shown: list[Any]) -> str:
    """Return a digest of what is shown."""
    text = json.dumps(shown, sort_keys=True, default=int)
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
