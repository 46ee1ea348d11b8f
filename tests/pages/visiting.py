"""What people do with forms, for the tests of the pages around a table."""

from __future__ import annotations

import html
from itertools import count
from typing import Any

from flask.testing import FlaskClient

from companion.play.keys import browser_with
from companion.store.devices import BrowserDevice

COLORS = ("blue", "red", "green", "yellow", "black")
FRAGMENT = {"HX-Request": "true", "HX-Request-Type": "partial"}
_ids = count()


def seats(*names: str, **more: Any) -> dict[str, Any]:
    """The rows of the form with these names, the rest left empty."""
    told: dict[str, Any] = {"row": ["1", "2", "3", "4", "5"]}
    for row, color in enumerate(COLORS, 1):
        told[f"name-{row}"] = names[row - 1] if row <= len(names) else ""
        told[f"color-{row}"] = color
    return told | more


def new_game(*names: str, board: str = "usa", variant: str = "base", **more: Any) -> dict[str, Any]:
    """The form of a new game, filled in."""
    return seats(*names, **{"map": board, f"variant-{board}": variant, "tracking": "live"} | more)


def opened(client: FlaskClient, *names: str, **more: Any) -> str:
    """A table opened through the form: its address."""
    answer = client.post("/new", data=new_game(*(names or ("Ada", "Bo", "Cy")), **more))
    assert answer.status_code == 303, text(answer)
    return str(answer.location)


def told(tables: Any, client: FlaskClient, address: str, **entry: Any) -> int:
    """An entry reported by this browser; its place."""
    name = f"told-{next(_ids)}"
    return int(tables.log.report(address.rsplit("/", 1)[1], device(client), {"id": name, **entry}).entry)


def device(client: FlaskClient) -> BrowserDevice:
    """What the server keeps of a browser's cookie."""
    cookie = client.get_cookie("trackside")
    assert cookie is not None
    return browser_with(cookie.value)


def guest(app: Any, tables: Any, host: FlaskClient, address: str, role: str = "player") -> FlaskClient:
    """Another browser that scanned the code."""
    client: FlaskClient = app.test_client()
    secret = tables.door.invite(address.rsplit("/", 1)[1], device(host))
    assert client.post("/join", data={"secret": secret, "as": role}).status_code == 303
    return client


def text(answer: Any) -> str:
    """The page as people read it, without the signs that keep letters from the right to themselves."""
    return html.unescape(answer.text).replace("\u2068", "").replace("\u2069", "")
