"""Shortens the names that a script of ours gives to what only it itself knows, as a machine would write them.

Names that files share stand outside of any bracket and stay, as do the names of properties and of whatever a file has
not named itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Final

_PARTS: Final = re.compile(r"\.\.\.|=>|\?\.(?!\d)|\d[\w.]*|[A-Za-z_$][\w$]*|\s+|.", re.S)
_WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_FILLED: Final = re.compile(r"(?<=\$\{)[^{}\"'`/]*(?=\})")
_NAME_IN_TEXT: Final = re.compile(r"(?<![.\w$])[A-Za-z_$][\w$]*")
# The most frequent of a script first: what is packed afterwards is the smaller for it.
_LETTERS = "teoanrisldcuhpmgbvfwykxjqz" + ascii_uppercase
_SHORTER: Final = {"true": "!0", "false": "!1"}
_OPEN, _CLOSED, _ENDS = frozenset("([{"), frozenset(")]}"), frozenset(")]};")
# Before the bracket of an object or of a pattern; before that of a block stands something else.
_BEFORE_OBJECT: Final = frozenset(["(", "[", ",", "=", "?", ":", "&", "|", "return", "...", "const", "let", "of"])
_KEPT: Final = re.compile(
    "async|await|break|catch|const|continue|delete|do|else|false|finally|for|function|get|if|in|instanceof|let|new|null"
    "|of|return|this|throw|true|try|typeof|undefined|void|while"
)


def shortened(script: str, texts: re.Pattern[str]) -> str:
    """The script with short names. What the pattern finds are its texts, which stay but for the values in them."""
    return _Script(script, texts).shortened()


@dataclass
class _Name:
    """A name that the script gives, and the parts from which to which it holds."""

    name: str
    start: int
    end: int
    short: str = ""
    used: list[int] = field(default_factory=list)


class _Script:
    """A script in parts: words, signs, and whole texts; and which bracket each stands in."""

    def __init__(self, script: str, texts: re.Pattern[str]) -> None:
        split = texts.split(script)
        self._all = [part for n, some in enumerate(split) for part in ([some] if n % 2 else _PARTS.findall(some))]
        self._at = [n for n, part in enumerate(self._all) if not part.isspace()]
        self._parts = [*(self._all[n] for n in self._at), ""]
        self._lists: set[int] = set()  # the signs behind lists of constants
        self._around: list[int] = []  # the opening bracket that a part stands in, or -1
        self._end, self._start = {-1: len(self._at)}, {}
        opened = [-1]
        for n, part in enumerate(self._parts):
            if part in _CLOSED:
                self._start[n] = opened.pop()
                self._end[self._start[n]] = n
            self._around.append(opened[-1])
            if part in _OPEN:
                opened.append(n)

    def shortened(self) -> str:
        """Every name that is given gets the first letter that means nothing else wherever it is used."""
        taken = set(self._beyond_reading())
        given = [name for name in self._given() if name.name not in taken]
        meant: dict[tuple[int, str], _Name] = {}
        for n in range(len(self._at)):
            for word in self._meant(n):
                holding = [name for name in given if name.name == word and name.start <= n <= name.end]
                if holding:
                    meant[n, word] = inner = max(holding, key=lambda name: name.start)
                    inner.used.append(n)
                else:
                    taken.add(word)
        for name in given:
            name.short = self._free(name, given, taken)
        for n, at in enumerate(self._at):
            short = {word: meant[n, word].short for word in self._meant(n) if (n, word) in meant}
            self._all[at] = self._written(n, short)
        for n in self._lists:
            self._join(n)
        return "".join(self._all)

    @staticmethod
    def _free(name: _Name, given: list[_Name], taken: set[str]) -> str:
        """Around a name others may hold that it hides, as long as nobody asks for them where it holds."""
        others = {
            one.short
            for one in given
            if one.short
            and one.start <= name.end
            and name.start <= one.end
            and (one.start >= name.start or any(name.start <= n <= name.end for n in one.used))
        }
        return next(letter for letter in _LETTERS if letter not in others | taken)

    def _join(self, n: int) -> None:
        """A list of constants goes on where the next one begins right behind it."""
        if self._parts[n] == ";" and self._parts[n + 1] == "const":
            self._all[self._at[n]] = ","
            self._all[self._at[n + 1] : self._at[n + 2]] = [""] * (self._at[n + 2] - self._at[n + 1])

    def _written(self, n: int, short: dict[str, str]) -> str:
        part = self._parts[n]
        if part[0] == "`":
            return _FILLED.sub(
                lambda found: _NAME_IN_TEXT.sub(lambda name: short.get(name[0], name[0]), found[0]), part
            )
        if part not in short:
            return _SHORTER.get(part, part)
        return f"{part}:{short[part]}" if self._is_key(n) else short[part]

    def _meant(self, n: int) -> list[str]:
        """What a part names that is not a property."""
        part = self._parts[n]
        if part[:1] == "`":
            return [name for found in _FILLED.findall(part) for name in _NAME_IN_TEXT.findall(found)]
        if not _WORD.fullmatch(part) or _KEPT.fullmatch(part) or self._parts[n - 1] in (".", "?."):
            return []
        return [] if self._is_key(n) and self._parts[n + 1] in (":", "(") else [part]

    def _beyond_reading(self) -> Iterator[str]:
        """What stands in a text together with values that are more than names and signs."""
        for part in self._parts:
            if part[:1] == "`" and "${" in _FILLED.sub("", part).replace("${}", ""):
                yield from _WORD.findall(part)

    def _is_key(self, n: int) -> bool:
        """Whether the name of a property stands here, or what is a property's name and value in one."""
        around = self._around[n]
        inside = self._parts[around] == "{" and self._parts[around - 1] in _BEFORE_OBJECT
        return around >= 0 and inside and self._parts[n - 1] in ("{", ",", "get", "async")

    def _given(self) -> Iterator[_Name]:
        """Constants and variables within brackets, and what functions are given."""
        for n, part in enumerate(self._parts):
            around = self._around[n]
            if part in ("const", "let") and around >= 0:
                loop = self._parts[around - 1] == "for"
                end = self._end_of(self._end[around] + 1, value=False) if loop else self._end[around]
                yield from (_Name(name, around, end) for name in self._constants(n + 1))
            elif part == "=>":
                start = self._start.get(n - 1, n - 1)
                yield from (_Name(name, start, self._end_of(n + 1)) for name in self._in_pattern(start, n))
            elif part == "{" and self._parts[n - 1] == ")":
                start = self._start[n - 1]
                if self._parts[start - 1] not in ("if", "for", "while"):
                    yield from (_Name(name, start, self._end[n]) for name in self._in_pattern(start, n))

    def _constants(self, n: int) -> Iterator[str]:
        """From behind `const` or `let` on."""
        constant = self._parts[n - 1] == "const"
        while True:
            after = self._end.get(n, n) + 1
            yield from self._in_pattern(n, after)
            if self._parts[after] == "=":
                after = self._end_of(after + 1)
            if self._parts[after] != ",":
                if constant:
                    self._lists.add(after)
                return
            n = after + 1

    def _in_pattern(self, n: int, end: int) -> Iterator[str]:
        while n < end:
            if self._parts[n] == "=":
                n = self._end_of(n + 1)
                continue
            if _WORD.fullmatch(self._parts[n]) and self._parts[n + 1] != ":":
                yield self._parts[n]
            n += 1

    def _end_of(self, n: int, value: bool = True) -> int:
        """Where what begins here has ended: a block with its bracket, else a value before the next sign."""
        while n < len(self._at) and self._parts[n] not in _ENDS and not (value and self._parts[n] == ","):
            block = self._parts[n] == "{" and self._parts[n - 1] in ("=>", ")")
            n = self._end.get(n, n) + 1
            if block and self._parts[n] != "else":
                return n - 1
        return n
