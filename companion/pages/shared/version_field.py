"""A table's version, as forms, addresses and cookies have it."""

from __future__ import annotations

from typing import Final

MOST_DIGITS: Final = 11


def version_in(text: str | None, otherwise: int = 0) -> int:
    """The version in a text of digits; `otherwise` if the text is anything else."""
    if text and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        return int(text)
    return otherwise
