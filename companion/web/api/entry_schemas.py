"""The entries that may be reported, for the description of the interface."""

from __future__ import annotations

from typing import Any, Final

from pydantic import TypeAdapter

from companion.rules.mechanics import any_of, every_kind

# What the boards bring together; a table takes those that its board knows.
KINDS: Final = every_kind()
RECORDED: Final[Any] = any_of(KINDS.values())
REPORTED: Final[TypeAdapter[Any]] = TypeAdapter(any_of(kind for name, kind in KINDS.items() if name != "hidden"))
BESIDE: Final = ("anyway", "reopen")
