"""The exception for a database that cannot be reached or written, and its usual sentence."""

from typing import Final

from companion.i18n import N_

UNAVAILABLE: Final = N_("the games can't be reached right now; nothing was saved, so try again")


class StoreUnavailable(Exception):
    """The database cannot be used now, and nothing was stored. The message is a sentence for people."""


def os_reason(problem: OSError) -> str:
    """The operating system's reason for an error, in lower case."""
    return (problem.strerror or str(problem)).lower()
