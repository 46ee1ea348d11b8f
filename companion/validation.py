"""What is wrong with the shape of a document, in sentences: pydantic's findings, put our way.

Board files and game records are both checked with pydantic; both complaints read alike.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.i18n import N_
from companion.i18n import gettext as _

Place = tuple[str | int, ...]

CODES: Final = {
    "missing": "missing-member",
    "extra_forbidden": "unknown-member",
    "union_tag_not_found": "missing-member",
    "union_tag_invalid": "unknown-type",
}

SAYS: Final = {
    "missing": N_("the member “{member}” is missing"),
    "extra_forbidden": N_("nothing here is called “{member}”"),
    "union_tag_not_found": N_("the member “type” is missing"),
    "union_tag_invalid": N_("there is no type {tag}; there are {kinds}"),
    "literal_error": N_("{which} must be {expected}, not {given}"),
    "int_type": N_("{which} must be a whole number, not {given}"),
    "float_type": N_("{which} must be a number, not {given}"),
    "bool_type": N_("{which} must be true or false, not {given}"),
    "string_unicode": N_("{which} is not text that can be written down"),
    "string_type": N_("{which} must be text, not {given}"),
    "string_too_short": N_("{which} must not be empty"),
    "string_too_long": N_("{which} may have up to {max_length} characters"),
    "string_pattern_mismatch": N_("{which} must be lower-case letters, digits and single hyphens, not {given}"),
    "greater_than_equal": N_("{which} must be at least {ge}, not {given}"),
    "less_than_equal": N_("{which} may be at most {le}, not {given}"),
    "too_short": N_("{which} has {actual_length}; at least {min_length} must be there"),
    "too_long": N_("{which} has {actual_length}; at most {max_length} may be there"),
    "list_type": N_("{which} must be a list, not {given}"),
    "tuple_type": N_("{which} must be a list, not {given}"),
    "dict_type": N_("{which} must hold named members, not {given}"),
    "mapping_type": N_("{which} must hold named members, not {given}"),
    "model_type": N_("{which} must hold named members, not {given}"),
    "model_attributes_type": N_("{which} must hold named members, not {given}"),
}


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing wrong in a document: where, a stable code, and a sentence."""

    where: Place
    code: str
    says: str


def shown(value: object, longest: int = 40) -> str:
    """A value somebody gave, fit for one line of an error: short, and without anything that moves the cursor."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            text = f"“{value}”"
        case Mapping():
            return "{…}" if value else "{}"
        case Sequence():
            return "[…]" if value else "[]"
        case int() if abs(value) > 10**longest:
            return _("a very large number")
        case _:
            text = str(value)
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def bare(name: str) -> str:
    """A name somebody gave, fit for one line, without quotes around it."""
    return shown(name)[1:].removesuffix("”")


def complaints(error: ValidationError, document: object) -> list[Complaint]:
    """Pydantic's findings as complaints, in the order in which the document has their places."""
    details = [detail for detail in error.errors(include_url=False) if not _miscounted(detail)]
    return in_order([_complaint(detail, document) for detail in details], document)


def in_order(found: Iterable[Complaint], document: object) -> list[Complaint]:
    """Complaints sorted by where they stand in the document; what is missing comes at the end of its place."""
    numbers: dict[int, dict[object, int]] = {}  # of each object, its members by number; some have many thousands
    return sorted(found, key=lambda complaint: _position(complaint.where, document, numbers))


def _miscounted(detail: ErrorDetails) -> bool:
    """Pydantic calls a list too short that has enough in it, where some of it is wrong."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


def _complaint(detail: ErrorDetails, document: object) -> Complaint:
    kind, context = detail["type"], detail.get("ctx", {})
    where = _without_tags(detail["loc"], document)
    if len(where) > 1 and where[-1] == "[key]" and where[-2] == detail["input"]:
        where = where[:-1]  # a member's own name is wrong, not what it holds
    if kind not in SAYS:  # one of our own checks: its type is the code, its message the sentence
        return Complaint(where, kind.replace("_", "-"), detail["msg"])
    member = next((step for step in reversed(where) if isinstance(step, str)), "")
    facts = {name: bare(value) if isinstance(value, str) else shown(value) for name, value in context.items()}
    if "expected" in context:
        facts["expected"] = re.sub(r"'([^']*)'", r"“\1”", context["expected"])
    if "expected_tags" in context:
        facts["kinds"] = context["expected_tags"].replace("'", "")
        facts["tag"] = shown(detail["input"]["type"])
    each = bool(where) and isinstance(where[-1], int)
    which = (_("each of “{member}”") if each else _("“{member}”")).format(member=bare(member))
    says = _(SAYS[kind]).format(**facts, member=bare(member), which=which, given=shown(detail["input"]))
    return Complaint(where, CODES.get(kind, "wrong-type" if kind.endswith("_type") else "wrong-value"), says)


def _without_tags(loc: Place, document: object) -> Place:
    """Pydantic puts the kind of a tagged member into the way to it; the document has no such step."""
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


def _position(where: Place, document: object, numbers: dict[int, dict[object, int]]) -> tuple[int, ...]:
    order: list[int] = []
    for step in where:
        if isinstance(document, Mapping):
            if id(document) not in numbers:
                numbers[id(document)] = {name: n for n, name in enumerate(document)}
            order.append(numbers[id(document)].get(step, len(document)))
            document = document.get(step)
        elif isinstance(document, Sequence) and isinstance(step, int) and step < len(document):
            order.append(step)
            document = document[step]
    return tuple(order)
