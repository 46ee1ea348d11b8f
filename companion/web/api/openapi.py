"""The interface described for programs: OpenAPI 3.1, made of the calls themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from flask import Response
from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from companion import __version__
from companion.web.api import schemas as shapes
from companion.web.api.calls import Call, Shape, told
from companion.web.api.entry_schemas import BESIDE, REPORTED

ALWAYS: Final = (503,)
PROTECTED: Final = (401, 404)
SAYS: Final = {
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


def call(known: Sequence[Call]) -> Call:
    """The call for the description, which describes itself as well. It is made when it is first asked for."""

    @cache
    def document() -> dict[str, Any]:
        return described([*known, own])

    def openapi() -> Response:
        answer = told(document())
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    own = Call("openapi", "GET", "/openapi.json", "This description.", openapi, open=True)
    return own


def described(known: Sequence[Call]) -> dict[str, Any]:
    """The whole document."""
    models = sorted({m for c in known for m in _models(c)} | {shapes.Problem}, key=lambda model: model.__name__)
    schemas = models_json_schema([(model, "validation") for model in models], ref_template=REF)[1].get("$defs", {})
    entry = REPORTED.json_schema(ref_template=REF)
    schemas |= entry.pop("$defs")
    paths: dict[str, dict[str, Any]] = {}
    for each in known:
        paths.setdefault("/api" + _path(each.path), {})[each.method.lower()] = _operation(each)
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Trackside",
            "version": __version__,
            "description": "Tables that play, for other programs: what a phone's page does, another program can do.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Reported": _with_beside(entry, schemas)},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    cleaned: dict[str, Any] = _without_null(document)
    return cleaned


def _models(call: Call) -> list[Any]:
    shown = [call.takes, *call.gives.values()]
    return [shape for shape in shown if isinstance(shape, type)] + [shapes.BoardFacts]


def _path(path: str) -> str:
    return path.replace("<", "{").replace(">", "}")


def _operation(call: Call) -> dict[str, Any]:
    named = re.findall(r"<(\w+)>", call.path)
    string = {"type": "string"}
    parameters = [{"name": name, "in": "path", "required": True, "schema": string} for name in named]
    number = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
    parameters += [{"name": n, "in": "query", "schema": number, "description": d} for n, d in call.asks.items()]
    facts: dict[str, Any] = {"operationId": call.name, "summary": call.about, "parameters": parameters}
    if call.takes is not None:
        facts["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(call.takes)}}}
    facts["responses"] = {str(status): _answer(status, shape, call.kind) for status, shape in call.gives.items()}
    wrong = {*call.refuses, *ALWAYS, *(() if call.open else PROTECTED)}
    facts["responses"] |= {str(status): _answer(status, shapes.Problem) for status in sorted(wrong)}
    if not call.open:
        facts["security"] = [{"token": []}]
    return facts


def _answer(status: int, shape: Shape, kind: str = "application/json") -> dict[str, Any]:
    answer: dict[str, Any] = {"description": SAYS[status]}
    if status not in (204, 304):
        answer["content"] = {kind: {} if shape is None else {"schema": _schema(shape)}}
    return answer


def _schema(shape: Shape) -> dict[str, Any]:
    if isinstance(shape, TypeAdapter):
        if shape is REPORTED:
            return {"$ref": REF.format(model="Reported")}
        return {"type": "array", "items": {"$ref": REF.format(model="BoardFacts")}}
    return {"$ref": REF.format(model=shape.__name__)} if shape else {}


def _with_beside(entry: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """A reported entry has an id, and may have members beside it that are no part of the record."""
    flags = {name: {"type": "boolean"} for name in BESIDE}
    kinds = []
    for option in entry["oneOf"]:
        plain = schemas[option["$ref"].rpartition("/")[2]]
        properties = {**plain["properties"], **flags}
        kinds.append({**plain, "properties": properties, "required": [*plain["required"], "id"]})
    return {"oneOf": kinds}


def _without_null(schema: Any) -> Any:
    """To leave a member out and to say null are two things, and only the first is taken; answers keep their nulls."""
    if isinstance(schema, list):
        return [_without_null(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "default" in schema and schema["default"] is None and "anyOf" in schema:
        rest = [part for part in schema["anyOf"] if part != {"type": "null"}]
        others = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
        schema = {**others, **(rest[0] if len(rest) == 1 else {"anyOf": rest})}
    return {name: _without_null(part) for name, part in schema.items()}
