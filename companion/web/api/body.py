"""Reading what a program sends: JSON in its strict form, at most so large, and of the shape that a call takes."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn, TypeVar

from flask import request
from pydantic import BaseModel, ValidationError

from companion.i18n import gettext as _
from companion.play import Refused
from companion.record.checks import Members, twice
from companion.validation import Complaint, complaints
from companion.web.problems import Problem

LARGEST: Final = 64 * 1024
M = TypeVar("M", bound=BaseModel)


def members(most: int = LARGEST) -> Members:
    """The named members of the body. 400 where it is not JSON, 422 where it is something else or has one twice."""
    request.max_content_length = most
    document = _document(request.get_data(cache=False))
    if not isinstance(document, Members):
        raise Refused.complaint(Complaint((), "wrong-type", {"given": document}, "no-request"))
    for found in twice(document):
        refuse(found)
    return document


def read(shape: type[M]) -> M:
    """The body as this shape."""
    document = members()
    try:
        return shape.model_validate(document)
    except ValidationError as error:
        refuse(complaints(error, document)[0])


def refuse(found: Complaint) -> NoReturn:
    """Raises a Problem, 422, with the code of a complaint."""
    raise Refused.complaint(found)


def _document(raw: bytes) -> Any:
    try:
        return json.loads(raw.decode(), object_pairs_hook=Members, parse_constant=_no_such_number)
    except (ValueError, RecursionError):  # also not UTF-8, a byte order mark, or a number of thousands of digits
        raise Problem(400, "not-json", _("This isn't JSON in UTF-8.")) from None


def _no_such_number(name: str) -> NoReturn:
    raise ValueError(name)
