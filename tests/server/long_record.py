"""Records that cost much: somebody thinks, and every millisecond of it is an event."""

import random

from coprime.core.match import Match
from coprime.core.record import GameRecord, digest_state, dump_record, label_event, seat_name
from coprime.core.registry import find_game as find
from coprime.core.seats import CLOCK


def ticking(events):
    """A valid record of Prime Challenge with so many events, as text."""
    game = find("prime_challenge")
    match = Match(game, 2, {"first_seconds": 300}, game.pure_rules)
    chance, found = random.Random(5), []
    while len(found) < events:
        seat = CLOCK if CLOCK in match.to_act() else match.to_act()[0]
        match.act(seat, 1 if seat == CLOCK else match.chance(chance.getrandbits))
        found.append((seat_name(seat), label_event(game.words, *match.events[-1]), digest_state(match.state), ""))
    return dump_record(GameRecord(game.name, game.version, 2, dict(match.options), ["Ada", "Bo"], found))
