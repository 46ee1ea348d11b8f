"""Complaints about the shape of a document: pydantic's errors as stable codes with data.

Board files and game records share them; `prose.complaints` words both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

Place = tuple[str | int, ...]

# Pydantic's error types -> our stable codes; several types may share a code.
CODES: Final = {
    "missing": "missing-member",
    "extra_forbidden": "unknown-member",
    "union_tag_not_found": "missing-member",
    "union_tag_invalid": "unknown-type",
    "literal_error": "wrong-value",
    "int_type": "wrong-type",
    "float_type": "wrong-type",
    "bool_type": "wrong-type",
    "string_unicode": "wrong-value",
    "string_type": "wrong-type",
    "string_too_short": "wrong-value",
    "string_too_long": "wrong-value",
    "string_pattern_mismatch": "wrong-value",
    "greater_than_equal": "wrong-value",
    "less_than_equal": "wrong-value",
    "too_short": "wrong-value",
    "too_long": "wrong-value",
    "list_type": "wrong-type",
    "tuple_type": "wrong-type",
    "dict_type": "wrong-type",
    "mapping_type": "wrong-type",
    "model_type": "wrong-type",
    "model_attributes_type": "wrong-type",
}


@dataclass(frozen=True, slots=True)
class Complaint:
    """A fault in a document: its place, a stable code for programs, and the data for a sentence about it.

    `reason` distinguishes faults with the same code but different sentences; by default it is the code.
    """

    where: Place
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.reason:
            object.__setattr__(self, "reason", self.code)


def wrong(code: str, reason: str = "", **data: Any) -> NoReturn:
    """Raises an error inside a pydantic validator, which `complaints` turns into a complaint."""
    raise PydanticCustomError(code, code, {"reason": reason, "data": data})


def complaints(error: ValidationError, document: object) -> list[Complaint]:
    """Pydantic's errors as complaints, in the order of the document."""
    details = [detail for detail in error.errors(include_url=False) if not _miscounted(detail)]
    return in_order([_complaint(detail, document) for detail in details], document)


def in_order(complaints: Iterable[Complaint], document: object) -> list[Complaint]:
    """Complaints sorted by their place in the document; missing members come last in their object."""
    orders: dict[int, dict[object, int]] = {}  # worked out once for each object, since some have thousands of members
    return sorted(complaints, key=lambda complaint: _position(complaint.where, document, orders))


def _miscounted(detail: ErrorDetails) -> bool:
    """Whether pydantic reports a list as too short only because some of its items are wrong."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


def _complaint(detail: ErrorDetails, document: object) -> Complaint:
    """A complaint for an error that pydantic found."""
    kind, context = detail["type"], detail.get("ctx", {})
    where = _without_tags(detail["loc"], document)
    if len(where) > 1 and where[-1] == "[key]" and where[-2] == detail["input"]:
        where = where[:-1]  # a member's own name is wrong, not what it holds
    if "reason" in context:  # one of our own checks
        return Complaint(where, kind, context["data"], context["reason"])
    member = next((step for step in reversed(where) if isinstance(step, str)), "")
    is_item_of_list = bool(where) and isinstance(where[-1], int)
    data = {**context, "member": member, "each": is_item_of_list, "given": detail["input"]}
    return Complaint(where, CODES.get(kind, kind.replace("_", "-")), data, kind)


def _without_tags(loc: Place, document: object) -> Place:
    """The place of an error without the tags of unions, which pydantic adds but the document does not have."""
    where: list[str | int] = []
    for step in loc:
        if isinstance(document, Mapping):
            if step not in document and step == document.get("type"):
                continue
            document = document.get(step)
        elif isinstance(document, Sequence) and isinstance(step, int) and step < len(document):
            document = document[step]
        where.append(step)
    return tuple(where)


def _position(where: Place, document: object, orders: dict[int, dict[object, int]]) -> tuple[int, ...]:
    """A sort key: the number of each step of a place among its siblings.

    `orders` remembers, by the id() of an object, the number of each of its members; it is added to.
    """
    position: list[int] = []
    for step in where:
        if isinstance(document, Mapping):
            if id(document) not in orders:
                orders[id(document)] = {name: n for n, name in enumerate(document)}
            position.append(orders[id(document)].get(step, len(document)))
            document = document.get(step)
        elif isinstance(document, Sequence) and isinstance(step, int) and step < len(document):
            position.append(step)
            document = document[step]
    return tuple(position)
