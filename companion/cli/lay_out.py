"""`companion lay-out`: proposes a layout for the picture of a board that has none."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import click

from companion.authoring.layout_text import layout_text, with_layout
from companion.authoring.lint import lint
from companion.boards.layout import Layout
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.prose.board_complaints import lines
from companion.record.checked_boards import BoardsWrong, read_board

NEEDS = "numpy>=2"


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seed", default=1, show_default=True, help="Another number gives another proposal.")
@click.option("--tries", default=3, show_default=True, type=click.IntRange(1, 20), help="The most searches to try.")
@click.option(
    "--width", type=click.FloatRange(200, 2000), help="Width of the picture; without it, whatever suits the land."
)
@click.option(
    "--height", type=click.FloatRange(200, 2000), help="Height of the picture; give it together with the width."
)
@click.option(
    "--larger",
    default=1.0,
    show_default=True,
    type=click.FloatRange(1, 3),
    help="How much larger to draw routes whose names are long for them.",
)
@click.option("--mend", "mended", is_flag=True, help="Start from the layout in FILE, and move only what doesn't fit.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the board with its layout to this file, which can be FILE itself. Otherwise the layout is printed.",
)
def lay_out(
    file: Path,
    seed: int,
    tries: int,
    width: float | None,
    height: float | None,
    larger: float,
    mended: bool,
    output: Path | None,
) -> None:
    """Propose where everything goes on the picture of the board in FILE.

    Works from latitude and longitude, and can take a minute or two. It tells you what doesn't fit yet; change the
    numbers by hand, and `companion check-boards` checks them again.
    """
    if (width is None) != (height is None):
        raise click.ClickException(_("Give both the width and the height of the picture, or neither."))
    size = (width, height) if width and height else None
    draft, repaired = _search()
    try:
        board = read_board(file)
        to_mend = board.layout if mended else None
        layout = repaired(board, to_mend) if to_mend else draft(board, seed, tries, size=size, scale=larger)
    except BoardsWrong as wrong:
        raise click.ClickException("\n".join(lines(wrong))) from wrong
    _print_or_write(file, layout, output)
    found = lint(board.model_copy(update={"layout": layout}))
    if found:
        text = ngettext("{count} thing doesn't fit yet:", "{count} things don't fit yet:", len(found))
        click.echo("\n".join([text.format(count=len(found)), *found]), err=True)
    else:
        click.echo(_("Everything fits."), err=True)


def _search() -> tuple[Callable[..., Layout], Callable[[Board, Layout], Layout]]:
    """The functions that search for a new layout and improve an existing one; only these need numpy."""
    try:
        from companion.authoring.proposal import draft, repaired
    except ImportError as missing:
        text = _("Making a layout needs numpy, which isn't installed. Type: {command}")
        command = shlex.join([sys.executable, "-m", "pip", "install", NEEDS])
        raise click.ClickException(text.format(command=command)) from missing
    return draft, repaired


def _print_or_write(file: Path, layout: Layout, output: Path | None) -> None:
    """Prints a layout, or writes the board's file with it."""
    if output is None:
        click.echo(layout_text(layout), nl=False)
        return
    try:
        output.write_text(with_layout(file.read_text(encoding="utf-8"), layout), encoding="utf-8")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise click.ClickException(_("{file} can't be written: {why}").format(file=output, why=why)) from error
