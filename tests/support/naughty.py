"""Names and titles that have broken programs, by what they try. Our own list; each is right in a record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, product
from unicodedata import normalize

from companion.boards import files
from companion.record.read import read_record
from companion.rules.tally import Tally, tally

MARKUP = [
    "<b>x</b>",
    "</title><h1>",
    "<script>alert(1)",
    "<img src=x onerror=a()>",
    "'\"><svg onload=a()>",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "&lt;b&gt;",
    "&#60;b&#62;",
    "&amp;",
    "&",
    "</style>",
    "</svg>",
    "<?xml?>",
    "<a href=javascript:a()>",
    "<link rel=stylesheet>",
    "{{ 7*7 }}",
    "{% raw %}",
    "${7*7}",
    "#{7}",
    "%(name)s",
    "{name}",
    "{0.__class__}",
    "%s%n%x",
]
FETCHING = [
    "file:///etc/passwd",
    "@import url(//h)",
    "url(http://h/x)",
    "<img src=//h/x>",
    "<link href=//h/x>",
    "<iframe src=//h>",
    "<use href=//h#a>",
    "data:text/html,x",
]
FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(1)",
    "=cmd|' /C calc'!A0",
    " =1",
    "＝1+1",
    "－1",
    "\u00a0=1",
    '"=1',
    ";=1",
    ",=1",
]
SCRIPTS = [
    "Żółć Ĳ ŉ ǆ",
    "Ωμέγα Ϊ",
    "Ёлка Їжак Ђ",
    "Trần Thị Ỷ",
    "עברית",
    "العربية",
    "漢字かな",
    "한국어",
    "ไทย",
    "हिन्दी",
    "👩\u200d👩\u200d👧\u200d👦 🇩🇪",
    "e\u0301\u0302\u0303\u0304\u0305",
    "Z\u0300\u0301\u0302\u0303a\u0315l\u0321g\u0322o\u0327",
    "ﬁ ﷽",
    "\U0001d544\U0001d555",
    "İıſß",
    "\u200b\u200c\u2060x",
    "\ufeffx",
    "\ue000",
    "\ufffe\uffff",
    "\U000e0041x",
]
OTHER = [
    "null",
    "None",
    "NaN",
    "1e309",
    "-0",
    "true",
    "../../etc",
    "C:\\con",
    "a'b\"c`d",
    "\\n\\0",
    "$HOME",
    "; rm x",
]
KINDS = [*MARKUP, *FETCHING, *FORMULAS, *SCRIPTS, *OTHER]


def names(least_bytes: int = 60_000) -> Iterator[str]:
    """So many bytes of names, none longer than a record allows: every kind, alone and in front of every other."""
    size = 0
    pairs = (f"{a}{b}"[:24] for a, b in product(KINDS, KINDS))
    for name in (*(kind[:24] for kind in KINDS), *islice(pairs, 10_000)):
        if size >= least_bytes:
            return
        size += len(name.encode())
        yield name


def tables() -> Iterator[tuple[list[str], Tally]]:
    """All of them at tables of five where nothing was played yet; the first is the title, too. As they are kept."""
    boards, colors = files.boards(), ("blue", "red", "green", "yellow", "black")
    every = [name for name in names() if name.strip()]
    for first in range(0, len(every), 5):
        chosen = (every[first : first + 5] + every)[:5]
        players = [{"color": color, "name": name} for color, name in zip(colors, chosen, strict=True)]
        record = {
            "format": "companion/game",
            "version": 1,
            "map": "usa",
            "title": chosen[0],
            "players": players,
            "log": [],
        }
        yield (
            [normalize("NFC", name) for name in chosen],
            tally(read_record(json.dumps(record).encode(), boards).replayed()),
        )
