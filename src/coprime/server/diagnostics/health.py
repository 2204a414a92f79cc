"""The health endpoint, for load balancers and monitoring."""

from msgspec import Struct
from starlette.requests import Request

from ... import __version__
from ..app.http_endpoint import Endpoint
from ..app.request_context import AppState
from ..app.responses import JsonResponse
from ..request_error import RequestError
from ..sentences import say

NO_STORE = {"cache-control": "no-store"}


class HealthReport(Struct, omit_defaults=True):
    """`status` is "ok", "degraded" or "unwell"; `trouble` says why, "" when nothing is wrong.

    "unwell": the database cannot be used. "degraded": some tables could not be read or shown since the start.
    Where several processes share the database, `process` is the id of the one that answers.
    `house` is its name of 1.0, kept for one minor version.
    """

    status: str
    version: str
    tables: int
    trouble: str
    process: str = ""
    house: str = ""


async def get_health(state: AppState, request: Request) -> JsonResponse[HealthReport]:
    """Return the health of the server: status 200, or 503 when the database cannot be used.

    A table that cannot be shown is no reason for another status.
    """
    trouble = await state.manager.database_probe.probe_database(state.manager.read_store, state.store)
    lease_keeper = state.manager.lease_keeper
    if lease_keeper is not None and lease_keeper.has_lapsed:
        trouble = trouble or str(RequestError(503, "wrong.store"))
    process_id = lease_keeper.me.id if lease_keeper else ""
    status, code = ("unwell", 503) if trouble else ("ok", 200)
    if not trouble and state.manager.troubled_codes:
        status, trouble = "degraded", say("wrong.troubled", n=len(state.manager.troubled_codes))
    tables = len(state.manager.table_actors)
    return JsonResponse(HealthReport(status, __version__, tables, trouble, process_id, process_id),
                        code, NO_STORE)


ENDPOINTS = [Endpoint("GET", "/health", get_health)]
