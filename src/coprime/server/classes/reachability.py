"""Whether other devices reach the page of a class, which its teacher is told."""

import time

from starlette.requests import Request

from ...classroom.classroom import Classroom
from ..app.public_url import is_loopback
from ..app.request_context import AppState
from .stored_classes import change_class

NOTED_SECONDS = 60              # after which another visit is noted


async def note_visit(state: AppState, request: Request, code: str, classroom: Classroom) -> None:
    """Note now and then that another device has opened the class; no address is kept."""
    now = int(time.time())

    def change(classroom: Classroom) -> None:
        classroom.reached = now
    if now - classroom.reached > NOTED_SECONDS and is_other_device(state, request):
        await change_class(state, code, change)


def is_other_device(state: AppState, request: Request) -> bool:
    """Tell whether a request comes from another device than the one that runs the server."""
    if state.behind_proxy or request.client is None:
        return not is_loopback(state.client_address(request))
    host = request.client.host
    return not is_loopback(host) and host not in state.public_url.host_names
