"""A call of the interface: where it is, what it takes and gives. Routes and their description are both made of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from flask import Response, request
from pydantic import BaseModel, TypeAdapter

from companion import i18n
from companion.i18n import gettext as _
from companion.play import View
from companion.play.keys import Device
from companion.play.tables import Tables
from companion.web.devices import known_device
from companion.web.problems import Problem

Shape = type[BaseModel] | TypeAdapter[Any] | None


@dataclass(frozen=True)
class Call:
    """One call. `path` is as Flask has it, below /api; `gives` and `refuses` name its statuses."""

    name: str
    method: str
    path: str
    about: str
    does: Callable[..., Response]
    takes: Shape = None
    gives: Mapping[int, Shape] = field(default_factory=lambda: {200: None})
    refuses: tuple[int, ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)  # names in the query, and what they say
    open: bool = False  # to everybody, without a token
    kind: str = "application/json"


PRIVATE: Final = {"Cache-Control": "no-store", "Vary": "Cookie, Authorization"}


def asking() -> Device:
    """The device that asks; 401 without a token or cookie."""
    device = known_device()
    if device is None:
        raise Problem(401, "no-token", _("This needs a token: Authorization: Bearer TOKEN."))
    return device


def seen(tables: Tables, table: str) -> View:
    """The view of the table for this caller. A program is one party; a browser may be everybody's phone."""
    device = asking()
    return tables.view(table, device)


def told(answer: object, status: int = 200) -> Response:
    """A JSON answer that no cache keeps."""
    return Response(_dumped(answer), status, headers=PRIVATE, content_type="application/json")


def told_at(game: View, make: Callable[[], object]) -> Response:
    """The answer about one version; 304 where the device has it already."""
    answer = Response(headers=PRIVATE, content_type="application/json")
    spoken = "" if i18n.language() == i18n.ENGLISH else f"-{i18n.language()}"
    tag = f"{game.version}-{game.mark}{spoken}"
    answer.set_etag(tag, weak=True)
    if request.if_none_match.contains_weak(tag):
        answer.status_code = 304
    else:
        answer.set_data(_dumped(make()))
    return answer


def number_asked(name: str) -> int | None:
    """A whole number in the query."""
    if name not in request.args:
        return None
    given = request.args[name]
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise Problem(422, "wrong-value", _("“{member}” must be a whole number.").format(member=name))
    return int(given)


def _dumped(answer: object) -> bytes:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()
