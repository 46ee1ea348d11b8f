"""Reading what a program sends: strict JSON of limited size, in the shape of the call's request model."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn, TypeVar

from flask import request
from pydantic import BaseModel, ValidationError

from companion.i18n import gettext as _
from companion.play import Refused
from companion.record.record_checks import Members, twice
from companion.validation import Complaint, complaints
from companion.web.problems import Problem

LARGEST: Final = 64 * 1024
M = TypeVar("M", bound=BaseModel)


def members(largest: int = LARGEST) -> Members:
    """The members of the JSON object in the body.

    400 if it is not JSON, 413 if it is too large, 422 if it is no object or names a member twice.
    """
    request.max_content_length = largest
    document = _document(request.get_data(cache=False))
    if not isinstance(document, Members):
        raise Refused.complaint(Complaint((), "wrong-type", {"given": document}, "no-request"))
    if (named_twice := next(iter(twice(document)), None)) is not None:
        raise Refused.complaint(named_twice)
    return document


def read(model: type[M], largest: int = LARGEST) -> M:
    """The body as an instance of a request model; 422 where it does not fit."""
    document = members(largest)
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise Refused.complaint(complaints(error, document)[0]) from None


def _document(raw: bytes) -> Any:
    """The parsed JSON; its objects are `Members`, which keep a member that is named twice."""
    try:
        return json.loads(raw.decode(), object_pairs_hook=Members, parse_constant=_no_such_number)
    except (ValueError, RecursionError):  # also not UTF-8, a byte order mark, or a number of thousands of digits
        raise Problem(400, "not-json", _("This isn't JSON in UTF-8.")) from None


def _no_such_number(name: str) -> NoReturn:
    """Refuses NaN and Infinity, which Python would read but JSON does not have."""
    raise ValueError(name)
