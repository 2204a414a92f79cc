"""What happens at a table by itself: windows close, rests end, bots act, another host is found."""

import logging

from ..core.errors import Refused
from ..core.seats import CLOCK
from . import bots, play, seats, teaching
from .table import Table

log = logging.getLogger(__name__)
AT_ONCE = 1000          # things that happen in one tick


def process_time(table: Table, now: float) -> None:
    """Let happen what time has brought."""
    for _ in range(AT_ONCE):
        if not (_window_closes(table, now) or _rest_ends(table, now) or _bot_acts(table, now)):
            break
    _hand_over(table, now)
    away = [table.is_gone(chair, now) for chair in table.lobby.chairs]
    table.marks.table |= away != table.marks.away
    table.marks.away = away


def next_tick_time(table: Table, now: float) -> float:
    """When `tick` has something to do next (monotonic seconds)."""
    if not table.is_awake or table.closed:
        return float("inf")
    times = [table.bots.due(), teaching.teacher_deadline(table), *_gone(table, now)]
    if table.is_resting() and not table.settings.paused and table.rested is not None:
        times.append(table.rest_ends())
    if table.is_running and table.acting_seats() >> CLOCK & 1:
        times.append(now + table.clock.left(now, table.deadline()))
    return min(times)


def _gone(table: Table, now: float) -> list[float]:
    """When the grace of those who are gone ends."""
    lobby = table.lobby
    ends = [guest.gone + table.outside.grace for guest in lobby.guests.values()
            if not guest.here and (guest.who == lobby.host or lobby.seats_of(guest.who))]
    return [end for end in ends if end > now]


def _window_closes(table: Table, now: float) -> bool:
    if not table.is_running or not table.acting_seats() >> CLOCK & 1:
        return False
    deadline = table.deadline()
    if deadline <= 0 or table.clock.left(now, deadline) > 0:
        return False
    play.close_window(table, now)
    return True


def _rest_ends(table: Table, now: float) -> bool:
    if not table.is_resting():
        table.rested = None
        return False
    seats.seat_those_waiting(table, now)
    if table.rested is None:
        table.rested = now
    if not table.is_awake or table.settings.paused or now < table.rest_ends():
        return False
    play.go_on_from_rest(table, now, "")
    return True


def _bot_acts(table: Table, now: float) -> bool:
    chosen = bots.take_ready_action(table, now) if table.is_running else None
    if chosen is None:
        return False
    seat, action = chosen
    try:
        play.act_for_seat(table, seat, [action], now, "", bot=True)
    except Refused as refused:
        if not int(table.match.rules.refusal(table.match.state, seat, action)):
            return False                                # too late: it is asked again
        log.error("a bot at table %s of %s was refused: %s", table.code, table.game.name, refused,
                  extra={"table": table.code})
        other = bots.random_action(table, seat)
        if other is None:
            return False
        play.act_for_seat(table, seat, [other], now, "", bot=True)
    return True


def _hand_over(table: Table, now: float) -> None:
    """A host who has gone for good is followed by somebody who is here."""
    guest = table.lobby.guests.get(table.lobby.host)
    if table.teacher is not None:                           # a class waits for nobody else
        return
    if guest and not guest.here and now >= guest.gone + table.outside.grace and table.is_awake:
        heir = table.lobby.next_host()
        if heir is not None:
            table.lobby.host = heir
            table.mark_changed()
