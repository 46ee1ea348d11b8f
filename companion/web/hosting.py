"""What a host decides, and a table at home need not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.measures import Measures
from companion.web.proxies import Network


@dataclass(frozen=True)
class Hosting:
    """Which proxies are believed, how many days an untouched game is kept, and what is written down and counted."""

    proxies: Sequence[Network] = ()
    keep_days: int = 0  # for good
    lines: bool = False
    measures: Measures = field(default_factory=Measures)
