"""Headers that tell a page what became of an entry it sent. Only with a receipt does it drop the entry from its
outbox.

The status is not enough: on a hotel's network, a login page may answer 200 to everything.
"""

from __future__ import annotations

from typing import Final, TypeVar
from urllib.parse import quote

from werkzeug.wrappers import Response

ENTRY: Final = "Trackside-Entry"
VERSION: Final = "Trackside-Version"
WHY: Final = "Trackside-Why"
Answer = TypeVar("Answer", bound=Response)


def with_receipt(answer: Answer, place: int, version: int) -> Answer:
    """The answer with a receipt: the place of the entry in the log, and a version of the table that has it."""
    answer.headers[ENTRY] = str(place)
    answer.headers[VERSION] = str(version)
    return answer


def with_reason(answer: Answer, text: str) -> Answer:
    """The answer with the reason of a refusal in a header, from which the page can show it long after the tap."""
    answer.headers[WHY] = quote(text)
    if answer.status_code == 202:  # the other phones are being asked; an outbox would send the entry again
        answer.status_code = 409
    return answer
