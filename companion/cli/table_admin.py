"""`companion tables`: lists, links and deletes tables, for whoever runs the server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

import click

from companion.cli.admin_options import phones_address
from companion.cli.options import database, house_boards, opened_tables
from companion.i18n import and_joined, ngettext, pgettext
from companion.i18n import gettext as _
from companion.prose.display_names import board_name

if TYPE_CHECKING:
    from companion.play.tables import Tables


DAY = 24 * 60 * 60


@click.command()
@click.argument("table", required=False)
@click.option("--link", is_flag=True, help="Print a fresh link that lets a phone in at once.")
@click.option("--delete", is_flag=True, help="Delete that table and everything in it, for good.")
@click.option(
    "--sweep", type=click.IntRange(1), metavar="DAYS", help="Delete tables nobody has touched for this many days."
)
@phones_address()
@database()
@house_boards()
@click.pass_context
def tables(
    ctx: click.Context,
    /,
    table: str | None,
    link: bool,
    delete: bool,
    sweep: int | None,
    address: str,
    database: str | None,
) -> None:
    """List the tables on this machine, or one of them; --link prints a fresh link to it."""
    with opened_tables(ctx, database) as tables:
        if sweep is not None:
            gone = tables.store.delete_untouched_since(int(time.time()) - sweep * DAY)
            click.echo(ngettext("{count} table deleted.", "{count} tables deleted.", gone).format(count=gone))
            return
        if (link or delete) and table is None:
            raise click.UsageError(_("Which table? `companion tables` lists them."))
        lines = [line for name in tables.store.all_games() for line in _lines(tables, name, table)]
        if table is None:
            click.echo("\n".join(lines) or _("There are no tables yet."))
            return
        if not lines:
            raise click.ClickException(
                _("There's no table {table}; `companion tables` lists them.").format(table=table)
            )
        if delete:
            tables.store.delete_game(table)
            click.echo(_("Table deleted, with everything in it."))
            return
        click.echo(f"{address.rstrip('/')}/join#{tables.door.invite_unchecked(table)}" if link else "\n".join(lines))


def _lines(tables: Tables, name: str, wanted: str | None) -> Iterator[str]:
    """A line about a table, if it is the wanted one: title, board, players, number of entries, last change."""
    snapshot = tables.store.snapshot(name) if wanted in (None, name) else None
    if snapshot is None:
        return
    board = tables.boards.get(snapshot.setup["map"])
    players = and_joined([player["name"] for player in snapshot.setup["players"]])
    count = len(snapshot.entries)
    entries = ngettext("{count} entry", "{count} entries", count).format(count=count)
    changed = datetime.fromtimestamp(snapshot.changed).astimezone().strftime("%Y-%m-%d %H:%M")
    title = snapshot.setup.get("title") or pgettext("table", "untitled")
    shown = board_name(board) if board else _("{board} (board not found)").format(board=snapshot.setup["map"])
    yield f"{name}  {changed}  {title}: {shown}, {players}, {entries}"
