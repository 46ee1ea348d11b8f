"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.boards.model import Board
from companion.host.allowances import AN_HOUR
from companion.i18n import gettext as _
from companion.prose.names import board_name
from companion.record.boards import boards

if TYPE_CHECKING:
    from companion.play.tables import Tables

Command = TypeVar("Command", bound=Callable[..., Any])


def _add_folders(ctx: click.Context, _param: click.Parameter, folders: tuple[Path, ...]) -> None:
    ctx.ensure_object(list).extend(folders)


def house_boards(envvar: str | None = None) -> Callable[[Command], Command]:
    """`--boards DIR`, taken before and after a command's name alike; read it with `all_boards`."""
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


def chosen_board(ctx: click.Context, board: str) -> Board:
    """The board of that id, or a refusal that names those there are."""
    known = all_boards(ctx)
    if board not in known:
        data = {"board": board, "known": ", ".join(known)}
        raise click.ClickException(_("There's no board called {board}. Choose one of {known}.").format(**data))
    return known[board]


def drawn(board: Board) -> Board:
    """The board, or a refusal that says how it gets its picture."""
    if board.drawing is None:
        text = _("{board} has no layout yet, so it can't be drawn. Make one with `companion lay-out`.")
        raise click.ClickException(text.format(board=board_name(board)))
    return board


def database() -> Callable[[Command], Command]:
    """`--database URL`; without it one file in the user's data folder."""
    return click.option(
        "--database",
        envvar="DATABASE_URL",
        metavar="URL",
        help="Where games are kept: sqlite:///FILE or postgresql://HOST/NAME. By default, in your data folder.",
    )


def limits() -> Callable[[Command], Command]:
    """How often an hour one address may do what costs others something."""
    known = (
        ("codes", "How many wrong codes one address may type an hour; 0 for no limit."),
        ("imports", "How many large games one address may import an hour."),
        ("seats", "How often one address may take or free a seat an hour."),
        ("tables", "How many tables one address may open an hour."),
        ("sheets", "How many sheets one address may ask for an hour."),
    )

    def with_all(command: Command) -> Command:
        for name, text in known:
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
    """The tables in a database, brought up to date. What is wrong with it is said in a sentence."""
    from companion.play.tables import Tables  # a command that only prints need not wait for a database
    from companion.store import StoreUnavailable, default_url, open_store

    try:
        store = open_store(database or default_url())
        opened_by = os.getpid()
        try:
            yield Tables(store, all_boards(ctx))
        finally:
            if os.getpid() == opened_by:  # a worker that fails comes by here as well
                store.close()
    except StoreUnavailable as problem:
        raise click.ClickException(str(problem)) from problem
