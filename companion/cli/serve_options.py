"""Options of `companion serve` for a host: proxies, addresses to listen at, deletion. Port and workers are with the
command in `cli/__init__.py`, limits in `cli/options.py`."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click

from companion.i18n import gettext as _

Command = TypeVar("Command", bound=Callable[..., Any])
MOST_DAYS = 36_500
TWO_YEARS = 730
DAYS = 7  # that daily copies are kept


def _networks(_ctx: click.Context, _option: click.Parameter, written: Sequence[str]) -> list[Any]:
    """The addresses or networks that were typed, as networks. Raises BadParameter."""
    try:
        return [ipaddress.ip_network(value, strict=False) for value in written]
    except ValueError as wrong:
        text = _("give the proxy's address or network, such as 127.0.0.1 or 10.1.0.0/16: {why}")
        raise click.BadParameter(text.format(why=wrong)) from None


def _host_and_port(_ctx: click.Context, _option: click.Parameter, written: str | None) -> tuple[str, int] | None:
    """The host and the port of an address to listen at, split at the last colon. Raises BadParameter."""
    if not written:
        return None
    host, __, port = written.rpartition(":")
    if not (host and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        text = _("“{value}” is not a host and a port, such as 127.0.0.1:9100")
        raise click.BadParameter(text.format(value=written))
    return host.strip("[]"), int(port)


def _address(_ctx: click.Context, _option: click.Parameter, written: str | None) -> str | None:
    """The address that was typed, if it is a scheme and a host with nothing behind them. Raises BadParameter."""
    if written is None:
        return None
    parts = urlsplit(written)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        text = _("“{value}” is not an address such as http://192.168.1.5:8000")
        raise click.BadParameter(text.format(value=written))
    return written


def _contact(_ctx: click.Context, _option: click.Parameter, written: str | None) -> str | None:
    """The URL that was typed, or one made of an email address. Raises BadParameter."""
    if written is None or written.startswith(("mailto:", "https://", "tel:")):
        return written
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", written):
        raise click.BadParameter(_("“{value}” is neither an email address nor a URL").format(value=written))
    return f"mailto:{written}"


def at_home() -> Callable[[Command], Command]:
    """The options of `serve` for whoever starts it at home."""
    says_address = "The address on QR codes and in links, where phones can't use the one it finds itself."

    def with_both(command: Command) -> Command:
        opens = click.option("--open", "opens", is_flag=True, help="Open it in this computer's browser.")
        address = click.option(
            "--address", callback=_address, envvar="COMPANION_ADDRESS", metavar="URL", help=says_address
        )
        return opens(address(command))

    return with_both


def hosting() -> Callable[[Command], Command]:
    """The options of `serve` for whoever runs a public server; at home they are not needed."""
    says_proxy = "A web server in front of this one, trusted to say who is asking. Can be repeated."
    says_days = "Delete games nobody has touched for this many days; 0 keeps them."
    says_circles = "Delete circles nobody has opened for this many days, with their games; 0 keeps them."
    says_copies = "Keep a copy of all games for this many days, in a folder beside them; 0 makes none. SQLite only."
    says_metrics = "Serve numbers for Prometheus there, at /metrics; keep this address private."
    says_contact = "Whom to write to about a weakness: an email address or a URL, for /.well-known/security.txt."
    says_notice = "A file whose first line is shown on every page; it is read again as it changes."
    says_lines = "Print a line of JSON for each request."
    added = (
        click.option(
            "--proxy",
            "proxies",
            callback=_networks,
            multiple=True,
            envvar="COMPANION_PROXY",
            metavar="ADDRESS",
            help=says_proxy,
        ),
        click.option(
            "--keep-days",
            type=click.IntRange(0, MOST_DAYS),
            default=0,
            show_default=True,
            envvar="COMPANION_KEEP_DAYS",
            help=says_days,
        ),
        click.option(
            "--keep-circles",
            type=click.IntRange(0, MOST_DAYS),
            default=TWO_YEARS,
            show_default=True,
            envvar="COMPANION_KEEP_CIRCLES",
            help=says_circles,
        ),
        click.option(
            "--copies",
            type=click.IntRange(0, MOST_DAYS),
            default=DAYS,
            show_default=True,
            envvar="COMPANION_COPIES",
            help=says_copies,
        ),
        click.option(
            "--metrics", callback=_host_and_port, envvar="COMPANION_METRICS", metavar="HOST:PORT", help=says_metrics
        ),
        click.option(
            "--contact", callback=_contact, envvar="COMPANION_CONTACT", metavar="MAIL-OR-URL", help=says_contact
        ),
        click.option(
            "--notice",
            type=click.Path(dir_okay=False, path_type=Path),
            envvar="COMPANION_NOTICE",
            metavar="FILE",
            help=says_notice,
        ),
        click.option("--lines", is_flag=True, envvar="COMPANION_LINES", help=says_lines),
    )

    def with_all(command: Command) -> Command:
        for option in reversed(added):
            command = option(command)
        return command

    return with_all
