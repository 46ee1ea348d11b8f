"""Lines of tickets as phones give them: from a camera, a paste or by ear, garbled from a seed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from random import Random

from companion.boards.model import Board
from companion.boards.tickets import Ticket

BETWEEN = (" ", " - ", " – ", " to ", " nach ", "\n", " / ", ", ", " — ", " jusqu’à ", " do ", "–", " > ")
BY_EAR = (" to ", " nach ", " à ", " a ", " naar ", " do ", " till ", " para ")
# What cameras take for one another.
MISREAD = {"O": "0", "0": "O", "I": "1", "1": "l", "S": "5", "B": "8", "l": "1", "o": "0", "i": "l"}


@dataclass(frozen=True, slots=True)
class Line:
    """A text, and the ticket that it stands for."""

    text: str
    ticket: Ticket


def line(board: Board, ticket: Ticket, rng: Random) -> Line:
    """One ticket by one of the three ways."""
    way = rng.choice([_scanned, _scanned, _pasted, _dictated])
    ends = list(ticket.ends)
    if ticket.form == "pair" and rng.random() < 0.3:
        ends.reverse()
    return Line(way([_name(board, end, rng) for end in ends], str(ticket.points), rng), ticket)


def _name(board: Board, end: str, rng: Random) -> str:
    """As printed, or now and then one of the other names that the board knows."""
    also = board.city[end].also if end in board.city else ()
    return rng.choice(also) if also and rng.random() < 0.3 else board.end_name(end)


def _scanned(names: list[str], points: str, rng: Random) -> str:
    """Capitals as on the card, over several lines, with signs misread and now and then a letter lost or wrong."""
    text = rng.choice((" ", "\n", "\n", " - ")).join(name.upper() for name in names)
    if rng.random() < 0.4:
        text = without_accents(text)
    if rng.random() < 0.3:
        text = _broken(text, rng)
    text = "".join(MISREAD.get(sign, sign) if rng.random() < 0.2 else sign for sign in text)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        text = _changed(text, rng)
    number = "".join(MISREAD.get(sign, sign) if rng.random() < 0.4 else sign for sign in points)
    return rng.choice((f"{text} {number}", f"{text}\n{number}", f"{number}\n{text}", text))


def _pasted(names: list[str], points: str, rng: Random) -> str:
    """From a message: some marks and capitals are lost."""
    text = rng.choice(BETWEEN).join(names)
    text = rng.choice((str, str.lower, without_accents, str.upper))(text)
    if rng.random() < 0.3:
        text = _changed(text, rng)
    return rng.choice((f"{text} {points}", f"{text} ({points})", f"{text}: {points}", text, f"{points} {text}"))


def _dictated(names: list[str], points: str, rng: Random) -> str:
    """Small letters and no signs; the number as a figure, or left out."""
    text = rng.choice(BY_EAR).join(name.casefold().replace(".", "").replace("-", " ") for name in names)
    return rng.choice((text, f"{text} {points}", f"{text} for {points} points"))


def without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _broken(text: str, rng: Random) -> str:
    """A line's end in place of a space, or of nothing."""
    at = rng.randrange(1, len(text))
    return text[:at].rstrip() + "\n" + text[at:].lstrip()


def _changed(text: str, rng: Random) -> str:
    """A letter or a space lost, doubled, or another one in its place."""
    at = rng.randrange(len(text))
    other = rng.choice("ABCDEFGHIKLMNOPRSTUVW")
    return text[:at] + rng.choice(("", text[at] * 2, other)) + text[at + 1 :]
