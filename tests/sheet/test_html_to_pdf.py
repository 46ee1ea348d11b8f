"""Paper lets nothing in from outside, and says what to install where it cannot work."""

from __future__ import annotations

import sys

import pytest

from companion.sheet import html_to_pdf

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs="


def test_a_page_becomes_a_pdf() -> None:
    assert html_to_pdf.pdf("<!doctype html><p>Trackside").startswith(b"%PDF")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:9/x.png",
        "https://example.org/x.png",
        "file:///etc/passwd",
        "ftp://example.org/x",
        "http://[",
        f"{html_to_pdf.fonts()[0].as_uri()}/../../../pyproject.toml",
    ],
)
def test_nothing_is_fetched_from_outside(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is the page lost for it: what is refused is left out."""
    from urllib.request import OpenerDirector

    asked: list[object] = []
    monkeypatch.setattr(OpenerDirector, "open", lambda *said, **_more: asked.append(said))
    page = f'<!doctype html><link rel=stylesheet href="{url}"><img src="{url}"><svg><image href="{url}"/></svg>'
    assert html_to_pdf.pdf(page).startswith(b"%PDF")
    assert not asked
    assert not html_to_pdf.may_fetch(url)


def test_what_the_page_carries_and_our_fonts_are_let_in() -> None:
    assert html_to_pdf.fonts()
    assert all(html_to_pdf.may_fetch(font.as_uri()) for font in html_to_pdf.fonts())
    assert html_to_pdf.may_fetch(PIXEL)
    assert b"/Image" in html_to_pdf.pdf(f'<!doctype html><img src="{PIXEL}">')


def test_without_pango_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoPango:
        def find_spec(self, name: str, *_more: object) -> None:
            if name == "weasyprint":
                raise OSError("cannot load library")

    for name in [name for name in sys.modules if name.split(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [NoPango(), *sys.meta_path])
    with pytest.raises(html_to_pdf.CannotPrint, match="apt install libpango"):
        html_to_pdf.pdf("<p>")


def test_a_png_is_as_wide_as_was_asked() -> None:
    png = html_to_pdf.png(
        html_to_pdf.pdf(
            html_to_pdf.svg_page('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"></svg>')
        ),
        640,
    )
    assert png[16:24] == (640).to_bytes(4, "big") + (320).to_bytes(4, "big")


def test_a_page_has_the_size_of_its_picture() -> None:
    assert "@page{size:300px 200px;" in html_to_pdf.svg_page('<svg viewBox="0 0 1 1" width="300" height="200"/>')
    assert "@page{size:720px 480px;" in html_to_pdf.svg_page("<svg/>")
