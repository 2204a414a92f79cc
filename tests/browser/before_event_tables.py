"""Tables just before something is to be seen: bots have played a match, and "what if" opens it before an event."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from device_pool import BLANK
from game_moments import NAMES, greet, post

import coprime
from coprime.core.match import Match
from coprime.core.record import dump_record
from coprime.testing.golden import play_by_bots, record_match

Wanted = Callable[[Any, Any, Any], bool]


class Before(NamedTuple):
    """A table, the seat that acts there next, and the label of what it does."""

    code: str
    seat: int
    label: str


def open_before(page: Any, url: str, name: str, seats: int, seed: int, options: Mapping[str, Any],
                wanted: Wanted) -> Before:
    """Open a table of that page's browser before the first event that is as wanted (state before, event, after).

    A page that is nowhere yet is sent to the server, whose socket it can open then.
    """
    game = coprime.game(name)
    match = play_by_bots(game, seats, options, seed, game.bots.LEVELS[0], most=6000)
    step = next(first_steps(Match(game, seats, match.options), match.events, wanted))
    event = match.events[step]
    if not page.url.startswith(url):
        page.goto(url + BLANK)
    greet(page, url)
    record = dump_record(record_match(match, list(NAMES[:seats])))
    id = post(page, url, "/api/replays", record)["id"]
    code = post(page, url, f"/api/replays/{id}/whatif", {"step": step, "seat": event.seat})["code"]
    return Before(code, event.seat, game.words.label(event.action))


def first_steps(match: Match, events: Any, wanted: Wanted) -> Iterator[int]:
    """Yield the steps at which a seat's event is as wanted."""
    for step, event in enumerate(events):
        before = match.state.copy()
        match.act(*event)
        if event.seat < match.seats and wanted(before, event, match.state):
            yield step


def is_win(before: Any, event: Any, after: Any) -> bool:
    """Prime Daifugo Lv. 0: the last play of a match of one game."""
    return bool(after.wins.any())


def is_judged(before: Any, event: Any, after: Any) -> bool:
    """Prime Daifugo Lv. 0: two or three cards are played and stay, so that cards fly and the judge's stamp falls."""
    return bool(after.count >= 2 and after.number != before.number and not after.wins.any())


def is_bump(before: Any, event: Any, after: Any) -> bool:
    """Prime Climb: somebody else's pawn that has come far stands at the start again."""
    gone = [pawn for pawn, (a, b) in enumerate(zip(before.pawn.tolist(), after.pawn.tolist(), strict=True))
            if b == 0 and a > 10]
    return any(pawn // 2 != event.seat for pawn in gone)


def is_walk(before: Any, event: Any, after: Any) -> bool:
    """Prime Climb: a pawn goes as many spaces as the longest walk takes."""
    return any(b < 101 and 8 <= b - a <= 12 for a, b in zip(before.pawn.tolist(), after.pawn.tolist(), strict=True))


def is_pick_up(before: Any, event: Any, after: Any) -> bool:
    """Prime Challenge: somebody takes a set."""
    return bool(before.left > 0 and (before.face_up != after.face_up).sum() >= 3 and event.action > 100)
