"""What happens to the match at a table: it begins, somebody acts, time passes, it goes on, something is taken back.

`message` is what the message is known by that caused it, "" for none.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from ..core import deals
from ..core.match import Match, draw_chance
from ..core.options import to_json_value
from ..core.record import label_event, seat_name
from ..core.seats import CHANCE, CLOCK
from .history import History, Trial
from .holders import Holders
from .no_peek import act_without_reveal
from .pending_bot_jobs import BotState
from .sealing import new_seal
from .settings import has_numbered_deals
from .table import Table
from .watcher_log import WatcherLog


def begin_match(table: Table, now: float, message: str = "") -> None:
    """Start a match as the settings say."""
    settings = table.settings
    chosen = table.game.check_options(settings.seats, settings.options)
    settings.dealt = settings.deal
    if settings.practice and not settings.deal and has_numbered_deals(table.game):
        settings.dealt = 1 + table.outside.randbits(62) % deals.LAST
    match = Match(table.game, settings.seats, chosen, table.outside.rules(table.game))
    table.matches += 1
    table.n += 1
    _lay_out(table, History(match, table.n, None if settings.dealt else new_seal(table)), message)
    _first(table, Trial(match), now)


def take_up_match(table: Table, history: History, labels: Sequence[str], eyes: Sequence[WatcherLog],
                  now: float) -> None:
    """A new table goes on with a match that has been played through elsewhere: its labels, what some have seen of it.

    Its beginning is number 1.
    """
    table.matches, table.n = 1, 1
    _lay_out(table, history)
    for event, text in zip(history.happened, labels, strict=True):
        table.append_journal_row(seat_name(event.seat), text, "", event.n)
    table.n = history.n
    table.eyes = {(one.watcher, one.language): one for one in eyes}
    for one in eyes:
        one.who = table.person_addressed(one.watcher)
    _first(table, Trial(history.match), now)


def _lay_out(table: Table, history: History, message: str = "") -> None:
    """A match is there: the first row of its journal."""
    match, table.history = history.match, history
    table.eyes, table.ladders, table.rested, table.bots = {}, {}, None, BotState()
    for chair in table.lobby.chairs:
        chair.hints = 0
    table.lobby.note_deal()
    table.holders = Holders()
    table.holders.note(table.n, table.lobby.chairs)
    options = {name: to_json_value(value) for name, value in match.options.items()}
    players = [[chair.who, chair.name] for chair in table.lobby.chairs]
    head: dict[str, Any] = {"seats": match.seats, "options": options, "version": table.game.version,
                            "players": players}
    if teams := [chair.seat for chair in table.lobby.chairs if chair.members]:
        head["teams"] = teams
    if table.settings.dealt:
        head["deal"] = table.settings.dealt
    if history.seal:
        head["sealed"] = {"secret": history.seal.secret, "numbers": history.seal.numbers}
    table.append_journal_row("start", json.dumps(head), message)


def _first(table: Table, trial: Trial, now: float) -> None:
    """What happens at once when a match is there."""
    assert table.history is not None
    _deal(table, trial, forced=not table.history.step)
    table.clock.reset(now)
    _commit(table, trial, "")
    table.mark_changed()


def act_for_seat(table: Table, seat: int, actions: Sequence[int], now: float, message: str, bot: bool = False) -> None:
    """Carry out actions of one seat, all or none; `bot`: a bot has chosen them.  Raises Refused."""
    trial = Trial(table.match)
    ms = 0
    if table.acting_seats() >> CLOCK & 1:
        ms = min(int(table.clock.passed(now)), table.deadline())
        if ms > 0:
            trial.act(CLOCK, ms)
    for action in actions[:-1]:
        act_without_reveal(trial, seat, action)
    trial.act(seat, actions[-1])
    _deal(table, trial)
    if ms:
        table.clock.count(now, ms)
    elif not table.acting_seats() >> CLOCK & 1:
        table.clock.reset(now)
    _commit(table, trial, message, seat, bot)


def close_window(table: Table, now: float) -> None:
    """The time of a window has passed."""
    deadline, trial = table.deadline(), Trial(table.match)
    trial.act(CLOCK, deadline)
    _deal(table, trial)
    table.clock.count(now, deadline)
    _commit(table, trial, "")


def go_on_from_rest(table: Table, now: float, message: str) -> None:
    """Go on from a rest."""
    trial = Trial(table.match)
    _deal(table, trial, forced=True)
    table.clock.reset(now)
    table.rested = None
    table.lobby.note_deal()
    table.marks.settings = True
    _commit(table, trial, message)


def take_back_to(table: Table, step: int, now: float, message: str) -> None:
    """Take back everything after a step.  Where it was CHANCE's turn then, it draws anew."""
    history, phase = table.history, table.phase
    assert history is not None
    if any(event.seat == CHANCE for event in history.happened[step:]):
        table.settings.dealt = 0                                    # what comes now is drawn anew
        table.marks.settings = table.marks.table = True
    history.cut_back(step)
    table.n = history.n
    table.append_journal_row("undo", str(step), message)
    if message:
        table.marks.ids[message] = table.n
    table.clock.reset(now)
    table.marks.moved = True
    trial = Trial(history.match)
    _deal(table, trial)
    if trial.done:
        _commit(table, trial, "")
    table.marks.table |= phase != table.phase


def _deal(table: Table, trial: Trial, forced: bool = False) -> None:
    """Let CHANCE act until it is somebody's turn or the match rests; when forced, at least once."""
    rules = trial.match.rules
    while trial.acting(CHANCE) and (forced or not rules.is_between_hands(trial.state)):
        trial.act(CHANCE, draw_chance(rules, trial.state, _chance(table, trial)))
        forced = False


def _chance(table: Table, trial: Trial) -> Callable[[int], int]:
    """Where CHANCE has its random bits from: the numbered deal, if this is one, or what the match was sealed with.

    A draw that was taken back is never made again.
    """
    number, history = table.settings.dealt, table.history
    assert history is not None
    draw = history.drawn + sum(seat == CHANCE for seat, *_ in trial.done)
    if number:
        return deals.deal_bits(number, draw)
    return history.seal.bits(draw) if history.seal else table.outside.randbits


def _commit(table: Table, trial: Trial, message: str, acting: int | None = None, bot: bool = False) -> None:
    """Take over what was tried, and note it for keeping; `acting`: the seat that did it, or a bot there."""
    history, phase = table.history, table.phase
    assert history is not None
    if table.holders.note(history.n + 1, table.lobby.chairs, acting, bot):
        table.marks.settings = True
    events = history.keep(trial)
    table.n, table.moved = history.n, table.outside.wall()
    for event in events:
        table.append_journal_row(seat_name(event.seat), label_event(table.game.words, event.seat, event.action),
                                 message if event is events[-1] else "", event.n)
    if message:
        table.marks.ids[message] = table.n
    table.marks.moved = True
    if phase != table.phase:
        table.marks.table = table.marks.settings = True
