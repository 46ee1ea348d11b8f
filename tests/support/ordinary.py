"""The command line as a process for which files' rights hold, also where the tests run as root."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Final

ROOTS: Final = (1, 2)  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: reading and writing what is closed
DROP: Final = 24  # PR_CAPBSET_DROP


def companion(*args: object, seconds: float = 30, **env: str) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, args)],
        capture_output=True,
        text=True,
        timeout=seconds,
        env=os.environ | env,
        preexec_fn=_without_roots_rights(),
    )


def _without_roots_rights() -> Callable[[], None] | None:
    if sys.platform != "linux" or os.getuid() != 0:
        return None
    prctl = ctypes.CDLL(None).prctl

    def drop() -> None:
        for right in ROOTS:
            prctl(DROP, right, 0, 0, 0)

    return drop
