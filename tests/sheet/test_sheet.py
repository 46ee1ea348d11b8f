"""The score sheet: its words, its pages in pixels, what it tells whoever cannot see, and that it fetches nothing."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from datetime import date
from typing import Any

import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from companion import data, sheet
from companion.picture import PRINT
from companion.picture.looks import LOOKS
from companion.prose.reasons import bonus_name
from companion.rules.tally import Tally, tally
from companion.sheet import game_sheet as game
from companion.sheet import html_to_pdf as paper
from companion.sheet.html_document import document, style
from companion.sheet.typesetting import in_capitals, mark
from tests.picture.test_pixels import missing
from tests.rules.making import board, counted
from tests.support.evenings import Evening, crowded, evening, read
from tests.support.markup import parsed
from tests.support.naughty import FETCHING, names, tables

ADDRESS = "https://trackside.example/t/abcd"
WHEN = date(2026, 11, 18)
SIZES = {"a4": (595, 842), "letter": (612, 792)}
# A page that one player's plate fills.
PLATE = "<style>@page { size: 24mm; margin: 0 } body { margin: 0 } img { width: 24mm; display: block }</style>"


def pages(pdf: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf)


def words(pdf: bytes) -> list[str]:
    """The text of every page, on one line each."""
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pages(pdf)]


@pytest.fixture(scope="module")
def europe() -> Tally:
    return tally(evening(7, "europe", 5).replayed())


@pytest.fixture(scope="module", params=SIZES)
def printed(request: Any, europe: Tally) -> tuple[str, bytes]:
    return request.param, sheet.sheet_pdf(europe, request.param, when=WHEN, address=ADDRESS)


def test_it_works_on_both_papers(printed):
    size, pdf = printed
    found = [tuple(round(side) for side in page.get_size()) for page in pages(pdf)]
    upright, across = SIZES[size], SIZES[size][::-1]
    assert found == [upright, across, upright, upright]


def test_the_first_page_has_the_tally_and_the_verdict(printed, europe):
    first = words(printed[1])[0]
    for told in ("FRIDAY NIGHT", "Europe", "Base game", "18 November 2026", ADDRESS):
        assert told in first
    assert "Ada wins with 133 points, 52 more than Bo." in first
    for line in europe.lines:
        assert line.score.name in first
        assert str(line.total).replace("-", "−") in first
    for row in ("Routes", "Completed tickets", "Tickets not completed", "Unbuilt stations", "European Express"):
        assert row in first


def test_the_first_page_shows_everybodys_network_too(printed):
    image = paper.image(printed[1], 1600, 0).convert("RGB")
    below = image.crop((0, image.height * 6 // 10, image.width, image.height))
    assert not missing({LOOKS[color].colour for color in ("blue", "red", "green", "yellow", "black")}, below)


def test_four_players_share_a_page(printed):
    assert words(printed[1])[2].count("Place") == 4


def test_the_second_has_the_board_and_everybodys_longest_path(printed, europe):
    second = words(printed[1])[1].replace("\ufffe", "")
    assert "LONGEST PATHS" in second
    assert "Constantinople" in second
    for line in europe.lines:
        assert f"{line.score.path.length} trains:" in second


def test_then_everybody_has_tickets_with_journeys_and_routes(printed):
    rest = " ".join(words(printed[1])[2:])
    assert "Danzig – Warszawa – Berlin – Essen – Frankfurt – Paris – Pamplona – Madrid – Lisboa, 23 trains" in rest
    assert "not completed" in rest
    assert "none built" in rest
    assert "Berlin – Warszawa (purple)" in rest


def test_names_in_greek_and_cyrillic_are_in_our_own_type():
    result = tally(read(Evening(3, "usa", 2).record(("Ελένη", "Żółć Їжак"))).replayed())
    pdf = sheet.sheet_pdf(result)
    assert "Ελένη" in words(pdf)[0]
    assert "Żółć Їжак" in words(pdf)[0]
    fonts = {name.decode() for name in re.findall(rb"/BaseFont ?/[A-Z]{6}\+([\w-]+)", uncompressed(result))}
    assert {"Old-Standard", "Old-Standard-Bold", "League-Gothic"} <= fonts
    assert not [font for font in fonts if "DejaVu" in font or "Noto" in font]


def test_the_code_for_new_keepers_of_a_circle_is_at_its_end(europe):
    code = sheet.KeeperCode("Tuesday's trains", "https://trackside.example/circles/join#secret")
    pages = words(sheet.sheet_pdf(europe, keeper_code=code))
    assert "Tuesday's trains" in pages[-1]
    assert "whoever scans the code becomes a keeper" in " ".join(pages[-1].split())
    assert "secret" not in " ".join(pages)
    assert "scans the code" not in " ".join(words(sheet.sheet_pdf(europe)))


@pytest.mark.parametrize("face", ["regular", "italic", "bold"])
def test_a_minus_is_as_wide_as_a_figure(face):
    """As the face comes it is nearly as wide as a dash, so that a loss reads "—33"."""
    font = TTFont(data.static() / "print" / f"old-standard-{face}.woff2")
    widths, letters = font["hmtx"], font.getBestCmap()
    assert widths[letters[0x2212]][0] == widths[letters[ord("8")]][0]


def uncompressed(result: Tally) -> bytes:
    """The PDF as text, to look into."""
    from weasyprint import HTML

    html = document(sheet.SHEET, game.game_pages(result, None, None), "a4")
    styles, fonts = paper._style_and_fonts(style("a4"))
    made: bytes = HTML(string=html).write_pdf(
        stylesheets=styles, font_config=fonts, pdf_variant="pdf/ua-1", uncompressed_pdf=True
    )
    return made


def test_it_is_tagged_and_says_what_pictures_show(europe):
    pdf = uncompressed(europe)
    for part in (b"/MarkInfo", b"/StructTreeRoot", b"/Lang", b"pdfuaid", b"/TH", b"/Figure", b"/Alt"):
        assert part in pdf
    told = [bytes.fromhex(alt.decode()).decode("utf-16") for alt in re.findall(rb"/Alt <([0-9a-fA-F]+)>", pdf)]
    told += [alt.decode("latin1") for alt in re.findall(rb"/Alt \((.*?)\)>>", pdf)]
    assert any("The Europe board with everyone's routes" in alt for alt in told)
    assert any("At the end: Ada 68, Bo 39" in alt for alt in told)
    assert {alt for alt in told if alt in {"blue, circle", "red, triangle", "yellow, star"}} >= {"blue, circle"}


def test_every_players_colour_and_shape_is_on_every_page_that_shows_them(printed):
    for number in (0, 1):
        image = paper.image(printed[1], 1600, number).convert("RGB")
        colours = {LOOKS[color].colour for color in ("blue", "red", "green", "yellow", "black")}
        assert not missing(colours | {PRINT.casing}, image)
    tickets = paper.image(printed[1], 1600, 2).convert("RGB")
    assert not missing({"#f1e6cb", "#ffffff"}, tickets)  # card, and paper where it was punched


@pytest.mark.parametrize("color", LOOKS)
def test_in_grey_every_plate_differs_from_paper(color):
    """What is printed without colours still has a dark casing, and a shape that is seen on what it surrounds."""
    page = f'<!doctype html>{PLATE}<img alt="" src="{mark(color, LOOKS[color]).plate()}">'
    grey = paper.image(paper.pdf(page), 240).convert("L")
    assert grey.getpixel((1, 1)) > 250, "paper"
    assert grey.getpixel((10, 120)) < 60, "its casing"
    darkest, lightest = grey.crop((36, 36, 204, 204)).getextrema()
    assert lightest - darkest > 60, "a shape on its field"


@pytest.mark.parametrize(("name", "size"), [*zip(["usa", "europe"], SIZES, strict=True)])
def test_five_players_with_the_longest_names_and_25_tickets_stay_on_the_paper(boards, name, size):
    pdf = sheet.sheet_pdf(tally(read(crowded(boards[name])).replayed()), size, when=WHEN, address=ADDRESS)
    told = words(pdf)
    assert len(told) <= 9
    assert "LONGEST PATHS" in told[1]  # the tally keeps to its page
    assert "Route points" in told[-1]
    for number, page in enumerate(pages(pdf)):
        right = page.get_width()
        assert all(rect[0] >= 0 and rect[2] <= right for rect in _rects(page)), number
        edge = paper.image(pdf, 1000, number).convert("L")
        strip = edge.crop((975, 0, 1000, edge.height))
        assert strip.getextrema()[0] > 250, number


def _rects(page: Any) -> Iterator[tuple[float, float, float, float]]:
    text = page.get_textpage()
    yield from (text.get_rect(n) for n in range(text.count_rects()))


def test_before_the_end_it_says_so():
    result = tally(evening(3, "usa", 2).replayed())
    result.table.finished = False
    first = words(sheet.sheet_pdf(result))[0]
    assert "as if the game ended now" in first or "with the tickets entered so far" in first
    assert "INTHELEAD" in first.replace(" ", "")


def test_a_board_without_places_and_a_game_without_anything():
    small = board("a b 3", "b c 2")
    told = " ".join(words(sheet.sheet_pdf(counted(small))))
    for text in ("No tickets", "No routes", "no route"):
        assert text in told


def test_a_shared_longest_path_is_shown_for_all(boards):
    record = Evening(3, "usa", 2).record()
    claims = [("blue", "dallas--little-rock"), ("red", "denver--santa-fe")]
    record["log"] = [{"type": "claim", "player": player, "route": route} for player, route in claims]
    result = tally(read(record).replayed())
    assert len(result.longest) == 2
    assert words(sheet.sheet_pdf(result))[1].count("the longest") == 2


def test_capitals_only_where_no_letter_is_lost():
    assert in_capitals("Friday night, Zoë")
    assert not in_capitals("Straße")
    assert not in_capitals("Ωμέγα")
    assert not in_capitals("İstanbul")


@pytest.fixture
def trap() -> Iterator[tuple[int, list[bytes]]]:
    """A server on this machine that only notes who calls."""
    calls: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        done = threading.Event()

        def listen() -> None:
            while not done.is_set():
                try:
                    line, _who = server.accept()
                except TimeoutError:
                    continue
                with line:
                    line.settimeout(1)
                    calls.append(line.recv(200))

        listening = threading.Thread(target=listen)
        listening.start()
        yield server.getsockname()[1], calls
        done.set()
        listening.join()


def test_the_trap_works(trap):
    port, calls = trap
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"GET /x")
    for _ in range(20):
        if calls:
            break
        threading.Event().wait(0.1)
    assert calls == [b"GET /x"]


def test_nothing_that_people_typed_is_fetched(trap, tmp_path, monkeypatch):
    """As a name, as a title, and through a template that forgot to escape."""
    port, calls = trap
    secret = tmp_path / "s"
    secret.write_text("SECRET")
    payloads = [
        f"<img src=//127.0.0.1:{port}>",
        f"url(http://127.0.0.1:{port})"[:24],
        f"<link href=//0:{port}>"[:24],
        f"@import '//0:{port}';"[:24],
        *FETCHING,
    ]
    for first in range(0, len(payloads), 5):
        chosen = (payloads[first : first + 5] + payloads)[:5]
        title = f"<link rel=stylesheet href=http://127.0.0.1:{port}/t><img src='file://{secret}'>"[:80]
        result = tally(read(Evening(3, "usa", 5).record(tuple(n[:24] for n in chosen), title=title)).replayed())
        told = " ".join(words(sheet.sheet_pdf(result, address=f"http://127.0.0.1:{port}/t/x")))
        assert "SECRET" not in told
        assert "<link rel=stylesheet" in told
    raw = f"""<!doctype html><html lang=en><title>x</title><link rel=stylesheet href="http://127.0.0.1:{port}/c">
    <link rel=attachment href="file://{secret}"><style>@import url(http://127.0.0.1:{port}/i);
    @font-face {{ font-family: x; src: url(http://127.0.0.1:{port}/f) }} p {{ font-family: x;
    background: url(http://127.0.0.1:{port}/b); content: url(file://{secret}) }}</style><p>text
    <img src="http://127.0.0.1:{port}/m"><object data="file://{secret}"></object><iframe src="file://{secret}"></iframe>
    <svg width="9" height="9"><image href="http://127.0.0.1:{port}/s"/><use href="http://127.0.0.1:{port}/u#a"/></svg>"""
    pdf = paper.pdf(raw, style("a4"), tagged=True)
    assert "text" in words(pdf)[0]
    assert b"SECRET" not in pdf
    assert b"EmbeddedFile" not in pdf
    assert calls == []


ALLOWED = {
    *("html", "head", "meta", "title", "link", "body", "section", "header", "div", "p", "span", "a", "img", "bdi"),
    *("svg", "title", "rect", "path", "h1", "h2", "h3", "ul", "li", "figure", "figcaption", "b", "small"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}


def test_emoji_in_names_stand_beside_them_and_break_no_sheet():
    """Drawn where the machine has a font for them, else their place stays blank; the page is the same one."""
    people = ("Ada \U0001f682", "Bo \U0001f469\u200d\U0001f680", "Ελένη \U0001f1ec\U0001f1e7")
    played = tally(read(Evening(18, "europe", 3).record(people)).replayed())
    plain = tally(read(Evening(18, "europe", 3).record(("Ada", "Bo", "Ελένη"))).replayed())
    told, without = (words(sheet.sheet_pdf(one, "a4", when=WHEN, address=ADDRESS)) for one in (played, plain))
    assert len(told) == len(without)
    for name in ("Ada", "Bo", "Ελένη"):
        assert told[0].count(name) == without[0].count(name)


def test_60_kb_of_naughty_names_are_only_texts(monkeypatch):
    """In the page as HTML: no element and no attribute but ours."""
    monkeypatch.setattr(game, "picture", lambda *_said, **_more: "<svg/>")
    for number, (chosen, result) in enumerate(tables()):
        html = document(sheet.SHEET, game.game_pages(result, None, None), "a4")
        assert not re.search(r"<(?:script|iframe|object|style|use|/style|!--|!\[)", html)
        if number % 8 == 0 and "\uffff" not in html:
            tree = parsed(html)
            assert {e.tag.rpartition("}")[2] for e in tree.iter()} <= ALLOWED
            assert not [name for e in tree.iter() for name in e.attrib if name.startswith("on") or name == "style"]
            text = "".join(tree.itertext())
            assert all(name in text for name in chosen)


def test_60_kb_of_naughty_names_on_paper():
    """All at once, in a page's own place for sentences."""
    shown = game.game_pages(next(tables())[1], None, None) | {"notices": list(names()), "map": None, "race": None}
    pdf = paper.pdf(document(sheet.SHEET, shown, "a4"), style("a4"), tagged=True)
    told = " ".join(words(pdf))
    for name in ("<script>alert(1)", "@import url(//h)", "=cmd|' /C", "{{ 7*7 }}", "Ωμέγα"):
        assert name in told


def test_it_stays_small(printed):
    assert len(printed[1]) <= 120_000


def test_as_html_it_is_one_file_that_loads_nothing(europe):
    html = sheet.sheet_html(europe, when=WHEN, address=ADDRESS, notice="PDF needs Pango")
    assert "PDF needs Pango" in html
    loaded = re.findall(r'(?:src|href)="([^"]{0,60})', html)
    assert all(url.startswith("data:") or url == ADDRESS for url in loaded)
    css = next(url for url in loaded if url.startswith("data:text/css"))
    assert css
    parsed(html)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["usa", "europe"])
def test_blank_sheets(boards, name, size):
    told = words(sheet.blank_pdf(boards[name], size))
    assert len(told) == 2
    for length, points in boards[name].points_for.items():
        assert re.search(rf"of {length} trains? {points} points? each", told[0])
    assert "Ticket 8" in told[0]
    assert ("Unbuilt stations" in told[0]) == (name == "europe")
    assert "TOTAL" in told[0]
    assert bonus_name(boards[name], "longest-path") in told[0]
    assert "COLOUR IN YOUR ROUTES" in told[1].upper()


def test_a_blank_sheet_of_a_board_without_places():
    small = board("a b 3", "b c 2", double_routes_need_players=2)
    told = words(sheet.blank_pdf(small))
    assert len(told) == 1
    assert "double route" not in told[0]
    parsed(sheet.blank_html(small, notice="x"))
