"""HTML to PDF, and a PDF's page to an image. The only module that imports WeasyPrint, and only when it is used.

Pages load nothing but what they carry with them (`data:`) and our own fonts.
"""

from __future__ import annotations

import atexit
import io
import re
from base64 import b64encode
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import data
from companion.i18n import gettext as _

if TYPE_CHECKING:
    from PIL.Image import Image

_SIZE = re.compile(r' width="([0-9.]+)" height="([0-9.]+)"')


class CannotPrint(Exception):
    """This machine lacks something for printing; the message says what to do."""


def pdf(html: str, style: str = "", tagged: bool = False) -> bytes:
    """An HTML document as PDF. A style is parsed only once, with its fonts; `tagged` makes it accessible (PDF/UA)."""
    weasyprint = _weasyprint()
    sheets, fonts_of_style = _style_and_fonts(style)
    page = weasyprint.HTML(string=html, url_fetcher=_fetcher())
    more = {"pdf_variant": "pdf/ua-1"} if tagged else {}
    written: bytes = page.write_pdf(stylesheets=sheets, font_config=fonts_of_style, **more)
    return written


def _weasyprint() -> Any:
    """The library WeasyPrint. Raises CannotPrint where Pango is missing."""
    try:
        import weasyprint
    except OSError as missing:
        why = _("PDFs need Pango, which isn't installed here. Debian, Ubuntu: {debian}   macOS: {macos}")
        how = {"debian": "sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"}
        raise CannotPrint(why.format(**how, macos="brew install pango")) from missing
    return weasyprint


@lru_cache(maxsize=8)
def _style_and_fonts(style: str) -> tuple[list[Any], Any]:
    """A parsed style sheet, in a list, and the fonts it names. Cached, since unpacking fonts takes long."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts_of_style = FontConfiguration()
    sheets = [CSS(string=style, url_fetcher=_fetcher(), font_config=fonts_of_style)] if style else []
    return sheets, fonts_of_style


@lru_cache(maxsize=1)
def _fetcher() -> Any:
    """What loads a page's files: nothing from outside, since a page may contain what strangers typed."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Guarded(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
            if not may_fetch(url):
                raise ValueError(f"not fetched: {url[:80]}")
            return super().fetch(url, headers)

    return Guarded(allowed_protocols={"data", "file"}, allow_redirects=False)


# The fonts are unpacked into a temporary folder, which goes with the cache. That has to happen before Python exits.
atexit.register(_style_and_fonts.cache_clear)


def may_fetch(url: str) -> bool:
    """Whether an address is data inside the page, or the full path of one of our fonts."""
    return url.startswith("data:") or url in {font.as_uri() for font in fonts()}


def fonts() -> list[Path]:
    """The font files that come with the program."""
    return sorted(file for folder in ("fonts", "print") for file in (data.static() / folder).glob("*.woff2"))


def svg_page(svg: str, title: str = "") -> str:
    """An HTML page of exactly the size of one picture, with nothing else on it."""
    size = _SIZE.search(svg)
    across, down = (float(part) for part in size.groups()) if size else (720.0, 480.0)
    style = f"@page{{size:{across:g}px {down:g}px;margin:0}}body{{margin:0}}img{{display:block}}"
    # As an image, since a parser of XML is many times faster than one of HTML.
    return f'<!doctype html><style>{style}</style><img src="{svg_data(svg)}" alt="{escape(title)}">'


def svg_data(svg: str) -> str:
    """A picture as a data: URL."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def png(pages: bytes, pixels: int) -> bytes:
    """A PDF's first page as a PNG of a given width."""
    out = io.BytesIO()
    image(pages, pixels).save(out, "PNG", optimize=True)
    return out.getvalue()


def jpeg(pages: bytes, pixels: int, quality: int = 85) -> bytes:
    """A PDF's first page as a JPEG of a given width: smaller than a PNG where there are many colours."""
    out = io.BytesIO()
    image(pages, pixels).save(out, "JPEG", quality=quality, optimize=True)
    return out.getvalue()


def image(pages: bytes, pixels: int, number: int = 0) -> Image:
    """A page of a PDF, counted from 0, as an image of a given width."""
    import pypdfium2  # as late as the rest: it is seldom needed

    with pypdfium2.PdfDocument(pages) as document:
        page = document[number]
        drawn: Image = page.render(scale=pixels / page.get_width()).to_pil()
    return drawn
