"""What every piece of a board file has in common."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from companion.validation import wrong

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]


def _seen(value: str) -> str:
    """Boards are read out in lines and tables, so a text in them is one line that people can see."""
    if value.isspace() or not value.isprintable():
        wrong("wrong-character", "not-to-be-shown")
    return value


Seen = AfterValidator(_seen)


class Part(BaseModel):
    """A piece of a board: never changed, and nothing in it that is not named here."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
