"""Carry out what time brings: windows close, rests end, bots act, a missing host is replaced."""

import logging

from ..core.errors import Refused
from ..core.seats import CLOCK
from . import (
    bots,
    class_table,
    correspondence,
    host_role,
    match_lifecycle,
    seat_claims,
    take_back_consent,
    tournament_table,
)
from .table import Table

log = logging.getLogger(__name__)
MOST_EVENTS = 1000          # things that happen in one tick


def process_time(table: Table, now: float) -> None:
    """Carry out everything that is due by `now`."""
    for _ in range(MOST_EVENTS):
        if not (_close_due_window(table, now) or _end_due_rest(table, now) or _play_ready_bot(table, now)
                or tournament_table.begin_due_game(table, now)):
            break
    correspondence.note_late_seats(table)
    host_role.replace_absent_host(table, now)
    take_back_consent.end_outdated_request(table, now)
    away = [table.is_gone(chair, now) for chair in table.lobby.chairs]
    table.dirty.table |= away != table.dirty.away_by_chair
    table.dirty.away_by_chair = away


def next_tick_time(table: Table, now: float) -> float:
    """Return when `process_time` has something to do next (monotonic seconds)."""
    if not table.is_awake or table.is_closed:
        return float("inf")
    times = [table.bots.next_due(), class_table.teacher_deadline(table), *_grace_ends(table, now)]
    if table.settings.tournament:
        times.append(tournament_table.next_game_time(table))
    if table.take_back is not None:
        times.append(table.take_back.ends_at)
    if table.is_resting() and not table.settings.paused and table.resting_since is not None:
        times.append(table.rest_end_time())
    if table.is_running and table.acting_seats() >> CLOCK & 1:
        times.append(now + table.clock.seconds_until(now, table.window_deadline_ms()))
    return min(times)


def _grace_ends(table: Table, now: float) -> list[float]:
    """When the grace of those who are gone ends; at a table over days there is none."""
    lobby = table.lobby
    if table.is_correspondence:
        return []
    ends = [guest.grace_end(table.table_host.grace_seconds) for guest in lobby.guests.values()
            if not guest.connection_count and (guest.who == lobby.host or lobby.seats_of(guest.who))]
    return [end for end in ends if end > now]


def _close_due_window(table: Table, now: float) -> bool:
    if not table.is_running or not table.acting_seats() >> CLOCK & 1:
        return False
    deadline = table.window_deadline_ms()
    if deadline <= 0 or table.clock.seconds_until(now, deadline) > 0:
        return False
    match_lifecycle.close_window(table, now)
    return True


def _end_due_rest(table: Table, now: float) -> bool:
    if not table.is_resting():
        table.resting_since = None
        return False
    seat_claims.seat_waiting_people(table, now)
    if table.resting_since is None:
        table.resting_since = now
    if not table.is_awake or table.settings.paused or now < table.rest_end_time():
        return False
    match_lifecycle.continue_from_rest(table, now, "")
    return True


def _play_ready_bot(table: Table, now: float) -> bool:
    chosen = bots.pop_ready_action(table, now) if table.is_running else None
    if chosen is None:
        return False
    seat, action = chosen
    try:
        match_lifecycle.act_for_seat(table, seat, [action], now, "", bot=True)
    except Refused as refused:
        if not int(table.match.rules.refusal(table.match.state, seat, action)):
            return False                                # too late: it is asked again
        log.error("a bot at table %s of %s was refused: %s", table.code, table.game.name, refused,
                  extra={"table": table.code})
        other = bots.random_action(table, seat)
        if other is None:
            return False
        match_lifecycle.act_for_seat(table, seat, [other], now, "", bot=True)
    return True
