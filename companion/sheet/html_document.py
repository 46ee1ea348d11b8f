"""Printed pages: HTML documents from templates, and their style.

Templates escape every text, since names are typed by strangers. The style is all files in static/print joined, with
the addresses of their fonts filled in.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion import data, i18n

# The names of paper sizes in @page rules, by the names that people ask for.
PAPERS: Final = {"a4": "A4", "letter": "letter"}
_FONT: Final = re.compile(r'url\("([^":]+\.woff2)"\)')


def document(template: str, context: Mapping[str, Any], size: str, style: str = "", notice: str = "") -> str:
    """A whole HTML document from a template, for paper of this size; without a style if the caller adds one."""
    return _templates().get_template(template).render(context, size=size, style=style, notice=notice)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    """The environment for the sheet's templates; a template with a value missing raises an error."""
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
    """The style for our own printer, which may read fonts from their files."""
    return _style_sheet(size, lambda font: font.as_uri())


@lru_cache(maxsize=1)
def faces() -> str:
    """A style with only the fonts, for our own printer."""
    folder = data.static() / "print"
    return _with_fonts((folder / "faces.css").read_text("utf-8"), lambda font: font.as_uri())


@lru_cache(maxsize=4)
def embedded_style(size: str) -> str:
    """The style as a data: URL with its fonts inside, for a file that is opened anywhere."""
    whole = _style_sheet(size, lambda font: f"data:font/woff2;base64,{b64encode(font.read_bytes()).decode()}")
    return f"data:text/css;base64,{b64encode(whole.encode()).decode()}"


def _style_sheet(size: str, address: Callable[[Path], str]) -> str:
    """The style for a size of paper; `address` gives the address of each font file."""
    folder = data.static() / "print"
    paper = PAPERS[size]
    pages = f"@page {{ size: {paper} }}\n@page board {{ size: {paper} landscape }}\n"
    text = "\n".join(file.read_text("utf-8") for file in sorted(folder.glob("*.css")))
    return _with_fonts(text, address) + pages


def _with_fonts(text: str, address: Callable[[Path], str]) -> str:
    """A style sheet with the address of each font in place of its file's name."""
    folder = data.static() / "print"
    return _FONT.sub(lambda match: f'url("{address((folder / match[1]).resolve())}")', text)
