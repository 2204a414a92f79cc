"""Best play for two without cards from a stored exact table: for expert bot, hints and reviews.

`coprime solve prime_climb --keep` makes a table; nothing is computed here.
"""

import json
import logging
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...core.attr_view import to_object
from ...core.errors import BadInput
from ...core.messages import join_sentences
from . import bots, rules, tablebase
from .game import GAME
from .placement_transitions import encode_placement

log = logging.getLogger("coprime.games")


def best_turn(table: tablebase.Tablebase, view: Any, seat: int) -> list[int]:
    """Return the actions that use the rest of the turn best."""
    return max(bots.list_turns(view_as_object(view), seat, set()),
               key=lambda turn: chance_at_turn_end(table, turn[1], seat))[0]


def winning_chance(table: tablebase.Tablebase, view: Any, seat: int, actions: Sequence[int]) -> float:
    """Return the seat's chance of winning after actions of its turn, if both then play at their best."""
    at = view_as_object(view).copy()
    for action in actions:
        rules.apply(at, seat, action)
    return chance_in_turn(table, at, seat)


def view_as_object(view: Any) -> Any:
    """Return the view as an ordinary Python object, which is read and copied much faster."""
    return to_object(view) if hasattr(view, "item") else view


def chance_in_turn(table: tablebase.Tablebase, position: Any, seat: int) -> float:
    """Return the seat's chance of winning, in the middle of its turn or right after it."""
    if position.phase != rules.Phase.MOVE or position.turn != seat:
        return chance_at_turn_end(table, position, seat)
    return max(chance_at_turn_end(table, end, seat) for _, end in bots.list_turns(position, seat, set()))


def chance_at_turn_end(table: tablebase.Tablebase, position: Any, seat: int) -> float:
    """Return the seat's chance of winning where a turn has ended."""
    if position.phase == rules.Phase.OVER:
        return 1.0 if position.place[seat] == 1 else 0.0
    mine, theirs = encode_placement(position, position.turn), encode_placement(position, 1 - position.turn)
    chance = table.winning_chance(int(mine), int(theirs))
    return chance if position.turn == seat else 1 - chance


# Where tables are.

def find_table(view: Any) -> tablebase.Tablebase | None:
    """Return the stored table for a view's options; None without an exact solution or a table."""
    options = {one.name: one.decode(int(view[one.name])) for one in GAME.options if not one.screen}
    folder = tablebase.tables_folder()
    if folder is None or tablebase.unsolved_reason(int(view.seats), options) or int(view.seats) != 2:
        return None
    about = tablebase.key_options(options)
    path = folder / tablebase.table_file_name(about)
    try:
        told = path.stat()
    except OSError:
        return None
    return read_table(path, told.st_mtime_ns, told.st_size, json.dumps(about))


@lru_cache(8)
def read_table(path: Path, mtime_ns: int, size: int, key_json: str) -> tablebase.Tablebase | None:
    """Return the table of a file, or None with a warning in the log if it is of no use.

    The file is opened once for each time and size, so a replaced file is read again.
    """
    try:
        table = tablebase.Tablebase(path, GAME.version, json.loads(key_json))
    except BadInput as wrong:
        log.warning(join_sentences([str(wrong), tablebase.SAY["searches"]]))
        return None
    return table if table.facts["whole"] else None
