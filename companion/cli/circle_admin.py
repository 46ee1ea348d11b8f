"""`companion circles`: lists, links, exports and deletes circles, for whoever runs the server."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import click

from companion.cli.admin_options import phones_address
from companion.cli.options import database, house_boards, opened_tables
from companion.i18n import gettext as _
from companion.i18n import ngettext


@click.command()
@click.argument("circle", required=False)
@click.option("--link", is_flag=True, help="Print a fresh link that makes a phone a keeper of that circle.")
@click.option("--export", type=click.Path(path_type=Path), metavar="FILE", help="Save that circle with its games.")
@click.option("--delete", is_flag=True, help="Delete that circle with its people and games, for good.")
@phones_address()
@database()
@house_boards()
@click.pass_context
def circles(
    ctx: click.Context,
    /,
    circle: str | None,
    link: bool,
    export: Path | None,
    delete: bool,
    address: str,
    database: str | None,
) -> None:
    """List the circles on this machine, or do something with one of them."""
    with opened_tables(ctx, database) as tables:
        found = [row for row in tables.store.circles() if circle in (None, row.id)]
        if circle is None and (link or delete or export):
            raise click.UsageError(_("Which circle? `companion circles` lists them."))
        if circle is not None and not found:
            text = _("There's no circle {circle}; `companion circles` lists them.")
            raise click.ClickException(text.format(circle=circle))
        if link:
            click.echo(f"{address.rstrip('/')}/circles/join#{tables.circles.link_unchecked(found[0].id)}")
        if export is not None:
            document = tables.circles.export_unchecked(found[0].id, found[0].name)
            _write(export, json.dumps(document, ensure_ascii=False, indent=1))
        if delete:
            tables.store.delete_circle(found[0].id)
            click.echo(_("Circle deleted, with its people and games."))
        if link or export or delete:
            return
        for row in found:
            games = tables.store.count_in_circle(row.id)
            counted = ngettext("{n} game", "{n} games", games).format(n=games)
            opened = datetime.fromtimestamp(row.opened).astimezone().strftime("%Y-%m-%d")
            click.echo(f"{row.id}  {opened}  {row.name}: {counted}")
        if not found:
            click.echo(_("There are no circles yet."))


def _write(file: Path, text: str) -> None:
    """Writes a new file. Raises ClickException, also where there is a file already, which stays as it is."""
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        text = _("{file} already exists; move it somewhere else first")
        raise click.ClickException(text.format(file=file)) from None
    except OSError as problem:
        raise click.ClickException(_("the copy couldn't be written: {why}").format(why=problem.strerror)) from None
