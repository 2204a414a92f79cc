"""What only the host of a table may say: each function carries out one kind of message, or raises Refused."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import catalogue, play, seats, wire
from .clock import FACTORS
from .lobby import PACES, Chair, Guest
from .sentences import no

if TYPE_CHECKING:
    from .table import Table


def before_start(table: "Table") -> None:
    if table.phase != "lobby":
        raise no("started")


def known(table: "Table", who: int) -> Guest:
    guest = table.lobby.guests.get(who)
    if guest is None:
        raise no("who", who=who)
    return guest


def check_bot(table: "Table", level: str | None, pace: str | None) -> None:
    levels = [one["level"] for one in catalogue.levels(table.game)]
    if level is not None and level not in levels:
        raise no("levels", level=level[:40], levels=", ".join(levels))
    if pace is not None and pace not in PACES:
        raise no("pace", pace=pace[:40], paces=", ".join(PACES))


def seat(table: "Table", guest: Guest, message: wire.Seat, now: float) -> None:
    """Who plays an unoccupied seat."""
    chair = table.lobby.chair(message.seat)
    check_bot(table, message.level, message.pace)
    if chair.kind == "program":
        if message.kind != "program" or message.level is not None:
            raise no("program")
    elif chair.kind != "person":
        if message.kind not in ("bot", "open"):
            raise no("kind", kind=message.kind[:40])
        if table.phase == "lobby":
            chair.kind = message.kind
    elif table.phase == "lobby":
        raise no("occupied", name=chair.name)
    chair.level = message.level or chair.level
    chair.pace = message.pace or chair.pace
    table.changed()


def options(table: "Table", guest: Guest, message: wire.Options, now: float) -> None:
    before_start(table)
    if table.lobby.programs:
        raise no("programs")
    settings = table.settings
    count = settings.seats if message.seats is None else message.seats
    chosen = choose(table.game, count, message.options, message.preset,
                    settings.options if message.preset is None and count == settings.seats else {})
    if count < settings.seats and any(chair.kind == "person" for chair in table.lobby.chairs[count:]):
        raise no("occupied", name=next(c.name for c in table.lobby.chairs[count:] if c.kind == "person"))
    settings.options, settings.seats = chosen, count
    settings.preset = message.preset if not message.options else None
    resize(table, count)
    table.changed()


def choose(game: Any, count: int, given: Any, preset: str | None, before: dict[str, Any]) -> dict[str, Any]:
    """The options in full: given ones over a preset's, over those before.  Raises BadInput."""
    if not isinstance(given, dict):
        raise no("options")
    if preset is not None and preset not in game.presets:
        raise no("preset", preset=str(preset)[:40], presets=", ".join(game.presets) or "none")
    asked = {**before, **(game.presets[preset] if preset is not None else {}), **given}
    chosen: dict[str, Any] = game.check(count, {k: tuple(v) if isinstance(v, list) else v for k, v in asked.items()})
    return chosen


def resize(table: "Table", count: int) -> None:
    """Add chairs with bots, or take the last ones away."""
    chairs = table.lobby.chairs
    del chairs[count:]
    while len(chairs) < count:
        chairs.append(Chair(len(chairs), name=table.bot_name(), level=catalogue.default_level(table.game)))


def start(table: "Table", guest: Guest, message: wire.Start, now: float) -> None:
    before_start(table)
    to_come = sum(not chair.name for chair in table.lobby.programs)
    if to_come:
        raise no("awaited", n=to_come)
    people = {chair.who for chair in table.lobby.chairs if chair.kind == "person"}
    table.settings.practice = table.settings.practice and len(people) <= 1
    table.begin(now, play.key(guest, message.id))


def lock(table: "Table", guest: Guest, message: wire.Lock, now: float) -> None:
    table.lobby.locked = message.on
    table.changed()


def admit(table: "Table", guest: Guest, message: wire.Admit, now: float) -> None:
    """Let somebody in, or give them the seat that they asked for."""
    asker = known(table, message.who)
    wanted = table.lobby.asking.pop(message.who, None)
    if not message.yes:
        if asker.role == "waiting":
            _out(table, asker)
        return table.changed()
    if asker.role == "waiting":
        asker.role = "guest"
        if table.phase == "lobby" and table.lobby.vacant() is not None:
            wanted = table.lobby.vacant()
    if wanted is not None:
        seats.claim(table, asker, wanted)
    seats.reseen(table, asker)


def remove(table: "Table", guest: Guest, message: wire.Remove, now: float) -> None:
    other = known(table, message.who)
    if other is guest:
        raise no("self")
    for held in table.lobby.seats_of(other.who):
        table.lobby.free(held, table.bot_name(), table.lobby.chairs[held].level)
    _out(table, other)
    table.changed()


def _out(table: "Table", other: Guest) -> None:
    other.role = "removed"
    table.lobby.let_go(other.who)
    table.put_out(other)


def host(table: "Table", guest: Guest, message: wire.Host, now: float) -> None:
    other = known(table, message.who)
    if other.role != "guest" or not other.here:
        raise no("hosthere", name=other.name)
    table.lobby.host = other.who
    table.changed()


def pause(table: "Table", guest: Guest, message: wire.Pause, now: float) -> None:
    table.settings.paused = message.on
    table.marks.scene = True
    table.rested = None
    table.changed()


def clock(table: "Table", guest: Guest, message: wire.Clock, now: float) -> None:
    if message.factor not in FACTORS:
        raise no("factor")
    table.settings.factor = message.factor
    table.clock.lengthen(now, message.factor)
    table.marks.scene = True
    table.changed()


def talk(table: "Table", guest: Guest, message: wire.Talk, now: float) -> None:
    table.settings.talk = message.on
    table.changed()


def hints(table: "Table", guest: Guest, message: wire.Hints, now: float) -> None:
    table.settings.hints = message.on
    table.changed()


def over(table: "Table") -> None:
    if table.phase == "lobby":
        raise no("notstarted")
    if table.phase != "over" and not table.settings.practice:
        raise no("notover")
    table.dismiss()


def rematch(table: "Table", guest: Guest, message: wire.Rematch, now: float) -> None:
    over(table)
    if message.rotate:
        chairs = table.lobby.chairs[-1:] + table.lobby.chairs[:-1]
        for number, chair in enumerate(chairs):
            chair.seat = number
        table.lobby.chairs = chairs
    table.begin(now, play.key(guest, message.id))


def lobby(table: "Table", guest: Guest, message: wire.Lobby, now: float) -> None:
    """Back to the lobby with the same people."""
    over(table)
    table.history = None
    table.changed()


def close(table: "Table", guest: Guest, message: wire.Close, now: float) -> None:
    table.end("closed")


def setup(table: "Table", bots: Any, count: int) -> None:
    """A new table's chairs: `bots` is one entry per seat, null or {level, pace}.  Raises BadInput."""
    resize(table, count)
    if bots is None:
        return
    if not isinstance(bots, list) or len(bots) > count or not all(one is None or isinstance(one, dict) for one in bots):
        raise no("bots")
    for chair, one in zip(table.lobby.chairs, bots, strict=False):
        if one is not None:
            level, pace = one.get("level"), one.get("pace")
            if not all(part is None or isinstance(part, str) for part in (level, pace)):
                raise no("bots")
            check_bot(table, level, pace)
            chair.level, chair.pace = level or chair.level, pace or chair.pace


ORDERS: dict[type, Callable[["Table", Guest, Any, float], None]] = {
    wire.Seat: seat, wire.Options: options, wire.Start: start, wire.Lock: lock, wire.Admit: admit, wire.Remove: remove,
    wire.Host: host, wire.Pause: pause, wire.Clock: clock, wire.Talk: talk, wire.Hints: hints, wire.Rematch: rematch,
    wire.Lobby: lobby, wire.Close: close,
}
