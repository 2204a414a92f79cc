"""Change the match at a table: begin it, act, let time pass, continue from a rest, undo.

`message` is the key of the message that caused the change, "" for none.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from ..core import numbered_deals
from ..core.match import Match, draw_chance
from ..core.options import to_json_value
from ..core.record import label_event, seat_name
from ..core.seats import CHANCE, CLOCK
from .event_history import EventHistory, Trial
from .hidden_people import NOBODY
from .observer_log import WatcherLog
from .pending_bot_jobs import BotState
from .rated_table import find_rated_match
from .reveal_check import act_without_reveal
from .sealing import new_seal
from .seat_tenure import SeatHolders
from .settings import has_numbered_deals
from .table import Table
from .vacation import Vacation


def begin_match(table: Table, now: float, message: str = "") -> None:
    """Start a match as the settings say."""
    settings = table.settings
    chosen = table.game.check_options(settings.seats, settings.options)
    settings.dealt = settings.deal
    if settings.practice and not settings.deal and has_numbered_deals(table.game):
        settings.dealt = 1 + table.table_host.randbits(62) % numbered_deals.LAST_DEAL
    match = Match(table.game, settings.seats, chosen, table.table_host.current_rules(table.game))
    table.match_count += 1
    table.n += 1
    _install_history(table, EventHistory(match, table.n, None if settings.dealt else new_seal(table)), message)
    _start_play(table, Trial(match), now)


def resume_match(table: Table, history: EventHistory, labels: Sequence[str], eyes: Sequence[WatcherLog],
                 now: float) -> None:
    """Continue at a new table a match that was replayed elsewhere.

    labels  the actions so far as text;  watcher_logs  the logs of some watchers so far. The beginning is number 1.
    """
    table.match_count, table.n = 1, 1
    _install_history(table, history)
    for event, text in zip(history.events, labels, strict=True):
        table.append_journal_row(seat_name(event.seat), text, "", event.n)
    table.n = history.n
    table.watcher_logs = {(one.watcher, one.language, NOBODY): one for one in eyes}
    for one in eyes:
        one.who = table.person_of_watcher(one.watcher)
    _start_play(table, Trial(history.match), now)


def _install_history(table: Table, history: EventHistory, message: str = "") -> None:
    """A match is there: the first row of its journal."""
    match, table.history = history.match, history
    table.watcher_logs, table.hint_ladders, table.resting_since, table.bots = {}, {}, None, BotState()
    table.rematch_wishes.clear()
    table.take_back, table.take_backs_refused, table.vacation = None, {}, Vacation()
    for chair in table.lobby.chairs:
        chair.hints = 0
    table.lobby.note_card_holders()
    table.holders = SeatHolders()
    table.holders.note_event(table.n, table.lobby.chairs)
    options = {name: to_json_value(value) for name, value in match.options.items()}
    players = [[chair.who, chair.name] for chair in table.lobby.chairs]
    match_settings: dict[str, Any] = {"game": table.game.name, "seats": match.seats, "options": options,
                                      "version": table.game.version, "players": players}
    if teams := [chair.seat for chair in table.lobby.chairs if chair.members]:
        match_settings["teams"] = teams
    if table.settings.dealt:
        match_settings["deal"] = table.settings.dealt
    if history.seal:
        match_settings["sealed"] = {"secret": history.seal.secret, "numbers": history.seal.numbers}
    table.append_journal_row("start", json.dumps(match_settings), message)


def _start_play(table: Table, trial: Trial, now: float) -> None:
    """What happens at once when a match is there."""
    assert table.history is not None
    _draw_chance(table, trial, at_least_once=not table.history.step_count)
    table.clock.reset(now)
    _commit_trial(table, trial, "")
    table.mark_changed()


def act_for_seat(table: Table, seat: int, actions: Sequence[int], now: float, message: str, bot: bool = False) -> None:
    """Carry out actions of one seat, all or none; `bot`: a bot has chosen them.  Raises Refused."""
    trial = Trial(table.match)
    ms = 0
    if table.acting_seats() >> CLOCK & 1:
        ms = min(int(table.clock.elapsed_ms(now)), table.window_deadline_ms())
        if ms > 0:
            trial.apply_action(CLOCK, ms)
    for action in actions[:-1]:
        act_without_reveal(trial, seat, action)
    trial.apply_action(seat, actions[-1])
    _draw_chance(table, trial)
    if ms:
        table.clock.subtract_acted_ms(now, ms)
    elif not table.acting_seats() >> CLOCK & 1:
        table.clock.reset(now)
    _commit_trial(table, trial, message, seat, bot)


def close_window(table: Table, now: float) -> None:
    """Let CLOCK act when the time of a window is over."""
    deadline, trial = table.window_deadline_ms(), Trial(table.match)
    trial.apply_action(CLOCK, deadline)
    _draw_chance(table, trial)
    table.clock.subtract_acted_ms(now, deadline)
    _commit_trial(table, trial, "")


def continue_from_rest(table: Table, now: float, message: str) -> None:
    """Go on from a rest."""
    trial = Trial(table.match)
    _draw_chance(table, trial, at_least_once=True)
    table.clock.reset(now)
    table.resting_since = None
    table.lobby.note_card_holders()
    table.dirty.settings = True
    _commit_trial(table, trial, message)


def undo_to_step(table: Table, step: int, now: float, message: str, consent_seat: int | None = None) -> None:
    """Undo everything after a step. Where it was the turn of CHANCE then, it draws anew.

    consent_seat  whose move is taken back with the consent of the others; the log then says so
    """
    history, phase = table.history, table.phase
    assert history is not None
    if any(event.seat == CHANCE for event in history.events[step:]):
        table.settings.dealt = 0                                    # what comes now is drawn anew
        table.dirty.settings = table.dirty.table = True
    history.cut_back(step, consent_seat)
    table.n = history.n
    table.append_journal_row("undo", str(step) if consent_seat is None else f"{step} {consent_seat}", message)
    if message:
        table.dirty.seen_message_ids[message] = table.n
    table.clock.reset(now)
    table.dirty.position = True
    trial = Trial(history.match)
    _draw_chance(table, trial)
    if trial.entries:
        _commit_trial(table, trial, "")
    table.dirty.table |= phase != table.phase


def _draw_chance(table: Table, trial: Trial, at_least_once: bool = False) -> None:
    """Let CHANCE act until it is somebody's turn or the match rests; when forced, at least once."""
    rules = trial.match.rules
    while trial.may_act(CHANCE) and (at_least_once or not rules.is_between_hands(trial.state)):
        trial.apply_action(CHANCE, draw_chance(rules, trial.state, _chance_source(table, trial)))
        at_least_once = False


def _chance_source(table: Table, trial: Trial) -> Callable[[int], int]:
    """Where CHANCE has its random bits from: the numbered deal, if this is one, or what the match was sealed with.

    A draw that was taken back is never made again.
    """
    number, history = table.settings.dealt, table.history
    assert history is not None
    draw = history.draw_count + sum(seat == CHANCE for seat, *_ in trial.entries)
    if number:
        return numbered_deals.deal_bits(number, draw)
    return history.seal.make_bit_source(draw) if history.seal else table.table_host.randbits


def _commit_trial(table: Table, trial: Trial, message: str, acting_seat: int | None = None, bot: bool = False) -> None:
    """Take over what was tried, and note it for keeping; `acting`: the seat that did it, or a bot there."""
    history, phase = table.history, table.phase
    assert history is not None
    if table.holders.note_event(history.n + 1, table.lobby.chairs, acting_seat, bot):
        table.dirty.settings = True
    events = history.commit_trial(trial)
    table.n, table.last_event_at = history.n, table.table_host.wall_seconds()
    for event in events:
        table.append_journal_row(seat_name(event.seat), label_event(table.game.words, event.seat, event.action),
                                 message if event is events[-1] else "", event.n)
    if message:
        table.dirty.seen_message_ids[message] = table.n
    table.dirty.position = True
    if phase != table.phase:
        table.dirty.table = table.dirty.settings = True
        if table.phase == "over":
            _note_companions(table)
            table.changes.rated = find_rated_match(table)


def _note_companions(table: Table) -> None:
    """Note who has played this match together; nobody in a class, on one device or where no tables are listed."""
    settings = table.settings
    if (not table.table_host.lists_tables or settings.class_ or settings.classroom or settings.practice
            or settings.hotseat):
        return
    people = [table.lobby.guests[who].key for who in table.holders.whole_match_players() if who in table.lobby.guests]
    companions = sorted({key for key in people if key})
    table.changes.companions = companions if len(companions) > 1 else []
