"""The setup: everything about a game except its log."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.rules.free_text import GIVEN, Letter, Name, Shape, Title


class Fact(BaseModel):
    """Base of what people report about a game: immutable, strictly typed, without members that are not defined."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Player(Fact):
    """A seat at the table. Programs identify players by colour."""

    color: str
    name: Name
    shape: Annotated[Shape | None, GIVEN] = None
    letter: Annotated[Letter | None, GIVEN] = None
    pieces: Annotated[Mapping[str, int] | None, GIVEN] = None  # of each kind, on boards with several kinds


class Setup(Fact):
    """The board, the variant, and the players in seating order, clockwise."""

    map: str
    variant: str = "base"
    tracking: Literal["live", "tally"] = "live"
    title: Title = ""
    players: list[Player]
    starts: Annotated[str | None, GIVEN] = None  # who has the first turn, if not the first player
    one_token: bool = False  # whether one train marks a claimed route, and its others go back in the box
    options: dict[str, Any] = Field(default_factory=dict)  # choices that the board offers beside the variant

    @property
    def colors(self) -> list[str]:
        """The players' colours in seating order."""
        return [player.color for player in self.players]

    def player(self, color: str) -> Player:
        """The player of a colour."""
        return next(player for player in self.players if player.color == color)

    def name(self, color: str) -> str:
        """The name of the player of a colour."""
        return self.player(color).name
