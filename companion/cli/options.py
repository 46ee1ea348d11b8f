"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from companion.boards.model import Board
from companion.host.allowances import AN_HOUR
from companion.i18n import gettext as _
from companion.prose.display_names import board_name
from companion.record.checked_boards import boards

if TYPE_CHECKING:
    from companion.play.tables import Tables

OWN_BOARDS: Final = "own-boards"
Command = TypeVar("Command", bound=Callable[..., Any])


def _add_folders(ctx: click.Context, _param: click.Parameter, folders: tuple[Path, ...]) -> None:
    """Adds the folders of an option to those of this command, from which `all_boards` reads."""
    ctx.ensure_object(list).extend(folders)


def house_boards(envvar: str | None = None) -> Callable[[Command], Command]:
    """The option `--boards DIR`, before or after a command's name; `all_boards` reads those boards."""
    return click.option(
        "--boards",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        multiple=True,
        envvar=envvar,
        callback=_add_folders,
        expose_value=False,
        metavar="DIR",
        help="A folder with your own boards, besides the built-in ones. Can be repeated.",
    )


def all_boards(ctx: click.Context) -> Mapping[str, Board]:
    """The built-in boards and the house's own (`--boards`, `COMPANION_BOARDS`)."""
    return boards(ctx.ensure_object(list))


def own_boards(ctx: click.Context, database: str | None) -> Path | None:
    """Where boards go that are added on the page *This server*: a folder beside the games. It is read if it is there.

    None where games aren't in a file, or can't be kept at all.
    """
    from companion.store import StoreUnavailable, default_url
    from companion.store.engine import file_of, parsed_url

    try:
        file = file_of(parsed_url(database or default_url()))
    except StoreUnavailable:  # which is said when it is opened
        return None
    if file is None:
        return None
    folders: list[Path] = ctx.ensure_object(list)
    own = file.parent / OWN_BOARDS
    if own.is_dir() and own.resolve() not in (folder.resolve() for folder in folders):
        folders.append(own)
    return own


def chosen_board(ctx: click.Context, board: str) -> Board:
    """The board with this id. Raises ClickException, with the ids there are."""
    boards = all_boards(ctx)
    if board not in boards:
        data = {"board": board, "known": ", ".join(boards)}
        raise click.ClickException(_("There's no board called {board}. Choose one of {known}.").format(**data))
    return boards[board]


def must_be_drawable(board: Board) -> Board:
    """The board itself, if it can be drawn. Raises ClickException, which says how to make a layout."""
    if board.drawing is None:
        text = _("{board} has no layout yet, so it can't be drawn. Make one with `companion lay-out`.")
        raise click.ClickException(text.format(board=board_name(board)))
    return board


def database() -> Callable[[Command], Command]:
    """The option `--database URL`."""
    return click.option(
        "--database",
        envvar="DATABASE_URL",
        metavar="URL",
        help="Where games are kept: sqlite:///FILE or postgresql://HOST/NAME. By default, in your data folder.",
    )


def limits() -> Callable[[Command], Command]:
    """The options for rate limits: how often per hour one address may do what is costly to others."""
    texts = (
        ("codes", "How many wrong codes one address may type an hour; 0 for no limit."),
        ("imports", "How many large games one address may import an hour."),
        ("seats", "How often one address may take or free a seat an hour."),
        ("tables", "How many tables one address may open an hour."),
        ("trials", "How many trial games one address may open an hour."),
        ("sheets", "How many sheets one address may ask for an hour."),
    )

    def with_all(command: Command) -> Command:
        for name, text in texts:
            number = click.IntRange(0, 1_000_000)
            variable = f"COMPANION_{name.upper()}"
            option = click.option(
                f"--{name}", default=AN_HOUR[name], show_default=True, type=number, envvar=variable, help=text
            )
            command = option(command)
        return command

    return with_all


@contextmanager
def opened_tables(ctx: click.Context, database: str | None) -> Iterator[Tables]:
    """The tables in a database, whose schema is brought up to date. Raises ClickException where that fails."""
    from companion.play.tables import Tables  # a command that only prints need not wait for a database
    from companion.store import StoreUnavailable, default_url, open_store

    own_boards(ctx, database)  # games may be played on them
    try:
        store = open_store(database or default_url())
        opened_by = os.getpid()
        try:
            yield Tables(store, all_boards(ctx))
        finally:
            if os.getpid() == opened_by:  # not in a forked worker that fails
                store.close()
    except StoreUnavailable as problem:
        raise click.ClickException(str(problem)) from problem
