"""The page of whoever runs this server: for one browser of its own machine, by a link that works once."""

from __future__ import annotations

import re
from io import BytesIO

import pytest

from companion.app import create_app
from companion.boards.files import LARGEST_FILE
from companion.data import maps
from companion.record.checked_boards import boards as all_boards
from companion.store.backup_file import restore
from companion.web.hosting import Hosting
from companion.web.owner import Owner
from companion.web.reach import Reach
from tests.pages.visiting import opened
from tests.support.boards import a_board, written
from tests.web.conftest import CheckingClient
from tests.web.test_reach import CABLE, WIFI, no_firewall

USA = (maps() / "usa.toml").read_text("utf-8")
HERE = "http://127.0.0.1:8000"


@pytest.fixture
def owner():
    return Owner()


@pytest.fixture
def reach(tables):
    return Reach(tables.notes, look=lambda: [WIFI, CABLE], ask_firewall=no_firewall)


@pytest.fixture
def own(tmp_path):
    """The folder for boards that are added; it isn't there yet."""
    return tmp_path / "own-boards"


@pytest.fixture
def app(boards, tables, owner, reach, own):
    app = create_app(boards, tables, hosting=Hosting(owner=owner, reach=reach, own_boards=own))
    app.test_client_class = CheckingClient
    return app


@pytest.fixture
def browser(app, owner):
    """The browser that was opened at the start."""
    client = app.test_client()
    answer = client.get(f"/server?key={owner.new_key()}", base_url=HERE)
    assert answer.status_code == 303
    return client


def test_it_shows_the_address_for_phones_as_a_qr_code(browser):
    page = browser.get("/server", base_url=HERE)
    assert page.status_code == 200
    assert "http://192.168.1.5:8000" in page.text
    assert "QR code for http://192.168.1.5:8000" in page.text
    assert page.headers["Cache-Control"] == "no-store"


def test_one_tap_shows_the_next_one_there_and_at_every_table(browser, app):
    assert browser.post("/server/next", base_url=HERE).status_code == 303
    assert "http://10.1.0.9:8000" in browser.get("/server", base_url=HERE).text
    with app.test_request_context("/", base_url=HERE):
        from companion.web.addresses import invitation_url

        assert invitation_url("s") == "http://10.1.0.9:8000/join#s"


def test_an_address_given_at_the_start_is_on_all_of_them(boards, tables, owner):
    app = create_app(boards, tables, hosting=Hosting(owner=owner, reach=Reach(fixed="https://games.example/")))
    client = app.test_client()
    page = client.get(f"/server?key={owner.new_key()}", base_url=HERE, follow_redirects=True).text
    assert "QR code for https://games.example" in page
    assert "Next address" not in page


def test_a_link_works_once_and_the_browser_that_used_it_comes_again(app, owner):
    key = owner.new_key()
    first, second = app.test_client(), app.test_client()
    assert first.get(f"/server?key={key}", base_url=HERE).status_code == 303
    refused = second.get(f"/server?key={key}", base_url=HERE)
    assert refused.status_code == 403
    assert "Each link works only once" in refused.text
    assert second.get("/server", base_url=HERE).status_code == 403
    assert first.get("/server", base_url=HERE).status_code == 200


@pytest.mark.parametrize(
    ("base", "remote"),
    [
        ("http://192.168.1.5:8000", "192.168.1.77"),  # a phone
        ("http://127.0.0.1:8000", "192.168.1.77"),  # a phone that says it is here
        ("http://rebound.example:8000", "127.0.0.1"),  # a page of another site, whose name leads here
    ],
)
def test_for_all_others_there_is_no_such_page(app, owner, browser, base, remote):
    for asked in (
        lambda: browser.get("/server", base_url=base, environ_base={"REMOTE_ADDR": remote}),
        lambda: browser.get(f"/server?key={owner.new_key()}", base_url=base, environ_base={"REMOTE_ADDR": remote}),
        lambda: browser.post("/server/stop", base_url=base, environ_base={"REMOTE_ADDR": remote}),
    ):
        assert asked().status_code == 404
    assert not owner.stopping.is_set()


def test_without_an_owner_there_is_none_either(boards, tables):
    assert create_app(boards, tables).test_client().get("/server", base_url=HERE).status_code == 404


def test_its_browser_finds_it_from_home_and_a_phone_does_not(browser, app):
    assert 'href="/server"' in browser.get("/", base_url=HERE).text
    assert 'href="/server"' not in app.test_client().get("/", base_url=HERE).text


def test_it_says_what_to_try_where_no_phone_comes(browser, reach, monkeypatch):
    assert "No phone has connected yet." in browser.get("/server", base_url=HERE).text
    assert "hotspot" not in browser.get("/server", base_url=HERE).text
    monkeypatch.setattr(Reach, "is_missed", True)
    page = browser.get("/server", base_url=HERE).text
    assert "Turn on a phone's hotspot" in page.replace("&#39;", "'")
    reach.phone_came = True
    assert "A phone has connected to this computer." in browser.get("/server", base_url=HERE).text


def test_a_copy_holds_all_games(browser, tables, tmp_path):
    opened(browser)
    answer = browser.post("/server/copy", base_url=HERE)
    assert answer.headers["Content-Disposition"].endswith('.sqlite3"')
    (tmp_path / "copy").write_bytes(answer.data)
    assert restore(f"sqlite:///{tmp_path / 'again.sqlite3'}", tmp_path / "copy") == 1


def test_stopping_is_said_and_the_server_hears_it(browser, owner):
    page = browser.post("/server/stop", base_url=HERE)
    assert "All games are saved." in page.text
    assert owner.stopping.is_set()


def adds(browser, text, name="board.toml", **more):
    return browser.post("/server", data={"file": (BytesIO(text.encode()), name)}, base_url=HERE, **more)


def called(name):
    """The board of the USA under another id."""
    return re.sub('^id = "usa"', f'id = "{name}"', USA, count=1, flags=re.M)


def test_a_board_of_ones_own_is_checked_shown_and_there_after_the_next_start(browser, own):
    page = adds(browser, called("ours"))
    assert page.status_code == 200
    assert "is saved. Start Trackside again" in page.text
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page.text
    assert "ours.toml" in page.text
    assert "ours" in all_boards([own])
    assert [file.name for file in own.iterdir()] == ["ours.toml"]


def test_a_board_may_be_corrected_and_the_one_before_is_kept(browser, own):
    adds(browser, called("ours"))
    assert adds(browser, "# Corrected.\n" + called("ours")).status_code == 200
    assert (own / "ours.toml").read_text().startswith("# Corrected.")
    assert (own / "ours.toml.before").read_text() == called("ours")
    assert "ours.toml.before" not in browser.get("/server", base_url=HERE).text
    assert "ours" in all_boards([own])


def test_a_file_with_another_board_in_it_is_left_alone(browser, own):
    own.mkdir()
    (own / "ours.toml").write_text(called("theirs"))
    assert adds(browser, called("ours")).status_code == 200
    assert (own / "ours.toml").read_text() == called("theirs")
    assert {"ours", "theirs"} <= {*all_boards([own])}


def test_a_board_is_corrected_in_its_file_whatever_that_is_called(browser, own):
    own.mkdir()
    (own / "other.toml").write_text(called("ours"))
    assert adds(browser, "# Corrected.\n" + called("ours")).status_code == 200
    assert (own / "other.toml").read_text().startswith("# Corrected.")
    assert "ours" in all_boards([own])


def test_a_long_file_name_or_a_byte_order_mark_is_no_obstacle(browser, own):
    assert adds(browser, "\ufeff" + called("ours"), f"{'x' * 300}.toml").status_code == 200
    assert "ours" in all_boards([own])


def test_a_file_far_too_large_is_refused_in_a_sentence(browser, own):
    page = adds(browser, "#" * (3 * LARGEST_FILE))
    assert page.status_code == 413
    assert "too big" in page.text
    assert not own.exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Choose a board file."),
        ("id = ", "mine.toml:"),
        (written(a_board(final_round_at=-1)), "mine.toml: final_round_at:"),
        (written(a_board()), "has no layout yet"),
        (USA, "the board “usa” is already in"),
        ("#" * (LARGEST_FILE + 1), "mine.toml:"),
    ],
    ids=["empty", "no TOML", "a wrong number", "no picture", "one of ours", "too large"],
)
def test_what_is_wrong_is_said_and_nothing_is_saved(browser, own, text, says):
    page = adds(browser, text, "../../mine.toml")
    assert page.status_code == 422
    assert says in page.text
    assert not own.exists()


def test_a_folder_that_cannot_be_written_is_named(browser, own):
    own.write_text("a file")
    assert "can&#39;t be saved in" in adds(browser, called("ours")).text


def test_only_the_owner_adds_boards_and_only_where_there_is_a_folder(app, browser, own, boards, tables, owner):
    assert adds(browser, called("ours"), environ_base={"REMOTE_ADDR": "192.168.1.77"}).status_code == 404
    assert adds(app.test_client(), called("ours")).status_code == 403
    assert not own.exists()
    without = create_app(boards, tables, hosting=Hosting(owner=owner)).test_client()
    without.get(f"/server?key={owner.new_key()}", base_url=HERE)
    assert "Your own boards" not in without.get("/server", base_url=HERE).text
    assert adds(without, called("ours")).status_code == 404
