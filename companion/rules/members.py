"""The kinds of members that entries have (player, place, number, …); forms, texts and phones are built from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from pydantic import BaseModel

# A thing is something a mechanic names (`Mechanic.names`) or counts; a flag is only present where it is true.
MemberKind = Literal["player", "route", "place", "ticket", "thing", "number", "flag", ""]


@dataclass(frozen=True, slots=True)
class Means:
    """Annotation of a member's type: what kind of thing its value names. Numbers and flags need none."""

    kind: MemberKind


@cache
def members_of(entry: type[BaseModel]) -> Mapping[str, MemberKind]:
    """The kind of each member of an entry class; an empty string for members that are none of these kinds."""
    return {name: _kind(field.annotation, field.metadata) for name, field in entry.model_fields.items()}


def _kind(annotation: Any, metadata: list[Any]) -> MemberKind:
    """The kind of a member, by its type: what an annotation declares, or else a flag or number."""
    for each in (*metadata, *_metadata_within(annotation)):
        if isinstance(each, Means):
            return each.kind
    if annotation is bool:
        return "flag"
    return "number" if annotation is int else ""


def _metadata_within(annotation: Any) -> Iterator[Any]:
    """The annotations inside a type: of the items of a list, or of the value of an optional member."""
    yield from getattr(annotation, "__metadata__", ())
    for part in get_args(annotation):
        yield from _metadata_within(part)
