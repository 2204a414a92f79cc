"""Best play for two without cards, read off a kept table: for the master, hints and reviews.

`coprime solve prime_climb --keep` makes a table; nothing is ever worked out here.
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
from .turns import way_of

log = logging.getLogger("coprime.games")


def best_turn(table: tablebase.Table, view: Any, seat: int) -> list[int]:
    """The actions that use the rest of the turn best."""
    return max(bots.turns(plain(view), seat, set()), key=lambda turn: rested(table, turn[1], seat))[0]


def chance(table: tablebase.Table, view: Any, seat: int, actions: Sequence[int]) -> float:
    """The seat's chance of winning after actions of its turn, if all else is played at its best by both."""
    at = plain(view).copy()
    for action in actions:
        rules.apply(at, seat, action)
    return worth(table, at, seat)


def plain(view: Any) -> Any:
    """The view as an ordinary object, which is read and copied much faster."""
    return to_object(view) if hasattr(view, "item") else view


def worth(table: tablebase.Table, at: Any, seat: int) -> float:
    """The seat's chance of winning, in the middle of its turn or right after it."""
    if at.phase != rules.Phase.MOVE or at.turn != seat:
        return rested(table, at, seat)
    return max(rested(table, end, seat) for _, end in bots.turns(at, seat, set()))


def rested(table: tablebase.Table, at: Any, seat: int) -> float:
    """The seat's chance of winning where a turn has ended."""
    if at.phase == rules.Phase.OVER:
        return 1.0 if at.place[seat] == 1 else 0.0
    mine, theirs = way_of(at, at.turn), way_of(at, 1 - at.turn)
    chance = table.chance(int(mine), int(theirs))
    return chance if at.turn == seat else 1 - chance


# Where tables are.

def table_of(view: Any) -> tablebase.Table | None:
    """The table of a game's options, if there is an exact solution and one is kept."""
    options = {one.name: one.decode(int(view[one.name])) for one in GAME.options if not one.screen}
    folder = tablebase.folder()
    if folder is None or tablebase.beyond(int(view.seats), options) or int(view.seats) != 2:
        return None
    about = tablebase.key_options(options)
    path = folder / tablebase.name_of(about)
    try:
        told = path.stat()
    except OSError:
        return None
    return read(path, told.st_mtime_ns, told.st_size, json.dumps(about))


@lru_cache(8)
def read(path: Path, time: int, size: int, about: str) -> tablebase.Table | None:
    """The table of a file, looked at once as long as that stays the same; None, and a line in the log, if useless."""
    try:
        table = tablebase.Table(path, GAME.version, json.loads(about))
    except BadInput as wrong:
        log.warning(join_sentences([str(wrong), tablebase.SAY["searches"]]))
        return None
    return table if table.facts["whole"] else None
