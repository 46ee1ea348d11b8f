"""Spoiled files and requests: bytes turned, pieces lost and doubled, what has broken programs put in between."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from tests.support.naughty import KINDS

DEEP = 1024 * 1024
PIECES = [
    *(kind.encode("utf-8", "surrogatepass") for kind in KINDS),
    *(b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "\u202e".encode(), b"\r\n", b"\n\n", b"\\u0000"),
    *(b"[" * 3000, b'{"a":' * 3000, b"9" * 5000, b"1e999", b"-1", b"0.1", b"null", b"true", b'""', b"[]", b"{}"),
    *(b'"log":', b'"type":', b'"amend"', b'"entry":1', b'"with":{', b"[[cities]]", b"= 1979-05-27", b"'''", b'"""'),
]


def spoiled(whole: bytes, rng: Random) -> bytes:
    """One to six things done to it."""
    for _ in range(rng.randint(1, 6)):
        whole = rng.choice(WAYS)(whole, rng)
    return whole[: 2 * DEEP]


def _turned(whole: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(whole) + 1)
    return whole[:at] + bytes([rng.randrange(256)]) + whole[at + 1 :]


def _shortened(whole: bytes, rng: Random) -> bytes:
    a, b = sorted((rng.randrange(len(whole) + 1), rng.randrange(len(whole) + 1)))
    return whole[:a] + whole[min(b, a + rng.choice([1, 5, 50, 5000])) :]


def _doubled(whole: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(whole) + 1)
    return whole[:at] + whole[max(0, at - rng.choice([1, 20, 500])) :]


def _put_in(whole: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(whole) + 1)
    return whole[:at] + rng.choice(PIECES) + whole[at:]


def _exchanged(whole: bytes, rng: Random) -> bytes:
    """A value for another one, so that what comes out is mostly well formed."""
    words = whole.split(b'"')
    if len(words) < 4:
        return _put_in(whole, rng)
    a, b = rng.randrange(len(words)), rng.randrange(len(words))
    words[a] = rng.choice([words[b], rng.choice(PIECES)])
    return b'"'.join(words)


WAYS: list[Callable[[bytes, Random], bytes]] = [_turned, _shortened, _doubled, _put_in, _exchanged, _exchanged]


def nested(rng: Random) -> bytes:
    """A mebibyte of nesting."""
    opened, closed = rng.choice([(b"[", b"]"), (b'{"a":', b"}"), (b'{"log":[', b"]}"), (b'[{"players":', b"}]")])
    depth = DEEP // len(opened + closed) - 40
    return opened * depth + rng.choice([b"", b"1", closed * depth])


def naughty_table(rng: Random) -> bytes:
    """A new table whose every text is one that has broken programs."""
    players = [{"color": color, "name": rng.choice(KINDS)} for color in ("blue", "red", rng.choice(KINDS))]
    told = {"map": rng.choice(["usa", rng.choice(KINDS)]), "title": rng.choice(KINDS) * rng.choice([1, 100])}
    return json.dumps(told | {"players": players[: rng.randint(0, 3)]}).encode("utf-8", "surrogatepass")
