"""Reads board files and checks the rules that they name as well. All commands read boards by this module."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.boards import files
from companion.boards.files import BoardsWrong
from companion.boards.model import Board
from companion.rules import named_rules

__all__ = ["BoardsWrong", "boards", "read_board", "schema"]


def boards(extra: Iterable[Path] = ()) -> Mapping[str, Board]:
    """All boards by id: the built-in ones and those of each extra folder."""
    return files.boards(extra, named_rules.faults_in)


def read_board(path: Path) -> Board:
    """The board in a file. Raises BoardsWrong with all its faults."""
    return files.read_board(path, named_rules.faults_in)


def schema() -> dict[str, Any]:
    """The JSON Schema of a board file, for editors."""
    return named_rules.schema(files.schema())
