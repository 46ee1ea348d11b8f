"""What a page shows to invite others to a table: the link of this phone, as text and as a QR code."""

from __future__ import annotations

import io
from typing import Any

import segno
from markupsafe import Markup

from companion.play import Refused
from companion.play.keys import device_invitation
from companion.play.tables import StoreUnavailable, Tables
from companion.web.addresses import invitation_url
from companion.web.errors import sentence
from companion.web.this_device import this_device, this_token


def invitation(tables: Tables, table: str, code: str | None) -> dict[str, Any]:
    """The template's values for inviting others: the server's address, the link and its QR code.

    There is no link while the database cannot store it; the typed code still works. A device that was shut out of the
    series gets neither link nor code, only the sentence that says so.
    """
    address = invitation_url("").partition("://")[2].rstrip("#")
    try:
        secret = tables.door.invite(table, this_device(), device_invitation(this_token(), table, code))
    except StoreUnavailable:
        return {"address": address}
    except Refused as refusal:
        return {"address": address, "code": None, "removed": sentence(refusal)}
    return {"address": address, "link": invitation_url(secret), "qr": qr(invitation_url(secret))}


def qr(text: str) -> Markup:
    """A QR code as SVG, black on white, with the margin that scanners need."""
    drawn = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, svgns=True, border=4, dark="#000000", light="#ffffff", omitsize=True)
    return Markup(drawn.getvalue().decode())  # noqa: S704  (segno draws modules; nothing of the text is in it)
