"""What a test asks of the scripts of a page: by importing the modules that the page itself has."""

from __future__ import annotations

import re

FOUND = """(name => import(new URL(`${name}.js`, document.querySelector('script[src$="/site.js"]').src)))"""


def using(what: str, body: str) -> str:
    """A script that has these names of these modules, such as "outbox: outbox, settings; sync: live"."""
    names = [part.split(":") for part in what.split(";")]
    taken = "".join(f'const {{ {some.strip()} }} = await {FOUND}("{module.strip()}"); ' for module, some in names)
    argument = re.match(r"\s*(\w+)\s*=>\s*", body)
    rest = body[argument.end() :] if argument else body
    said = rest if rest.startswith("{") else f"return {rest};"
    return f"async ({argument[1] if argument else ''}) => {{ {taken}{said} }}"
