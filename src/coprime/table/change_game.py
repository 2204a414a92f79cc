"""Play another game at the same table: its code, people, spectators and chat stay.

A match keeps the game that it was begun with (`journal.match_game_name`); this changes only what is played next.
"""

from collections.abc import Callable

from ..arena.players import default_level
from ..core.game import Game
from ..core.messages import join_with_commas
from ..core.registry import find_game
from . import bot_chairs, catalogue, wire
from .correspondence import require_turn_based
from .lobby import Chair, TableGuest
from .rematch import require_match_over
from .sentences import refusal
from .settings import choose_options
from .table import Table


def handle_game(table: Table, guest: TableGuest, message: wire.ChangeGame, now: float) -> None:
    """Change the game before a match or after one. Whoever has no seat in the new game watches."""
    if table.settings.classroom:
        raise refusal("classgame")
    if table.lobby.program_chairs:
        raise refusal("programs")
    if table.phase != "lobby":
        require_match_over(table)
    game = find_game(message.name)
    if table.is_correspondence:
        require_turn_based(game)
    people = sum(chair.kind == "person" for chair in table.lobby.chairs)
    if table.settings.hotseat and (not game.hotseat or people > game.seats[1]):
        raise refusal("hotseatgame", title=game.localized_title)
    count = _count_seats(table, game, people) if message.seats is None else message.seats
    preset = message.preset if message.preset is not None or message.options else next(iter(game.presets), None)
    options = choose_options(game, count, message.options, preset, {})
    settings = table.settings
    settings.seats, settings.options, settings.preset = count, options, None if message.options else preset
    settings.deal = settings.dealt = 0
    settings.practice = settings.practice or count == 1
    table.set_game(game)
    watching = _reseat_people(table, count)
    for chair in table.lobby.chairs:
        if chair.level not in {one["level"] for one in catalogue.describe_levels(game, table.table_host.operator_bots)}:
            chair.level = default_level(game)
    bot_chairs.rename_similar_bots(table)
    table.announcements.add("announced.game", now, name=table.lobby.name_fact(guest.who),
                            title=lambda: game.localized_title)
    if watching:
        table.announcements.add("announced.watch", now, names=lambda: join_with_commas(name() for name in watching),
                                title=lambda: game.localized_title)
    table.dirty.scene = True
    table.mark_changed()


def _count_seats(table: Table, game: Game, people: int) -> int:
    """As many seats as there were and people need, within what the game has."""
    fewest, most = game.seats
    return min(most, max(fewest, table.settings.seats, people))


def _reseat_people(table: Table, count: int) -> list[Callable[[], str]]:
    """Make that many chairs: people keep their order and go before bots. Returns the names of those who lose a seat."""
    lobby = table.lobby
    order = lobby.chairs
    if any(chair.kind == "person" for chair in order[count:]):
        order = sorted(order, key=lambda chair: chair.kind != "person")
    left_over = [lobby.guests[who] for chair in order[count:] for who in chair.people if who in lobby.guests]
    if not table.game.teams:
        left_over += [lobby.guests[who] for chair in order[:count] for who in chair.members if who in lobby.guests]
    lobby.chairs = [_cleared(chair, seat, table.game.teams) for seat, chair in enumerate(order[:count])]
    bot_chairs.resize_table(table, count)
    watching = []
    for guest in left_over:
        seat = lobby.find_vacant_seat()
        if seat is None:
            watching.append(lobby.name_fact(guest.who))
        else:
            lobby.seat_person(guest, seat)
    return watching


def _cleared(chair: Chair, seat: int, teams: bool) -> Chair:
    """A chair at its new place, without what belonged to the earlier game."""
    chair.seat, chair.hints, chair.left, chair.next, chair.added = seat, 0, None, None, ""
    chair.members = chair.members if teams else []
    chair.held = chair.people
    return chair
