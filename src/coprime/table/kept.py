"""A table as it is kept: everything but its journal.  `past` makes the table from both again."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .table import Table


def settings(table: "Table") -> dict[str, Any]:
    lobby = table.lobby
    return {"settings": dict(vars(table.settings)), "host": lobby.host, "locked": lobby.locked, "met": lobby.met,
            "matches": table.matches, "begun": table.history is not None, "phase": table.phase,
            "guests": [{"who": guest.who, "key": guest.key, "name": guest.name, "role": guest.role}
                       for guest in lobby.guests.values()],
            "chairs": [{**vars(chair), "held": list(chair.held)} for chair in lobby.chairs]}
