"""`serve --https`: the options, and this machine's certificates."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from companion.i18n import gettext as _

if TYPE_CHECKING:
    from companion.host.certificates import Certificates
    from companion.web.reach import Reach

Command = TypeVar("Command", bound=Callable[..., Any])
PORT: Final = 8443  # always the same, since an installed app and its stored entries belong to one address and port


def options(command: Command) -> Command:
    """The options `--https` and `--https-port`."""
    port = click.option(
        "--https-port",
        default=PORT,
        show_default=True,
        type=click.IntRange(1, 65535),
        help="The port for https; phones still come in at the other one.",
    )
    secure = click.option("--https", is_flag=True, help="Serve over https, with this computer's own certificate.")
    return secure(port(command))


def certificates(host: str, reach: Reach) -> Certificates:
    """The certificates of this machine, made or renewed where necessary. Raises ClickException."""
    try:
        from companion.host.certificates import (  # slow to import, and few commands need it
            NotPrivate,
            certificate_folder,
            ensure_certificates,
        )
    except ModuleNotFoundError as missing:  # of cryptography, on a Mac with an Intel processor
        raise click.ClickException(_("--https isn't available on this computer.")) from missing
    from companion.serve.server import hosts_for_phones

    try:
        return ensure_certificates(hosts_for_phones(host, reach))
    except NotPrivate as address:
        text = _(
            "{address} isn't a home network address. For any other address, put a web server with its "
            "own certificate in front of Trackside."
        )
        raise click.ClickException(text.format(address=address)) from address
    except ValueError as problem:
        text = _(
            "--https needs an address such as 192.168.1.5, not the name {host}. Leave out --host and "
            "Trackside finds the address itself."
        )
        raise click.ClickException(text.format(host=host)) from problem
    except OSError as problem:
        text = _("The certificates can't be saved in {folder}: {why}.")
        why = (problem.strerror or str(problem)).lower()
        raise click.ClickException(text.format(folder=certificate_folder(), why=why)) from problem
