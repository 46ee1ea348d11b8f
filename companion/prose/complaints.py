"""What is wrong with a record, for people: a sentence each, without the codes that are for programs."""

import re
from typing import Final

from companion.i18n import ngettext
from companion.record.read import RecordWrong

SHOWN: Final = 12
CODE: Final = re.compile(r" \([a-z-]+\)$")


def in_sentences(wrong: RecordWrong) -> list[str]:
    """The first dozen complaints, and how many more there are."""
    told = [_sentence(line) for line in wrong.lines[:SHOWN]]
    more = len(wrong.lines) - SHOWN
    if more > 0:
        told.append(ngettext("And {n} more.", "And {n} more.", more).format(n=more))
    return told


def _sentence(line: str) -> str:
    bare = CODE.sub("", line)
    return f"{bare[:1].upper()}{bare[1:]}" + ("" if bare.endswith((".", "?")) else ".")
