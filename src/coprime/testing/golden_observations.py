"""What golden games are as numbers for reinforcement learning, as digests.

A policy that was trained on other numbers plays badly without a word, so that a change fails here, whether it was
wanted or not; `coprime golden GAME` writes the digests again.  They are of what every seat gets after every seventh
event, and of the numbers of actions.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from ..core.encoding import RowLayout
from ..core.game import Game
from ..core.kernel import import_pure
from ..core.match import Match
from ..core.record import GameRecord, parse_event_action, parse_seat
from .golden import golden_files, read_golden_record

FILE = "golden_observations.json"       # in a game's folder of tests: {golden file: "length of a row, digest"}
EVERY = 7                               # events
SCALE = 10_000                          # numbers are compared to so many parts of 1
DIGEST_BYTES = 8


def check_golden_observations(game: Game) -> None:
    """Check that golden games are the numbers that they were when the digests were written."""
    kept = json.loads(observations_file(game).read_text(encoding="utf-8"))
    again = f"If that is wanted: coprime golden {game.name}"
    found = digest_golden_observations(game)
    changed = [name for name in sorted(kept.keys() | found.keys()) if kept.get(name) != found.get(name)]
    assert not changed, f"{changed[0]}: observations or numbers of actions have changed: trained policies no longer " \
                        f"fit. {again}"


def write_golden_observations(game: Game) -> None:
    """Write the digests of a game that has an encoding."""
    if found := digest_golden_observations(game):
        observations_file(game).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def observations_file(game: Game) -> Path:
    """Return where the digests of a game's observations are kept."""
    return game.folder / "tests" / FILE


def digest_golden_observations(game: Game) -> dict[str, str]:
    """Return for every golden game that the game's encoding takes the length of a row and a digest of the rows."""
    encoding = game.load_module("encoding", pure=True)
    if encoding is None:
        return {}
    records = {path.name: read_golden_record(path) for path in golden_files(game)}
    fitting = {name: (record, options) for name, record in records.items()
               if (options := game.check_stored(record.seats, record.options)).items() >= encoding.NEEDS.items()}
    return {name: digest_record(game, encoding, *given) for name, given in fitting.items()}


def digest_record(game: Game, encoding: Any, record: GameRecord, options: dict[str, Any]) -> str:
    """Return the length of a record's rows and their digest, which the numbers of actions go before."""
    match = Match(game, record.seats, options, game.pure_rules)
    layout = RowLayout(game.pure_rules.State, encoding.FIELDS, record.seats)
    numbers = np.array(encoding.actions(match.state), np.int64)
    digest = hashlib.blake2b(numbers.tobytes(), digest_size=DIGEST_BYTES)
    for n, (actor, label, *_) in enumerate(record.events):
        seat = parse_seat(actor)
        match.act(seat, parse_event_action(game.words, seat, label))
        if n % EVERY == 0:
            for observer in range(match.seats):
                digest.update(encode_view(layout, match.view(observer), observer, match.seats).tobytes())
    return f"{layout.size} {digest.hexdigest()}"


def encode_view(layout: RowLayout, view: Any, seat: int, seats: int) -> Any:
    """Return a seat's view as int32[size]: the numbers of its observation in parts of 1."""
    row, writer = np.zeros(layout.size, np.float32), import_pure("coprime.core.observation_writer")
    words = np.frombuffer(view.tobytes(), np.int64)
    writer.encode_row(words, layout.table, layout.scale, layout.spans, seat, seats, row, np.zeros(1, np.int32))
    return np.round(row * SCALE).astype(np.int32)
