"""What a bot would do at a table that lies in a database: for whoever plays tables on, in old code and in today's."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from coprime.core.attr_view import to_object
from coprime.core.match import Match
from coprime.core.record import label_event, parse_event_action
from coprime.core.registry import find_game as find
from coprime.core.seats import CHANCE, CLOCK


def advice(database: Path, game: str, code: str, seats):
    """(seat, label) for one of these seats; None while others are to act, "over" when nobody is."""
    found = find(game)
    with closing(sqlite3.connect(database)) as opened:
        rows = opened.execute("SELECT seat, action FROM events WHERE code = ? ORDER BY n", (code,)).fetchall()
    head, events = {}, []
    for seat, action in rows:
        if seat == "start":
            head, events = json.loads(action), []
        elif seat == "undo":
            del events[int(action):]
        else:
            events.append((seat, action))
    if not head:
        return "over"
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in head["options"].items()}
    match = Match(found, head["seats"], options, found.pure_rules)
    for name, action in events:
        seat = {"chance": CHANCE, "clock": CLOCK}.get(name)
        seat = int(name) if seat is None else seat
        match.act(seat, parse_event_action(found.words, seat, action))
    if match.over:
        return "over"
    for seat in seats:
        if seat in match.to_act():
            action, _ = found.bots.choose(to_object(match.view(seat)), seat, found.bots.LEVELS[-1], len(events))
            if action is not None:
                return seat, label_event(found.words, seat, action)
    return None
