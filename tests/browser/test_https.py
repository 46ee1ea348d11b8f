"""`companion serve --https` and a browser that has the authority installed: no warning, a worker, and live news."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect

from companion.play.keys import browser_with
from companion.play.tables import Tables
from companion.store import open_store
from tests.browser.conftest import PHONE
from tests.support.housing import until
from tests.support.modules import using
from tests.support.resting import put_away
from tests.support.serving import free_port, served
from tests.support.tapping import Finger, Seated

MISSING = "certutil is missing: run `make test` once, or sudo apt install libnss3-tools"
CONTROLLED = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


@dataclass
class House:
    """The server, its games seen from here, and the folder with its certificates."""

    port: int
    secure: int
    tables: Tables
    authority: Path

    @property
    def home(self) -> str:
        return f"https://127.0.0.1:{self.secure}"

    @property
    def plain(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture(scope="module")
def house(boards, tmp_path_factory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    url = f"sqlite:///{folder / 'games.sqlite3'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "XDG_DATA_HOME", str(folder))
        secure = free_port()
        with served(options=("--database", url, "--https", "--https-port", str(secure))) as (_, port):
            authority = folder / "trackside" / "https" / "authority.pem"
            yield House(port, secure, Tables(open_store(url), boards), authority)


@pytest.fixture(scope="module")
def trusting(house, browser_type, browser_type_launch_args, tmp_path_factory) -> Iterator[Browser]:
    """A browser of its own, whose user has installed the authority."""
    if shutil.which("certutil") is None:
        pytest.fail(MISSING, pytrace=False)
    user = tmp_path_factory.mktemp("user")
    store = user / ".pki" / "nssdb"
    store.mkdir(parents=True)
    trust = ["certutil", "-d", f"sql:{store}"]
    subprocess.run([*trust, "-N", "--empty-password"], check=True, timeout=30)
    added = [*trust, "-A", "-t", "C,,", "-n", "Trackside", "-i", str(house.authority)]
    subprocess.run(added, check=True, timeout=30)
    browser = browser_type.launch(**browser_type_launch_args, env={**os.environ, "HOME": str(user)})
    yield browser
    browser.close()


@pytest.fixture
def seated(trusting, house, boards):
    seated = Seated(house.tables, trusting, house.home, boards["usa"], workers="allow").opens()
    yield seated
    for context in seated.contexts:
        put_away(context)


def at(seated: Seated, *seats: str) -> Finger:
    """A phone at the table, by the cookie that is for https alone."""
    plain = seated.browser.new_context

    def new_context(**options: Any) -> Any:
        context = plain(**options)
        add = context.add_cookies

        def secure(cookies: list[dict[str, Any]]) -> None:
            names = {"trackside": "__Host-trackside"}
            add([{**one, "name": names.get(one["name"], one["name"]), "secure": True} for one in cookies])

        context.add_cookies = secure  # type: ignore[method-assign,assignment]
        return context

    seated.browser = SimpleNamespace(new_context=new_context)  # type: ignore[assignment]
    return seated.phone(*seats)


def test_where_it_is_trusted_the_worker_registers_and_the_table_lives(seated):
    one, other = at(seated, "blue"), at(seated, "red")
    for finger in (one, other):
        until(finger.page, CONTROLLED)
        assert finger.page.evaluate("isSecureContext")
    one.claim("denver--omaha")
    other.has("denver--omaha")
    assert {cookie["name"] for cookie in one.page.context.cookies()} == {"__Host-trackside", "trackside-start"}


def test_where_it_is_not_trusted_the_browser_warns(browser, house):
    page = browser.new_page()
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(house.home)
    page.close()


def test_a_phone_that_trusts_it_is_taken_on_with_its_secret(trusting, house, seated):
    context = trusting.new_context(**{**PHONE, "service_workers": "allow"})
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url)))
    secret = house.tables.door.invite(seated.table, browser_with(seated.maker))
    page.goto(f"{house.plain}/join#{secret}")
    page.wait_for_url(f"{house.home}/t/{seated.table}/people")
    assert ("POST", f"{house.home}/join") in asked
    assert not any(secret in url.partition("#")[0] for _, url in asked)
    put_away(context)


def test_it_is_taken_on_when_what_it_entered_over_plain_http_has_arrived(trusting, house, boards):
    """Over https it is another phone, to which those taps do not belong."""
    seated = Seated(house.tables, trusting, house.plain, boards["usa"]).opens()
    context = trusting.new_context(**{**PHONE, "service_workers": "allow"})
    context.add_cookies([{"name": "trackside", "value": seated.maker, "url": house.plain}])
    page = context.new_page()
    entries = f"/t/{seated.table}/entries"
    told = {"table": seated.table, "action": entries, "kind": "claim", "told": "a claim"}
    body = "type=claim&player=blue&route=denver--omaha&id=late"
    page.goto(f"{house.plain}/trust", wait_until="load")
    page.evaluate(using("outbox: outbox", "entry => outbox.add(entry)"), {**told, "body": body})
    context.route(f"**{entries}", lambda route: route.abort())
    page.goto(f"{house.plain}/trust?to=/about", wait_until="load")
    expect(page.get_by_text("still being sent")).to_be_visible()
    page.wait_for_timeout(1500)
    assert page.url.startswith(house.plain), "it stays for as long as they wait"
    context.unroute(f"**{entries}")
    page.wait_for_url(f"{house.home}/about")
    assert [entry.route for entry in house.tables.games.at(seated.table, browser_with(seated.maker))[0].log] == [
        "denver--omaha"
    ]
    context.close()


def test_what_its_table_will_never_take_keeps_no_phone_back(trusting, house):
    context = trusting.new_context(**{**PHONE, "service_workers": "allow"})
    context.add_cookies([{"name": "trackside", "value": "nobody", "url": house.plain}])
    page = context.new_page()
    page.goto(f"{house.plain}/trust", wait_until="load")
    told = {
        "table": "gone",
        "action": "/t/gone/entries",
        "kind": "draw",
        "told": "a draw",
        "body": "type=draw&id=late",
    }
    page.evaluate(using("outbox: outbox", "entry => outbox.add(entry)"), told)
    page.goto(f"{house.plain}/trust?to=/about", wait_until="load")
    page.wait_for_url(f"{house.home}/about")
    context.close()


def test_a_phone_that_does_not_is_told_how_and_takes_its_secret_along(browser, house):
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"{house.plain}/join#a-secret", wait_until="load")
    page.wait_for_timeout(500)
    expect(page.get_by_role("heading", level=1)).to_have_text("First time on this phone?")
    link = page.get_by_role("link", name="Go to the table")
    expect(link).to_have_attribute("href", f"{house.home}/join#a-secret")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download the certificate").tap()
    assert taken.value.suggested_filename == "trackside.crt"
    put_away(context)


def test_who_opens_the_page_on_purpose_stays_there(trusting, house):
    page = trusting.new_page()
    page.goto(f"{house.plain}/trust", wait_until="load")
    page.wait_for_timeout(500)
    assert page.url == f"{house.plain}/trust"
    expect(page.get_by_role("heading", name="To remove it")).to_be_visible()
    page.close()


def test_clicked_through_it_plays_without_a_worker(browser, house, boards):
    seated = Seated(house.tables, browser, house.home, boards["usa"], workers="allow").opens()
    lenient = SimpleNamespace(new_context=lambda **more: browser.new_context(ignore_https_errors=True, **more))
    seated.browser = lenient  # type: ignore[assignment]
    finger = at(seated, "blue")
    finger.claim("denver--omaha")
    seated.leave()
