"""`companion backup` and `companion restore`: saving all games to one file, and restoring them from it."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.options import database, house_boards
from companion.i18n import gettext as _
from companion.i18n import ngettext

FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@FILE
@database()
def backup(file: Path, database: str | None) -> None:
    """Save all games to FILE, even while they're being played."""
    from companion.store import (  # a command that only prints need not wait for a database
        StoreUnavailable,
        default_url,
    )
    from companion.store.backup_file import back_up

    try:
        back_up(database or default_url(), file)
    except StoreUnavailable as problem:
        raise click.ClickException(str(problem)) from problem
    click.echo(_("All games saved in {file}.").format(file=file))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--as-is", is_flag=True, help="Accept a plain copy of a file in use, though the latest moves may be missing."
)
@click.option(
    "--set-aside", is_flag=True, help="Keep the games that are there under another name, such as damaged ones."
)
@database()
@house_boards()
def restore(file: Path, database: str | None, as_is: bool, set_aside: bool) -> None:
    """Restore all games from FILE, where there are none yet."""
    from companion.store import StoreUnavailable, default_url
    from companion.store import backup_file as backups

    try:
        count = backups.restore(database or default_url(), file, as_is, set_aside)
    except StoreUnavailable as problem:
        raise click.ClickException(str(problem)) from problem
    click.echo(ngettext("{count} game restored.", "{count} games restored.", count).format(count=count))
