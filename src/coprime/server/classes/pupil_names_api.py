"""HTTP endpoints of the names of a class: its list, approving and renaming."""

from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from starlette.requests import Request

from ...classroom.class_list_parser import ClassList, read_class_list
from ...classroom.classroom import Classroom
from ..app.http_endpoint import Endpoint, read_body
from ..app.request_context import AppState
from ..app.responses import JsonResponse
from ..store import schema
from ..store.erasure import rename_in_journal
from ..table_dispatch import run_at_table
from .stored_classes import change_class, find_taught_class, serialize_for_teacher


class ListQuery(Struct):
    """How a class list is read: whether the first of two columns holds the family names; None as it seems."""

    family: bool | None = None


class ListBody(Struct):
    """The names of the class list."""

    names: list[str]


class ApprovalBody(Struct):
    """Which names the wall may show: all by default."""

    names: list[str] | None = None


class RenameBody(Struct):
    """A pupil by their name, and what they are called from now on."""

    name: str
    to: str


async def preview_list(state: AppState, request: Request, code: str, query: ListQuery) -> JsonResponse[ClassList]:
    """Read the names out of a file or a pasted text, which is the body; nothing is stored (teacher only)."""
    state.charge_rate_limit(request)
    await find_taught_class(state, request, code)
    found = read_class_list(await read_body(request, state), query.family)
    return JsonResponse(found, 200, {"cache-control": "no-store"})


async def set_class_list(state: AppState, request: Request, code: str, data: ListBody) -> dict[str, Any]:
    """Store the class list in place of the one before (teacher only)."""
    state.charge_rate_limit(request)
    code, _, _ = await find_taught_class(state, request, code)
    classroom, _ = await change_class(state, code, lambda one: one.set_class_list(data.names))
    return serialize_for_teacher(state, code, classroom)


async def approve_names(state: AppState, request: Request, code: str, data: ApprovalBody) -> dict[str, Any]:
    """Let the wall show the names of these pupils (teacher only)."""
    state.charge_rate_limit(request)
    code, _, _ = await find_taught_class(state, request, code)

    def change(classroom: Classroom) -> None:
        pupils = classroom.pupils if data.names is None else [classroom.get_pupil(name) for name in data.names]
        for pupil in pupils:
            pupil.approved = True
    classroom, _ = await change_class(state, code, change)
    return serialize_for_teacher(state, code, classroom)


async def rename_pupil(state: AppState, request: Request, code: str, data: RenameBody) -> dict[str, Any]:
    """Rename a pupil in the class, at their table, and in all that was played (teacher only)."""
    state.charge_rate_limit(request)
    code, _, _ = await find_taught_class(state, request, code)

    def change(classroom: Classroom) -> tuple[str, str, str]:
        pupil = classroom.get_pupil(data.name)
        classroom.rename_pupil(pupil, data.to)
        return pupil.key, pupil.name, pupil.table
    classroom, (key, name, table) = await change_class(state, code, change)
    codes = [one.code for round in classroom.rounds for one in round.tables]

    def rename(connection: sa.Connection) -> None:
        g = schema.guests.c
        query = sa.select(g.code, g.who).where(g.person == key, g.code.in_(codes)).order_by(g.code)
        for one in connection.execute(query).all():
            rename_in_journal(connection, one.code, one.who, name)
    await state.manager.write_durably(rename)
    if table:
        await run_at_table(state, table, "renamed", key=key, name=name)
    return serialize_for_teacher(state, code, classroom)


ENDPOINTS = [
    Endpoint("POST", "/api/classes/{code}/list/preview", preview_list),
    Endpoint("POST", "/api/classes/{code}/list", set_class_list),
    Endpoint("POST", "/api/classes/{code}/approved", approve_names),
    Endpoint("POST", "/api/classes/{code}/renamed", rename_pupil),
]
