"""The entries that may be reported, for the description of the interface."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter

from companion.rules.log import Amend, CatchUp, Claim, Draw, Finish, Keep, Station, Strike

_Entry = Annotated[Claim | Station | Draw | Keep | Strike | Amend | CatchUp | Finish, Field(discriminator="type")]
REPORTED: Final[TypeAdapter[Any]] = TypeAdapter(_Entry)
BESIDE: Final = ("anyway", "reopen")
