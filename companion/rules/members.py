"""What the members of an entry are: people, places, things, numbers. Forms, words and phones go by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from pydantic import BaseModel

# A thing is what a mechanic names (`Mechanic.names`) or counts; a flag stands in an entry where it is true.
MemberKind = Literal["player", "route", "place", "ticket", "thing", "number", "flag", ""]


@dataclass(frozen=True, slots=True)
class Means:
    """Stands in the type of a member and says what its value names; numbers and flags need none."""

    kind: MemberKind


@cache
def members_of(entry: type[BaseModel]) -> Mapping[str, MemberKind]:
    """Every member of a kind of entry, with what it is; nothing where it is none of these."""
    return {name: _kind(field.annotation, field.metadata) for name, field in entry.model_fields.items()}


def _kind(of: Any, metadata: list[Any]) -> MemberKind:
    declared = next((each.kind for each in (*metadata, *_metadata_within(of)) if isinstance(each, Means)), None)
    if declared is not None:
        return declared
    return "flag" if of is bool else "number" if of is int else ""


def _metadata_within(of: Any) -> Iterator[Any]:
    """What the parts of a type say: of a list that of what it lists, of what may be missing that of what it is."""
    yield from getattr(of, "__metadata__", ())
    for part in get_args(of):
        yield from _metadata_within(part)
