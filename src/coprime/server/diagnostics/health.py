"""Whether the house is well, for whoever keeps it running."""

from msgspec import Struct
from starlette.requests import Request

from ... import __version__
from ..app.endpoint import Endpoint
from ..app.responses import JsonResponse
from ..app.state import AppState
from ..sentences import RequestError, say

FRESH = {"cache-control": "no-store"}


class HealthReport(Struct, omit_defaults=True):
    """`status` is "ok", "degraded" or "unwell"; `trouble` says why, "" when nothing is wrong.

    "unwell": the database cannot be used.  "degraded": some tables could not be read or shown since the start.
    Where several processes share the house, `house` is the one that answers.
    """

    status: str
    version: str
    tables: int
    trouble: str
    house: str = ""


async def get_health(door: AppState, request: Request) -> JsonResponse[HealthReport]:
    """Whether the database answers: 200, or 503.  A table that cannot be shown is no reason to ask somewhere else."""
    trouble = await door.house.pulse.look(door.house.read_store, door.store)
    holder = door.house.holder
    if holder is not None and holder.has_lapsed:
        trouble = trouble or str(RequestError(503, "wrong.store"))
    which = holder.me.id if holder else ""
    status, code = ("unwell", 503) if trouble else ("ok", 200)
    if not trouble and door.house.troubled:
        status, trouble = "degraded", say("wrong.troubled", n=len(door.house.troubled))
    return JsonResponse(HealthReport(status, __version__, len(door.house.rooms), trouble, which), code, FRESH)


ENDPOINTS = [Endpoint("GET", "/health", get_health)]
