"""Style, script, fonts and pictures: read once at the start, named after their content, cached for a year."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, url_for

from companion import __version__

FOREVER = "public, max-age=31536000, immutable"
# Told here, since what a machine's own tables say of them differs.
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".mp4": "video/mp4",
    ".png": "image/png",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
# What is written for whoever reads the files: in scripts `//` where it has a line of its own.
_NOTES = {".css": re.compile(rb"/\*.*?\*/", re.S), ".js": re.compile(rb"^[ \t]*//.*\n", re.M)}
# Spaces that only people read: around the signs of a style sheet, never inside a text of it.
_TEXTS = re.compile(rb'("[^"]*")')
_SPACED = re.compile(rb"\s*([{};,>])\s*|(?<=:) ")
_INDENTED = re.compile(rb"\n\s*")
_URL = re.compile(rb"url\(\"\.\./([^\"]+)\"\)")


@dataclass(frozen=True)
class Asset:
    """A file in the form in which it is sent."""

    name: str
    kind: str
    body: bytes


class Assets:
    """All that pages need beside themselves, by plain name ("site.css") and by the name it is sent under."""

    def __init__(self) -> None:
        self._by_plain_name: dict[str, Asset] = {}
        self._by_sent_name: dict[str, Asset] = {}

    @classmethod
    def read(cls, static: Path) -> Assets:
        """One style sheet and one script out of the small files; each font and picture, and what few pages need."""
        assets = cls()
        for file in sorted(path for folder in ("fonts", "icons", "media") for path in (static / folder).iterdir()):
            if file.suffix in KINDS:
                assets.add(f"{file.parent.name}/{file.name}", file.read_bytes())
        # Fonts come first: the style sheet names them by the names they are sent under.
        style = _tight(b"\n".join(without_notes(file) for file in sorted((static / "css").glob("*.css"))))
        assets.add("site.css", _URL.sub(assets._sent_url, style))
        vendored = [file.read_bytes() for file in sorted((static / "vendor").glob("*.js"))]
        own = b"".join(without_notes(file) for file in sorted((static / "js").glob("*.js")))
        assets.add("site.js", b";\n".join([*vendored, own]))
        for file in sorted((static / "css/pages").glob("*.css")):
            assets.add(file.name, _tight(without_notes(file)))
        for file in sorted((static / "js/pages").glob("*.js")):
            assets.add(file.name, without_notes(file))
        return assets

    def add(self, plain: str, body: bytes) -> None:
        """Takes a file in under a name that changes whenever its content does."""
        path = Path(plain)
        sent = f"{path.stem}-{hashlib.sha256(body).hexdigest()[:12]}{path.suffix}"
        kind = KINDS.get(path.suffix) or mimetypes.guess_type(plain)[0] or "application/octet-stream"
        self._by_plain_name[plain] = self._by_sent_name[sent] = Asset(sent, kind, body)

    def url(self, plain: str) -> str:
        """The URL of a file. A name that does not exist fails the page, and so its test."""
        return url_for("asset", name=self._by_plain_name[plain].name)

    def kind(self, plain: str) -> str:
        """What kind of file it is, without the alphabet of a text."""
        return self._by_plain_name[plain].kind.partition(";")[0]

    def names(self, kinds: tuple[str, ...]) -> list[str]:
        """The plain names of all files of these kinds."""
        return [name for name in self._by_plain_name if name.endswith(kinds)]

    @property
    def version(self) -> str:
        """Changes with whatever pages are made with, and with nothing else."""
        made = [__version__, *(asset.name for name, asset in sorted(self._by_plain_name.items()))]
        return hashlib.sha256("\n".join(made).encode()).hexdigest()[:12]

    def send(self, name: str) -> Response:
        """The file of that name, to be kept for good."""
        asset = self._by_sent_name.get(name)
        if asset is None:
            abort(404)
        return Response(asset.body, content_type=asset.kind, headers={"Cache-Control": FOREVER})

    def attach(self, app: Flask) -> None:
        """Pages say `{{ asset("site.css") }}`."""
        app.add_url_rule("/assets/<name>", "asset", self.send)
        app.jinja_env.globals["asset"] = self.url

    def _sent_url(self, found: re.Match[bytes]) -> bytes:
        return f'url("{self._by_plain_name[found[1].decode()].name}")'.encode()


def without_notes(file: Path) -> bytes:
    """A style sheet or script of ours as it is sent: no text of a script spans lines, so their indents may go too."""
    body = _NOTES[file.suffix].sub(b"", file.read_bytes()).strip() + b"\n"
    return _INDENTED.sub(b"\n", body)


def _tight(style: bytes) -> bytes:
    """A style sheet as a machine writes it."""
    parts = _TEXTS.split(style)
    parts[::2] = (_SPACED.sub(rb"\1", part).replace(b";}", b"}") for part in parts[::2])
    return b"".join(parts)
