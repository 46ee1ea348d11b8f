"""The OpenAPI 3.1 description of the interface, made from the declarations of the calls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from flask import Response
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from companion import __version__
from companion.web.api import schemas
from companion.web.api.calls import JSON, PRIVATE, Call, Calls, Services, Who

ALWAYS: Final = (503,)
WITH_BODY: Final = (400, 413, 422)
MEANINGS: Final = {
    200: "As described.",
    201: "Made.",
    202: "Not decided yet.",
    204: "Done; there is nothing to tell.",
    304: "Nothing is new.",
    400: "Not JSON.",
    401: "No token, or an unknown one.",
    403: "Not this role.",
    404: "Not there, or this device has nothing to do with it.",
    409: "Not at the newest version.",
    410: "Too late.",
    413: "Too large.",
    422: "The shape is wrong, or the board has no such name.",
    429: "Too often from this address; see Retry-After.",
    503: "Storage is not available; see Retry-After. Nothing was stored.",
}
REF: Final = "#/components/schemas/{model}"


def calls_for(described: Sequence[Call]) -> Calls:
    """The call that answers with the description of these calls and of itself."""
    calls = Calls()

    @cache
    def description() -> dict[str, Any]:
        return document([*described, *calls])

    @calls.add(method="GET", path="/openapi.json", who=Who.ANYBODY, answers={200: None})
    def openapi(_services: Services) -> Response:
        """This description."""
        text = json.dumps(description(), ensure_ascii=False, separators=(",", ":"))
        return Response(text, headers=PRIVATE | {"Cache-Control": "no-cache"}, content_type=JSON)

    return calls


def document(calls: Iterable[Call]) -> dict[str, Any]:
    """The OpenAPI document of these calls."""
    models: set[type[BaseModel]] = {schemas.Problem}
    paths: dict[str, dict[str, Any]] = {}
    for call in calls:
        models |= {model for model in (call.request, *call.answers.values()) if model is not None}
        path = "/api" + call.path.replace("<", "{").replace(">", "}")
        paths.setdefault(path, {})[call.method.lower()] = _operation(call)
    named = sorted(models, key=lambda model: model.__name__)
    components = models_json_schema([(model, "validation") for model in named], ref_template=REF)[1]["$defs"]
    openapi: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": "Trackside",
            "version": __version__,
            "description": "Tables that play, for other programs: what a phone's page does, another program can do.",
        },
        "paths": paths,
        "components": {
            "schemas": _without_null(components),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    return openapi


def _operation(call: Call) -> dict[str, Any]:
    """The description of one call."""
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"<(\w+)>", call.path)
    ]
    in_query = [{"name": name, "in": "query", **parameter} for name, parameter in call.query.items()]
    operation: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.summary,
        "description": f"Who may: {call.who.value}.",
        "parameters": [*in_path, *in_query],
        "responses": _responses(call),
    }
    if call.request is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _reference(call.request)}}}
    if call.who is not Who.ANYBODY:
        operation["security"] = [{"token": []}]
    return operation


def _responses(call: Call) -> dict[str, Any]:
    """All answers of a call by status: those it declares, and the problems it may have."""
    problems = {*call.who.errors, *call.errors, *ALWAYS, *(WITH_BODY if call.request else ())}
    own = {str(status): _response(status, model, call.content_type) for status, model in call.answers.items()}
    return own | {str(status): _response(status, schemas.Problem) for status in sorted(problems)}


def _response(status: int, model: type[BaseModel] | None, content_type: str = JSON) -> dict[str, Any]:
    """The description of one answer of a call."""
    response: dict[str, Any] = {"description": MEANINGS[status]}
    if status not in (204, 304):
        response["content"] = {content_type: {"schema": _reference(model)} if model else {}}
    return response


def _reference(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": REF.format(model=model.__name__)}


def _without_null(schema: Any) -> Any:
    """The schema without null for members that may be left out: requests may leave them out, but not send null."""
    if isinstance(schema, list):
        return [_without_null(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "default" in schema and schema["default"] is None and "anyOf" in schema:
        rest = [part for part in schema["anyOf"] if part != {"type": "null"}]
        others = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
        schema = {**others, **(rest[0] if len(rest) == 1 else {"anyOf": rest})}
    return {name: _without_null(part) for name, part in schema.items()}
