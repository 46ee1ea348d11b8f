"""`companion picture`: draws a board, or a game on it, to a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from companion.boards.model import Board
from companion.cli.language_option import language
from companion.cli.options import all_boards, chosen_board, house_boards, must_be_drawable
from companion.i18n import gettext as _
from companion.picture import DARK, LIGHT, PRINT, Scene
from companion.picture import picture as draw
from companion.picture.game_scene import journey_of, longest_of, looks_of, scene_of
from companion.picture.looks import Look
from companion.prose.display_names import board_name
from companion.record import read
from companion.rules.tally import Tally, tally
from companion.sheet import html_to_pdf

KINDS = (".svg", ".png", ".pdf")


@click.command()
@click.argument("board")
@click.option(
    "--game",
    type=click.Path(allow_dash=True, path_type=Path),
    help="A game record, drawn in its last state; - reads it from standard input.",
)
@click.option("--dark", is_flag=True, help="Use dark colours.")
@click.option("--print", "for_print", is_flag=True, help="Use colours for paper.")
@click.option(
    "--highlight",
    multiple=True,
    metavar="WHAT",
    help="longest:COLOR, or ticket:ID of a completed ticket. You can give one of each.",
)
@click.option("--width", default=1280, show_default=True, type=click.IntRange(100, 8000), help="In pixels.")
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="FILE.svg, .png or .pdf"
)
@house_boards()
@language()
@click.pass_context
def picture(
    ctx: click.Context,
    board: str,
    game: Path | None,
    dark: bool,
    for_print: bool,
    highlight: tuple[str, ...],
    width: int,
    output: Path,
) -> None:
    """Draw a board, or a game on it."""
    if output.suffix not in KINDS:
        kinds = ", ".join(KINDS)
        raise click.ClickException(_("{file}: the name must end in one of {kinds}.").format(file=output, kinds=kinds))
    if dark and for_print:
        raise click.ClickException(_("Choose --dark or --print, not both."))
    if highlight and game is None:
        raise click.ClickException(_("--highlight needs --game."))
    chosen = must_be_drawable(chosen_board(ctx, board))
    scene, looks = _played(ctx, chosen, game, highlight) if game else (Scene(), {})
    palette = DARK if dark else PRINT if for_print else LIGHT
    title = _title(chosen, game)
    _write(output, draw(chosen, scene, palette, looks=looks, width=width, title=title), title, width)


def _played(
    ctx: click.Context, board: Board, game: Path, highlight: tuple[str, ...]
) -> tuple[Scene, Mapping[str, Look]]:
    """The last state of a game on this board, and how its players look."""
    result = tally(read.read_file(game, all_boards(ctx)).replayed())
    if result.table.board.id != board.id:
        data = {"file": game, "its": result.table.board.id, "board": board.id}
        raise click.ClickException(_("The game in {file} was played on {its}, not on {board}.").format(**data))
    scene = scene_of(result.table)
    for what in highlight:
        scene = _highlighted(scene, result, what)
    return scene, looks_of(result.table)


def _highlighted(scene: Scene, result: Tally, what: str) -> Scene:
    """The scene with the longest path of `longest:COLOR`, or the route of `ticket:ID`, highlighted.

    Raises ClickException for anything else.
    """
    kind, _colon, name = what.partition(":")
    if kind == "longest" and name in result.table.setup.colors:
        return replace(scene, longest=longest_of(result, name))
    if kind == "ticket" and name in result.table.board.tickets_of(result.table.setup.variant):
        if way := journey_of(result, name):
            return replace(scene, journey=way)
        raise click.ClickException(_("Nobody has completed the ticket {ticket}.").format(ticket=name))
    colors = ", ".join(result.table.setup.colors)
    text = _("--highlight needs longest:COLOR ({colors}) or ticket:ID, not {what}.")
    raise click.ClickException(text.format(colors=colors, what=what))


def _title(board: Board, game: Path | None) -> str:
    """The picture's title, which screen readers read."""
    name = board_name(board)
    return _("Ticket to Ride: {board}").format(board=name) if game else _("The {name} board").format(name=name)


def _write(output: Path, svg: str, title: str, width: int) -> None:
    """Writes a picture in the format that the file's suffix names."""
    body = svg.encode()
    try:
        if output.suffix != ".svg":
            body = html_to_pdf.pdf(html_to_pdf.svg_page(svg, title))
        if output.suffix == ".png":
            body = html_to_pdf.png(body, width)
        output.write_bytes(body)
    except html_to_pdf.CannotPrint as missing:
        raise click.ClickException(str(missing)) from missing
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise click.ClickException(_("{file} can't be written: {why}").format(file=output, why=why)) from error
