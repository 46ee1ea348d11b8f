"""The numbers of the rate limits, and how they are counted: how often per hour one address may do what is costly.

Each address has its own allowance, which refills steadily. It is taken before the work is done and given back if the
work came to nothing. Each process counts for itself and remembers some ten thousand addresses, which is good enough
for work that only takes time or space. Attempts to guess or break in are counted in the database instead, for all
processes together: see `companion/store/attempts.py`.

Weighed against Flask-Limiter and the `limits` beneath it: where only some answers count (`deduct_when`) it looks
before and counts after, so whoever asks many times at once gets past; to a moving window of it nothing can be given
back, and it remembers every address for an hour, however many there are. A request that is counted costs 2 µs here
and 13 there.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

# How many of each kind an hour; 0 is no limit.
AN_HOUR: Final[Mapping[str, int]] = {
    "tables": 60,
    "trials": 60,
    "imports": 20,
    "codes": 30,
    "sheets": 120,
    "seats": 240,
}
HOUR: Final = 3_600
MOST_ADDRESSES: Final = 10_000  # remembered at a time


@dataclass(slots=True)
class _Allowance:
    """How many requests an address had left at a moment of the monotonic clock."""

    left: float
    at: float


class Allowances:
    """How many requests each address may still make."""

    def __init__(self, an_hour: Mapping[str, int] = AN_HOUR) -> None:
        self._an_hour = {**AN_HOUR, **an_hour}
        self._known: OrderedDict[tuple[str, str], _Allowance] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, kind: str, address: str) -> int:
        """Counts one request of an address and gives 0; where none is left, the seconds until there is one again."""
        most = self._an_hour[kind]
        if not most:
            return 0
        with self._lock:
            allowance = self._filled(kind, address)
            if allowance.left < 1:
                return int((1 - allowance.left) * HOUR / most) + 1
            allowance.left -= 1
            return 0

    def uncount(self, kind: str, address: str) -> None:
        """Takes the count of a request back, since its work came to nothing."""
        with self._lock:
            self._filled(kind, address).left += 1

    def _filled(self, kind: str, address: str) -> _Allowance:
        """What an address has left, with what it has gained since its last request. Forgets the oldest addresses."""
        now, most = time.monotonic(), self._an_hour[kind]
        allowance = self._known.setdefault((kind, address), _Allowance(most, now))
        allowance.left = min(most, allowance.left + (now - allowance.at) * most / HOUR)
        allowance.at = now
        self._known.move_to_end((kind, address))
        while len(self._known) > MOST_ADDRESSES:
            self._known.popitem(last=False)
        return allowance
