"""The OpenAPI document of the HTTP part, from its endpoints and their structs."""

import inspect
import re
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.responses import Response

from ... import __version__
from .http_endpoint import Endpoint
from .responses import ErrorBody


def make_openapi_document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of some endpoints."""
    types = [part for one in endpoints for part in (one.query, one.data, one.result_type) if _has_schema(part)]
    found, components = msgspec.json.schema_components([*types, ErrorBody], ref_template="#/components/schemas/{name}")
    schemas = dict(zip([*types, ErrorBody], found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _describe_operation(one, schemas, components)
    return {"openapi": "3.1.0", "info": {"title": "Coprime", "version": __version__}, "paths": paths,
            "components": {"schemas": components}}


def _has_schema(part: Any) -> bool:
    """Is there a type of which more can be said than that it is an answer?"""
    return part is not None and not (isinstance(part, type) and issubclass(part, Response | type(None)))


def _describe_operation(endpoint: Endpoint, schemas: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    path = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"{(\w+)}", endpoint.path)]
    query = components[endpoint.query.__name__] if endpoint.query else {"properties": {}}
    query_parameters = [{"name": name, "in": "query", "required": name in query.get("required", []), "schema": schema}
                        for name, schema in query["properties"].items()]
    answer: dict[str, Any] = {"description": inspect.getdoc(endpoint.handler) or ""}
    if endpoint.status != 204:
        form = getattr(endpoint.result_type, "media_type", None) or "application/json"
        answer["content"] = {form: {"schema": schemas.get(endpoint.result_type, {})}}
    wrong = {"description": inspect.getdoc(ErrorBody), "content": {"application/json": {"schema": schemas[ErrorBody]}}}
    return {"operationId": endpoint.handler.__name__, "description": answer["description"],
            "parameters": [*path, *query_parameters],
            **({"requestBody": {"required": True, "content": {"application/json": {"schema": schemas[endpoint.data]}}}}
               if endpoint.data else {}),
            "responses": {str(endpoint.status): answer, "default": wrong}}
