"""A person's preferences on one browser, kept in its cookies: language, left hand, nudges, and what is read aloud."""

from __future__ import annotations

from typing import Final

from flask import Flask, request
from werkzeug.wrappers import Response

from companion import languages
from companion.web.this_device import YEARS

LANGUAGE: Final = "trackside-language"
HAND: Final = "trackside-hand"
LEFT: Final = "left"
NUDGES: Final = "trackside-nudges"
OFF: Final = "off"
SPEECH: Final = "trackside-says"  # one of AMOUNTS, followed by ".no-keys" where single keys are no shortcuts
ALL, NOTHING = "all", "nothing"
AMOUNTS: Final = (ALL, "turns", NOTHING)  # of what is read aloud
NO_KEYS: Final = "no-keys"


def attach(app: Flask) -> None:
    """Lets every template ask for these preferences."""
    app.add_template_global(left_handed)
    app.add_template_global(wants_nudges)


def chosen_language() -> str:
    """The language that was chosen in this browser; "" where none was."""
    chosen = request.cookies.get(LANGUAGE, "")
    return chosen if chosen in languages.offered() else ""


def left_handed() -> bool:
    """Whether the page is laid out for the left hand."""
    return request.cookies.get(HAND) == LEFT


def wants_nudges() -> bool:
    """Whether this phone vibrates and glows when it is its player's turn."""
    return request.cookies.get(NUDGES) != OFF


def amount_read_aloud() -> str:
    """How much is read aloud: one of AMOUNTS."""
    amount = request.cookies.get(SPEECH, ALL).partition(".")[0]
    return amount if amount in AMOUNTS else ALL


def has_key_shortcuts() -> bool:
    """Whether single keys are shortcuts in this browser. People who dictate, or whose hands shake, turn them off."""
    return not request.cookies.get(SPEECH, "").endswith(NO_KEYS)


def store_language(answer: Response, tag: str) -> None:
    """Stores the language; any other text removes the choice."""
    _store(answer, LANGUAGE, tag if tag in languages.offered() else None)


def store_hand(answer: Response, *, left: bool) -> None:
    """Stores which hand holds the phone."""
    _store(answer, HAND, LEFT if left else None)


def store_nudges(answer: Response, *, wanted: bool) -> None:
    """Stores whether the phone nudges its player."""
    _store(answer, NUDGES, None if wanted else OFF)


def store_speech(answer: Response, amount: str, *, keys: bool) -> None:
    """Stores how much is read aloud, and whether single keys are shortcuts."""
    parts = [amount if amount in AMOUNTS else ALL, *([] if keys else [NO_KEYS])]
    _store(answer, SPEECH, ".".join(parts))


def _store(answer: Response, cookie: str, value: str | None) -> None:
    """Sets a cookie, or deletes it where the default is chosen."""
    if value is None:
        answer.delete_cookie(cookie, httponly=True, samesite="Lax", path="/")
    else:
        answer.set_cookie(cookie, value, max_age=YEARS, httponly=True, samesite="Lax", path="/")
