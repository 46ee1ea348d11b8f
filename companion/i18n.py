"""Every text a person reads goes through here: on the web, on paper and on the command line.

Not Flask-Babel: its language hangs on a request, and the same words are needed where there is none (a tally
printed by `companion score`, a sheet made by another process). So the standard library's gettext does the
work, and the language in use is a context variable, set around a request, a command or a page of print alike.
Nothing is read from disk here; whoever loads a catalogue hands it to `speaking`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations

_AS_WRITTEN = NullTranslations()
_in_use: ContextVar[NullTranslations] = ContextVar("translations", default=_AS_WRITTEN)


def gettext(message: str) -> str:
    """The message in the language in use."""
    return _in_use.get().gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of the message that fits the number, in the language in use."""
    return _in_use.get().ngettext(singular, plural, n)


def N_(message: str) -> str:
    """Marks a text for the catalogue where it stands; it is translated where it is shown."""
    return message


def and_joined(words: Sequence[str]) -> str:
    """One, two or more words as people list them: Ada, Bo and Cy."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{others} and {last}").format(others=", ".join(words[:-1]), last=words[-1])


@contextmanager
def speaking(translations: NullTranslations) -> Iterator[None]:
    """Everything said inside the block is said in this language."""
    token = _in_use.set(translations)
    try:
        yield
    finally:
        _in_use.reset(token)


def NN_(singular: str, plural: str) -> tuple[str, str]:
    """Marks both forms of a text with a number, as `N_` marks a text."""
    return singular, plural


_ = gettext
