"""The exception, and its usual sentence, for games that cannot be reached or kept."""

from typing import Final

from companion.i18n import N_

AWAY: Final = N_("the games can't be reached right now; nothing was saved, so try again")


class StoreAway(Exception):
    """The storage cannot be used now: nothing was stored. The message is a sentence."""


def in_words(problem: OSError) -> str:
    """The operating system's reason, in lower case."""
    return (problem.strerror or str(problem)).lower()
