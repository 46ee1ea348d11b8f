"""What goes over the wire when a phone comes to a table for the first time."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from typing import Any, Final

from tests.support.tapping import Finger, Seated

# What a first visit may be: KB beside the picture as they are sent, those of them that are fonts, and requests.
MOST_KB: Final = 85
MOST_FONTS_KB: Final = 32
MOST_REQUESTS: Final = 18
BESIDE = ("/events", "manifest", "/assets/favicon", "/sw.js")
PICTURE = re.compile(r"data-board=.*?(<svg.*?</svg>)", re.S)


@dataclass
class Visit:
    """Bytes of all answers' bodies as they were sent, by what was asked for; and the picture's share of the page."""

    finger: Finger
    sizes: dict[str, int] = field(default_factory=dict)
    picture: int = 0

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())

    @property
    def beside(self) -> float:
        """KB of all but the picture."""
        return (self.bytes - self.picture) / 1024

    @property
    def fonts(self) -> float:
        """KB of them."""
        return sum(size for url, size in self.sizes.items() if url.endswith(".woff2")) / 1024

    @property
    def requests(self) -> int:
        return len(self.sizes)

    @property
    def light(self) -> bool:
        """Whether it is as light as a first visit must be."""
        return self.beside <= MOST_KB and self.fonts <= MOST_FONTS_KB and self.requests <= MOST_REQUESTS


def weighed(table: Seated, **phone: Any) -> Visit:
    """Opens the table on a phone that has kept nothing, and counts until it is quiet."""
    finger = table.phone(**phone)
    page = finger.page
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    # What the worker keeps on the side for a day without a network is not what the page waits for.
    session.send("Network.setBypassServiceWorker", {"bypass": True})
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    visit = Visit(finger)

    def came(told: dict[str, dict[str, Any]]) -> None:
        answer = told["response"]
        if answer["url"].startswith("http") and not any(part in answer["url"] for part in BESIDE):
            length = {name.lower(): value for name, value in answer["headers"].items()}.get("content-length", 0)
            visit.sizes[answer["url"]] = int(length)

    session.on("Network.responseReceived", came)
    answer = page.reload(wait_until="load")
    page.wait_for_timeout(500)
    drawn = PICTURE.search(answer.text() if answer else "")
    visit.picture = len(gzip.compress(drawn[1].encode(), 6)) if drawn else 0
    return visit
