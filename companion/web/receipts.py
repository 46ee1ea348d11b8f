"""Tells a page that its entry is in the log, and where: only then does it forget the entry.

A status alone will not do: in a hotel's network somebody else may answer 200 to everything.
"""

from __future__ import annotations

from typing import Final, TypeVar
from urllib.parse import quote

from werkzeug.wrappers import Response

ENTRY: Final = "Trackside-Entry"
VERSION: Final = "Trackside-Version"
WHY: Final = "Trackside-Why"
Answer = TypeVar("Answer", bound=Response)


def acknowledged(answer: Answer, place: int, version: int) -> Answer:
    """The answer, with the place of the entry and a version of the table that has it."""
    answer.headers[ENTRY] = str(place)
    answer.headers[VERSION] = str(version)
    return answer


def turned_down(answer: Answer, text: str) -> Answer:
    """The answer, with the reason apart: a page may hear of it long after the tap, and shows it by itself."""
    answer.headers[WHY] = quote(text)
    if (
        answer.status_code == 202
    ):  # the other phones are asked; a page that keeps entries shall not send it again by itself
        answer.status_code = 409
    return answer
