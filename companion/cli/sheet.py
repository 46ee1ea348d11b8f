"""`companion sheet` and `companion blank`: score sheets of a finished game, and for playing on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from companion.cli.language_option import language
from companion.cli.options import Command, all_boards, chosen_board, house_boards
from companion.i18n import gettext as _
from companion.record import game_dates, read
from companion.rules.tally import tally
from companion.sheet import html_to_pdf

SIZES = ("a4", "letter")
HTML_INSTEAD = 1  # the exit status where no PDF could be made, but a page to print


def _with_output_options(command: Command) -> Command:
    """The command with the options that both of them have."""
    for option in (
        click.option("--html", is_flag=True, help="Make a page to print from a browser, instead of a PDF."),
        click.option(
            "--paper",
            "size",
            type=click.Choice(SIZES),
            default="a4",
            show_default=True,
            help="The size of the paper.",
        ),
        click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write."),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
@_with_output_options
@click.option("--address", metavar="URL", help="The table's page; printed as a link and a QR code.")
@house_boards()
@language()
@click.pass_context
def sheet(ctx: click.Context, file: Path, output: Path | None, size: str, html: bool, address: str | None) -> int:
    """Print the score sheet of a game record. FILE can be - for standard input."""
    from companion import sheet as pages  # brings Jinja and segno, which other commands do not wait for

    if address is not None and not address.startswith(("https://", "http://")):
        raise click.ClickException(_("--address must begin with https:// or http://."))
    played = read.read_file(file, all_boards(ctx))
    result, when = tally(played.replayed()), game_dates.day(played.log)
    name = Path("sheet" if str(file) == "-" else file.name)
    return _write(
        output or name.with_suffix(".html" if html else ".pdf"),
        html,
        lambda: pages.sheet_pdf(result, size, when=when, address=address),
        lambda notice: pages.sheet_html(result, size, when=when, address=address, notice=notice),
    )


@click.command()
@click.argument("board")
@_with_output_options
@house_boards()
@language()
@click.pass_context
def blank(ctx: click.Context, board: str, output: Path | None, size: str, html: bool) -> int:
    """Make a blank score sheet for a board, to score a game on paper."""
    from companion import sheet as pages

    chosen = chosen_board(ctx, board)
    return _write(
        output or Path(f"{chosen.id}-blank").with_suffix(".html" if html else ".pdf"),
        html,
        lambda: pages.blank_pdf(chosen, size),
        lambda notice: pages.blank_html(chosen, size, notice=notice),
    )


def _write(output: Path, html: bool, as_pdf: Callable[[], bytes], as_html: Callable[[str], str]) -> int:
    """Writes a PDF, or HTML if that is wanted, and gives the exit status.

    Where no PDF can be made, it writes the same pages as HTML and says what to install.
    """
    if html or output.suffix == ".html":
        _write_file(output, as_html("").encode())
        return 0
    try:
        body = as_pdf()
    except html_to_pdf.CannotPrint as missing:
        instead = output.with_suffix(".html")
        _write_file(instead, as_html(str(missing)).encode())
        text = _("{why}\n{file} has the same pages; open it in a browser to print them.")
        click.echo(text.format(why=missing, file=instead), err=True)
        return HTML_INSTEAD
    _write_file(output, body)
    return 0


def _write_file(output: Path, body: bytes) -> None:
    """Writes a file and prints its name."""
    try:
        output.write_bytes(body)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise click.ClickException(_("{file} can't be written: {why}").format(file=output, why=why)) from error
    click.echo(str(output))
