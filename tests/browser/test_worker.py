"""The worker in a real browser: the app opens without a network, tickets are never kept, updates wait their turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.app import create_app
from companion.play.keys import browser_with
from tests.browser.conftest import PHONE
from tests.support.housing import until
from tests.support.resting import put_away

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return [...new Set(found)].sort();
}"""
TEXTS = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const kept of await cache.keys()) found.push(await (await cache.match(kept)).text());
  }
  return found.join("\\n");
}"""
VERSIONS = "() => caches.keys()"
KEEPS = "path => caches.match(path).then(Boolean)"
READY = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
FIND_NEW = "() => navigator.serviceWorker.ready.then(known => known.update()).then(() => null)"
AT_WORK = """() => navigator.serviceWorker.ready
  .then(({ installing, waiting, active }) => !installing && !waiting && active.state === "activated")"""
WAITING = "() => navigator.serviceWorker.ready.then(({ waiting }) => Boolean(waiting))"


@pytest.fixture
def finger(seated):
    return settled(seated.phone("blue"))


def settled(finger):
    """Waits until the worker is there and has kept the page that came before it."""
    until(finger.page, READY)
    until(finger.page, KEEPS, finger.page.url.split("?")[0])
    return finger


def stays(page):
    """The page was loaded anew a moment ago, and so does not do it again before the newer worker is there."""
    page.evaluate("() => { sessionStorage.renewed = Date.now(); }")


def kept(finger):
    return finger.page.evaluate(KEPT)


def newer(house, boards, monkeypatch):
    """The server was brought up to date: its worker and its script are others."""
    from companion.web.assets import Assets

    add = Assets.add_script

    def another(self, name, body):
        add(self, name, body + b";window.newer=1" if name == "site.js" else body)

    monkeypatch.setattr(Assets, "add_script", another)
    house.instead(create_app(boards, house.tables))


def test_the_table_opens_without_a_network_after_one_visit(house, seated, finger):
    house.stop()
    page = finger.page
    page.goto(f"{house.home}/t/{seated.table}", wait_until="load")
    expect(page.get_by_role("region", name="The board")).to_be_visible()
    expect(page.locator(".turn-whose")).to_contain_text("Ada")
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('20px \"League Gothic\"'))")
    assert page.evaluate("getComputedStyle(document.querySelector('.board')).position") == "relative"
    assert page.evaluate("typeof htmx") == "object"


def test_home_opens_too_and_lists_the_game(house, seated, finger):
    house.stop()
    finger.page.goto(f"{house.home}/", wait_until="load")
    expect(finger.page.locator(".departure-to")).to_have_attribute("href", f"/t/{seated.table}")


def test_what_was_never_seen_gets_the_sentence_and_comes_by_itself_later(house, finger):
    for path in ("/t/another", "/boards/europe", "/new", "/join"):
        house.stop()
        finger.page.goto(house.home + path, wait_until="load")
        expect(finger.page.get_by_role("heading", level=1)).to_have_text("No connection right now")
        expect(finger.page.locator(".lede")).to_contain_text("try again")
        house.start()
        finger.page.evaluate("dispatchEvent(new Event('online'))")
        expect(finger.page.get_by_role("heading", level=1)).not_to_have_text("No connection right now")


def test_a_network_that_says_nothing_is_waited_for_two_seconds(house, seated, finger):
    house.delay = 30
    finger.page.goto(f"{house.home}/t/{seated.table}", wait_until="commit", timeout=15_000)
    expect(finger.page.locator(".turn-whose")).to_be_visible()
    house.delay = 0


def test_what_the_network_says_comes_before_what_was_kept(house, seated, finger):
    seated.tables.log.report(
        seated.table,
        browser_with(seated.maker),
        {"type": "claim", "player": "blue", "route": "denver--omaha", "id": "elsewhere"},
    )
    answer = finger.page.reload(wait_until="load")
    assert "Ada claimed Denver – Omaha" in answer.text().replace("\u2068", "").replace("\u2069", "")
    house.stop()
    finger.page.reload(wait_until="load")
    finger.has("denver--omaha")


def test_nothing_is_kept_that_shows_tickets(house, seated, finger):
    seated.tables.log.report(
        seated.table,
        browser_with(seated.maker),
        {"type": "keep", "player": "blue", "ticket": "denver--el-paso", "id": "mine"},
    )
    page, table = finger.page, f"{house.home}/t/{seated.table}"
    for path in ("", "/log", "/people", "/setup", "/watch", "/tickets", "/tickets/blue", "/end", "?all=1", ""):
        page.goto(table + path, wait_until="load")
    page.goto(f"{table}/log", wait_until="load")
    expect(page.locator("main")).to_contain_text("You changed your tickets")
    page.goto(house.home, wait_until="load")
    pages = [path for path in kept(finger) if not path.startswith("/assets/")]
    assert pages == ["/", "/help", "/offline", f"/t/{seated.table}"]
    found = page.evaluate(TEXTS)
    assert "Ada" in found
    assert not re.search(r"denver--el-paso|Denver – El Paso|El Paso – Denver", found)
    assert "/join#" not in found


def test_around_a_table_too_a_page_says_that_there_is_no_network(house, seated, finger):
    """Not the browser's own, which leads nowhere; from there it is one tap to the table, which is kept."""
    house.stop()
    for path in ("/tickets/blue", "/log", "/routes"):
        finger.page.goto(f"{house.home}/t/{seated.table}{path}", wait_until="load")
        expect(finger.page.get_by_role("heading", level=1)).to_have_text("No connection right now")
        finger.page.get_by_role("link", name="Back to the table").tap()
        expect(finger.page.locator(".turn-whose")).to_be_visible()


def test_a_table_that_says_no_is_dropped(house, seated, finger):
    path = f"/t/{seated.table}"
    assert path in kept(finger)
    seated.tables.delete(seated.table, browser_with(seated.maker))
    finger.page.goto(house.home + path, wait_until="load")
    expect(finger.page.get_by_role("alert")).to_be_visible()
    until(finger.page, f"path => ({KEEPS})(path).then(there => !there)", path)
    house.stop()
    finger.page.goto(house.home + path, wait_until="load")
    expect(finger.page.get_by_role("heading", level=1)).to_have_text("No connection right now")


def test_a_page_whose_table_is_deleted_meanwhile_has_it_dropped(seated, finger):
    seated.tables.delete(seated.table, browser_with(seated.maker))
    finger.page.evaluate("dispatchEvent(new Event('online'))")
    until(finger.page, f"path => ({KEEPS})(path).then(there => !there)", f"/t/{seated.table}")


def test_what_is_posted_and_what_streams_goes_past_the_worker(house, seated, finger):
    finger.page.reload(wait_until="load")
    told = []
    finger.page.on("response", lambda answer: told.append(answer))
    finger.claim("denver--omaha")
    finger.page.reload(wait_until="load")
    finger.page.wait_for_timeout(300)
    table = f"{house.home}/t/{seated.table}"
    asked = [(answer, answer.url.split("?")[0]) for answer in told if "/assets/" not in answer.url]
    assert [url for answer, url in asked if answer.from_service_worker] == [table]
    past = [(answer.request.method, url) for answer, url in asked if not answer.from_service_worker]
    assert {("GET", table), ("POST", f"{table}/entries")} <= set(past), "what a tap offers, and what it says"


def test_a_new_version_waits_for_the_game_and_comes_when_asked(house, boards, seated, finger, monkeypatch):
    page = finger.page
    page.reload(wait_until="load")
    stays(page)
    newer(house, boards, monkeypatch)
    page.evaluate(FIND_NEW)
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    assert page.evaluate(WAITING)
    # The page of the version before goes on as if nothing were.
    page.evaluate("window.before = 1")
    finger.claim("denver--omaha")
    assert page.evaluate("[window.before, window.newer]") == [1, None]
    finger.press("Update now")
    page.wait_for_function("() => window.newer === 1")
    finger.has("denver--omaha")
    expect(page.get_by_text("A new version is ready.")).to_be_hidden()
    assert not page.evaluate(WAITING)


def test_a_page_of_the_version_before_has_its_files_without_the_server(house, boards, seated, finger, monkeypatch):
    page = finger.page
    files = [path for path in kept(finger) if path.startswith("/assets/")]
    page.reload(wait_until="load")
    stays(page)
    newer(house, boards, monkeypatch)
    page.evaluate(FIND_NEW)
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    other = page.context.new_page()
    other.goto(f"{house.home}/t/{seated.table}", wait_until="load")  # of the version that waits, so it need not ask
    other.wait_for_function("() => window.newer === 1")
    asked = "paths => Promise.all(paths.map(path => fetch(path).then(({ status }) => status)))"
    assert set(page.evaluate(asked, files)) == {200}
    script = next(path for path in files if path.endswith("/site.js"))
    assert house.app.test_client().get(script).status_code == 404
    finger.claim("denver--omaha")
    assert len(page.evaluate(VERSIONS)) == 2


def test_where_no_game_is_open_a_new_version_comes_by_itself(house, boards, seated, finger, monkeypatch):
    page = finger.page
    page.goto(f"{house.home}/about", wait_until="load")
    newer(house, boards, monkeypatch)
    (before,) = page.evaluate(VERSIONS)
    page.evaluate(FIND_NEW)
    until(page, f"() => ({VERSIONS})().then(found => found.length === 2)")
    until(page, AT_WORK)
    expect(page.get_by_text("A new version is ready.")).to_be_hidden()
    page.reload(wait_until="load")
    page.wait_for_function("() => window.newer === 1")
    assert before in page.evaluate(VERSIONS), "pages kept by the version before are still of use"


def test_only_the_version_before_is_kept_beside_a_new_one(house, boards, seated, finger, monkeypatch):
    page = finger.page
    page.goto(f"{house.home}/about", wait_until="load")
    for turn in range(3):
        monkeypatch.setattr("companion.pages.service_worker.routes.ALWAYS", (".css", ".mp4", ".woff2")[: turn + 1])
        newest = re.search(r'VERSION = "(\w+)"', house.app.test_client().get("/sw.js").text)[1]
        page.evaluate(FIND_NEW)
        until(page, f"name => ({VERSIONS})().then(found => found.at(-1) === name)", f"trackside-{newest}")
        until(page, AT_WORK)
        assert len(page.evaluate(VERSIONS)) == 2


def test_without_a_worker_in_the_browser_all_else_works(browser, house, seated):
    finger = seated.phone("blue", service_workers="block")
    finger.page.reload(wait_until="load")
    finger.claim("denver--omaha")
    assert finger.page.evaluate("() => navigator.serviceWorker.controller") is None


def test_over_plain_http_nothing_is_registered_and_nothing_complains(browser, house):
    context = browser.new_context(**{**PHONE, "service_workers": "allow"})
    page, complaints = context.new_page(), []
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(house.home, wait_until="load")
    page.wait_for_timeout(200)
    assert complaints == []
    assert "/sw.js" not in house.asked
    put_away(context)
