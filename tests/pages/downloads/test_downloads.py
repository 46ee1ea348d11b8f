"""What is taken along from the tally: sheet, spreadsheet, BG Stats, a text for the chat; nothing before the end."""

from __future__ import annotations

import csv
import io
import json
import re
from urllib.parse import unquote

import pytest

from companion.app import create_app
from companion.sheet.html_to_pdf import CannotPrint
from companion.sheet.pool import Busy, PrinterFailed
from companion.web.addresses import public_url
from tests.pages.finishing import almost, over
from tests.pages.visiting import text
from tests.support.evenings import Evening, evening, read
from tests.web.conftest import CheckingClient


class FakePress:
    """Notes what was wanted, and gives what it was told to."""

    def __init__(self):
        self.wanted, self.fault = [], None

    def __call__(self, record, size="a4", address=None, **_more):
        self.wanted.append((record, size, address))
        if self.fault:
            raise self.fault
        return b"%PDF-1.7"

    def blank(self, board, size="a4"):
        return self(board, size)


@pytest.fixture
def press():
    return FakePress()


@pytest.fixture
def client(boards, tables, press):
    app = create_app(boards, tables, printer=press)
    app.test_client_class = CheckingClient
    return app.test_client()


@pytest.fixture
def address(client, tables):
    return over(tables, client, evening(18, "europe", 5))


def test_the_tally_offers_everything_that_is_taken_along(client, address):
    page = text(client.get(f"{address}/tally"))
    for words in ("Score sheet (A4)", "Score sheet (Letter)", "Spreadsheet (CSV)", "Whole game (JSON)", "BG Stats"):
        assert words in page
    assert "Play again with the same people" in page


@pytest.mark.parametrize(("asked", "size"), [("", "a4"), ("?paper=letter", "letter")])
def test_a_sheet_comes_from_the_press(client, press, address, asked, size):
    for path in (f"{address}/sheet.pdf", f"/api/tables{address[2:]}/sheet.pdf"):
        answer = client.get(path + asked)
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        assert answer.headers["Cache-Control"] == "no-store"
        record, wanted, link = press.wanted.pop()
        assert (wanted, link) == (size, None)
        assert b'"keep"' in record


def test_the_real_press_makes_one(boards, tables, address, client):
    app = create_app(boards, tables)
    real = app.test_client()
    real.set_cookie("trackside", "whoever-opened-it")
    assert real.get(f"{address}/sheet.pdf").data.startswith(b"%PDF")


@pytest.mark.parametrize("path", ["sheet.pdf", "sheet", "tally.csv"])
def test_before_the_end_there_is_none(client, tables, press, path):
    address = almost(tables, client)
    answer = client.get(f"{address}/{path}")
    assert answer.status_code == 403
    assert "The score sheet is ready once the game is finished." in text(answer)
    assert press.wanted == []


def test_programs_are_refused_as_the_contract_has_it(client, tables, address):
    open_ = almost(tables, client)
    told = client.get(f"/api/tables{open_[2:]}/sheet.pdf")
    assert (told.status_code, told.json["code"]) == (403, "not-finished")
    told = client.get(f"/api/tables{address[2:]}/sheet.pdf?paper=napkin")
    assert (told.status_code, told.json["code"]) == (422, "wrong-value")


@pytest.mark.parametrize(
    ("fault", "code"), [(Busy("Many sheets."), "busy"), (PrinterFailed("It took too long."), "no-sheet")]
)
def test_a_press_that_cannot_now_says_so(client, press, address, fault, code):
    press.fault = fault
    answer = client.get(f"{address}/sheet.pdf")
    assert answer.status_code == 503
    assert str(fault) in text(answer)
    assert int(answer.headers["Retry-After"]) > 0
    assert client.get(f"/api/tables{address[2:]}/sheet.pdf").json["code"] == code


def test_where_pango_is_missing_the_page_is_printed_from_the_browser(client, press, address):
    press.fault = CannotPrint("Install Pango, then it is a PDF.")
    answer = client.get(f"{address}/sheet.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert "Install Pango" in text(answer)
    assert "style-src data:" in answer.headers["Content-Security-Policy"]
    assert "<script" not in answer.text
    assert client.get(f"/api/tables{address[2:]}/sheet.pdf").json["code"] == "cannot-print"


def test_a_public_server_puts_its_address_on_paper(client, press, address):
    client.get(f"{address}/sheet.pdf", base_url="https://trackside.example")
    assert press.wanted == []  # another host has another cookie
    client.set_cookie("__Host-trackside", "whoever-opened-it", domain="trackside.example", secure=True)
    client.get(f"{address}/sheet.pdf", base_url="https://trackside.example")
    assert press.wanted[0][2] == f"https://trackside.example{address}/tally"


@pytest.mark.parametrize("host", ["localhost", "192.168.1.7:8000", "table.local", "127.0.0.1", "[fe80::1]", "mine"])
def test_at_home_there_is_no_address_on_paper(client, host):
    with client.application.test_request_context("/", base_url=f"http://{host}"):
        assert public_url("/t/1") is None


def test_the_spreadsheet_has_a_line_a_player(client, address):
    answer = client.get(f"{address}/tally.csv")
    lines = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert len(lines) == 6
    assert answer.headers["Content-Disposition"].endswith('.csv"')


def test_the_chat_text_can_be_marked_and_copied(client, tables):
    address = over(tables, client, read(Evening(3, "usa", 2).record(("</textarea><b>", "=1+1"))))
    page = client.get(f"{address}/tally").text
    assert "readonly data-copy" in page
    assert "</textarea><b>" not in page
    assert "&#39;=1+1" in page or "=1+1" in page


def test_bg_stats_gets_a_link_that_is_short_enough(client, address):
    link = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', client.get(f"{address}/tally").text)
    assert link
    assert len(link[1]) < 2000


@pytest.mark.parametrize(("asked", "size"), [("", "a4"), ("?paper=letter", "letter")])
def test_a_blank_sheet_comes_from_the_press(client, press, asked, size):
    assert "/boards/europe/sheet.pdf" in text(client.get("/boards/europe"))
    answer = client.get(f"/boards/europe/sheet.pdf{asked}")
    assert (answer.status_code, answer.data) == (200, b"%PDF-1.7")
    assert press.wanted == [("europe", size, None)]


def test_a_blank_sheet_is_a_page_where_no_pdf_can_be_made(client, press):
    press.fault = CannotPrint("PDF needs Pango.")
    page = text(client.get("/boards/usa/sheet.pdf"))
    assert "PDF needs Pango." in page
    assert client.get("/boards/nowhere/sheet.pdf").status_code == 404
    assert client.get("/boards/usa/sheet.pdf?paper=a7").status_code == 422


def test_bg_stats_is_told_when_the_table_was_opened_and_what_it_typed(client, tables):
    record = Evening(18, "europe", 5).record(title="At Ada's")
    told = bg_stats(text(client.get(f"{over(tables, client, read(record))}/tally")))
    assert told["location"] == "At Ada's"
    assert told["playDate"]  # no entry of this log has a time
    assert "durationMin" not in told


def bg_stats(page):
    link = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', page)
    return json.loads(unquote(link[1].split("data=", 1)[1]))
