"""Printed pages: documents out of templates, and the style that goes with them.

Every text in a template is escaped, since names are what strangers type. The style is the small files in static/print
in one text, with the addresses of their fonts.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion import data, i18n

# What an @page rule calls them, by what people ask for.
PAPERS: Final = {"a4": "A4", "letter": "letter"}
_FONT: Final = re.compile(r'url\("([^":]+\.woff2)"\)')


def document(template: str, shown: Mapping[str, Any], size: str, style: str = "", notice: str = "") -> str:
    """A whole HTML document from a template; without a style where the caller adds one."""
    return _templates().get_template(template).render(shown, size=size, style=style, notice=notice)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(data.templates()),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals.update(i18n.for_templates(), language=i18n.language)
    return environment


@lru_cache(maxsize=4)
def style(size: str) -> str:
    """The style for our own printer, which may read the fonts from their files."""
    return _joined(size, lambda font: font.as_uri())


@lru_cache(maxsize=4)
def standing_alone(size: str) -> str:
    """The style as a data: URL, fonts included, for a file that is opened anywhere."""
    whole = _joined(size, lambda font: f"data:font/woff2;base64,{b64encode(font.read_bytes()).decode()}")
    return f"data:text/css;base64,{b64encode(whole.encode()).decode()}"


def _joined(size: str, address: Callable[[Path], str]) -> str:
    folder = data.static() / "print"
    named = PAPERS[size]
    pages = f"@page {{ size: {named} }}\n@page board {{ size: {named} landscape }}\n"
    text = "\n".join(file.read_text("utf-8") for file in sorted(folder.glob("*.css")))
    return _FONT.sub(lambda found: f'url("{address((folder / found[1]).resolve())}")', text) + pages
