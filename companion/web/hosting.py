"""The settings of a host; a table at home needs none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.host.metrics import Measures
from companion.web.proxies import Network

if TYPE_CHECKING:
    from companion.host.certificates import Certificates  # most servers have none, and need not wait for it


@dataclass(frozen=True)
class Secure:
    """This machine's own certificates, the port at which it shows them, and the one by which phones come in."""

    certificates: Certificates
    port: int
    plain: int


@dataclass(frozen=True)
class Hosting:
    """Which proxies are believed, how long an untouched game is kept, what is written down and counted.

    With certificates of the machine's own, its pages are for https alone.
    """

    proxies: Sequence[Network] = ()
    keep_days: int = 0  # for good
    lines: bool = False
    measures: Measures = field(default_factory=Measures)
    secure: Secure | None = None
    language: str | None = None  # of whoever says nothing about theirs
