"""The command line: each command parses its options, calls a function and prints. Errors become sentences."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

from companion import __version__, i18n, languages
from companion.boards import files as catalogue
from companion.cli import backup, circle_admin, table_admin
from companion.cli import https as cli_https
from companion.cli.language_option import VARIABLE, Formatter, in_requested_language, language, with_translated_help
from companion.cli.options import (
    all_boards,
    chosen_board,
    database,
    house_boards,
    limits,
    must_be_drawable,
    opened_tables,
    own_boards,
)
from companion.cli.serve_options import at_home as options_at_home
from companion.cli.serve_options import hosting
from companion.export.tally_json import tally_json
from companion.export.tally_text import tally_text
from companion.host import logs
from companion.i18n import _
from companion.pages.shared import shelf
from companion.prose.board_complaints import lines as board_lines
from companion.prose.records import lines as record_lines
from companion.record import checked_boards, read
from companion.rules.tally import tally

WRONG = 2  # the exit status of a command that could not do what was asked
INTERRUPTED = 130  # of one that was ended by Ctrl-C
# Not translated: it appears where no catalogue can be read.
UNCOMPILED: Final = "The languages in this folder aren't compiled yet; type `make run` first."


ASKING: Final = ("-h", "--help", "--version")  # what `trackside` answers instead of serving
# Commands in modules that are slow to import.
LOADED_WHEN_NEEDED: Final = {"blank": "sheet", "lay-out": "lay_out", "picture": "picture", "sheet": "sheet"}


class Commands(click.Group):
    """The group of commands; some are imported only when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *LOADED_WHEN_NEEDED])

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name; the heavier ones are imported only now."""
        if name not in LOADED_WHEN_NEEDED:
            command = super().get_command(ctx, name)
        else:
            command = getattr(import_module(f"companion.cli.{LOADED_WHEN_NEEDED[name]}"), name.replace("-", "_"))
        return command and with_translated_help(command)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@house_boards(envvar="COMPANION_BOARDS")
@language(envvar=VARIABLE)
@click.version_option(__version__)
@click.pass_context
def companion(ctx: click.Context) -> None:
    """A companion for playing Ticket to Ride at the table."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@companion.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")  # noqa: S104
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option(
    "--workers",
    default=1,
    show_default=True,
    envvar="COMPANION_WORKERS",
    type=click.IntRange(1, 64),
    help="How many processes to run.",
)
@options_at_home()
@limits()
@hosting()
@cli_https.options
@click.option("--gallery", is_flag=True, help="Serve /gallery too, for working on the board pictures.")
@database()
@house_boards()
@language(envvar=VARIABLE)
@click.pass_context
def serve(
    ctx: click.Context,
    /,
    host: str,
    port: int,
    workers: int,
    gallery: bool,
    database: str | None,
    proxies: tuple[Any, ...],
    keep_days: int,
    keep_circles: int,
    copies: int,
    metrics: tuple[str, int] | None,
    contact: str | None,
    notice: Path | None,
    lines: bool,
    https: bool,
    https_port: int,
    opens: bool,
    address: str | None,
    **an_hour: int,
) -> None:
    """Serve the web app to the phones at your table."""
    from companion.serve.tuning import STREAMS, without_garbage_collection

    ctx.with_resource(without_garbage_collection())
    from companion.app import create_app  # a command that only prints need not wait for a web framework
    from companion.host.metrics import Measures
    from companion.serve import server
    from companion.serve.maintenance import Maintenance
    from companion.sheet.pool import Printer
    from companion.web.hosting import Hosting, Secure
    from companion.web.notice import Notice
    from companion.web.owner import Owner
    from companion.web.reach import Reach

    try:
        server.refuse_workers(workers)
        if opens and ctx.get_parameter_source("port") is click.core.ParameterSource.DEFAULT:
            port = server.first_free(host, port)
        sockets = server.sockets(host, port, *([https_port] if https else []))
        if metrics is not None:
            server.refuse_taken(*metrics)
        with opened_tables(ctx, database) as tables:
            # All boards are read now, so that nobody waits for one later.
            known = {board_id: must_be_drawable(board) for board_id, board in all_boards(ctx).items()}
            printer = Printer(ctx.ensure_object(list))
            # With several workers it notes nothing: they must not share a connection from before the fork.
            reach = Reach(tables.notes if workers == 1 else None, address)
            certificates = cli_https.certificates(host, reach) if https else None
            secure = Secure(certificates, https_port, port) if certificates else None
            at_home = host in server.EVERYWHERE and workers == 1 and not proxies and not lines
            owner = Owner() if at_home else None
            measures = Measures(workers)
            app = create_app(
                known,
                tables,
                streams=STREAMS,
                limits=an_hour,
                printer=printer,
                with_gallery=gallery,
                hosting=Hosting(
                    proxies=proxies,
                    keep_days=keep_days,
                    keep_circles=keep_circles,
                    lines=lines,
                    measures=measures,
                    secure=secure,
                    language=i18n.language(),
                    reach=reach,
                    contact=contact,
                    notice=Notice(notice),
                    owner=owner,
                    own_boards=own_boards(ctx, database) if at_home else None,
                ),
            )
            if lines:
                logs.write_lines()
            maintenance = Maintenance(tables.store, measures, metrics, keep_days, keep_circles, copies)
            serving = server.Serving(app, sockets, maintenance, certificates, reach, owner)
            server.serve(serving, host, workers, lines, opens)
    except server.CannotServe as problem:
        raise click.ClickException(str(problem)) from problem


@companion.command()
@click.argument("board", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print every fact as JSON.")
@house_boards()
@language()
@click.pass_context
def boards(ctx: click.Context, board: str | None, as_json: bool) -> None:
    """List the boards, or describe one."""
    chosen = [chosen_board(ctx, board)] if board is not None else list(all_boards(ctx).values())
    if as_json:
        facts = [catalogue.facts(each) for each in chosen]
        _print_json(facts[0] if board else facts)
    else:
        click.echo(shelf.for_terminal(chosen))


@companion.command()
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the tally as JSON.")
@house_boards()
@language()
@click.pass_context
def score(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Score the game in a record, with a reason for every line. FILE can be - for standard input."""
    result = tally(read.read_file(file, all_boards(ctx)).replayed())
    if as_json:
        _print_json(tally_json(result))
    else:
        click.echo(tally_text(result))


@companion.command("check-boards")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@house_boards()
@click.pass_context
def check_boards(ctx: click.Context, files: tuple[Path, ...]) -> int:
    """Check board files, their tickets and their pictures, or all boards if you name none.

    Exit status 2: a board can't be used. 1: it can, but something should be fixed. 0: no problems.
    """

    from companion.authoring.check import check, check_board  # a command that counts needs no shapes

    if files:
        found = {str(file): check(file) for file in files}
    else:
        found = {name: check_board(board) for name, board in all_boards(ctx).items()}
    for name, checked in found.items():
        for line in checked.lines:
            click.echo(line, err=True)
        if not checked.lines:
            click.echo(_("{board}: no problems found.").format(board=name))
        for note in checked.notes:
            click.echo(note)
    return max((checked.status for checked in found.values()), default=0)


@companion.command("board-schema")
def board_schema() -> None:
    """Print the JSON Schema of a board file, for your editor."""
    _print_json(checked_boards.schema())


companion.add_command(circle_admin.circles)
companion.add_command(table_admin.tables)
companion.add_command(backup.backup)
companion.add_command(backup.restore)


def _print_json(facts: object) -> None:
    """Prints plain data as JSON that people can read."""
    click.echo(json.dumps(facts, indent=2, ensure_ascii=False))


def tonight(args: Sequence[str] | None = None) -> int:
    """The script `trackside`: all of `companion`; without a command's name it serves and opens the browser."""
    given = list(sys.argv[1:] if args is None else args)
    names_command = bool(given) and (given[0] in ASKING or not given[0].startswith("-"))
    return main(given if names_command else ["serve", "--open", *given], "trackside")


def main(args: Sequence[str] | None = None, name: str = "companion") -> int:
    """Runs a command in the requested language and gives its exit status.

    That is the command's own or 0; 2 after a sentence on standard error; 130 where it was interrupted.
    """
    if not languages.all_compiled():
        return _refuse([UNCOMPILED])
    with in_requested_language(sys.argv[1:] if args is None else args):
        click.Context.formatter_class = Formatter
        return _run(args, name)


def _run(args: Sequence[str] | None, name: str) -> int:
    """Runs a command, says in a sentence what went wrong, and gives the exit status."""
    try:
        status = with_translated_help(companion).main(args, prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as problem:
        return _refuse([problem.format_message()])
    except catalogue.BoardsWrong as problem:
        return _refuse(board_lines(problem))
    except read.RecordWrong as problem:
        return _refuse(record_lines(problem.complaints))
    except click.Abort:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe (`companion boards | head`); this keeps Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status if isinstance(status, int) else 0


def _refuse(lines: Sequence[str]) -> int:
    """Prints what is wrong on standard error, and gives the exit status for it."""
    click.echo("\n".join(lines), err=True)
    return WRONG
