"""What may keep phones from this computer, each with what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.i18n import N_, quoted
from companion.i18n import gettext as _

NEXT: Final = N_("Next address")
COMMANDS: Final = {"ufw": "sudo ufw allow {port}/tcp", "firewalld": "sudo firewall-cmd --add-port={port}/tcp"}
TYPED: Final = N_("This computer's firewall may keep phones out. Open a terminal and type: {command}")
SENTENCES: Final[Mapping[str, str]] = {
    "no network": N_("This computer isn't connected to a network. Connect it to the Wi-Fi your phones use."),
    "interface": N_("Phones may not be able to reach the address {address} ({interface}). Choose {next}."),
    "public": N_(
        "Windows treats this network as public and keeps phones out. In “Settings”, open “Network & internet”, "
        "choose your network and select “Private network”."
    ),
    "windows": N_(
        "The Windows firewall may keep phones out. In “Settings”, search for “Allow an app through Windows Firewall” "
        "and tick Python."
    ),
    "macos": N_(
        "This Mac's firewall may keep phones out. In “System Settings”, open “Network”, then “Firewall”, and allow "
        "Python."
    ),
    "ufw": TYPED,
    "firewalld": TYPED,
    "isolation": N_(
        "Some Wi-Fi networks, especially guest networks, don't let devices reach each other. Turn on a phone's "
        "hotspot and connect this computer and the other phones to it."
    ),
    "portal": N_("Do the phones show a sign-in page? Sign in to the Wi-Fi there first, then scan again."),
}


def sentence(code: str, address: str, interface: str, port: int) -> str:
    """An obstacle in words, and what to do about it; the address and port are those of this server."""
    command = COMMANDS.get(code, "").format(port=port)
    words = {"address": address, "interface": interface, "next": quoted(_(NEXT)), "command": command}
    return _(SENTENCES[code]).format(**words)
