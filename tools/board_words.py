"""Texts of the built-in boards for translators: what each way to play is about. Used by `make words`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO


def extract(file: BinaryIO, *_asked: Any, **_options: Any) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of one board file, as Babel wants to be given them."""
    text = file.read().decode()
    for variant in tomllib.loads(text)["variants"].values():
        line = text[: text.index(variant["about"])].count("\n") + 1
        yield line, None, variant["about"], []
