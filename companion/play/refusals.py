"""How a use-case says no: a kind for the one who answers, a code for programs, and data for the words of people."""

from enum import Enum
from typing import Any

from companion.validation import Complaint


class Kind(Enum):
    """The kind of a refusal. The web room gives each its status."""

    NOT_ALLOWED = "not this role"
    NOT_FOUND = "no such table"
    CONFLICT = "not at the newest version"
    WRONG = "the shape is wrong, or the board has no such name"
    GONE = "too late"
    ASKED = "the other phones are asked first"


class Refused(Exception):
    """A use-case refused and did nothing. `version` is the newest one, where the state of the table is the reason.

    `reason` tells apart refusals that share a code but are worded differently; else it is the code.
    """

    def __init__(self, kind: Kind, code: str, version: int | None = None, reason: str = "", **data: Any) -> None:
        super().__init__(code)
        self.kind, self.code, self.version = kind, code, version
        self.reason, self.data = reason or code, data

    @classmethod
    def complaint(cls, found: Complaint, reason: str = "complaint") -> "Refused":
        """The refusal of something whose shape or names are wrong."""
        return cls(Kind.WRONG, found.code, reason=reason, complaint=found)
