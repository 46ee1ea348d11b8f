"""Somebody else's network: it answers in the place of the server, as a hotel does until one has signed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

PAGE: Final = b"<!doctype html><title>Hotel</title><h1>Welcome to our hotel</h1><p>Please sign in.</p>"
WELCOME: Final = "Welcome to our hotel"
DOOR: Final = "/hotel"  # where its redirects lead; the answers there are its own too
OWN: Final = "ours without the header"
OURS: Final = "trackside"  # how the headers begin that a page knows the server by
NO_BODY: Final = (204, 304)


@dataclass(frozen=True)
class Answer:
    """The hotel's answer: a number, where it sends people, a text; or the server's own answer without our headers."""

    status: int = 200
    leads: str = ""
    body: bytes = PAGE
    kind: str = "text/html; charset=utf-8"
    stripped: bool = False

    @property
    def name(self) -> str:
        """For whoever reads the tests' list."""
        if self.stripped:
            return OWN
        return f"{self.status}{' away' if '//' in self.leads else ' here' if self.leads else ''}{self._what}"

    @property
    def _what(self) -> str:
        return (
            ""
            if self.body == PAGE or self.status in NO_BODY
            else f" {self.kind.split('/')[1]}"
            if self.body
            else " empty"
        )


ELSEWHERE: Final = "http://hotel.invalid/login"
PLAIN: Final = (200, 204, 400, 401, 403, 404, 405, 408, 409, 410, 413, 421, 422, 425, 429, 451, 500, 502, 503, 511)
ANSWERS: Final = (
    *(Answer(status) for status in PLAIN),
    *(Answer(status, leads) for status in (301, 302, 303, 307, 308) for leads in (DOOR, ELSEWHERE)),
    Answer(304),
    Answer(body=b""),
    Answer(body=b"1", kind="text/plain"),
    Answer(body=b'{"entry": 1, "version": 99}', kind="application/json"),
    Answer(stripped=True),
)


def pages_and_calls(method: str, path: str) -> bool:
    """All but the files that pages are made with."""
    return not path.startswith("/assets/")


@dataclass
class Portal:
    """Goes around an app. Whatever `catches` says is answered by the hotel while it has an `answer`."""

    app: Callable[..., Iterable[bytes]]
    answer: Answer | None = None
    catches: Callable[[str, str], bool] = pages_and_calls
    caught: list[tuple[str, str]] = field(default_factory=list)
    passed: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        answer = self.answer
        if path == DOOR:
            return self._say(start, Answer())
        if answer is None or not self.catches(method, path):
            self.passed.append((method, path))
            return self.app(environ, start)
        self.caught.append((method, path))
        return self.app(environ, _bare(start)) if answer.stripped else self._say(start, answer)

    @staticmethod
    def _say(start: Callable[..., Any], answer: Answer) -> Iterable[bytes]:
        body = b"" if answer.status in NO_BODY else answer.body
        headers = [("Content-Type", answer.kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
        start(f"{answer.status} Hotel", headers + ([("Location", answer.leads)] if answer.leads else []))
        return [body]


def _bare(start: Callable[..., Any]) -> Callable[..., Any]:
    def told(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
        return start(status, [(name, value) for name, value in headers if not name.lower().startswith(OURS)], *more)

    return told
