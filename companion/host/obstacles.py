"""What on this machine may keep phones from reaching it: its firewall, as far as it can be asked."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

Firewall = Literal["public", "windows", "macos", "ufw", "firewalld"]
Run = Callable[[Sequence[str]], str]

PATIENCE: Final = 10.0  # seconds for a program to answer; PowerShell takes two to start
PROFILE: Final = ("powershell", "-NoProfile", "-Command", "(Get-NetConnectionProfile).NetworkCategory")
APPLE: Final = ("/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate")
UFW: Final = Path("/etc/ufw/ufw.conf")
FIREWALLD: Final = ("firewall-cmd", "--state")


def answer_of(command: Sequence[str]) -> str:
    """What a program prints; nothing where it isn't there."""
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
        return done.stdout
    return ""


def firewall(system: str = sys.platform, run: Run = answer_of, ufw: Path = UFW) -> Firewall | None:
    """The firewall of this machine that may keep phones out; `public` where Windows calls the network that."""
    if system == "win32":
        return "public" if "Public" in run(PROFILE) else "windows"
    if system == "darwin":
        return "macos" if "enabled" in run(APPLE) else None
    with suppress(OSError):
        if "ENABLED=yes" in ufw.read_text().splitlines():
            return "ufw"
    return "firewalld" if run(FIREWALLD).startswith("running") else None
