"""How others come to a table: its code, and the link of this phone as text and as a code to scan."""

from __future__ import annotations

import io
from typing import Any

import segno
from markupsafe import Markup

from companion.play import Refused
from companion.play.keys import device_invitation
from companion.play.tables import StoreUnavailable, Tables
from companion.web.addresses import invitation
from companion.web.devices import this_device, this_token
from companion.web.refusals import sentence


def way_in(tables: Tables, table: str, code: str | None) -> dict[str, Any]:
    """Of the link only the address, where it is a new one and nothing can be written now: the code is enough.

    A device that was shut out of another game of the series lets nobody in here either.
    """
    address = invitation("").partition("://")[2].rstrip("#")
    try:
        secret = tables.door.invite(table, this_device(), device_invitation(this_token(), table, code))
    except StoreUnavailable:
        return {"address": address}
    except Refused as no:
        return {"address": address, "code": None, "removed": sentence(no)}
    return {"address": address, "link": invitation(secret), "qr": qr(invitation(secret))}


def qr(text: str) -> Markup:
    """A code to scan, as SVG in literal colours, with the quiet margin that cameras want."""
    drawn = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, svgns=True, border=4, dark="#000000", light="#ffffff", omitsize=True)
    return Markup(drawn.getvalue().decode())  # noqa: S704  (segno draws modules; nothing of the text is in it)
