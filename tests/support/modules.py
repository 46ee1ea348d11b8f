"""What a test asks of the scripts of a page: by importing the modules that the page itself has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

from companion import data

HERE = "http://modules.test"
KINDS = {".js": "text/javascript", ".json": "application/json"}
FOUND = """(name => import(new URL(`${name}.js`, document.querySelector('script[src$="/site.js"]').src)))"""


def using(what: str, body: str) -> str:
    """A script that has these names of these modules, such as "outbox: outbox, settings; sync: live"."""
    names = [part.split(":") for part in what.split(";")]
    taken = "".join(f'const {{ {some.strip()} }} = await {FOUND}("{module.strip()}"); ' for module, some in names)
    argument = re.match(r"\s*(\w+)\s*=>\s*", body)
    rest = body[argument.end() :] if argument else body
    said = rest if rest.startswith("{") else f"return {rest};"
    return f"async ({argument[1] if argument else ''}) => {{ {taken}{said} }}"


@contextmanager
def empty_page(browser: Browser, file_at: Callable[[str], Path] | None = None) -> Iterator[Page]:
    """An empty page that can import the scripts as they stand in their folder, and ask for other files by a path."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HERE)
        if path == "/":
            route.fulfill(body="<!doctype html><title>Modules</title>", content_type="text/html")
            return
        file = data.static() / path[1:] if path.startswith("/js/") or file_at is None else file_at(path)
        route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])

    context = browser.new_context()
    page = context.new_page()
    page.route(f"{HERE}/**", answer)
    page.goto(f"{HERE}/")
    yield page
    context.close()
