"""The settings of a server. Most are for public servers; one at home uses the defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from companion.host.metrics import Measures
from companion.web.notice import Notice
from companion.web.owner import Owner
from companion.web.proxies import Network
from companion.web.reach import Reach

if TYPE_CHECKING:
    from companion.host.certificates import Certificates  # slow to import, and most servers have none


@dataclass(frozen=True)
class Secure:
    """This machine's own certificates, its port for https, and its plain http port, to which phones come first."""

    certificates: Certificates
    port: int
    plain: int


@dataclass(frozen=True)
class Hosting:
    """The settings of a server; the defaults are those of one at home."""

    proxies: Sequence[Network] = ()  # whose X-Forwarded headers are trusted
    keep_days: int = 0  # after which untouched games are deleted; 0 keeps them
    keep_circles: int = 0  # days after which circles that nobody opened are deleted; 0 keeps them
    lines: bool = False  # log every request
    measures: Measures = field(default_factory=Measures)
    secure: Secure | None = None  # where set, pages are served over https only
    language: str | None = None  # for requests that ask for none that we have
    reach: Reach = field(default_factory=Reach)  # the address on QR codes
    contact: str | None = None  # whom to write to about a weakness: a URL, such as mailto:…
    notice: Notice = field(default_factory=Notice)
    owner: Owner | None = None  # at home: whoever runs this server, on this machine
    own_boards: Path | None = None  # where boards go that the owner adds on the page; read at the start
