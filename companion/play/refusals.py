"""How a use-case says no: a kind for the one who answers, a stable code for programs, a sentence for people."""

from enum import Enum


class Kind(Enum):
    """What sort of no it is. The web room gives each its number."""

    NOT_ALLOWED = "not this role"
    NOT_FOUND = "no such table"
    CONFLICT = "not at the newest version"
    WRONG = "the shape is wrong, or the board has no such name"
    GONE = "too late"


class Refused(Exception):
    """Nothing was stored. `version` is the newest one where the table stands against it."""

    def __init__(self, kind: Kind, code: str, message: str, version: int | None = None) -> None:
        super().__init__(message)
        self.kind, self.code, self.message, self.version = kind, code, message, version
