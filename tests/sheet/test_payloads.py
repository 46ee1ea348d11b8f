"""Pages that want something from elsewhere: printed with a trap server listening, none of them gets anything.

Each is also printed by a printer that fetches whatever it is asked for, to see that the trap would have caught it.
"""

from __future__ import annotations

import re
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote

import pypdfium2
import pytest

from companion import data, sheet
from companion.rules.tally import tally
from companion.sheet import html_to_pdf as paper
from companion.sheet.html_document import style
from tests.support.doses import one_in
from tests.support.evenings import Evening, read

SECRET = "QUIZZICAL"
SEEN = SECRET[2:]  # a picture's edge may cut a letter off
SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>{}</svg>"


def drawing(address: str) -> str:
    """A drawing that holds a picture from there, as data."""
    return "data:image/svg+xml," + quote(SVG.format(f"<image href='{address}' width='9' height='9'/>"))


# Under each name a page's body; {trap} is an address of the trap, {file} that of a file with a secret.
PAYLOADS = {
    "image": "<img src='{trap}/a.png'>",
    "image of a file": "<img src='{file}.svg'>",
    "image through a redirect": "<img src='{trap}/to-file'>",
    "image set": "<img srcset='{trap}/a.png 1x, {trap}/b.png 2x' src='{trap}/c.png'>",
    "object": "<object data='{trap}/a.svg' type='image/svg+xml'></object>",
    "object of a file": "<object data='{file}.svg'></object>",
    "embed": "<embed src='{trap}/a.svg'>",
    "frame": "<iframe src='{file}'></iframe>",
    "style sheet": "<link rel=stylesheet href='{trap}/a.css'>",
    "style sheet of a file": "<link rel=stylesheet href='{file}.css'><p id=x>text",
    "style sheet through a redirect": "<link rel=stylesheet href='{trap}/to-css'>",
    "import": "<style>@import url('{trap}/a.css');</style>",
    "import of a file": "<style>@import '{file}.css';</style><p id=x>text",
    "import in data": "<link rel=stylesheet href=\"data:text/css,@import '{trap}/a.css';\">",
    "background": "<style>body {{ background: url('{trap}/a.png') }}</style>",
    "list marker": "<ul style=\"list-style: url('{trap}/a.png')\"><li>text</ul>",
    "content": "<style>p::before {{ content: url('{trap}/a.png') }}</style><p>text",
    "content of a file": "<style>p::before {{ content: url('{file}.svg') }}</style><p>text",
    "border": "<p style=\"border: 9px solid; border-image: url('{trap}/a.png') 9\">text",
    "page background": "<style>@page {{ background: url('{trap}/a.png') }}</style>",
    "typeface": "<style>@font-face {{ font-family: x; src: url('{trap}/a') }} p {{ font-family: x }}</style><p>t",
    "attachment": "<link rel=attachment href='{file}'>",
    "attachment from elsewhere": "<link rel=attachment href='{trap}/a'>",
    "attachment at a link": "<a rel=attachment href='{file}'>text</a>",
    "picture in a picture": '<img src="{drawn_trap}">',
    "file in a picture": '<img src="{drawn_file}">',
    "shape of elsewhere": "<svg width=9 height=9><use href='{trap}/a.svg#x'/></svg>",
    "picture in the page's own drawing": "<svg width=9 height=9><image href='{trap}/a.png' width=9 height=9 /></svg>",
    "style in a drawing": "<svg width=9><style>@import url('{trap}/a.css');</style><rect width=9 height=9 /></svg>",
    "entity of a file": "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY s SYSTEM '{file}'>]><p>&s;",
    "base of another host": "<base href='{trap}/'><img src='a.png'>",
    "metadata": "<meta name=author content='{file}'><link rel=schema.dc href='{trap}/a'><img src='{trap}/a.png'>",
}
# What a printer that fetches whatever it is asked for does not ask for either.
ASLEEP = {
    "frame",
    "image set",
    "entity of a file",
    "file in a picture",
    "style in a drawing",
    "shape of elsewhere",
    "typeface",
    "border",
}


class _Trap(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.calls.append(self.path)
        to = {"/to-file": self.server.file + ".svg", "/to-css": "/a.css"}.get(self.path)
        self.send_response(302 if to else 200)
        if to:
            self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_told: object) -> None:
        pass


@pytest.fixture
def secret(tmp_path):
    """The address of a file with a secret, and beside it the same as picture and style."""
    file = tmp_path / "secret"
    file.write_text(SECRET)
    file.with_suffix(".svg").write_text(SVG.format(f"<title>{SECRET}</title><text y='9'>{SECRET}</text>"))
    file.with_suffix(".css").write_text(f"#x::before {{ content: '{SECRET}' }}")
    return file.as_uri()


@pytest.fixture
def trap(secret):
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Trap)
    server.calls, server.file = [], secret
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def body(name, trap):
    there = f"http://127.0.0.1:{trap.server_port}"
    drawn = {kind: drawing(f"{at}.svg") for kind, at in (("drawn_trap", f"{there}/a"), ("drawn_file", trap.file))}
    return PAYLOADS[name].format(trap=there, file=trap.file, **drawn)


def everything_in(pdf):
    """Its words, and all of its parts unpacked."""
    parts = [pdf]
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S):
        try:
            parts.append(zlib.decompress(packed))
        except zlib.error:
            continue
    words = "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))
    return b"\n".join(parts) + words.encode()


@pytest.mark.parametrize("name", one_in(4, PAYLOADS))
def test_a_page_with_a_payload_fetches_nothing_and_prints_the_rest(name, trap):
    """As if a template had forgotten to escape what somebody typed."""
    page = f"<!doctype html><html lang=en><title>x</title>{body(name, trap)}<p>the rest"
    pdf = paper.pdf(page, style("a4"), tagged=True)
    assert trap.calls == []
    told = everything_in(pdf)
    assert SEEN.encode() not in told
    assert b"EmbeddedFile" not in told
    assert b"the rest" in told


@pytest.mark.parametrize("name", one_in(6, sorted(PAYLOADS.keys() - ASLEEP)))
def test_a_printer_without_our_guard_would_fetch_it(name, trap):
    from weasyprint import HTML

    pdf = HTML(string=f"<!doctype html><title>x</title>{body(name, trap)}<p>the rest").write_pdf()
    assert trap.calls or SEEN.encode() in everything_in(pdf)


def test_there_are_thirty_of_them():
    assert len(PAYLOADS) >= 30
    assert len(PAYLOADS.keys() - ASLEEP) >= 20


@pytest.mark.parametrize("first", range(0, len(PAYLOADS), 5))
def test_as_names_and_titles_they_are_words(first, trap):
    chosen = (list(PAYLOADS)[first : first + 5] * 5)[:5]
    markup = [body(name, trap) for name in chosen]
    names = tuple(one[:24] for one in markup)
    record = Evening(3, "usa", 5).record(names, title=markup[0][:80])
    pdf = sheet.sheet_pdf(tally(read(record).replayed()), address=markup[1][:60])
    assert trap.calls == []
    told = everything_in(pdf)
    assert SEEN.encode() not in told
    assert b"EmbeddedFile" not in told


def test_no_template_of_the_sheet_gives_an_address_that_people_typed():
    """Of what is fetched by a printer there is only our own data."""
    templates = (data.templates() / "sheet").glob("*.html")
    address = r'(?:src|href|data)="([^"]*)"'
    given = [(file.name, found) for file in templates for found in re.findall(address, file.read_text())]
    assert given
    assert [one for one in given if not one[1].startswith(("data:", "{{", "#"))] == []
