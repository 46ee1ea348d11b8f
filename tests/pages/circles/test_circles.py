"""The pages of circles: kept by one tap, read by a link, people put together, everything deleted."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

import pytest
import segno

from companion.boards import files
from companion.prose.remembered import broken_in_words
from tests.pages.visiting import device, new_game, opened, text, told
from tests.support.evenings import Evening, read
from tests.web.conftest import CheckingClient

NAMES = ("Ada", "Bo", "Cy")
BREAKS = 6  # the seed of a game that breaks a record of three others


@cache
def a_game(seed, names):
    return read(Evening(seed, "usa", len(names), tickets=2).record(names=names))


def device_of(client):
    if client.get_cookie("trackside") is None:
        client.set_cookie("trackside", "whoever-opened-it")
    return device(client)


def over(tables, client, seed=3, names=NAMES):
    """A finished table of this browser."""
    return tables.open(a_game(seed, names), device_of(client)).table


def shown(client, address):
    """What a page says once every game is counted: until then it asks again, as a phone does."""
    words = text(client.get(address))
    while "being counted" in words:
        words = text(client.get(address))
    return words


def circle_of(client):
    (found,) = set(re.findall(r'href="(/circles/[0-9a-f]{32})"', client.get("/circles").text))
    return found


@pytest.fixture
def circle(client, tables):
    """A circle of three games, made by the tap after the first."""
    for seed in (3, 4, 5):
        table = over(tables, client, seed)
        page = client.get(f"/t/{table}/tally").text
        if seed == 3:
            name = re.search(r'name="name" value="([^"]*)"', page)[1]
            answer = client.post("/circles", data={"table": table, "name": name, "from": f"/t/{table}/tally"})
        else:
            answer = client.post(f"{circle_of(client)}/games", data={"table": table, "from": f"/t/{table}/tally"})
        assert answer.location == f"/t/{table}/tally"
    return circle_of(client)


def links(client, circle):
    """The secrets of a circle's links, as its settings show them."""
    return re.findall(r"/circles/join#([\w-]+)", client.get(f"{circle}/settings").text)


def joined(app, secret):
    other = app.test_client()
    return other, other.post("/circles/join", data={"secret": secret})


def people(client, circle):
    """The address of everybody's page, by name."""
    found = re.findall(
        r'href="([^"]+/people/[0-9a-f]{32})"><svg.*?</svg>\s*<bdi>([^<]+)', shown(client, circle), re.S
    )
    return {name: address for address, name in found}


def test_a_game_is_kept_by_one_tap_and_then_asked_about_once(client, tables):
    table = over(tables, client)
    page = client.get(f"/t/{table}/tally").text
    assert page.count("Keep it in a circle") == 1
    client.post("/circles", data={"table": table, "name": "Ours", "from": f"/t/{table}/tally"})
    page = client.get(f"/t/{table}/tally").text
    assert ("Keep it in a circle" in page, "Anything to note?" in page) == (False, True)
    circle = circle_of(client)
    client.post(f"{circle}/games/{table}", data={"skip": "1", "from": f"/t/{table}/tally"})
    assert "Anything to note?" not in client.get(f"/t/{table}/tally").text


def test_what_is_noted_is_on_the_page_of_the_game(client, circle):
    game = re.search(rf"{circle}/games/[0-9a-f]+", client.get(circle).text)[0]
    client.post(game, data={"day": "2026-05-04", "place": "Bo's kitchen", "note": "Rain"})
    page = shown(client, game)
    assert all(words in page for words in ("4 May 2026", "Bo's kitchen", "Rain", "doesn't count"))
    assert "2 games" in shown(client, f"{circle}/boards/usa")
    assert client.post(game, data={"day": "today"}).status_code == 422


def test_every_page_of_a_circle_opens(client, circle):
    seen, waiting = set(), {circle}
    while waiting:
        address = waiting.pop()
        seen.add(address)
        answer = client.get(address)
        assert (answer.status_code, "noindex" in answer.headers["X-Robots-Tag"]) == (200, True), address
        found = re.findall(rf'href="({circle}[^"#]*)', answer.text) if answer.mimetype == "text/html" else []
        waiting |= {link.replace("&amp;", "&") for link in found} - seen
    assert len(seen) > 15


def test_a_record_opens_into_its_proof_on_the_board(client, circle):
    plain = re.search(rf"{circle}/games/[0-9a-f]+\?color=\w+&amp;of=longest", client.get(circle).text)[0]
    page = client.get(plain.replace("&amp;", "&")).text
    assert 'aria-current="true"' in page
    assert "<svg" in page


def test_a_broken_record_is_told_where_the_game_ends(client, tables, circle):
    table = over(tables, client, BREAKS)
    client.post(f"{circle}/games", data={"table": table})
    broken = tables.circles.history(circle.rsplit("/", 1)[1], device_of(client)).broken(table)
    names = {player.color: player.name for player in a_game(BREAKS, NAMES).setup.players}
    told_there = [broken_in_words(files.boards()["usa"], one, names[one.feat.color]) for one in broken]
    assert told_there
    for address in (f"/t/{table}/tally", f"/t/{table}/reveal"):
        assert told_there[0].replace("\u2068", "").replace("\u2069", "") in shown(client, address)


def test_names_are_put_together_and_taken_apart(client, tables, circle):
    table = over(tables, client, 6, ("Ada K.", "Bo"))
    client.post(f"{circle}/games", data={"table": table})
    known = people(client, circle)
    page = client.get(f"{circle}/people").text
    assert page.count("Yes, that&#39;s one person") == 1
    into = known["Ada"].rsplit("/", 1)[1]
    assert client.post(f"{known['Ada K.']}/merge", data={"into": into}).status_code == 303
    assert "Ada K." not in people(client, circle)
    assert "Also called Ada K." in shown(client, known["Ada"])
    client.post(f"{known['Ada K.']}/part")
    assert "Ada K." in people(client, circle)
    assert client.post(f"{known['Bo']}/merge", data={"into": into}).status_code == 409


def test_a_forgotten_name_is_on_no_page(client, circle, tables):
    client.post(f"{people(client, circle)['Bo']}/forget")
    game = re.search(rf"{circle}/games/([0-9a-f]+)", client.get(circle).text)
    for address in (circle, f"{circle}/people", game[0], f"/t/{game[1]}/tally", f"{circle}/file"):
        assert not re.search(r"\bBo\b", client.get(address).text), address


def test_a_link_reads_another_joins_in_and_a_renewed_one_is_dead(app, client, circle):
    belongs, reads, keeps = links(client, circle)
    reader, answer = joined(app, reads)
    assert answer.location == circle
    page = reader.get(circle).text
    assert "Ada" in page
    assert "New game" not in page
    assert links(reader, circle) == []
    assert reader.post(f"{circle}/settings/name", data={"name": "x"}).status_code == 403
    member, __ = joined(app, belongs)
    assert links(member, circle) != []
    assert member.post(f"{circle}/delete").status_code == 403
    keeper, __ = joined(app, keeps)
    assert keeper.post(f"{circle}/settings/renew", data={"kind": "reads"}).status_code == 303
    assert reader.get(circle).status_code == 404
    assert joined(app, reads)[1].status_code == 404
    assert app.test_client().get(circle).status_code == 404


def test_a_keeper_prints_the_keepers_code_on_a_sheet_and_nobody_else_can(app, client, circle, tables):
    game = re.search(rf"{circle}/games/([0-9a-f]+)", client.get(circle).text)[1]
    of = circle.rpartition("/")[2]
    belongs, _reads, _keeps = links(client, circle)
    keeper_link = re.findall(r'value="([^"]+/circles/join#[\w-]+)"', client.get(f"{circle}/settings").text)[2]
    assert f"/t/{game}/sheet.pdf?keeper_of={of}" in client.get(f"/t/{game}/tally").text
    sheet = client.get(f"/t/{game}/sheet?keeper_of={of}").text
    code = segno.make(keeper_link, error="m").svg_data_uri(border=2, dark="#111111", light="#FFFFFF")
    assert code in unescape(sheet)
    assert "Keep this sheet in the box" in sheet
    assert "Keep this sheet in the box" not in client.get(f"/t/{game}/sheet").text
    member, __ = joined(app, belongs)
    for visitor in (member, app.test_client()):
        assert "keeper_of" not in visitor.get(f"/t/{game}/tally").text
        assert visitor.get(f"/t/{game}/sheet?keeper_of={of}").status_code in (403, 404)


def test_a_new_game_from_a_circle_offers_its_people_and_is_kept_there(client, circle, tables):
    name = circle.rsplit("/", 1)[1]
    page = client.get(f"/new?circle={name}").text
    assert f'value="{name}" selected' in page
    assert all(f'name="add" value="{one}"' in page for one in NAMES)
    started = client.post("/new", data=new_game("Ada", "Bo", circle=name))
    table = started.location.rsplit("/", 1)[1]
    assert "3 games" in shown(client, circle)
    client.post(f"/t/{table}/seats", data={"color": "blue", "id": "sit"})
    told(tables, client, started.location, type="claim", player="blue", route="denver--omaha")
    tables.log.report(table, device_of(client), {"type": "finish", "id": "end"}, anyway=True)
    client.post(f"/t/{table}/reveal", data={"to": 999})
    assert "4 games" in shown(client, circle)


def test_older_games_are_a_page_further(client, circle, tables):
    for seed in range(10):
        client.post(f"{circle}/games", data={"table": over(tables, client, seed % 3)})
    assert "13 games" in shown(client, circle)
    assert len(re.findall(rf'href="{circle}/games/[0-9a-f]+"', client.get(f"{circle}?from=10").text)) == 3


def test_a_page_from_nothing_says_what_is_missing_and_fills_in(client, circle, monkeypatch):
    from companion.history.figures import Figures
    from companion.play import histories

    half = histories.History(missing=2)
    assert half.figures == Figures()
    with monkeypatch.context() as patch:
        patch.setattr(histories.Histories, "of", lambda *_: half)
        page = client.get(circle).text
    assert "2 more games are being counted" in page
    assert f'hx-get="{circle}"' in page
    assert "being counted" not in client.get(circle).text


def test_leaving_and_deleting(app, client, circle, tables):
    other, __ = joined(app, links(client, circle)[0])
    assert other.post(f"{circle}/leave").location == "/circles"
    assert other.get(circle).status_code == 404
    assert client.post(f"{circle}/delete").location == "/circles"
    assert client.get(circle).status_code == 404
    assert tables.store.all_games() == []


def test_a_circle_that_a_stranger_asks_for_is_as_if_there_were_none(app, client, circle):
    assert isinstance(client, CheckingClient)
    stranger = app.test_client()
    opened(stranger)
    for address in ("", "/people", "/settings", "/file", "/boards/usa"):
        mine, none = stranger.get(f"{circle}{address}"), stranger.get(f"/circles/{'0' * 32}{address}")
        assert (mine.status_code, mine.data) == (none.status_code, none.data) == (404, none.data)
