"""Style, scripts, fonts and pictures: read once at the start, served under names with a hash of their content, and
cached for a year.

Scripts are modules that import one another by `./name.js`, so they are served in one folder whose name has a hash of
all of them: a page never mixes modules of two versions. The facts of each board are in a folder of their own.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final

from flask import Flask, Response, abort, g, request, url_for
from markupsafe import Markup

from companion import __version__
from companion.boards.model import Board
from companion.web.board_model import board_model

FOREVER = "public, max-age=31536000, immutable"
# Fixed here, since the tables of operating systems differ.
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".mp4": "video/mp4",
    ".png": "image/png",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
TEXTS: Final = (".css", ".js", ".json", ".svg")
HTMX: Final = "htmx.js"
_URL = re.compile(rb"url\(\"\.\./([^\"]+)\"\)")
# Comments, indents and empty lines of a style sheet.
_NOTES: Final = re.compile(rb"/\*.*?\*/|^[ \t]+|\n(?=\n)", re.M | re.S)
_IMPORT = re.compile(rb'^(?:import|export)\b[^"]*?"(\.[^"]+)";', re.M)


@dataclass(frozen=True)
class Asset:
    """A file as it is served, compressed for browsers that accept gzip."""

    name: str
    body: bytes

    @property
    def kind(self) -> str:
        """Its media type."""
        suffix = Path(self.name).suffix
        return KINDS.get(suffix) or mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    def send(self) -> Response:
        """The file as an answer that may be cached for ever."""
        answer = Response(self.body, content_type=self.kind, headers={"Cache-Control": FOREVER})
        if self.name.endswith(TEXTS):
            answer.vary.add("Accept-Encoding")
            if request.accept_encodings["gzip"]:
                answer.set_data(_zipped(self.body))
                answer.headers["Content-Encoding"] = "gzip"
        return answer


class Assets:
    """All files that pages need, by plain name ("site.css") and by the name under which they are served."""

    def __init__(self, boards: Mapping[str, Board] | None = None) -> None:
        self._by_plain_name: dict[str, Asset] = {}
        self._by_sent_name: dict[str, Asset] = {}
        self._scripts: dict[str, Asset] = {}
        self._boards = boards or {}
        self._board_files: dict[str, Asset] = {}

    @classmethod
    def read(cls, static: Path, boards: Mapping[str, Board] | None = None) -> Assets:
        """Reads all files of the folder static: fonts, pictures, style sheets, scripts and htmx."""
        assets = cls(boards)
        for file in sorted(path for folder in ("fonts", "icons", "media") for path in (static / folder).iterdir()):
            if file.suffix in KINDS:
                assets.add(f"{file.parent.name}/{file.name}", file.read_bytes())
        # Fonts come first, since the style sheets refer to them by the names under which they are served.
        for name, folder in (("site.css", static / "css"), ("around.css", static / "css/around")):
            assets.add(name, _URL.sub(assets._sent_url, _joined(folder)))
        for file in sorted((static / "css/pages").glob("*.css")):
            assets.add(file.name, _bare(file))
        for file in sorted((static / "js").rglob("*.js")):
            assets.add_script(file.relative_to(static / "js").as_posix(), file.read_bytes())
        for file in (static / "vendor").glob("htmx-*.js"):
            assets.add_script(HTMX, file.read_bytes())
        return assets

    def add(self, plain: str, body: bytes) -> None:
        """Adds a file under a name that changes whenever its content does."""
        path = Path(plain)
        sent = f"{path.stem}-{_fingerprint(body)}{path.suffix}"
        self._by_plain_name[plain] = self._by_sent_name[sent] = Asset(sent, body)

    def add_script(self, name: str, body: bytes) -> None:
        """Adds a module by its path in the folder of scripts."""
        self._scripts[name] = Asset(name, body)

    def url(self, plain: str) -> str:
        """The URL of a file. Raises KeyError for an unknown name."""
        return url_for("asset", name=self._by_plain_name[plain].name)

    def script(self, name: str) -> str:
        """The URL of a script."""
        return url_for("in_folder", folder=self.folder, name=self._scripts[name].name)

    def scripts(self, *names: str) -> Markup:
        """The tags for modules of a page, with preloads for what they import, unless the page has those already."""
        on_page: set[str] = g.setdefault("modules", set())
        new = [name for name in dict.fromkeys(self._with_imports(names)) if name not in on_page]
        on_page.update(new)
        preload = Markup('<link rel="modulepreload" href="{}">')
        run = Markup('<script type="module" src="{}"></script>')
        tags = [
            *(preload.format(self.script(name)) for name in new if name not in names),
            *(run.format(self.script(name)) for name in names),
        ]
        return Markup("\n").join(tags)

    def kind(self, plain: str) -> str:
        """The media type of a file, without its charset."""
        return self._by_plain_name[plain].kind.partition(";")[0]

    def names(self, suffixes: tuple[str, ...]) -> list[str]:
        """The plain names of all files with these suffixes, such as ".css"."""
        return [name for name in self._by_plain_name if name.endswith(suffixes)]

    @property
    def script_names(self) -> list[str]:
        """The paths of all scripts in their folder."""
        return list(self._scripts)

    @property
    def folder(self) -> str:
        """The name under which the folder of scripts is served; it changes when any script does."""
        names_and_bodies: list[bytes] = []
        for asset in self._scripts.values():
            names_and_bodies += asset.name.encode(), asset.body
        return _fingerprint(*names_and_bodies)

    @property
    def version(self) -> str:
        """A hash that changes with any of these files and with the release."""
        sent_names = [asset.name for _plain, asset in sorted(self._by_plain_name.items())]
        return _fingerprint("\n".join([__version__, self.folder, *sent_names]).encode())

    def board(self, board: Board) -> str:
        """The URL of a board's facts."""
        asset = self._board_file(board)
        return url_for("in_folder", folder=_fingerprint(asset.body), name=asset.name)

    def send(self, name: str) -> Response:
        """The file served under this name, or 404."""
        return (self._by_sent_name.get(name) or abort(404)).send()

    def send_from(self, folder: str, name: str) -> Response:
        """A script or a board's facts from a folder; 404 if the folder's name is not that of the current version."""
        path = PurePosixPath(name)
        if folder == self.folder and name in self._scripts:
            return self._scripts[name].send()
        if path.suffix == ".json" and path.stem in self._boards:
            asset = self._board_file(self._boards[path.stem])
            if name == asset.name and folder == _fingerprint(asset.body):
                return asset.send()
        return abort(404)

    def attach(self, app: Flask) -> None:
        """Adds the routes, and the functions of templates, such as `asset("site.css")` and `scripts("site.js")`."""
        app.add_url_rule("/assets/<name>", "asset", self.send)
        app.add_url_rule("/assets/<folder>/<path:name>", "in_folder", self.send_from)
        named = {"asset": self.url, "script": self.script, "scripts": self.scripts, "board_facts": self.board}
        app.jinja_env.globals.update(named)

    def _with_imports(self, names: tuple[str, ...]) -> Iterator[str]:
        """These modules, each after those that it imports; some may come more than once."""
        for name in names:
            for imported in _IMPORT.findall(self._scripts[name].body):
                yield from self._with_imports((_resolved(name, imported.decode()),))
            yield name

    def _board_file(self, board: Board) -> Asset:
        """A board's facts as a JSON file, made when they are first asked for."""
        if board.id not in self._board_files:
            text = json.dumps(board_model(board), ensure_ascii=False, separators=(",", ":"))
            self._board_files[board.id] = Asset(f"{board.id}.json", text.encode())
        return self._board_files[board.id]

    def _sent_url(self, found: re.Match[bytes]) -> bytes:
        """A `url(…)` of a style sheet, with the name under which that file is served."""
        return f'url("{self._by_plain_name[found[1].decode()].name}")'.encode()


def _resolved(name: str, wanted: str) -> str:
    """The path of a module that another one imports by "./other.js" or "../other.js"."""
    place = PurePosixPath(name).parent
    for part in PurePosixPath(wanted).parts:
        place = place.parent if part == ".." else place / part
    return place.as_posix()


def _fingerprint(*parts: bytes) -> str:
    """A short hash that changes when any of these parts does."""
    return _digest(b"\0".join(parts))


@lru_cache(maxsize=512)
def _digest(body: bytes) -> str:
    """A short hash, cached."""
    return hashlib.sha256(body).hexdigest()[:12]


def _joined(folder: Path) -> bytes:
    """All style sheets of a folder as one."""
    return b"\n".join(_bare(file) for file in sorted(folder.glob("*.css")))


def _bare(file: Path) -> bytes:
    """A style sheet without its comments and indents, which are for whoever reads the source."""
    return _NOTES.sub(b"", file.read_bytes())


@lru_cache(maxsize=512)
def _zipped(body: bytes) -> bytes:
    """The compressed content, cached."""
    return gzip.compress(body, compresslevel=9, mtime=0)
