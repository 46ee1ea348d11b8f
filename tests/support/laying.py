"""What the tests of layouts share: a board with a piece of its layout moved."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from companion.boards.model import Board


class Moved:
    """A board's layout as plain data, to be changed, and the board with it."""

    def __init__(self, board: Board) -> None:
        assert board.layout is not None
        self.board = board
        self.data: dict[str, Any] = copy.deepcopy(board.layout.model_dump())

    def city(self, name: str) -> dict[str, Any]:
        return next(city for city in self.data["cities"] if city["id"] == name)

    def pair(self, a: str, b: str) -> dict[str, Any]:
        return next(pair for pair in self.data["pairs"] if (pair["a"], pair["b"]) == (a, b))

    def label(self, city: str, x: float, y: float) -> None:
        """Moves a label's box by so much."""
        left, top, *size = self.city(city)["label"]
        self.city(city)["label"] = [left + x, top + y, *size]

    def bend(self, a: str, b: str, x: float, y: float) -> None:
        """Moves both inner control points of a pair by so much."""
        path = self.pair(a, b)["path"]
        path[1:3] = [(u + x, v + y) for u, v in path[1:3]]

    def carry(self, city: str, x: float, y: float) -> None:
        """Moves a city with its label and the ends of its pairs."""
        place = self.city(city)
        place["x"], place["y"] = place["x"] + x, place["y"] + y
        self.label(city, x, y)
        for pair in self.data["pairs"]:
            for end, at in ((pair["a"], 0), (pair["b"], 3)):
                if end == city:
                    pair["path"][at] = (place["x"], place["y"])

    def result(self) -> Board:
        return Board.model_validate(
            {**self.board.model_dump(exclude={"drawing"}, exclude_unset=True), "layout": self.data}
        )


def moved(board: Board, change: Callable[[Moved], object]) -> Board:
    """The board after a change of its layout."""
    layout = Moved(board)
    layout.data["pairs"] = [{**pair, "path": list(pair["path"])} for pair in layout.data["pairs"]]
    change(layout)
    return layout.result()
