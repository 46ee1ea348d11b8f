"""What every piece of a board file has in common."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]


class Part(BaseModel):
    """A piece of a board: never changed, and nothing in it that is not named here."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
