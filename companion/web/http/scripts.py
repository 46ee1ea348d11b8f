"""Scripts of ours as they are sent: what only people read stays at home."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from companion.web.http.shortening import shortened

# `//` only where it has a line of its own.
_NOTES = re.compile(rb"^\s*//.*$", re.M)
# Texts and patterns of a script stay as they are; a pattern stands where a value may.
_TEXTS = re.compile(
    rb"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
    rb"""|(?<=[(=,:?|&!>])[ ]?/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/)""",
    re.S,
)
_SENT_TEXTS = re.compile(_TEXTS.pattern.decode(), re.S)
_NOTE_BEHIND = re.compile(rb"[ \t]+//[^\n]*")
_SPACED = re.compile(rb" ?([{}()=,;:?<>*&|!\[\]]+) ?")
# Statements end in a semicolon here, so that a line goes on after any of these.
_OPEN_LINE = re.compile(rb"([{,;(=\[?:|&])\n")
_LAST_COMMA = re.compile(rb",([)}\]])")
_SUM = re.compile(rb"(?<![-+]) ([-+/%]|&&|\|\||=>) (?![-+])")
_CLOSING_LINE = re.compile(rb"\n(?=[)}\]?:.|&])")
_INDENTED = re.compile(rb"\n\s*")
_SUM_LEFT = re.compile(r"(?<=[-+/=]) (?![-+/])")
_LONE = re.compile(r"(?<![\w$])\(([\w$]+)\)=>")


def own_scripts(folder: Path) -> list[bytes]:
    """Those that every page loads, in the order they run in."""
    return [tight_script(file) for file in sorted(folder.glob("*.js"))]


def tight_script(file: Path) -> bytes:
    """Without spaces, and with short names for what only this file knows."""
    return _with_short_names(bare_script(file))


def bare_script(file: Path) -> bytes:
    """Without the spaces that only people read, but for those in texts."""
    parts = _TEXTS.split(bare(file, _NOTES))
    for n in range(0, len(parts), 2):
        closed = _OPEN_LINE.sub(rb"\1", _SPACED.sub(rb"\1", _NOTE_BEHIND.sub(b"", parts[n])))
        parts[n] = _CLOSING_LINE.sub(b"", closed).replace(b";}", b"}")
        parts[n] = _LAST_COMMA.sub(rb"\1", _SUM.sub(rb"\1", parts[n]))
    return b"".join(parts)


def bare(file: Path, notes: re.Pattern[bytes]) -> bytes:
    """A file of ours without its notes and its indentation, which phones need not load."""
    return _INDENTED.sub(b"\n", notes.sub(b"", file.read_bytes())).strip()


@cache
def _with_short_names(script: bytes) -> bytes:
    parts = _SENT_TEXTS.split(shortened(script.decode(), _SENT_TEXTS))
    parts[::2] = (_LONE.sub(r"\1=>", _SUM_LEFT.sub("", part)).replace(";}", "}") for part in parts[::2])
    return "".join(parts).rstrip(";").encode()
