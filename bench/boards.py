"""Every board in one table: picking, the picture, the thumbnail, the first visit, the tally. A line a board.

`make bench ARGS=boards`. The bounds are those of every board; a star marks a figure that does not keep its own.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import sync_playwright

from bench import picking
from bench.games import long_game
from bench.networks import SEED
from bench.report import Row, at_most, best_ms, told
from companion.app import create_app
from companion.authoring.lint import lint
from companion.boards import files
from companion.boards.model import Board
from companion.pages.table import choice
from companion.picture import DARK, LIGHT, picture
from companion.picture.samples import everything, plain
from companion.picture.tap_targets import Picker
from companion.picture.thumbnail import thumbnail
from companion.picture.track_shapes import Shapes
from companion.play.tables import Tables
from companion.record.read import Record, read_record
from companion.rules.leave_out import Track
from companion.rules.tally import tally
from companion.rules.trail import longest_trail
from companion.store import open_store
from tests.support.golden import FOLDER, Game, games_in
from tests.support.serving import served
from tests.support.tapping import NAMES, Seated
from tests.support.weighing import MOST_KB, weighed
from tools import chromium

KB: Final = 1024
EVERYONE: Final = {**NAMES, "white": "Fay", "purple": "Gil"}


@dataclass(frozen=True, slots=True)
class Column:
    """A figure that every board has: its head, and the bound it keeps, below it or above."""

    head: str
    most: float | None = None
    least: float | None = None

    def shows(self, figure: float, most: float | None = None) -> tuple[str, bool]:
        """The figure as text, with a star where it misses its bound."""
        most = self.most if most is None else most
        kept = (most is None or figure <= most) and (self.least is None or figure >= self.least)
        return f"{figure:.4g}{'' if kept else '*'}", kept


TRACKS: Final = Column("tracks")
GOLDEN: Final = Column("games")
LINT: Final = Column("lint", most=0)
PICKED: Final = Column("two taps %", least=99)
NEARER: Final = Column("at 2x %", least=99)
PICTURE: Final = Column("picture KB")
LIMIT: Final = Column("of KB")
DRAWN: Final = Column("drawn ms", most=30)
SMALL: Final = Column("small KB", most=4)
VISIT: Final = Column("visit KB", most=MOST_KB)
TALLY: Final = Column("tally ms", most=10)
PATH: Final = Column("path ms", most=3)


def rows(boards: Mapping[str, Board]) -> Iterator[Row]:
    """The table, a line a board, and what all boards share."""
    lines = [list(_line(board, visit)) for board, visit in zip(boards.values(), _visits(boards), strict=True)]
    heads = [column.head for column, *_rest in lines[0]]
    widths = [max(len(head), *(len(line[n][1]) for line in lines)) for n, head in enumerate(heads)]
    yield told("board", _spread(heads, widths))
    for board, line in zip(boards.values(), lines, strict=True):
        reached = all(kept for *_rest, kept in line)
        yield Row(board.id, _spread([text for _column, text, _kept in line], widths), reached=reached)
    yield from _pages()
    yield from _commands()


def _spread(texts: Iterable[str], widths: Iterable[int]) -> str:
    return "  ".join(text.rjust(width) for text, width in zip(texts, widths, strict=True))


def _line(board: Board, visit: float) -> Iterator[tuple[Column, str, bool]]:
    """Every figure of a board, as text and whether its bound is kept."""
    most = 4 + 1.2 * len(board.routes) / 10
    texts = [
        picture(board, scene, palette) for scene in (plain(board), everything(board)) for palette in (LIGHT, DARK)
    ]
    small = max(_zipped(thumbnail(board, palette)) for palette in (LIGHT, DARK))
    record = largest(board)
    table = record.replayed()
    paths = [best_ms(partial(longest_trail, _network(board, table.routes_of(c)))) for c in record.setup.colors]
    figures: list[tuple[Column, float, float | None]] = [
        (TRACKS, len(board.routes), None),
        (GOLDEN, len(games(board)), None),
        (LINT, len(lint(board)), None),
        (PICKED, picked(board, 1.0), None),
        (NEARER, picked(board, 2.0), None),
        (PICTURE, max(map(_zipped, texts)), most),
        (LIMIT, most, None),
        (DRAWN, best_ms(partial(picture, board, everything(board))), None),
        (SMALL, small, None),
        (VISIT, visit, None),
        (TALLY, best_ms(partial(tally, table)), None),
        (PATH, max(paths), None),
    ]
    for column, figure, bound in figures:
        text, kept = column.shows(figure, bound)
        yield column, text, kept


def _network(board: Board, routes: Iterable[str]) -> list[Track]:
    """Somebody's routes with numbers for places, as the longest path is looked for."""
    own = [board.route[route] for route in routes]
    number = {node: n for n, node in enumerate(sorted({node for route in own for node in route.nodes}))}
    return [(number[route.nodes[0]], number[route.nodes[1]], route.length) for route in own]


def _zipped(text: str) -> float:
    return len(gzip.compress(text.encode(), 6)) / KB


def picked(board: Board, zoom: float, taps: int = picking.TAPS, seed: int = 1) -> float:
    """Per cent of taps after which the right route is one of the rows, so that a second tap claims it."""
    if board.layout is None:
        raise ValueError(f"{board.id} has no layout")
    random, shapes = Random(seed), Shapes(board, board.layout)
    picker = Picker.of(shapes)
    error = picking.FINGER_ERROR / (picking.BOARD_HEIGHT / min(board.layout.height, picking.OPENING) * zoom)
    meant = sorted((pair, [s for track in tracks for s in track.spaces]) for pair, tracks in shapes.pairs.items())
    right = 0
    for n in range(taps):
        pair, spaces = meant[n % len(meant)]
        x, y = picking.tap(random, random.choice(spaces), board.layout.space, error)
        right += pair in choice._near_tap(board, picker, x, y).pairs
    return 100 * right / taps


def games(board: Board) -> list[Game]:
    """The golden games of a board; of the first two boards, those that are on it."""
    folder = FOLDER / "boards"
    if not (folder / board.id).is_dir():
        return [
            game for game in games_in(FOLDER) if (game.expect or game.refused) and f'"map": "{board.id}"' in game.text
        ]
    return [*games_in(folder / board.id), *(game for game in games_in(folder) if game.name[:-2] == board.id)]


def largest(board: Board) -> Record:
    """The game with the most entries among those of the most players; the first two boards' are all short."""
    if not (FOLDER / "boards" / board.id).is_dir():
        setup, log = long_game(board, Random(SEED))
        return Record(board, setup, tuple(log))
    tallied = [read_record(game.text.encode(), {board.id: board}) for game in games(board) if game.expect]
    return max(tallied, key=lambda record: (len(record.setup.players), len(record.log)))


def _visits(boards: Mapping[str, Board]) -> list[float]:
    """What a first visit to a table on each board weighs beside its picture, in KB."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = url = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        with served() as (_process, port), sync_playwright() as play:
            browser = play.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
            tables, found = Tables(open_store(url), boards), []
            for board in boards.values():
                record = largest(board)
                names = {player.color: player.name for player in record.setup.players}
                seated = Seated(tables, browser, f"http://127.0.0.1:{port}", board, dots=3)
                more = {"variant": record.setup.variant, "chosen": dict(record.setup.options)}
                seated.opens(min(5, board.players.most), names={**EVERYONE, **names}, **more)
                found.append(weighed(seated).beside)
                seated.leave()
            browser.close()
            return found


def _pages() -> Iterator[Row]:
    """The pages that show all boards, as they are before anything is packed."""
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), files.boards())
        app = create_app(files.boards(), tables)
        for path in ("/new", "/boards"):
            yield at_most(f"{path}, without its thumbnails", len(app.test_client().get(path).data) / KB, 90, "KB")


def _start() -> float:
    """Seconds until a server answers."""
    begun = time.perf_counter()
    with served():
        return time.perf_counter() - begun


def _commands() -> Iterator[Row]:
    """How soon the server answers where everything is set up, and how long a record takes to be scored."""
    yield at_most("make run, warm: until it answers", min(_start() for _time in range(5)), 0.9, "s")
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "world.json"
        record.write_text(json.dumps(json.loads((FOLDER / "boards" / "world-1.json").read_text())["record"]))
        command = [sys.executable, "-m", "companion", "score", str(record)]
        scored = best_ms(lambda: subprocess.run(command, capture_output=True, check=True), times=3) / 1000
    yield at_most("companion score", scored, 0.3, "s")
