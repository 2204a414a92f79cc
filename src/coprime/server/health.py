"""Whether the house is well, for whoever keeps it running."""

from msgspec import Struct
from starlette.requests import Request

from .. import __version__
from .answers import Json
from .door import Door
from .endpoint import Endpoint
from .sentences import Wrong, say

FRESH = {"cache-control": "no-store"}


class Health(Struct, omit_defaults=True):
    """`status` is "ok", "degraded" or "unwell"; `trouble` says why, "" when nothing is wrong.

    "unwell": the database cannot be used.  "degraded": some tables could not be read or shown since the start.
    Where several processes share the house, `house` is the one that answers.
    """

    status: str
    version: str
    tables: int
    trouble: str
    house: str = ""


async def health(door: Door, request: Request) -> Json[Health]:
    """Whether the database answers: 200, or 503.  A table that cannot be shown is no reason to ask somewhere else."""
    trouble = await door.house.pulse.look(door.house.asked, door.store)
    holder = door.house.holder
    if holder is not None and holder.lapsed:
        trouble = trouble or str(Wrong(503, "wrong.store"))
    which = holder.me.id if holder else ""
    status, code = ("unwell", 503) if trouble else ("ok", 200)
    if not trouble and door.house.troubled:
        status, trouble = "degraded", say("wrong.troubled", n=len(door.house.troubled))
    return Json(Health(status, __version__, len(door.house.rooms), trouble, which), code, FRESH)


ENDPOINTS = [Endpoint("GET", "/health", health)]
