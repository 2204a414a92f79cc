"""The chairs of a table that no person holds: how many there are, which bots sit in them, and what these are called."""

from typing import Any

from ..arena.players import default_level
from ..core.messages import join_with_commas
from . import catalogue, player_names
from .lobby import PACES, Chair
from .sentences import refusal
from .table import Table


def set_up_chairs(table: Table, bots: Any, count: int) -> None:
    """A new table's chairs: `bots` is one entry per seat, null or {level, pace}.  Raises BadInput."""
    resize_table(table, count)
    if bots is None:
        return
    if not isinstance(bots, list) or len(bots) > count or not all(one is None or isinstance(one, dict) for one in bots):
        raise refusal("bots")
    for chair, one in zip(table.lobby.chairs, bots, strict=False):
        if one is not None:
            level, pace = one.get("level"), one.get("pace")
            if not all(part is None or isinstance(part, str) for part in (level, pace)):
                raise refusal("bots")
            check_bot(table, level, pace)
            chair.level, chair.pace = level or chair.level, pace or chair.pace


def resize_table(table: Table, count: int) -> None:
    """Add chairs with bots, or take the last ones away."""
    chairs = table.lobby.chairs
    del chairs[count:]
    while len(chairs) < count:
        chairs.append(Chair(len(chairs), name=choose_bot_name(table), level=default_level(table.game)))


def rotate_seats(table: Table) -> None:
    """Everybody moves on by a seat, but for a teacher."""
    rotating = [chair for chair in table.lobby.chairs if chair.seat != table.teacher_seat]
    seats = [chair.seat for chair in rotating]
    for chair, seat in zip(rotating, seats[1:] + seats[:1], strict=True):
        chair.seat = seat
    table.lobby.chairs.sort(key=lambda chair: chair.seat)


def check_bot(table: Table, level: str | None, pace: str | None) -> None:
    """Raises Refused for a level or a pace that there is not."""
    levels = [one["level"] for one in catalogue.describe_levels(table.game, table.table_host.operator_bots)]
    if level is not None and level not in levels:
        raise refusal("levels", level=level[:40], levels=join_with_commas(levels))
    if pace is not None and pace not in PACES:
        raise refusal("pace", pace=pace[:40], paces=join_with_commas(PACES))


def leave_seats(table: Table, who: int) -> None:
    """Leave somebody's seats to the others of their team, or to bots where they are alone there."""
    table.rematch_wishes.discard(who)
    for seat in table.lobby.seats_of(who):
        chair = table.lobby.chairs[seat]
        if not chair.members:
            table.lobby.give_to_bot(seat, choose_bot_name(table), chair.level)
            continue
        if chair.who == who:                            # what the team has done stays its own
            table.holders.replace_person(who, chair.members[0], seat)
        table.lobby.leave_team(who, seat)
        table.dirty.scene = True


def list_seated_people(table: Table) -> set[int]:
    """Everybody who holds a seat, or is in the team of one."""
    return {who for chair in table.lobby.chairs if chair.kind == "person" for who in chair.people}


def replace_programs_with_bots(table: Table) -> None:
    """Nobody speaks for the programs any more: bots play their seats."""
    for chair in table.lobby.program_chairs:
        chair.kind, chair.name = "bot", chair.name or choose_bot_name(table)


def choose_bot_name(table: Table) -> str:
    """A name for a bot, unlike everybody's."""
    taken = [*(chair.name for chair in table.lobby.chairs), *(guest.name for guest in table.lobby.guests.values())]
    return player_names.pick_animal(table.table_host.randbits, taken)


def rename_similar_bots(table: Table) -> None:
    """Bots whose names are like a person's take others."""
    people = [guest.name for guest in table.lobby.guests.values()]
    people += [chair.name for chair in table.lobby.chairs if chair.kind == "person"]
    for chair in table.lobby.chairs:
        if chair.kind in ("bot", "open") and any(player_names.are_confusable(chair.name, name) for name in people):
            chair.name = choose_bot_name(table)
            table.dirty.scene = True
            table.mark_changed()
