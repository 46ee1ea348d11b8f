"""A small board to spoil in tests, and how it is written down."""

from __future__ import annotations

import datetime
import json
from typing import Any


def a_board(**changed: Any) -> dict[str, Any]:
    """A board of two cities and three tracks between them, as its file says it."""
    cities = [{"id": name, "name": name.capitalize(), "lat": 1, "lon": 2.5} for name in ("ash", "bay")]
    variant = {"name": "Base", "about": "All.", "ticket_sets": ["all"], "deal": {"regular": 1}, "keep": 1}
    return {
        "id": "isle",
        "name": "Isle",
        "players": {"least": 2, "most": 3},
        "colors": ["teal", "pink", "gold"],
        "trains_per_player": 9,
        "final_round_at": 0,
        "double_routes_need_players": 3,
        "route_points": {"1": 1, "9": 50},
        "tie_break": ["points"],
        "cities": cities,
        "routes": [{"a": "bay", "b": "ash", "length": 9, "color": "gray"} for _ in range(3)],
        "tickets": [{"a": "bay", "b": "ash", "points": 4, "sets": ["all", "more"]}],
        "variants": {"base": {**variant, "draw": 1, "draw_keep": 1, "bonuses": {}}},
        **changed,
    }


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    match value:
        case dict():
            return "{" + ", ".join(f"{toml(name)} = {toml(part)}" for name, part in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(toml, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool():
            return str(value).lower()
        case datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            return str(value)


def written(document: dict[str, Any]) -> str:
    """A whole document as TOML."""
    return "".join(f"{toml(name)} = {toml(value)}\n" for name, value in document.items())
