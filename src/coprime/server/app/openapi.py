"""The OpenAPI document of the HTTP part, from its endpoints and their structs."""

import inspect
import re
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.responses import Response

from ... import __version__
from .endpoint import Endpoint
from .responses import ErrorBody


def openapi_document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """OpenAPI 3.1."""
    types = [part for one in endpoints for part in (one.query, one.data, one.told) if _is_told(part)]
    found, components = msgspec.json.schema_components([*types, ErrorBody], ref_template="#/components/schemas/{name}")
    schemas = dict(zip([*types, ErrorBody], found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schemas, components)
    return {"openapi": "3.1.0", "info": {"title": "Coprime", "version": __version__}, "paths": paths,
            "components": {"schemas": components}}


def _is_told(part: Any) -> bool:
    """Is there a type of which more can be said than that it is an answer?"""
    return part is not None and not (isinstance(part, type) and issubclass(part, Response | type(None)))


def _operation(one: Endpoint, schemas: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    path = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"{(\w+)}", one.path)]
    query = components[one.query.__name__] if one.query else {"properties": {}}
    asked = [{"name": name, "in": "query", "required": name in query.get("required", []), "schema": schema}
             for name, schema in query["properties"].items()]
    answer: dict[str, Any] = {"description": inspect.getdoc(one.handler) or ""}
    if one.status != 204:
        form = getattr(one.told, "media_type", None) or "application/json"
        answer["content"] = {form: {"schema": schemas.get(one.told, {})}}
    wrong = {"description": inspect.getdoc(ErrorBody), "content": {"application/json": {"schema": schemas[ErrorBody]}}}
    return {"operationId": one.handler.__name__, "description": answer["description"], "parameters": [*path, *asked],
            **({"requestBody": {"required": True, "content": {"application/json": {"schema": schemas[one.data]}}}}
               if one.data else {}),
            "responses": {str(one.status): answer, "default": wrong}}
