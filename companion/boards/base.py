"""The base class and the field types of all parts of a board file."""

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from companion.validation import wrong

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]


def _one_line(value: str) -> str:
    """Refuses a text that is not one visible line, since boards are printed in lines and tables."""
    if value.isspace() or not value.isprintable():
        wrong("wrong-character", "not-to-be-shown")
    return value


OneLine = AfterValidator(_one_line)
Line = Annotated[str, StringConstraints(min_length=1, max_length=120), OneLine]
Points = Annotated[int, Field(ge=1, le=99)]
Color = Literal["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "gray"]

LONGEST: Final = 10  # the most spaces of a route
Length = Annotated[int, Field(ge=1, le=LONGEST)]


class Frozen(BaseModel):
    """Base of all parts of a board: immutable, without members that are not defined."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def joined(a: str, b: str) -> str:
    """The name of a pair: both ids, in alphabetical order."""
    return f"{min(a, b)}--{max(a, b)}"
