"""The exception by which a use-case refuses: its kind decides the HTTP status, its code is for programs, and its data
fills the sentence that people read."""

from enum import Enum
from typing import Any

from companion.validation import Complaint


class Kind(Enum):
    """The kind of a refusal. `web` answers each with a status of HTTP."""

    NOT_ALLOWED = "not this role"
    NOT_FOUND = "no such table"
    CONFLICT = "not at the newest version"
    WRONG = "the shape is wrong, or the board has no such name"
    GONE = "too late"
    ASKED = "the other phones are asked first"


class Refused(Exception):
    """Raised by a use-case that refused and changed nothing.

    `version` is the table's newest one, where its state is the reason. `reason` is the name of the sentence for
    people: the code, unless several sentences share one code.
    """

    def __init__(self, kind: Kind, code: str, version: int | None = None, reason: str = "", **data: Any) -> None:
        super().__init__(code)
        self.kind, self.code, self.version = kind, code, version
        self.reason, self.data = reason or code, data

    @classmethod
    def complaint(cls, complaint: Complaint, reason: str = "complaint") -> "Refused":
        """The refusal of a document whose shape or names are wrong."""
        return cls(Kind.WRONG, complaint.code, reason=reason, complaint=complaint)
