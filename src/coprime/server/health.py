"""Whether the house is well, for whoever keeps it running."""

from msgspec import Struct
from starlette.requests import Request

from .. import __version__
from .answers import Json
from .door import Door
from .endpoint import Endpoint
from .sentences import Wrong

FRESH = {"cache-control": "no-store"}


class Health(Struct, omit_defaults=True):
    """`status` is "ok" or "unwell", `trouble` says what is wrong with the database, "" when nothing is.

    Where several processes share the house, `house` is the one that answers.
    """

    status: str
    version: str
    tables: int
    trouble: str
    house: str = ""


async def health(door: Door, request: Request) -> Json[Health]:
    """Whether the database answers: 200, or 503."""
    trouble = await door.house.pulse.look(door.house.asked, door.store)
    holder = door.house.holder
    if holder is not None and holder.lapsed:
        trouble = trouble or str(Wrong(503, "wrong.store"))
    which = holder.me.id if holder else ""
    found = Health("unwell" if trouble else "ok", __version__, len(door.house.rooms), trouble, which)
    return Json(found, 503 if trouble else 200, FRESH)


ENDPOINTS = [Endpoint("GET", "/health", health)]
