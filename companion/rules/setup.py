"""The setup: everything about a game except its log."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict

from companion.rules.text import GIVEN, Letter, Name, Shape, Title


class Fact(BaseModel):
    """Something reported about a game: never changed, exact in its types, and nothing beside what is named."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Player(Fact):
    """A seat at the table; players are called by their colour wherever a program speaks."""

    color: str
    name: Name
    shape: Annotated[Shape | None, GIVEN] = None
    letter: Annotated[Letter | None, GIVEN] = None


class Setup(Fact):
    """The board, the variant, and the players in seating order, clockwise."""

    map: str
    variant: str = "base"
    tracking: Literal["live", "tally"] = "live"
    title: Title = ""
    players: list[Player]
    starts: Annotated[str | None, GIVEN] = None
    one_token: bool = False

    @property
    def colors(self) -> list[str]:
        return [player.color for player in self.players]

    def name(self, color: str) -> str:
        """The name of the player of a colour."""
        return next(player.name for player in self.players if player.color == color)
