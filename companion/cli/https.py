"""`serve --https`: the certificates of this machine, or a sentence on why there can be none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from companion.i18n import gettext as _

if TYPE_CHECKING:
    from companion.host.certificates import Certificates

Command = TypeVar("Command", bound=Callable[..., Any])
PORT: Final = 8443  # always the same: an app on a home screen, and what waits in it, belong to address and port


def options(command: Command) -> Command:
    """Whether, and at which port."""
    port = click.option(
        "--https-port",
        default=PORT,
        show_default=True,
        type=click.IntRange(1, 65535),
        help="The port for https; phones still come in at the other one.",
    )
    secure = click.option("--https", is_flag=True, help="Serve over https, with this computer's own certificate.")
    return secure(port(command))


def certificates(host: str) -> Certificates:
    """The certificates of this machine, made once in the user's data folder and renewed when needed."""
    from companion.host.certificates import (  # what only prints need not wait for it
        NotPrivate,
        certificate_folder,
        ready,
    )
    from companion.serve.server import reached_at

    try:
        return ready([reached_at(host)])
    except NotPrivate as address:
        text = _(
            "{address} isn't a home network address. For any other, put a web server with its own "
            "certificate in front."
        )
        raise click.ClickException(text.format(address=address)) from address
    except ValueError as problem:
        text = _(
            "--https needs an address such as 192.168.1.5, not the name {host}. Leave out --host and it finds "
            "its own."
        )
        raise click.ClickException(text.format(host=host)) from problem
    except OSError as problem:
        text = _("The certificates can't be saved in {folder}: {why}.")
        why = (problem.strerror or str(problem)).lower()
        raise click.ClickException(text.format(folder=certificate_folder(), why=why)) from problem
