"""The option that the commands for whoever runs the server share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def phones_address() -> Callable[[Command], Command]:
    """The option `--address URL` of commands that print links."""
    return click.option(
        "--address",
        default="http://127.0.0.1:8000",
        show_default=True,
        help="The address phones use to reach this server.",
    )
