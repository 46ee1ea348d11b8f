"""As much of JSON Schema (Draft 2020-12) as our board schema uses; anything else in a schema is an error."""

from __future__ import annotations

import re
from typing import Any

TYPES: dict[str, Any] = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
SAYS_NOTHING = {"$schema", "$defs", "title", "description", "default"}


def faults(
    schema: dict[str, Any] | bool, value: Any, root: dict[str, Any] | None = None, where: str = ""
) -> list[str]:
    """Where a value is not what the schema says."""
    if isinstance(schema, bool):
        return [] if schema else [f"{where or 'document'}: nothing may stand here"]
    root = root or schema
    found: list[str] = []
    for word, said in schema.items():
        if word not in SAYS_NOTHING:
            found += _fault(word, said, schema, value, root, where)
    return found


def _fault(word: str, said: Any, schema: dict[str, Any], value: Any, root: dict[str, Any], where: str) -> list[str]:
    wrong = [f"{where or 'document'}: {word}"]
    number = isinstance(value, int | float) and not isinstance(value, bool)
    match word:
        case "$ref":
            return faults(root["$defs"][said.removeprefix("#/$defs/")], value, root, where)
        case "anyOf":
            return wrong if all(faults(one, value, root, where) for one in said) else []
        case "type" if said in {"integer", "number"}:
            return [] if number and (said == "number" or isinstance(value, int)) else wrong
        case "type":
            return [] if isinstance(value, TYPES[said]) else wrong
        case "enum":
            return [] if value in said else wrong
        case "minimum" | "maximum":
            return wrong if number and (value < said if word == "minimum" else value > said) else []
        case "minLength" | "maxLength" | "pattern":
            if not isinstance(value, str):
                return []
            right = {
                "minLength": lambda: len(value) >= said,
                "maxLength": lambda: len(value) <= said,
                "pattern": lambda: bool(re.search(said, value)),
            }
            return [] if right[word]() else wrong
        case "minItems":
            return wrong if isinstance(value, list) and len(value) < said else []
        case "maxItems":
            return wrong if isinstance(value, list) and len(value) > said else []
        case "items":
            inside = value[len(schema.get("prefixItems", [])) :] if isinstance(value, list) else []
            return [f for n, part in enumerate(inside) for f in faults(said, part, root, f"{where} {n}".strip())]
        case "prefixItems":
            pairs = zip(said, value, strict=False) if isinstance(value, list) else []
            return [f for n, (one, part) in enumerate(pairs) for f in faults(one, part, root, f"{where} {n}".strip())]
    return _in_object(word, said, schema, value, root, where)


def _in_object(
    word: str, said: Any, schema: dict[str, Any], value: Any, root: dict[str, Any], where: str
) -> list[str]:
    members = value if isinstance(value, dict) else {}

    def inside(schema_of: Any, names: Any) -> list[str]:
        return [f for name in names for f in faults(schema_of(name), members[name], root, f"{where} {name}".strip())]

    known = set(schema.get("properties", {}))
    matched = {name for name in members for way in schema.get("patternProperties", {}) if re.search(way, name)}
    match word:
        case "required":
            return [f"{where or 'document'}: {name} required" for name in said if name not in members]
        case "minProperties":
            return [f"{where}: {word}"] if isinstance(value, dict) and len(value) < said else []
        case "properties":
            return inside(lambda name: said[name], known & set(members))
        case "patternProperties":
            return [f for way in said for f in inside(lambda _, way=way: said[way], sorted(matched))]
        case "propertyNames":
            return [f for name in members for f in faults(said, name, root, f"{where} {name}".strip())]
        case "additionalProperties":
            more = [name for name in members if name not in known | matched]
            return [f"{where} {name}: not known" for name in more] if said is False else inside(lambda _: said, more)
    raise AssertionError(f"this checker does not know “{word}”")
