"""Texts of the built-in boards for translators: the names of boards, variants, bonuses and cards, and more."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO


def extract(file: BinaryIO, *_asked: Any, **_options: Any) -> Iterator[tuple[int, str | None, Any, list[str]]]:
    """The texts of one board file, in the form that Babel expects: line, function, text, comments."""
    board = tomllib.loads(file.read().decode())
    names = [("board", board["name"]), *(("bonus", name) for name in board.get("bonus_names", {}).values())]
    for variant in board["variants"].values():
        names.append(("variant", variant["name"]))
        yield 1, None, variant["about"], []
    for card in board.get("mechanics", {}).get("technologies", {}).get("cards", {}).values():
        yield 1, None, card["name"], []
    for context, name in names:
        yield 1, "pgettext", (context, name), []
