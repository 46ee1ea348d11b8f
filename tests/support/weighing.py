"""What goes over the wire when a phone comes to a table for the first time."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.support.tapping import Finger, Seated

BESIDE = ("/events", "manifest", "/assets/favicon", "/sw.js")


@dataclass
class Visit:
    """Bytes of all answers' bodies as they were sent, by what was asked for."""

    finger: Finger
    sizes: dict[str, int] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())

    @property
    def requests(self) -> int:
        return len(self.sizes)


def weighed(table: Seated) -> Visit:
    """Opens the table on a phone that has kept nothing, and counts until it is quiet."""
    finger = table.phone()
    page = finger.page
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    # What the worker keeps on the side for a day without a network is not what the page waits for.
    session.send("Network.setBypassServiceWorker", {"bypass": True})
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    asked: dict[str, str] = {}
    visit = Visit(finger)
    session.on("Network.requestWillBeSent", lambda told: asked.update({told["requestId"]: told["request"]["url"]}))

    def done(told: dict[str, float | str]) -> None:
        url = asked.get(str(told["requestId"]), "")
        if url.startswith("http") and not any(part in url for part in BESIDE):
            visit.sizes[url] = visit.sizes.get(url, 0) + int(told["encodedDataLength"])

    session.on("Network.loadingFinished", done)
    page.reload(wait_until="load")
    page.wait_for_timeout(500)
    return visit
